/// The texts of an alert in one language.
package struct AlertWording {
    /// The language, as the alert names it; nil if it names none.
    package private(set) var language: String?
    package private(set) var header: String?
    package private(set) var description: String?
    package private(set) var url: String?

    /// Characters of a header and of a description, because an alert may be listed with many records.
    package static let longestHeader = 300
    package static let longestDescription = 4000

    /// Chooses one language for all texts: the first of `preferred` that the header has, else the feed's, else the text
    /// without a language, else the first. An alert without a header is treated alike by its description.
    ///
    /// A text that lacks the language is left out. A text without a language counts as one in the feed's.
    package init(_ alert: ServiceAlert, preferred: [String], feed: String?) {
        let leading = alert.header.isEmpty ? alert.description : alert.header
        guard let chosen = AlertWording.choose(leading, preferred, feed: feed) else {
            url = AlertWording.address(AlertWording.choose(alert.url, preferred, feed: feed)?.text)
            return
        }
        language = chosen.language
        func text(_ translations: [ServiceAlert.Translation]) -> String? {
            if let same = translations.first(where: { AlertWording.isSame($0.language, chosen.language) }) {
                return same.text
            }
            let isFeeds = chosen.language == nil || feed.map { AlertWording.fits(chosen.language, $0) } ?? false
            return isFeeds
                ? translations.first { $0.language == nil || feed.map($0.fits) ?? false }?.text : nil
        }
        header = text(alert.header).map { AlertWording.cut($0, AlertWording.longestHeader) }
        description = text(alert.description).map { AlertWording.cut($0, AlertWording.longestDescription) }
        // An address is not read: one in another language is better than none.
        url = AlertWording.address(
            text(alert.url) ?? AlertWording.choose(alert.url, preferred, feed: feed)?.text)
    }

    private static func choose(
        _ translations: [ServiceAlert.Translation], _ preferred: [String], feed: String?
    ) -> ServiceAlert.Translation? {
        for language in preferred + (feed.map { [$0] } ?? []) {
            if let exact = translations.first(where: { isSame($0.language, language) }) { return exact }
            if let near = translations.first(where: { $0.fits(language) }) { return near }
        }
        return translations.first { $0.language == nil } ?? translations.first
    }

    private static func isSame(_ left: String?, _ right: String?) -> Bool { left?.lowercased() == right?.lowercased() }

    /// Whether two tags have the same primary language: `fr-CA` and `fr`.
    fileprivate static func fits(_ left: String?, _ right: String) -> Bool {
        func primary(_ tag: String) -> String { String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased() }
        return left.map { primary($0) == primary(right) } ?? false
    }

    /// The text in at most `limit` characters.
    private static func cut(_ text: String, _ limit: Int) -> String {
        // A character may be as long as its author likes: scalars are counted.
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<scalars.index(before: end)]) + "…"
    }

    /// An address that may become a link; nil for others, which could be scripts.
    private static func address(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 2000 else { return nil }
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://") ? text : nil
    }
}

extension ServiceAlert.Translation {
    fileprivate func fits(_ tag: String) -> Bool { AlertWording.fits(language, tag) }
}
