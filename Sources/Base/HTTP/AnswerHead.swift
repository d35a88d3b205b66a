/// The headers of an answer as they come in, line by line.
struct AnswerHead {
    var status: Int?
    private(set) var bytes = 0
    /// Whether the empty line came that ends the headers.
    private(set) var isComplete = false
    private(set) var contentLength: Int?
    /// How the body is compressed on its way, in lower case; nil for not at all.
    private(set) var encoding: String?
    private(set) var etag: String?
    private(set) var lastModified: String?
    private(set) var retryAfter: String?
    private(set) var date: String?
    private(set) var cacheControl: String?
    private(set) var age: String?
    private(set) var expires: String?

    /// Whether the answer brings what was asked for.
    var hasBody: Bool { status.map { 200...299 ~= $0 } ?? false }

    mutating func take(_ line: UnsafeRawBufferPointer) {
        bytes += line.count
        let text = AnswerHead.trimmed(line)
        if text.isEmpty { return isComplete = true }
        if text.starts(with: "HTTP/".utf8) {
            // An interim answer, or a proxy's, came before (RFC 9110 §15.2).
            let before = bytes
            self = AnswerHead()
            bytes = before
            status = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return
        }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
        // Values are short; what is longer than this is none that we understand.
        let value = AnswerHead.trimmed(UnsafeRawBufferPointer(rebasing: text[(colon + 1)...]))
        guard value.count <= 4096 else { return }
        let content = String(decoding: value, as: UTF8.self)
        switch name {
        case "content-length": contentLength = Int(content)
        case "content-encoding":
            encoding = content.isEmpty || content.lowercased() == "identity" ? nil : content.lowercased()
        case "etag": etag = value.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? content : nil
        case "last-modified": lastModified = HTTPDate.posix(content) == nil ? nil : content
        case "retry-after": retryAfter = content
        case "date": date = content
        // A list may come in several lines (RFC 9110 §5.3).
        case "cache-control": cacheControl = cacheControl.map { $0 + ", " + content } ?? content
        case "age": age = content
        case "expires": expires = content
        default: break
        }
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var rest = bytes[...]
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        return UnsafeRawBufferPointer(rebasing: rest)
    }
}
