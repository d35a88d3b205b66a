import Platform

/// What to say of an input that is not there: the system's reason, and the name that was likely meant.
public enum MissingInput {
    private static let schemes = ["http", "https"]

    /// - Parameter code: the system's number of what went wrong; the one at hand unless it is given.
    public static func sentence(_ path: String, code: Int32 = errno) -> String {
        let sentence = "\(path): \(systemMessage(code))"
        guard code == ENOENT || code == ENOTDIR, let hint = hint(for: path) else { return sentence }
        return "\(sentence); \(hint)"
    }

    /// The failure of an input that cannot be opened.
    public static func failure(_ path: String, code: Int32 = errno) -> StageFailure {
        StageFailure(.inputMissing, sentence(path, code: code))
    }

    /// The same of one whose failure is a sentence already.
    public static func failure(said sentence: String) -> StageFailure {
        let reason = ": " + systemMessage(ENOENT)
        guard sentence.hasSuffix(reason) else { return StageFailure(.inputMissing, sentence) }
        return failure(String(sentence.dropLast(reason.count)), code: ENOENT)
    }

    /// What was likely meant by a path that leads nowhere; nil where nothing is near.
    static func hint(for path: String) -> String? {
        if let address = address(for: path) { return "did you mean '\(address)'?" }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty, let names = names(in: folder.isEmpty ? "." : folder), names.count <= 10_000,
            let near = NearestNames.near(name, among: names.filter { !$0.hasPrefix(".") }.sorted())
        else { return nil }
        return "did you mean '\(folder + near)'?"
    }

    /// The URL that a text was likely meant to be: one with a slip in its scheme, or without any.
    public static func address(for text: String) -> String? {
        if let mark = text.firstRange(of: ":") {
            let scheme = String(text[..<mark.lowerBound])
            let rest = text[mark.upperBound...].drop { $0 == "/" }
            guard rest.count < text[mark.upperBound...].count, !rest.isEmpty, !scheme.contains("/") else { return nil }
            if schemes.contains(scheme.lowercased()) { return "\(scheme.lowercased())://\(rest)" }
            return NearestNames.near(scheme, among: schemes).map { "\($0)://\(rest)" }
        }
        // A host ends with a name of letters; whatever has a folder of that name is a path.
        let host = text.prefix { $0 != "/" }
        guard host.count < text.count, let dot = host.lastIndex(of: "."), dot != host.startIndex,
            FileStatus(String(host)) == nil
        else { return nil }
        let last = host[host.index(after: dot)...]
        let isHost =
            last.count > 1 && last.allSatisfy { $0.isASCII && $0.isLetter }
            && host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
        return isHost ? "https://\(text)" : nil
    }
}
