import TimeZones

/// When a board begins.
public enum BoardTime: Sendable, Equatable {
    case now
    /// Seconds after 1970-01-01T00:00:00Z.
    case posix(Int)
    /// `2026-03-02T08:00` or `08:00` today on the clock of the feed's first agency, or an instant in RFC 3339,
    /// `2026-03-02T08:00:00+10:00`.
    case local(String)

    /// nil for now.
    /// - Throws: `FeedError` of kind `wrongRequest` if the text is not a time.
    func written() throws(FeedError) -> WrittenTime? {
        switch self {
        case .now: return nil
        case .posix(let seconds): return .instant(seconds)
        case .local(let text):
            guard let time = WrittenTime(text) else { throw FeedError(.wrongRequest, "'\(text)' is not a time") }
            return time
        }
    }
}
