/// How long an answer holds by its headers (RFC 9111), to a cache that is one client's own.
public struct Freshness: Sendable, Equatable {
    /// POSIX seconds up to which it holds without asking again; at most a year ahead.
    public var until: Int
    /// Whether it may be kept at all.
    public var mayBeStored: Bool
    /// Whether it may stand in, too old, where the server does not answer.
    public var mayServeStale: Bool

    private static let year = 365 * 86_400

    /// - Parameter now: POSIX seconds when the answer came.
    public init(of download: Download, now: Int) {
        self.init(
            cacheControl: download.cacheControl, age: download.age, expires: download.expires, date: download.date,
            lastModified: download.lastModified, now: now)
    }

    public init(
        cacheControl: String?, age: String?, expires: String?, date: String?, lastModified: String?, now: Int
    ) {
        let directives = Freshness.directives(cacheControl ?? "")
        mayBeStored = directives["no-store"] == nil
        // §4.2.4
        mayServeStale = ["must-revalidate", "no-cache", "no-store"].allSatisfy { directives[$0] == nil }
        let sent = date.flatMap(HTTPDate.posix) ?? now
        let passed = age.flatMap(Freshness.seconds) ?? 0
        var lifetime = 0
        if directives["no-cache"] != nil {
            lifetime = 0
        } else if let text = directives["max-age"] {
            // What is no number counts as too old already (§4.2.1).
            lifetime = text.flatMap(Freshness.seconds) ?? 0
        } else if let expires {
            lifetime = HTTPDate.posix(expires).map { $0 - sent } ?? 0
        } else if let modified = lastModified.flatMap(HTTPDate.posix), modified < sent {
            // A tenth of the time that it did not change for, a day at most (§4.2.2).
            lifetime = min((sent - modified) / 10, 86_400)
        }
        until = now + min(max(lifetime, 0), Freshness.year) - passed
    }

    /// More than can be counted is as long as can be (§1.2.2).
    private static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// Names in lower case with their values, quotes taken off.
    private static func directives(_ text: String) -> [String: String?] {
        var found: [String: String?] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard let first = pair.first else { continue }
            let name = first.filter { $0 != " " && $0 != "\t" }.lowercased()
            let value = pair.count > 1 ? pair[1].filter { $0 != " " && $0 != "\"" && $0 != "\t" } : nil
            found[name] = .some(value)
        }
        return found
    }
}
