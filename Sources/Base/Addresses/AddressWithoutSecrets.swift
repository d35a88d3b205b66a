/// An address as records, files and messages may have it: the one form, wherever it is printed.
///
/// User, password and the values of query items and fragments that may be secrets (`SecretQueryItems`) are left out.
/// Addresses of any scheme are meant, those of proxies and misspelt ones too, and what holds an address besides other
/// text, as messages do. What holds none stays as it is, and so does what is printable already.
///
/// Where an `@` stands behind the host, nobody knows whether what is before it is a part of the address or of a
/// password that was not encoded: `…@` stands for all of it.
public struct AddressWithoutSecrets: Sendable, Equatable, CustomStringConvertible {
    public let description: String

    /// The address in a text that is nothing else.
    public init(_ text: String) { description = AddressWithoutSecrets.hidden(in: text, isWhole: true) }

    /// A text with each address in it made printable.
    public static func hidden(in text: String) -> String { hidden(in: text, isWhole: false) }

    /// The beginning of a text with each address in it made printable, and whether the text goes on.
    ///
    /// - Parameter limit: how many bytes are looked at. An address that they do not hold whole is cut after its scheme:
    ///   of a part nobody knows whether it is a password.
    public static func hidden(in text: String, first limit: Int) -> (text: String, isCut: Bool) {
        let all = text.utf8
        guard let cut = all.index(all.startIndex, offsetBy: limit, limitedBy: all.endIndex), cut < all.endIndex else {
            return (hidden(in: text), false)
        }
        var bytes = Array(all[..<cut])
        let word = bytes.lastIndex(where: isEnd).map { $0 + 1 } ?? 0
        if let start = authority(in: bytes, from: word) {
            bytes.removeLast(bytes.count - start)
        } else {
            // No half of a character.
            while let last = bytes.last, last >= 0x80 {
                bytes.removeLast()
                if last >= 0xC0 { break }
            }
        }
        return (hidden(in: String(decoding: bytes, as: UTF8.self)), true)
    }

    private static let mark = Array("://".utf8)
    /// What stands for more than a user and password.
    static let veil = "…@"
    private static let veilBytes = Array(veil.utf8)

    /// - Parameter isWhole: whether blanks and quotes may be parts of the address, because nothing follows it.
    private static func hidden(in text: String, isWhole: Bool) -> String {
        // Nearly every text has no address, and this is asked of every message.
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        let bytes = Array(text.utf8)
        guard authority(in: bytes, from: 0) != nil else { return text }
        let shown = withoutQuerySecrets(withoutUserInfo(bytes, isWhole), isWhole)
        return shown == bytes ? text : String(decoding: shown, as: UTF8.self)
    }

    /// Where what follows the next `scheme://` begins; nil if there is none.
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

    // MARK: User and password

    /// A text as long as an address can be: looked through once, however many addresses are in it.
    private struct Word {
        var end = 0
        /// Its last `@`.
        var at: Int?

        init() {}

        init(_ bytes: [UInt8], from start: Int, isWhole: Bool) {
            end = isWhole ? bytes.count : bytes[start...].firstIndex(where: isEnd) ?? bytes.count
            at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
        }
    }

    private static func withoutUserInfo(_ bytes: [UInt8], _ isWhole: Bool) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        var word = Word()
        var following = authority(in: bytes, from: 0)
        while let start = following {
            if start >= word.end { word = Word(bytes, from: start, isWhole: isWhole) }
            following = authority(in: bytes, from: start)
            // An address ends where another begins, as in a list.
            let end = min(word.end, following.map { $0 - mark.count } ?? word.end)
            result += bytes[position..<start]
            position = start
            guard let info = userInfo(in: bytes[start..<end], word) else { continue }
            position = info.range.upperBound
            if bytes[info.range].elementsEqual(veilBytes) || info.isDoubtful { result += veilBytes }
            if let next = following, next <= position { following = authority(in: bytes, from: position) }
        }
        return result + bytes[position...]
    }

    /// What may be user and password, with the `@` behind them, and whether it may be something else; nil where there
    /// is nothing of the kind.
    private static func userInfo(in address: ArraySlice<UInt8>, _ word: Word) -> (range: Range<Int>, isDoubtful: Bool)?
    {
        let at = UInt8(ascii: "@")
        let nameEnd = address.firstIndex { "/?#".utf8.contains($0) } ?? address.endIndex
        let pathEnd = address[nameEnd...].firstIndex { "?#".utf8.contains($0) } ?? address.endIndex
        // An item of a query that has a name is no part of a password.
        let infoEnd = address[pathEnd...].firstIndex { "=&".utf8.contains($0) } ?? address.endIndex
        var last = address[..<infoEnd].lastIndex(of: at)
        // What has no number for a port is not a host, but a user and the beginning of a password: it may have any
        // mark.
        let host = address[(last.map { $0 + 1 } ?? address.startIndex)...].prefix { !"/?#".utf8.contains($0) }
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]"),
            !host[(colon + 1)...].allSatisfy({ 0x30...0x39 ~= $0 }), let end = word.at, end >= host.startIndex
        {
            last = end
        }
        guard let last else { return nil }
        return (address.startIndex..<(last + 1), last > nameEnd)
    }

    // MARK: Queries

    /// The path goes as it stands, and the query and the fragment after it item by item.
    private static func withoutQuerySecrets(_ bytes: [UInt8], _ isWhole: Bool) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        while let start = authority(in: bytes, from: position) {
            let end = isWhole ? bytes.count : bytes[start...].firstIndex(where: isEnd) ?? bytes.count
            let query = bytes[start..<end].firstIndex { "?#".utf8.contains($0) } ?? end
            result += bytes[position..<query]
            position = query
            while position < end {
                let from = position + 1
                let to = bytes[from..<end].firstIndex(of: UInt8(ascii: "#")) ?? end
                let closing = isWhole ? to : trimmed(bytes, from, to)
                result.append(bytes[position])
                result += SecretQueryItems.hidden(in: String(decoding: bytes[from..<closing], as: UTF8.self)).utf8
                result += bytes[closing..<to]
                position = to
            }
        }
        return result + bytes[position...]
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
