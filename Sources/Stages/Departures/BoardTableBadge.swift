import Platform

/// A colour of the feed's, six hexadecimal digits, in sRGB.
struct BoardColor: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let black = BoardColor(red: 0, green: 0, blue: 0)
    static let white = BoardColor(red: 255, green: 255, blue: 255)

    init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `RRGGBB` in letters of either case; nil for anything else.
    init?(_ text: String?) {
        guard let text, text.utf8.count == 6 else { return nil }
        var value = 0
        for character in text {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            value = value << 4 | digit
        }
        red = UInt8(value >> 16)
        green = UInt8(value >> 8 & 0xFF)
        blue = UInt8(value & 0xFF)
    }

    /// Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance").
    var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// From 1 to 21 (WCAG 2.2, "contrast ratio").
    func contrast(with other: BoardColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The colour for text on this one: `wanted` where it can be read (4.5, WCAG 2.2 §1.4.3), else black or white,
    /// whichever differs more.
    func readableText(_ wanted: BoardColor?) -> BoardColor {
        if let wanted, contrast(with: wanted) >= 4.5 { return wanted }
        return contrast(with: .black) >= contrast(with: .white) ? .black : .white
    }
}
