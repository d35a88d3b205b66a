/// An address as records, files and messages may have it: the one form, wherever it is printed.
///
/// User, password and the values of query items and fragments that may be secrets (`QuerySecrets`) are left out.
/// Addresses of any scheme are meant, those of proxies and misspelt ones too, and what holds an address besides other
/// text, as messages do. What holds none stays as it is, and so does what is printable already.
public struct PrintableAddress: Sendable, Equatable, CustomStringConvertible {
    public let description: String

    /// The address in a text that is nothing else.
    public init(_ text: String) { description = PrintableAddress.hidden(in: text, isWhole: true) }

    /// A text with each address in it made printable.
    public static func hidden(in text: String) -> String { hidden(in: text, isWhole: false) }

    private static let mark = Array("://".utf8)
    private static let ellipsis = Array("…".utf8)

    /// - Parameter isWhole: whether blanks and quotes may be parts of the address, because nothing follows it.
    private static func hidden(in text: String, isWhole: Bool) -> String {
        // Nearly every text has no address, and this is asked of every message.
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var position = 0
        var isChanged = false
        while let start = authority(in: bytes, from: position) {
            let end = isWhole ? bytes.count : bytes[start...].firstIndex(where: isEnd) ?? bytes.count
            result += bytes[position..<start]
            let host = PrintableAddress.host(bytes[start..<end])
            isChanged = isChanged || host != start
            position = host
            // The path goes as it stands, and the query and the fragment after it item by item.
            while position < end, bytes[position] != UInt8(ascii: "?"), bytes[position] != UInt8(ascii: "#") {
                // Another address may follow without a blank, as in a list.
                if bytes[position...].starts(with: mark) { break }
                result.append(bytes[position])
                position += 1
            }
            while position < end, bytes[position] == UInt8(ascii: "?") || bytes[position] == UInt8(ascii: "#") {
                result.append(bytes[position])
                let from = position + 1
                let to = bytes[from..<end].firstIndex(of: UInt8(ascii: "#")) ?? end
                let closing = isWhole ? to : trimmed(bytes, from, to)
                let query = String(decoding: bytes[from..<closing], as: UTF8.self)
                if QuerySecrets.values(in: query).isEmpty {
                    result += bytes[from..<closing]
                } else {
                    result += Array(QuerySecrets.hidden(in: query).utf8)
                    isChanged = true
                }
                result += bytes[closing..<to]
                position = to
            }
        }
        guard isChanged else { return text }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }

    /// Where what follows the next `scheme://` begins; nil where there is none.
    private static func authority(in bytes: [UInt8], from start: Int) -> Int? {
        var position = start
        while position + mark.count <= bytes.count {
            guard let colon = bytes[position...].firstIndex(of: mark[0]), colon + mark.count <= bytes.count else {
                return nil
            }
            if bytes[colon...].starts(with: mark), colon > 0, WebAddress.isAlphanumeric(bytes[colon - 1]) {
                return colon + mark.count
            }
            position = colon + 1
        }
        return nil
    }

    /// Where the host begins: after the user and password, if there are any.
    private static func host(_ address: ArraySlice<UInt8>) -> Int {
        let at = UInt8(ascii: "@")
        let end = address.firstIndex { "/?#".utf8.contains($0) } ?? address.endIndex
        if let last = address[..<end].lastIndex(of: at) { return last + 1 }
        // A password that was not encoded may have a slash or another mark: then what stands before it is no host.
        let name = address[..<end]
        guard let colon = name.lastIndex(of: UInt8(ascii: ":")), name.last != UInt8(ascii: "]") else {
            return address.startIndex
        }
        let isPort = name[(colon + 1)...].allSatisfy { 0x30...0x39 ~= $0 }
        guard !isPort, let last = address.lastIndex(of: at) else { return address.startIndex }
        return last + 1
    }

    /// What an address in a sentence cannot go beyond.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">")
    }

    /// The end of a query in a sentence, without the marks that belong to the sentence.
    private static func trimmed(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, ".,:;')]}!".utf8.contains(bytes[end - 1]) { end -= 1 }
        return end
    }
}
