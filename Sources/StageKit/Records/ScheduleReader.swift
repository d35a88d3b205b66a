/// Reads the tables of a schedule feed from a zip, a folder or a database.
///
/// Stages do not depend on each other, so the `World` of a run supplies the reader.
public protocol ScheduleReader: Sendable {
    /// Passes the feed's records of `tables` to `taker`, in any order of tables.
    ///
    /// - Parameters:
    ///   - tables: the tables; nil for all.
    ///   - columns: the columns that are used, in any table; others may be omitted and their problems unreported; nil
    ///     for all.
    /// - Throws: `StageFailure` with status 65 or 66 if there is no feed at `path`.
    func read(
        _ path: String, tables: [String]?, columns: [String]?, _ context: StageContext,
        _ taker: RecordTaker) throws
}
