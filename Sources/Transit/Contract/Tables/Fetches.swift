extension Tables {
    /// One attempt to fetch a feed.
    public struct Fetches: Table {
        public static let columns = Fetches()
        public static let about = About<Fetches>(
            "fetches", "One attempt to fetch a feed, successful or failed.", from: "fetch"
        ) { .ladder([[$0.url]], with: [$0.attempt], time: [$0.at], conflict: .last) }

        public let url = text("url", .always, "The URL without user, password and values of keys.")
        public let at = instant("at", .always, "When the attempt began, POSIX seconds.")
        public let attempt = whole("attempt", .always, "Number of the attempt within its turn, from 1.")
        public let status = whole(
            "status", .ifKnown, "HTTP status of the final response after redirects; absent if there was no response.")
        public let bytes = whole(
            "bytes", .always, unit: .bytes, "Size of the decompressed body; 0 if no body was requested or kept.")
        public let sha256 = text(
            "sha256", .ifKnown,
            "SHA-256 of the content, downloaded now or stored before; absent if the content is incomplete.")
        public let elapsedMilliseconds = whole(
            "elapsed_ms", .always, unit: .milliseconds, "Duration of the attempt, milliseconds.")
        public let storedAs = text(
            "stored_as", .ifKnown, "File that holds the content, or the rejected response if it was kept.")
        public let unchanged = flag("unchanged", .always, "Whether the content was already stored.")
        public let error = text("error", .ifKnown, "Why the attempt failed; absent if it succeeded.")
    }
}
