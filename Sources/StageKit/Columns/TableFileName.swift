import Contract

/// Checks on names of tables that become file names.
public enum TableFileName {
    /// Whether the name is safe as a file name in a folder on any system. Records may use any text as a table name.
    public static func isUsable(_ table: String) -> Bool {
        !table.isEmpty && table.utf8.count <= 200 && !table.hasPrefix(".")
            && !table.utf8.contains { $0 < 0x20 || "/\\:".utf8.contains($0) }
    }

    /// The finding about an unsafe name.
    public static func finding(_ table: String) -> Finding {
        Finding(
            .incomplete, "unusable_table_name", field: Tables.AnyRecord.columns.table.name, value: table,
            message: "the table name \(Finding.quoted(table)) cannot be a file name; its records were skipped")
    }
}
