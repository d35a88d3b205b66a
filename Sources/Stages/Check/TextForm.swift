import Hashing
import TimeZones

/// Whether texts have the form of their type. Where a form has many exceptions only what is surely wrong is refused.
enum TextForm {
    /// `http://` or `https://`, a host, no blanks or controls.
    static func isURL(_ text: UnsafeRawBufferPointer) -> Bool {
        let lower = String(decoding: text.prefix(8), as: UTF8.self).lowercased()
        let scheme = lower.hasPrefix("http://") ? 7 : lower.hasPrefix("https://") ? 8 : 0
        guard scheme > 0, text.count > scheme, !text.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return false }
        let host = text[scheme...].prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        return !host.isEmpty && host.first != UInt8(ascii: ":") && host.first != UInt8(ascii: ".")
    }

    /// A name, one @, a domain with a dot.
    static func isEmail(_ text: UnsafeRawBufferPointer) -> Bool {
        guard !text.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return false }
        let parts = text.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, let domain = parts.last, !parts[0].isEmpty else { return false }
        let dot = UInt8(ascii: ".")
        return domain.contains(dot) && domain.first != dot && domain.last != dot
    }

    static func isColor(_ text: UnsafeRawBufferPointer) -> Bool {
        text.count == 6 && text.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }
    }

    /// Whether a text names a zone. A machine without zone files that can be read cannot say that one is wrong; that ends the run where
    /// the feed's own zone is asked for.
    static func isZone(_ name: String) -> Bool {
        do {
            _ = try Zone(named: name)
            return true
        } catch {
            return error.isOfSystem
        }
    }

    /// A first part of two to eight letters, then parts of one to eight letters and digits (RFC 5646 §2.1).
    static func isLanguage(_ text: UnsafeRawBufferPointer) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy(isLetter) else {
            // `x-…` and `i-…` are private and of old.
            return parts.count > 1 && parts[0].count == 1 && isLetter(parts[0].first ?? 0)
                && parts.dropFirst().allSatisfy(isSubtag)
        }
        return parts.dropFirst().allSatisfy(isSubtag)
    }

    private static func isSubtag(_ part: Slice<UnsafeRawBufferPointer>) -> Bool {
        (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Three capitals. Which of them are currencies changes from year to year, so that is not asked.
    static func isCurrency(_ text: UnsafeRawBufferPointer) -> Bool {
        text.count == 3 && text.allSatisfy { $0 &- 0x41 < 26 }
    }

    static func isPhoneNumber(_ text: UnsafeRawBufferPointer) -> Bool { text.contains { $0 &- 0x30 < 10 } }

    static func isPrintableASCII(_ text: UnsafeRawBufferPointer) -> Bool {
        text.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Whether a text is one word in small letters, or of two parts or more none of which has both capitals and small
    /// letters. Parts are what stands between characters that are no letters, and are longer than a letter; what stands
    /// before the first letter is a part of its own.
    static func isOfOneCase(_ text: UnsafeRawBufferPointer) -> Bool {
        var parts = CaseParts()
        if text.allSatisfy({ $0 < 0x80 }) {
            for byte in text {
                parts.take(
                    byte &- 0x41 < 26 ? .capital : byte &- 0x61 < 26 ? .small : .other, units: 1)
            }
        } else {
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
                let kind: CaseParts.Kind =
                    switch scalar.properties.generalCategory {
                    case .uppercaseLetter: .capital
                    case .lowercaseLetter: .small
                    case .titlecaseLetter, .modifierLetter, .otherLetter: .uncased
                    default: .other
                    }
                parts.take(kind, units: scalar.value > 0xFFFF ? 2 : 1)
            }
        }
        return parts.isOfOneCase
    }

    /// The parts of a text, counted as its characters come.
    private struct CaseParts {
        enum Kind {
            case capital, small, uncased, other
        }

        private var isStart = true
        private var length = 0
        private var hasCapital = false
        private var hasSmall = false
        private var hasUncased = false
        /// All parts, those that are longer than a letter, and whether one of these has both.
        private var parts = 0
        private var longParts = 0
        private var isMixed = false
        private var isSmall = false
        /// A script without capitals has no case to mix.
        private var hasAnyUncased = false

        mutating func take(_ kind: Kind, units: Int) {
            if kind == .other {
                // Text before the first letter is an empty part.
                if isStart {
                    parts += 1
                    longParts += 1
                }
                end()
            } else {
                length += units
                if kind == .capital { hasCapital = true }
                if kind == .small { hasSmall = true }
                if kind == .uncased { (hasUncased, hasAnyUncased) = (true, true) }
            }
            isStart = false
        }

        private mutating func end() {
            guard length > 0 else { return }
            parts += 1
            if length > 1 {
                longParts += 1
                if hasCapital, hasSmall { isMixed = true }
                isSmall = hasSmall && !hasCapital && !hasUncased
            }
            (length, hasCapital, hasSmall, hasUncased) = (0, false, false, false)
        }

        var isOfOneCase: Bool {
            var whole = self
            whole.end()
            guard !whole.hasAnyUncased else { return false }
            // A text without letters has no parts.
            if whole.parts == 1 { return whole.isSmall }
            return whole.longParts >= 2 && !whole.isMixed
        }
    }

    /// A fingerprint of a text without regard to capitals; never 0.
    static func foldedFingerprint(_ text: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64
        if text.allSatisfy({ $0 < 0x80 }) {
            hash = withUnsafeTemporaryAllocation(byteCount: max(text.count, 1), alignment: 1) { folded in
                for place in text.indices {
                    let byte = text[place]
                    folded[place] = byte &- 0x41 < 26 ? byte | 0x20 : byte
                }
                return Fingerprint.of(UnsafeRawBufferPointer(rebasing: folded[..<text.count]))
            }
        } else {
            var lower = String(decoding: text, as: UTF8.self).lowercased()
            hash = lower.withUTF8 { Fingerprint.of(UnsafeRawBufferPointer($0)) }
        }
        if hash == 0 { hash = 1 }
        return hash
    }
}
