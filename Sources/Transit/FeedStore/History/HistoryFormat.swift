import Contract

/// What a history is known by, and the names that belong to it.
public enum HistoryFormat {
    /// `PRAGMA application_id` of a file that holds a history and nothing else: the letters LnFh.
    public static let applicationID = 0x4C6E_4668
    /// `PRAGMA application_id` of a timetable that `ingest --sqlite` made, which may hold a history beside it: LnFd.
    public static let timetableApplicationID = 0x4C6E_4664
    /// Grows when tables, keys or the meaning of columns change; `HistoryUpgrade` has what each version changed.
    public static let version = 2

    /// Holds the history's version in its one row.
    static let versionTable = "linefeed_history"
    /// Holds which versions of a timetable's tables were stored; see `HistoryVersions`.
    static let versionsTable = "linefeed_versions"
    /// Tables and indexes that begin so are ours.
    static let ownPrefix = "linefeed_"

    /// The row's own time in POSIX seconds, by which it is found and pruned.
    static let timeColumn = "record_time"
    /// A 64-bit hash of the row's natural key.
    static let keyColumn = "record_key"
    /// A JSON object of the members that cannot be columns.
    static let overflowColumn = "other_members"
    static let feedColumn = Tables.AnyRecord.columns.feedID.name

    /// SQLite takes 2000 columns unless it was built otherwise; a few are left for whoever adds their own.
    static let columnLimit = 1900
    /// Longest name, in bytes, of a table or column.
    static let nameLimit = 255
    /// The most tables that a run makes or writes to.
    static let tableLimit = 1000

    /// A name in the alphabet by which SQLite tells names apart: A to Z are a to z.
    static func folded(_ name: some Sequence<UInt8>) -> [UInt8] { name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } }

    /// Why a table cannot have this name; nil where it can.
    static func refusal(ofTable name: String) -> String? {
        let bytes = folded(name.utf8)
        if bytes.isEmpty { return "the table has no name" }
        if bytes.count > nameLimit {
            return "the table name has \(bytes.count) bytes, more than the \(nameLimit) allowed"
        }
        if bytes.contains(0) { return "the table name contains a NUL" }
        if bytes.starts(with: "sqlite_".utf8) { return "names that begin with sqlite_ are reserved for SQLite" }
        if bytes.starts(with: ownPrefix.utf8) { return "names that begin with \(ownPrefix) are reserved for the store" }
        return nil
    }
}
