import Contract

extension StageContext {
    /// Warns about records of tables that stages write, where only rows of a feed's files were of use.
    ///
    /// A file of the feed may have such a name, and a version of the program that did not have the table yet gave its
    /// rows the same one: they must not be lost without a word.
    public func reportDerivedRecords() {
        for figures in summary.tables where figures.ignored > 0 && Tables.isDerived(figures.table) {
            let stage = Tables.stages(ofDerived: figures.table).first ?? ""
            // Some tables are written by any stage.
            let maker = stage.isEmpty || stage.contains(" ") ? "linefeed" : "'linefeed \(stage)'"
            diagnostics.report(
                .surprise, "derived_records", value: figures.table,
                message:
                    "\(maker) writes the table \(Finding.quoted(figures.table)), so its records are "
                    + "not rows of a feed; \(figures.ignored) skipped; rows of a GTFS file \(figures.table).txt need the "
                    + "table name '\(figures.table).txt'",
                count: figures.ignored)
        }
    }
}
