extension Tables {
    /// What a record of any table has before its own columns.
    public struct AnyRecord: Members {
        public static let columns = AnyRecord()
        public let table = text("table", .always)
        public let feedID = text("feed_id", .ifKnown)
    }
}
