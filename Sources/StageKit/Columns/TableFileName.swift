import Contract

/// Names of tables that become files.
public enum TableFileName {
    /// Whether a name leads to a file of the folder that it is put in, on any machine: records may name a table as
    /// they like.
    public static func isUsable(_ table: String) -> Bool {
        !table.isEmpty && table.utf8.count <= 200 && !table.hasPrefix(".")
            && !table.utf8.contains { $0 < 0x20 || "/\\:".utf8.contains($0) }
    }

    /// What there is to say of one that does not.
    public static func finding(_ table: String) -> Finding {
        Finding(
            .incomplete, "unusable_table_name", field: Tables.AnyRecord.columns.table.name, value: table,
            message: "\(Finding.quoted(table)) cannot be the name of a file (its records are left out)")
    }
}
