extension Tables {
    /// One attempt to fetch a feed.
    public struct Fetches: Table {
        public static let columns = Fetches()
        public static let about = About<Fetches>(
            "fetches", "One attempt to fetch a feed, the failed ones too.", from: "fetch"
        ) { .ladder([[$0.url]], with: [$0.attempt], time: [$0.at], conflict: .last) }

        public let url = text("url", .always, "Without user, password and the values of keys.")
        public let at = instant("at", .always, "POSIX seconds of the attempt's beginning.")
        public let attempt = whole("attempt", .always, "Counted from 1 in each turn.")
        public let status = whole("status", .ifKnown, "Of the answer, of redirects the last; absent where none came.")
        public let bytes = whole(
            "bytes", .always, unit: .bytes, "Of the body, decompressed; 0 where none was asked for or kept.")
        public let sha256 = text(
            "sha256", .ifKnown, "Of the content, whether it came now or was there; absent where it is not whole.")
        public let elapsedMilliseconds = whole("elapsed_ms", .always, unit: .milliseconds, "Milliseconds.")
        public let storedAs = text(
            "stored_as", .ifKnown, "The file that has the content; a rejected answer's where it was kept aside.")
        public let unchanged = flag("unchanged", .always, "Whether the content was there already.")
        public let error = text("error", .ifKnown, "Why the attempt failed; absent where it did not.")
    }
}
