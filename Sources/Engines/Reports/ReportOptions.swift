import StageKit

/// The options that all reports share.
package struct ReportOptions: Sendable {
    /// The requested keys; nil for the default, or, with --merge, for the keys of the parts.
    package var keys: [ReportKey]?
    /// The length of a `time_bin`; nil for an hour, or, with --merge, for that of the parts.
    package var bin: TimeBin?
    /// The time window.
    package var window = ReportWindow()
    /// The schedule for names.
    package var feed: String?
    /// The IANA time zone; nil for the report's default.
    package var timezone: String?
    package var format = ReportFormat.ndjson
    /// The column to sort rows by; nil for their keys.
    package var sort: RowSort?
    /// Whether to write a partial report.
    package var writesPartials = false
    /// Whether to merge partial reports.
    package var mergesPartials = false
    /// The input files; standard input if empty.
    package var files: [String] = []

    package static let usualKeys: [ReportKey] = [.routeID, .hour]

    package init() {}

    package var usedKeys: [ReportKey] { keys ?? ReportOptions.usualKeys }

    /// A conflict of options, as a message; nil without one.
    ///
    /// - Parameter columns: the column names of a report with these keys; nil if they cannot be known.
    package func problem(columns: ([ReportKey]) -> [String]?) -> String? {
        if let keys, let problem = ReportKey.problem(of: keys) { return problem }
        let areKeysKnown = !mergesPartials || keys != nil
        if bin != nil, areKeysKnown, !usedKeys.contains(.timeBin) {
            return "--bin needs --by with the key time_bin"
        }
        if let problem = window.problem { return problem }
        if mergesPartials, !window.isEverything {
            return
                "--days, --from and --to have no effect with --merge; give them to the runs with --partial"
        }
        if writesPartials {
            if mergesPartials { return "--partial and --merge cannot be combined" }
            if format != .ndjson { return "--partial needs --format ndjson" }
            if sort != nil { return "--sort does not work with --partial; give it to the run with --merge" }
        }
        if let sort, areKeysKnown, let names = columns(usedKeys), !names.contains(sort.column) {
            return sort.unknownColumn(names)
        }
        return nil
    }

    package func problem(with common: CommonOptions) -> String? {
        if common.feedID != nil, let keys, keys.contains(.feedID) {
            return "--feed-id would overwrite the key feed_id of --by"
        }
        return format.problem(with: common)
    }

    package func addFiles(to named: inout NamedFiles) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
    }

    /// The message that a picture supports fewer keys, or nil.
    package func tooManyKeys(_ keys: [ReportKey], most: Int) -> String? {
        guard format.isPicture, keys.count > most else { return nil }
        return "--format \(format.rawValue) draws at most \(most) keys (rows, columns, pictures); "
            + "there are \(keys.count)"
    }

    /// Refuses a sort column that the merged parts do not have.
    package func checkSort(among names: [String]) throws {
        if let sort, !names.contains(sort.column) { throw StageFailure(.dataUnusable, sort.unknownColumn(names)) }
    }
}
