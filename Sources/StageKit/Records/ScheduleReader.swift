/// Reads the tables of a schedule feed from a zip, a folder or a database.
///
/// Stages do not depend on each other, so the `World` of a run supplies the reader.
public protocol ScheduleReader: Sendable {
    /// Passes the feed's records to `taker`, in any order of tables.
    /// - Throws: `StageFailure` with status 65 or 66 if there is no feed at the path.
    func read(_ request: ScheduleRequest, _ context: StageContext, _ taker: RecordTaker) throws
}

/// What is wanted of a feed.
public struct ScheduleRequest: Sendable {
    public let path: String
    /// The tables; nil for all.
    public let tables: [String]?
    /// The columns that are used, in any table; others may be omitted and their problems unreported; nil for all.
    public let columns: [String]?
    /// Whether all rows with the same key are wanted, as `ingest` writes them. Otherwise, only the first row of each place
    /// in a trip or shape is wanted.
    public let keepsRepeatedKeys: Bool

    public init(_ path: String, tables: [String]?, columns: [String]?, keepsRepeatedKeys: Bool = false) {
        self.path = path
        self.tables = tables
        self.columns = columns
        self.keepsRepeatedKeys = keepsRepeatedKeys
    }
}
