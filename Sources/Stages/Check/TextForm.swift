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

    /// Whether a text of two or more words, each with a letter, has no change between capitals and small letters.
    static func isOfOneCase(_ text: UnsafeRawBufferPointer) -> Bool {
        // What is not ASCII may be of a script without capitals.
        guard text.count > 3, text.allSatisfy({ $0 < 0x80 }) else { return false }
        var small = 0
        var capitals = 0
        var words = 0
        for word in text.split(separator: 0x20) {
            let letters = word.filter(isLetter)
            // Short words and those with digits are numbers, codes and abbreviations.
            guard letters.count > 2, !word.contains(where: { $0 &- 0x30 < 10 }) else { continue }
            words += 1
            for letter in letters { if letter & 0x20 == 0 { capitals += 1 } else { small += 1 } }
        }
        return words >= 2 && (small == 0 || capitals == 0)
    }
}
