/// What an archive says of itself, which may be HTML, as text: a page shows it as that and nothing else.
enum GroundText {
    /// Characters of an attribution that are shown.
    static let limit = 240

    private static let entities: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "ndash": "–",
        "mdash": "—", "middot": "·", "hellip": "…",
    ]

    /// The text without tags, entities as what they stand for, white space as one space each; nil where nothing is left.
    static func plain(_ markup: String) -> String? {
        var text = ""
        var rest = markup[...]
        // What is longer than this is no attribution.
        rest = rest.prefix(limit * 40)
        while let character = rest.first {
            if character == "<", let end = tagEnd(rest) {
                rest = rest[end...]
                continue
            }
            if character == "&", let (decoded, end) = entity(rest) {
                text.append(decoded)
                rest = rest[end...]
                continue
            }
            text.append(character)
            rest = rest.dropFirst()
        }
        let visible = String(String.UnicodeScalarView(text.unicodeScalars.map { isHidden($0) ? " " : $0 }))
        let words = visible.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return nil }
        return words.count > limit ? words.prefix(limit - 1) + "…" : words
    }

    /// The end of the tag or comment that a text begins with; nil where its `<` begins none.
    private static func tagEnd(_ text: Substring) -> Substring.Index? {
        guard let next = text.dropFirst().first, next.isLetter || next == "/" || next == "!" || next == "?" else {
            return nil
        }
        guard let close = text.firstIndex(of: ">") else { return text.endIndex }
        return text.index(after: close)
    }

    private static func entity(_ text: Substring) -> (Character, Substring.Index)? {
        guard let close = text.prefix(12).firstIndex(of: ";") else { return nil }
        let name = text[text.index(after: text.startIndex)..<close]
        let end = text.index(after: close)
        if let character = entities[String(name)] { return (character, end) }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let number = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { (Character($0), end) }
    }

    /// Controls, and what turns the direction of the text around it.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}
