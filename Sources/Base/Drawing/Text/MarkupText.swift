/// Text from a feed made safe to stand in SVG and HTML, as content or in a quoted attribute.
public enum MarkupText {
    /// The text with the five characters of markup escaped, and with U+FFFD for what XML 1.0 §2.2 forbids or
    /// discourages and for the marks that turn the direction of the text around them; line ends and tabs become blanks.
    public static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: needsWork) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\r", "\t": result += " "
            default: result.unicodeScalars.append(isFit(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return result
    }

    /// The text as it can be shown on one line: without controls, marks of direction, line ends.
    public static func shown(_ text: String) -> String {
        guard text.utf8.contains(where: needsWork) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t": result += " "
            default: result.unicodeScalars.append(isFit(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return result
    }

    private static func needsWork(_ byte: UInt8) -> Bool {
        byte >= 0x7F || byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isFit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
        // The last two of every plane are not characters.
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }
}
