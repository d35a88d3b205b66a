/// Reads the tables of a schedule feed that lies in a zip, a folder or a store.
///
/// This is where the reading of archives is plugged in: stages do not know each other, so the world that a stage runs in
/// has a reader.
public protocol ScheduleReader: Sendable {
    /// Gives the feed's records of `tables` to `taker`, in any order of tables.
    ///
    /// - Parameters:
    ///   - tables: nil for all that there are.
    ///   - columns: the only ones that are used, whatever the table: others may be left out, and what is wrong with them is
    ///     not told; nil where all are.
    /// - Throws: `StageFailure` with status 65 or 66 when there is no feed at `path`.
    func read(
        _ path: String, tables: [String]?, columns: [String]?, _ context: StageContext,
        _ taker: RecordTaker) throws
}
