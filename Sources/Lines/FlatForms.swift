import Contract

/// What lines and pins have where their records are flat, under `--format encoded`, `wkt` and `csv`.
public enum FlatForms {
    /// What a record of `table` has under `--format encoded` and under `--format wkt`; empty for a table that is never
    /// flat. The contract's properties come first.
    public static func forms(of table: TableDescription) -> [[ColumnDescription]] {
        let columns = Tables.FlatGeometry.columns
        switch table.name {
        case Tables.Polylines.name:
            return [
                table.columns + [columns.bbox.description, columns.precision.description, columns.encodedLine.description],
                table.columns + [columns.bbox.description, columns.wkt.description],
            ]
        case Tables.StopPins.name:
            return [
                table.columns + [columns.precision.description, columns.encodedPoint.description],
                table.columns + [columns.wkt.description],
            ]
        default: return []
        }
    }
}
