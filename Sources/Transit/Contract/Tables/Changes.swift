extension Tables {
    /// What differs between two feeds: a row each.
    public struct Changes: Table {
        public static let columns = Changes()
        public static let about = About<Changes>(
            "changes", "A row that one of two feeds has and the other has not, or has otherwise.", from: "diff"
        ) { _ in .wholeRecord }

        public let file = text("file", .always, "The file of the feed, `stop_times.txt`.")
        public let change = text("change", .always, "`added`, `removed` or `modified`.")
        public let key = json(
            "key", .any, .always,
            "What the row is known by: its primary key's columns, as the feed has them; of a row without one nothing.")
        public let fields = objects(
            "fields", of: ChangedField.self, .always,
            "Of a row that was modified what differs; of one that was added or removed all but the key.")
    }

    /// A field of a row that differs.
    public struct ChangedField: Members {
        public static let columns = ChangedField()

        public let field = text("field", .always, "The column's name.")
        public let old = json("old", .any, .nullable, "What the old feed has; null for nothing.")
        public let new = json("new", .any, .nullable, "What the new feed has; null for nothing.")
    }
}
