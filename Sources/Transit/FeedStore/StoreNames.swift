import Contract

/// Gives each table of a feed a name that the store does not have yet.
///
/// Tables of the reference keep their names. Of other files some cannot: SQLite does not tell `Notes` from `notes`, and
/// views, indexes and the store's own tables have names too.
public struct StoreNames {
    private var taken: Set<String> = []

    public init() {
        for definition in TableDefinition.all {
            taken.formUnion([
                definition.name, definition.name + StoreFormat.viewSuffix, definition.name + StoreFormat.keySuffix,
            ])
        }
        taken.formUnion(StoreFormat.indexes.map(\.name))
        taken.insert(StoredDays.name)
    }

    /// The name under which the file's table goes into the store: its own, or with underscores after it.
    public mutating func name(for table: String, isOfReference: Bool) -> String {
        if isOfReference { return table }
        var name = StoreFormat.storable(table)
        // Names that begin so are SQLite's own, and ours.
        for prefix in ["sqlite_", "linefeed_"] where StoreFormat.folded(name).hasPrefix(prefix) { name = "_" + name }
        while !taken.insert(StoreFormat.folded(name)).inserted { name += "_" }
        return name
    }
}
