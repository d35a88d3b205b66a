import Contract
import Hashing
import NDJSON
import SQLite

/// Which versions of a feed's table a history has, so that none is read that is mixed of several.
///
/// Rows are never removed, so what a later run stores lies among what an earlier one stored. Each run that adds or
/// changes rows of a table says how many records it had stored by then and what they were, in the transaction that
/// stores them. A run that begins with all the records of another one, as one does that completes what was killed,
/// takes its place. So a table of one version has one row here, and a table with more than one is a mixture.
final class HistoryVersions {
    /// What one run stored: its first records of the table, in their order.
    private struct Part: Equatable {
        /// -1 for what an earlier linefeed stored, which did not tell.
        let records: Int
        let digest: UInt64
    }

    /// The records of one feed.
    private final class Track {
        let feedID: String
        var records = 0
        var digest: UInt64 = 0
        /// Whether the run added or changed rows, and whether it did since it said so.
        var hasChanged = false
        var isUnsaved = false
        /// What this run said so far.
        var saved: Part?
        /// What other runs stored, as far as this one has not come to its end; the shortest last.
        var ahead: [Part] = []
        /// What other runs stored, and this one too.
        var repeated: [Part] = []
        /// The most records that another run stored.
        var longest = 0
        /// The batch in which it was last compared with the file.
        var batch = 0

        init(_ feedID: String) { self.feedID = feedID }
    }

    private let table: String
    private unowned let history: HistoryDatabase
    private var tracks: [Track] = []
    /// Tracks by the hash of the bytes that a record names its feed with.
    private var places: [UInt64: Int] = [:]
    /// The indexes of the tracks, by feed id.
    private var placesOfIDs: [String: Int] = [:]
    private var batch = 1

    init(_ table: String, in history: HistoryDatabase) {
        self.table = table
        self.history = history
    }

    // MARK: Taking records

    /// To be called before a record is written, with the value of its feed_id.
    /// - Returns: the place of the feed, for `took`.
    func will(_ feed: JSONValue) throws -> Int {
        let name = feed.isPresent ? RecordHash.of(feed.raw, seed: 4) : 0
        let place = places[name] ?? place(named: name, feed)
        if tracks[place].batch != batch { try compare(tracks[place]) }
        return place
    }

    private func place(named name: UInt64, _ feed: JSONValue) -> Int {
        let feedID = feed.isPresent ? feed.string ?? String(decoding: feed.raw, as: UTF8.self) : ""
        let place = placesOfIDs[feedID] ?? tracks.count
        if place == tracks.count {
            tracks.append(Track(feedID))
            placesOfIDs[feedID] = place
        }
        places[name] = place
        return place
    }

    /// To be called with a record that was written.
    func took(_ line: UnsafeRawBufferPointer, _ outcome: HistoryTable.Outcome, _ place: Int) {
        let track = tracks[place]
        track.records += 1
        track.digest = RecordHash.of(line, seed: track.digest)
        if outcome == .written {
            track.hasChanged = true
            track.isUnsaved = true
        }
        while let next = track.ahead.last, next.records == track.records {
            track.ahead.removeLast()
            if next.digest == track.digest { track.repeated.append(next) }
        }
    }

    /// Reads what other runs stored; other processes may have, since the last batch.
    private func compare(_ track: Track) throws {
        try history.makeVersionsTable()
        let query = try history.database.prepare(
            """
            SELECT records, digest FROM \(HistoryFormat.versionsTable) WHERE table_name = ?1 AND feed_id = ?2
            ORDER BY records DESC
            """)
        try query.bind(1, copying: table)
        try query.bind(2, copying: track.feedID)
        track.ahead = []
        track.longest = 0
        while try query.step() {
            let part = Part(records: query.integer(0), digest: UInt64(bitPattern: Int64(query.integer(1))))
            if part != track.saved { track.longest = max(track.longest, part.records) }
            if part.records > track.records { track.ahead.append(part) }
        }
        track.batch = batch
    }

    // MARK: Batches

    func batchBegan() { batch += 1 }

    /// Says what the run stored so far. To be called before a batch is committed.
    func save() throws {
        for track in tracks {
            let replaces = track.repeated.count + (track.saved == nil ? 0 : 1)
            // One that has only repeated another has nothing to say.
            guard track.isUnsaved || !track.repeated.isEmpty && replaces > 1 else { continue }
            try save(track)
        }
    }

    private func save(_ track: Track) throws {
        let values = "table_name = ?1 AND feed_id = ?2 AND records = ?3 AND digest = ?4"
        let delete = "DELETE FROM \(HistoryFormat.versionsTable) WHERE \(values)"
        for part in track.repeated { try run(delete, track, part) }
        if let saved = track.saved { try run(delete, track, saved) }
        let part = Part(records: track.records, digest: track.digest)
        try run("INSERT OR IGNORE INTO \(HistoryFormat.versionsTable) VALUES(?1, ?2, ?3, ?4)", track, part)
        track.saved = part
        track.repeated = []
        track.isUnsaved = false
    }

    private func run(_ sql: String, _ track: Track, _ part: Part) throws {
        let statement = try history.database.prepare(sql)
        try statement.bind(1, copying: table)
        try statement.bind(2, copying: track.feedID)
        try statement.bind(3, part.records)
        try statement.bind(4, Int(truncatingIfNeeded: part.digest))
        try statement.run()
    }

    // MARK: The end of the input

    /// Whether the whole input changed nothing, and may be a version that lacks rows.
    var mayLackRows: Bool { tracks.contains(where: HistoryVersions.mayLackRows) }

    private static func mayLackRows(_ track: Track) -> Bool { !track.hasChanged && track.records < track.longest }

    /// Says what the run stored where it changed nothing because it had only some of the rows that are there. To be
    /// called in a batch, once the whole input is read.
    func noteLackingRows() throws {
        for track in tracks where HistoryVersions.mayLackRows(track) {
            let query = try history.database.prepare(
                "SELECT count(*) FROM \(Database.quoted(table)) WHERE ifnull(\(HistoryFormat.feedColumn), '') = ?1")
            try query.bind(1, copying: track.feedID)
            // An earlier run may have had rows twice.
            if try query.step(), track.records < query.integer(0) { track.isUnsaved = true }
        }
    }
}

extension HistoryDatabase {
    /// Makes the table of versions; what timetables have by then was stored by a linefeed that did not tell.
    func makeVersionsTable() throws {
        let table = HistoryFormat.versionsTable
        guard try !database.hasTable(table) else { return }
        try database.execute(
            """
            CREATE TABLE \(table)(table_name TEXT NOT NULL, feed_id TEXT NOT NULL, records INTEGER NOT NULL,
              digest INTEGER NOT NULL, PRIMARY KEY(table_name, feed_id, records, digest)) WITHOUT ROWID
            """)
        let names = Tables.schedule.map { $0.name }
        for name in names
        where try database.columns(of: name).contains(HistoryFormat.keyColumn) {
            let feed = "ifnull(\(HistoryFormat.feedColumn), '')"
            try database.execute(
                "INSERT INTO \(table) SELECT DISTINCT '\(name)', \(feed), -1, 0 FROM \(Database.quoted(name))")
        }
        try schemaChanged()
    }
}

extension Database {
    /// Checks that each of a history's tables, as far as they are named, has rows of one version only.
    /// - Throws: `StoreFault` of kind unusable.
    func checkAreOfOneVersion(_ tables: [String]) throws {
        let instead =
            "; run 'linefeed ingest FEED --sqlite DB' to make a database of one version, or 'linefeed ingest FEED | linefeed "
            + "store NEW.db' to make a history of one version"
        let table = HistoryFormat.versionsTable
        guard try hasTable(table) else {
            let rows = try tables.contains { try integer("SELECT 1 FROM \(Database.quoted($0)) LIMIT 1") != nil }
            guard rows else { return }
            throw StoreFault(.unusable, "\(path): \(Database.unknownVersions)\(instead)")
        }
        let query = try prepare(
            """
            SELECT max(parts), min(records) FROM (SELECT count(*) AS parts, min(records) AS records FROM \(table)
            WHERE table_name = ?1 GROUP BY feed_id)
            """)
        var mixed: [String] = []
        var isUnknown = false
        for name in tables {
            try query.bind(1, copying: name)
            defer { query.reset() }
            guard try query.step(), !query.isNull(0) else { continue }
            if query.integer(0) > 1 { mixed.append(name) }
            if query.integer(1) < 0 { isUnknown = true }
        }
        guard mixed.isEmpty else {
            throw StoreFault(
                .unusable,
                "\(path) holds several versions of a timetable: runs of 'linefeed store' wrote different rows to "
                    + "\(mixed.joined(separator: ", ")), and it still has rows of the earlier version that the later one "
                    + "lacks" + instead)
        }
        if isUnknown { throw StoreFault(.unusable, "\(path): \(Database.unknownVersions)\(instead)") }
    }

    private static let unknownVersions =
        "an older linefeed stored its timetable and did not record whether all rows are of one version"
}
