import Contract

/// What lines and pins have where their records are flat, under `--format encoded`, `wkt` and `csv`.
public enum FlatForms {
    /// What a record of `table` has under `--format encoded` and under `--format wkt`; empty for a table that is never
    /// flat. The contract's properties come first.
    public static func forms(of table: TableDescription) -> [[ColumnDescription]] {
        switch table.name {
        case Tables.Polylines.name:
            return [
                table.columns + Tables.EncodedLine.descriptions, table.columns + Tables.TextLine.descriptions,
            ]
        case Tables.StopPins.name:
            return [
                table.columns + Tables.EncodedPoint.descriptions, table.columns + Tables.TextGeometry.descriptions,
            ]
        default: return []
        }
    }
}
