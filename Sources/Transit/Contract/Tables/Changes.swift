extension Tables {
    /// What differs between two feeds: a row each.
    public struct Changes: Table {
        public static let columns = Changes()
        public static let about = About<Changes>(
            "changes", "A row that was added, removed or modified between two feeds.", from: "diff"
        ) { _ in .wholeRecord }

        public let file = text("file", .always, "The GTFS file, for example `stop_times.txt`.")
        public let change = text("change", .always, "`added`, `removed` or `modified`.")
        public let key = json(
            "key", .any, .always,
            "The columns of the row's primary key, copied from the feed; empty for a table without a key.")
        public let fields = objects(
            "fields", of: ChangedField.self, .always,
            "For a modified row, the fields that differ; for an added or removed row, all fields except the key.")
    }

    /// A field of a row that differs.
    public struct ChangedField: Members {
        public static let columns = ChangedField()

        public let field = text("field", .always, "Name of the column.")
        public let old = json("old", .any, .nullable, "Value in the old feed; null if empty.")
        public let new = json("new", .any, .nullable, "Value in the new feed; null if empty.")
    }
}
