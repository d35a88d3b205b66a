import TimeZones

/// The start of a departure board.
public enum BoardTime: Sendable, Equatable {
    case now
    /// A time in POSIX seconds.
    case posix(Int)
    /// A written time: `2026-03-02T08:00` or `08:00` today in the time zone of the feed's first agency, or an instant
    /// in RFC 3339 such as `2026-03-02T08:00:00+10:00`.
    case local(String)

    /// Returns the time, or nil for now.
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
