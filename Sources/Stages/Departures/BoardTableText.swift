/// Text from a feed made fit for a terminal, with the columns that it takes there.
///
/// Widths are those of a terminal without the wide reading of ambiguous characters (Unicode Standard Annex 11).
struct BoardText: Equatable {
    private(set) var text: String
    /// Columns of a terminal.
    private(set) var width: Int

    /// Text of ours, which needs no cleaning.
    init(_ text: String) {
        self.text = text
        width = text.reduce(0) { $0 + BoardText.width(of: $1) }
    }

    private init(text: String, width: Int) {
        self.text = text
        self.width = width
    }

    /// Text of a feed: blanks and controls become one blank each run, text that runs from right to left is isolated
    /// (Unicode Standard Annex 9, FSI and PDI), and what passes `limit` columns gives way to `…`.
    ///
    /// Cost: the columns taken, however long the text is; nil where nothing visible is in its first 4000 scalars.
    init?(of feedText: String?, limit: Int) {
        guard let feedText else { return nil }
        let clean = BoardText.clean(feedText, longest: min(4000, max(limit, 1) * 8 + 64))
        guard !clean.text.isEmpty else { return nil }
        let cut = BoardText.cut(clean.text, limit: max(limit, 1), isWhole: clean.isWhole)
        guard cut.width > 0 else { return nil }
        self = cut
        if text.unicodeScalars.contains(where: BoardText.runsRightToLeft) {
            text = "\u{2068}" + text + "\u{2069}"
        }
    }

    // MARK: Cleaning

    /// The text without what has no place in a line, and whether all of it was looked at.
    private static func clean(_ text: String, longest: Int) -> (text: String, isWhole: Bool) {
        var result = String.UnicodeScalarView()
        var length = 0
        var marks = 0
        var hasGap = false
        for (place, scalar) in text.unicodeScalars.enumerated() {
            if place >= 4000 || length >= longest { return (String(result), false) }
            switch kind(scalar) {
            case .gap: hasGap = !result.isEmpty
            case .nothing: continue
            case .mark:
                // A pile of marks on one letter would reach into the lines around it.
                marks += 1
                guard marks <= 8, !hasGap, !result.isEmpty else { continue }
                result.append(scalar)
            case .visible:
                if hasGap { result.append(" ") }
                hasGap = false
                // What is joined counts on, so that no cluster is without an end.
                if !isJoiner(result.last) { marks = 0 }
                result.append(scalar)
            }
            length += 1
        }
        return (String(result), true)
    }

    private enum Kind {
        case visible, mark, gap, nothing
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x21..<0x7F: return .visible
        // Blanks of every kind, line ends, and controls, which a terminal would obey.
        case 0...0x20, 0x7F...0xA0, 0x2028, 0x2029: return .gap
        // Direction marks and isolates: ours must be the only ones.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return .nothing
        // Joiners carry meaning in Persian, Hindi and emoji; tags are the flags of some countries.
        case 0x200C, 0x200D, 0xE0020...0xE007F: return .mark
        default: break
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .gap
        case .nonspacingMark, .enclosingMark: return .mark
        case .control, .format, .surrogate: return .nothing
        default: return .visible
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar?) -> Bool { scalar?.value == 0x200D }

    private static func runsRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    // MARK: Width

    /// The columns of one cluster: an emoji takes two whatever it is made of, other text what its letters take.
    static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.count > 1, let first = scalars.first {
            // Two regional indicators are a flag; a selector asks for the picture of a sign.
            if (0x1F1E6...0x1F1FF).contains(first.value) { return 2 }
            if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
            if first.properties.isEmojiPresentation { return 2 }
        }
        return scalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.value {
        // Vowels and finals of Hangul join the consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        // East_Asian_Width W and F (EastAsianWidth.txt), emoji apart.
        case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x4DFF,
            0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376,
            0x1F200...0x1F265, 0x20000...0x3FFFD:
            return isMark(scalar) ? 0 : 2
        default: return isMark(scalar) ? 0 : scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    private static func cut(_ text: String, limit: Int, isWhole: Bool) -> BoardText {
        var kept = ""
        var width = 0
        // What stays if there must be a `…` after it.
        var shorter = BoardText(text: "", width: 0)
        for character in text {
            let own = self.width(of: character)
            if width + own > limit { return shorter.ended() }
            kept.append(character)
            width += own
            if width < limit { shorter = BoardText(text: kept, width: width) }
        }
        return isWhole ? BoardText(text: kept, width: width) : shorter.ended()
    }

    private func ended() -> BoardText {
        var kept = text
        var width = width
        while kept.last == " " {
            kept.removeLast()
            width -= 1
        }
        return BoardText(text: kept + "…", width: width + 1)
    }
}
