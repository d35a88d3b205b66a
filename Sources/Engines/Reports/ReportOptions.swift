import StageKit

/// What reports of records are asked alike.
package struct ReportOptions: Sendable {
    /// The keys asked for; nil for the usual ones, or when merging for those of the parts.
    package var keys: [ReportKey]?
    /// How long a `time_bin` is; nil for an hour, or when merging for that of the parts.
    package var bin: TimeBin?
    /// The part of the time that is looked at.
    package var window = ReportWindow()
    /// A schedule that gives names.
    package var feed: String?
    /// An IANA name; nil for the clock that the report takes otherwise.
    package var timezone: String?
    package var format = ReportFormat.ndjson
    /// What rows are sorted by; nil for their keys.
    package var sort: RowSort?
    /// Writes parts instead of a report.
    package var writesPartials = false
    /// Reads parts instead of what is counted.
    package var mergesPartials = false
    /// Records; none is standard input.
    package var files: [String] = []

    package static let usualKeys: [ReportKey] = [.routeID, .hour]

    package init() {}

    package var usedKeys: [ReportKey] { keys ?? ReportOptions.usualKeys }

    /// What does not go together, as a sentence for people; nil when everything does.
    ///
    /// - Parameter columns: the names of the columns of a report by these keys; nil where they cannot be known.
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

    /// Why a picture has no room for so many keys, or nil.
    package func tooManyKeys(_ keys: [ReportKey], most: Int) -> String? {
        guard format.isPicture, keys.count > most else { return nil }
        return "--format \(format.rawValue) draws at most \(most) keys (rows, columns, pictures); "
            + "there are \(keys.count)"
    }

    /// Refuses columns to sort by that the merged parts do not have.
    package func checkSort(among names: [String]) throws {
        if let sort, !names.contains(sort.column) { throw StageFailure(.dataUnusable, sort.unknownColumn(names)) }
    }
}
