/// Tells which values of a query may be secrets: by their keys' names, and by what they look like.
enum SecretQueryItems {
    /// Parts of the names under which agencies and clouds take keys.
    private static let parts = [
        "key", "token", "secret", "pass", "pwd", "auth", "sig", "credential", "session", "appid", "clientid", "login",
        "user", "sas",
    ]
    /// Names too short to be looked for inside others.
    private static let names = [
        "k", "t", "s", "pw", "sid", "uid", "code", "id_token", "jwt", "hash", "hmac", "sv", "se",
    ]

    /// A name of more bytes is none; what it may be is not shown.
    private static let longestName = 256

    /// The query with `…` for each value that may be a secret; as it stands where there is none.
    static func hidden(in query: String) -> String {
        let items = items(of: query)
        guard items.contains(where: \.isSecret) else { return query }
        return items.map { item in
            item.isSecret ? "\(item.key)\(item.hasKey ? "=" : "")…" : item.whole
        }.joined(separator: "&")
    }

    /// The values that may be secrets, as they stand and decoded.
    static func values(in query: String) -> [String] {
        items(of: query).filter(\.isSecret).flatMap { [String($0.value), WebAddress.decoded($0.value)] }
    }

    /// The items that are not secrets.
    static func open(in query: String) -> [String] { items(of: query).filter { !$0.isSecret }.map(\.whole) }

    private struct Item {
        let whole: String
        let key: Substring
        let value: Substring
        let hasKey: Bool
        let isSecret: Bool
    }

    private static func items(of query: String) -> [Item] {
        query.split(separator: "&", omittingEmptySubsequences: true).map { item in
            let mark = item.firstIndex(of: "=")
            let key = mark.map { item[..<$0] } ?? ""
            let value = mark.map { item[item.index(after: $0)...] } ?? item
            return Item(
                whole: String(item), key: key, value: value, hasKey: mark != nil,
                isSecret: !value.isEmpty && (isSecret(key) || looksRandom(value)))
        }
    }

    private static func isSecret(_ key: Substring) -> Bool {
        guard key.utf8.count <= longestName else { return true }
        let lower = WebAddress.decoded(key).lowercased()
        let plain = lower.utf8.filter { !"-_.".utf8.contains($0) }
        return names.contains(lower) || parts.contains { contains(plain, $0) }
    }

    private static func contains(_ text: [UInt8], _ part: String) -> Bool {
        let length = part.utf8.count
        guard text.count >= length else { return false }
        return (0...(text.count - length)).contains { text[$0...].starts(with: part.utf8) }
    }

    /// Twenty or more letters, digits and hyphens (a UUID has them), digits among letters: nobody calls a feed so.
    private static func looksRandom(_ value: Substring) -> Bool {
        guard value.utf8.count >= 20 else { return false }
        var letters = 0
        var digits = 0
        for byte in value.utf8 {
            if 0x30...0x39 ~= byte {
                digits += 1
            } else if WebAddress.isAlphanumeric(byte) {
                letters += 1
            } else if !"-_%+/=.".utf8.contains(byte) {
                return false
            }
        }
        return letters > 0 && digits > 3
    }
}

/// Texts that no message may show.
public struct SecretTexts: Sendable {
    private var texts: [[UInt8]] = []

    public init(_ texts: [String]) { add(texts) }

    public mutating func add(_ more: [String]) {
        texts += more.filter { $0.utf8.count > 3 }.map { Array($0.utf8) }
        // The longest first: one may be a part of another.
        texts.sort { $0.count > $1.count }
    }

    /// The text with `…` for each of them.
    public func hidden(in text: String) -> String {
        guard !texts.isEmpty else { return text }
        var rest = Array(text.utf8)[...]
        var result: [UInt8] = []
        while let first = rest.first {
            if let found = texts.first(where: { rest.starts(with: $0) }) {
                result += Array("…".utf8)
                rest = rest.dropFirst(found.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// The secrets of a proxy's address, however it is written: libcurl takes one without a scheme and quotes one that it
/// does not take.
public enum ProxySecrets {
    /// User and password, as they stand and decoded.
    public static func all(in address: String) -> [String] {
        guard let at = address.lastIndex(of: "@") else { return [] }
        var info = address[..<at]
        if let mark = info.firstRange(of: "://") { info = info[mark.upperBound...] }
        let parts = info.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return [String(info)] + parts.flatMap { [String($0), WebAddress.decoded($0)] }
    }
}
