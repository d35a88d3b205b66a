/// How wide a line of text may come out where the reader's font is not known.
///
/// The widths are those of DejaVu Sans, the widest of the faces that `sans-serif` usually means; text set in Arial,
/// Helvetica, Liberation or Noto Sans is narrower.
public enum TextWidth {
    /// Hundredths of an em for the scalars from U+0020 to U+007E.
    private static let regular: [Double] = [
        32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
        84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64, 62, 74, 69,
        99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42,
        53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
    ]
    /// What bold is wider at the most, on average of a word.
    private static let bold = 1.12

    /// The width of `text` in the unit of `size`.
    /// - Parameter size: the font's size, one em.
    public static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
        var width = 0.0
        for scalar in text.unicodeScalars { width += TextWidth.width(scalar) }
        return width * size / 100 * (isBold ? bold : 1)
    }

    /// The text, or as much of its beginning as fits into `limit` with an ellipsis; no character is cut apart.
    public static func cut(_ text: String, to limit: Double, size: Double, isBold: Bool = false) -> String {
        // Text of many kilobytes is not measured to its end.
        let scale = size / 100 * (isBold ? bold : 1)
        let ellipsis = 100 * scale
        var width = 0.0
        var fitting = text.startIndex
        for index in text.indices {
            if width + ellipsis <= limit { fitting = index }
            for scalar in text[index].unicodeScalars { width += TextWidth.width(scalar) * scale }
            if width > limit {
                var kept = text[..<fitting]
                while kept.last == " " { kept.removeLast() }
                return kept + "…"
            }
        }
        return text
    }

    /// A sentence in lines that fit.
    public static func broken(_ text: String, to room: Double, size: Double) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if !line.isEmpty, of(longer, size: size) > room {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { cut($0, to: room, size: size) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x20...0x7E: regular[Int(scalar.value) - 0x20]
        case 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x610...0x61A, 0x64B...0x65F, 0x200B...0x200F,
            0xFE00...0xFE0F:
            0
        case 0x2010...0x203A: 100
        case 0xA0...0x24F, 0x370...0x3FF: 80
        case 0x400...0x52F: 90
        case 0x590...0x6FF: 80
        // Ideographs, Hangul, full-width forms, emoji: as wide as they are high, or a little more.
        case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: 105
        case 0x1F000...: 135
        default: 110
        }
    }
}
