/// An `http:` or `https:` address (RFC 3986 §3), taken apart so that its secrets can be kept where they belong.
public struct WebAddress: Sendable, Equatable {
    /// `http` or `https`.
    public let scheme: String
    /// As it was given, percent-encoding included; nil for none.
    let userInfo: String?
    /// In lower case; an IPv6 address with its brackets.
    public let host: String
    /// Nil for the scheme's own.
    public let port: Int?
    /// Begins with a slash.
    public let path: String
    /// Without the question mark; nil for none.
    public let query: String?

    /// Nil for what is no such address: another scheme, no host, blanks or controls.
    public init?(_ text: String) {
        guard let mark = WebAddress.range(of: "://", in: text) else { return nil }
        scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F || $0 == "\\" }) else {
            return nil
        }
        var rest = text[mark.upperBound...]
        // The fragment never leaves the client (RFC 3986 §3.5).
        if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        var authority = rest[..<end]
        if let at = authority.lastIndex(of: "@") {
            userInfo = String(authority[..<at])
            authority = authority[authority.index(after: at)...]
        } else {
            userInfo = nil
        }
        guard let (host, port) = WebAddress.hostAndPort(authority) else { return nil }
        self.host = host
        self.port = port == (scheme == "http" ? 80 : 443) ? nil : port
        let target = rest[end...]
        let question = target.firstIndex(of: "?")
        let path = String(target[..<(question ?? target.endIndex)])
        self.path = path.isEmpty ? "/" : path
        query = question.map { String(target[target.index(after: $0)...]) }
    }

    private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
        var host = authority
        var port: Int?
        let bracket = authority.lastIndex(of: "]")
        if let colon = authority.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
            let digits = authority[authority.index(after: colon)...]
            host = authority[..<colon]
            if !digits.isEmpty {
                guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits),
                    1...65_535 ~= number
                else { return nil }
                port = number
            }
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let inside = isBracketed ? host.dropFirst().dropLast() : host
        let allowed = inside.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x80 || scalar.properties.isAlphabetic || 0x30...0x39 ~= scalar.value
                || "-._".unicodeScalars.contains(scalar)
                || (isBracketed && ":%".unicodeScalars.contains(scalar))
        }
        guard !inside.isEmpty, allowed else { return nil }
        return (host.lowercased(), port)
    }

    private static func range(of part: String, in text: String) -> Range<String.Index>? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(part) { return start..<text.index(start, offsetBy: part.count) }
            start = text.index(after: start)
        }
        return nil
    }

    // MARK: Forms

    private var origin: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") }

    /// What is asked for: without user and password, which go into a header.
    public var requestText: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// For records and messages: no user, no password, and `…` for the values of query keys that may be secrets.
    public var withoutSecrets: String { AddressWithoutSecrets(requestText).description }

    /// What follows where host, port and path may be parts of a password that was not encoded; nil where they are none.
    private var afterDoubtfulPart: Substring? {
        let start = scheme + "://" + AddressWithoutSecrets.veil
        let shown = withoutSecrets
        return shown.hasPrefix(start) ? shown.dropFirst(start.count) : nil
    }

    /// Whether the host and the port that are asked may be parts of a password that was not encoded.
    public var isDoubtful: Bool { afterDoubtfulPart != nil }

    /// Whether what is meant for the one may be told to the other (RFC 6454 §4).
    public func isSameOrigin(as other: WebAddress) -> Bool { origin == other.origin }

    /// User and password, percent-encoding resolved.
    public var credentials: (user: String, password: String)? {
        guard let userInfo else { return nil }
        let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (WebAddress.decoded(parts[0]), parts.count > 1 ? WebAddress.decoded(parts[1]) : "")
    }

    /// Everything in the address that no message may show, as it stands and decoded.
    public var secrets: [String] {
        var found = SecretQueryItems.values(in: query ?? "")
        if let userInfo { found.append(userInfo) }
        if let credentials { found += [credentials.user, credentials.password] }
        return found.filter { $0.utf8.count > 3 }
    }

    /// A text with its percent-encoding resolved.
    public static func percentDecoded(_ text: Substring) -> String { decoded(text) }

    static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: A name for files

    /// A name for the feed at this address, made of host, path and query without secrets: letters, digits, `.`, `-`
    /// and `_`, at most 100 of them. What may be a part of a password is not in it. The path's last extension is left out where it tells a kind of file.
    public var feedName: String {
        var text = host + (port.map { "-\($0)" } ?? "") + "-" + path
        var query = query
        if let shown = afterDoubtfulPart {
            let parts = shown.split(separator: "?", maxSplits: 1)
            text = parts.first.map(String.init) ?? ""
            query = parts.dropFirst().first.map(String.init)
        }
        for ending in [".gz", ".pb", ".zip", ".proto", ".pbf", ".bin", ".dat"]
        where text.lowercased().hasSuffix(ending) { text.removeLast(ending.count) }
        if let query { text += "-" + SecretQueryItems.open(in: query).joined(separator: "-") }
        var name = ""
        for byte in text.utf8 {
            let isPlain = "._".utf8.contains(byte) || WebAddress.isAlphanumeric(byte)
            if isPlain { name.unicodeScalars.append(Unicode.Scalar(byte)) } else if name.last != "-" { name += "-" }
        }
        let trimmed = name.drop { $0 == "-" || $0 == "." }.prefix(100)
        var result = String(trimmed)
        while let last = result.last, last == "-" || last == "." { result.removeLast() }
        return result.isEmpty ? "feed" : result
    }

    /// The extension of the path's last part, in lower case; nil where it has none of up to 8 letters and digits.
    public var fileExtension: String? {
        guard let file = path.split(separator: "/").last, let dot = file.lastIndex(of: "."), dot > file.startIndex
        else { return nil }
        let text = file[file.index(after: dot)...].lowercased()
        guard 1...8 ~= text.utf8.count, text.utf8.allSatisfy(WebAddress.isAlphanumeric) else { return nil }
        return text
    }

    public static func isAlphanumeric(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }
}
