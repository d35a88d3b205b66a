import Containers
import Contract
import Hashing
import NDJSON

/// What of the records a stage reads must be of one feed.
public enum FeedReading: Sendable {
    case none
    /// The trips of `trip_updates`, with or without their stops.
    case realtime
    /// The tables of a timetable.
    /// - Parameter apart: the stage tells feeds apart by their `feed_id`, so only what has the same may be mixed.
    case timetable(apart: Bool)
    /// The tables of a timetable that are kept by their keys, told apart by their `feed_id`: which of two rows with one
    /// key stays is for the stage to say, except of stops, routes and trips, which tell feeds apart.
    case history

    /// The tables of a timetable of whose rows with one key the first counts in every stage.
    public static let keyedTables: Set<String> = [
        Tables.Agency.name, Tables.Stops.name, Tables.Routes.name, Tables.Trips.name, Tables.StopTimes.name,
        Tables.Shapes.name, Tables.Calendar.name, Tables.CalendarDates.name, Tables.Frequencies.name,
    ]

    /// What follows from the tables that a stage consumes, unless it says otherwise.
    static func of(_ tables: [String]) -> FeedReading {
        if tables.contains(where: { ["stops", "routes", "trips"].contains($0) }) { return .timetable(apart: false) }
        return tables.contains(Tables.TripUpdates.name) ? .realtime : .none
    }
}

/// Notices that the records of one input are of more than one feed, and keeps their keys from being mixed.
///
/// Three things show it: a key of stops, routes or trips comes again with other content; an agency table begins again
/// after those; or, where the stage does not tell feeds apart, a second `feed_id`. Of rows with one key the first
/// counts, in every stage: the others do not reach it, nor do the stop_times and frequencies that follow a trip's
/// second row, where its first row's had come already. Where that shows two feeds, all of it is one finding; otherwise
/// each row that repeats a key is one.
///
/// Memory: some 40 bytes for each stop, route, trip, service, exception and frequency, two 64-bit hashes; `NumberedKeys`
/// for stop_times and shapes. Two keys of one hash are a chance of one in 10¹⁹ for each pair of rows.
final class FeedWatch {
    /// What a table's rows are to the watch.
    enum Role: Int {
        case other, agency, stops, routes, trips, stopTimes, frequencies, shapes, calendar, exceptions, update
    }

    /// What is looked at beside the stage's own columns.
    static let columns: [any AnyColumn] = [
        feedID, Tables.Stops.columns.stopID, Tables.Routes.columns.routeID, tripID, update.startDate, update.startTime,
        stopTime.stopSequence, shape.shapeID, shape.shapePtSequence, exception.serviceID, exception.date,
    ]
    private static let stopTime = Tables.StopTimes.columns
    private static let shape = Tables.Shapes.columns
    private static let exception = Tables.CalendarDates.columns
    private static let feedID = Tables.AnyRecord.columns.feedID
    private static let tripID = Tables.Trips.columns.tripID
    private static let update = Tables.TripUpdates.columns
    static let code = "several_feeds"
    static let keyCode = "duplicate_key"

    private let record: Record
    /// It differs in each run, so that nobody can craft ids that collide.
    private let seed = UInt64.random(in: .min ... .max)
    private let isApart: Bool
    private let isRealtime: Bool
    /// Whether the first row of a key counts in tables that do not tell feeds apart too.
    private let keepsFirst: Bool
    private var contents: [UInt64: UInt64] = [:]
    /// By feed: whether its agencies came, and then something else.
    private var agencies: [UInt64: (came: Bool, ended: Bool)] = [:]
    /// Trips whose rows of stop_times, where they come, are those of another trip by the same id.
    private var repeated: Set<UInt64> = []
    private var hasStopTimes = false
    private var firstFeed: (hash: UInt64, name: String)?

    /// Where and how it first showed, and the first key that came again with other content.
    private var sign: Sign?
    private var repeatedKey: Sign?
    /// The first row that was left out for following a trip's second row, which may say what the first one did.
    private var followers: Sign?
    /// The first rows that were left out for their key alone.
    private var repeats: [Sign] = []
    private var numbered = NumberedKeys()
    /// Seeds for `numbered`: they keep the keys of `stop_times` and of `shapes` apart.
    private static let stopTimeSeed: UInt64 = 0
    private static let shapeSeed: UInt64 = 1
    private var leftOut: [(table: String, count: Int)] = []

    private struct Sign {
        let field: String?
        let value: String?
        let file: String
        let line: Int
        let words: String
    }

    /// - Parameter record: the one that all of the input's lines are scanned into, with `columns`.
    init?(_ reading: FeedReading, _ record: Record) {
        switch reading {
        case .none: return nil
        case .realtime: (isRealtime, isApart, keepsFirst) = (true, false, false)
        case .timetable(let apart): (isRealtime, isApart, keepsFirst) = (false, apart, true)
        case .history: (isRealtime, isApart, keepsFirst) = (false, true, false)
        }
        self.record = record
    }

    func role(ofTable name: String) -> Role {
        switch name {
        case Tables.TripUpdates.name, Tables.StopTimeUpdates.name: isRealtime ? .update : .other
        case _ where isRealtime: .other
        case Tables.Agency.name: .agency
        case Tables.Stops.name: .stops
        case Tables.Routes.name: .routes
        case Tables.Trips.name: .trips
        case Tables.StopTimes.name: .stopTimes
        case Tables.Frequencies.name: .frequencies
        case _ where !keepsFirst: .other
        case Tables.Shapes.name: .shapes
        case Tables.Calendar.name: .calendar
        case Tables.CalendarDates.name: .exceptions
        default: .other
        }
    }

    /// Reads the keys of rows of `stop_times`, `shapes` and `trips` whose marks stand for their values. It is nil if the watch
    /// does not look at the keys of such rows.
    var keyOfMark: KeyOfMark?

    /// Whether the watch needs the values of each row of a table. It does not need those of `stop_times`, `shapes` and `trips` if
    /// it can read their keys from marks. Nor does it need those of `stop_times` and `shapes` if the reader of the feed has
    /// already rejected rows with repeated keys.
    /// - Parameter repeatsKeys: whether the reader keeps rows with repeated keys.
    func needsValues(ofTable name: String, repeatsKeys: Bool) -> Bool {
        switch role(ofTable: name) {
        case .other: false
        case .stopTimes, .shapes: repeatsKeys && keyOfMark == nil
        case .trips: keyOfMark == nil
        default: true
        }
    }

    /// Looks at the record at hand; true if it must not reach the stage. The caller must then call `countLeftOut`.
    func leavesOut(_ role: Role) -> Bool {
        switch role {
        case .other: return false
        case .update:
            lookAtUpdate()
            return false
        case .agency:
            lookAtAgency()
            return false
        case .stopTimes where hasNoValues && keyOfMark == nil:
            hasStopTimes = true
            return false
        case .shapes where hasNoValues && keyOfMark == nil: return false
        case .stopTimes, .frequencies:
            hasStopTimes = true
            if followsSecondTrip() { return true }
            guard keepsFirst else { return false }
            return role == .stopTimes
                ? isRepeated(FeedWatch.tripID, FeedWatch.stopTime.stopSequence, seed: FeedWatch.stopTimeSeed)
                : isRepeated(role)
        case .shapes:
            return isRepeated(FeedWatch.shape.shapeID, FeedWatch.shape.shapePtSequence, seed: FeedWatch.shapeSeed)
        case .stops, .routes, .trips, .calendar, .exceptions: return isRepeated(role)
        }
    }

    /// Counts a row that did not reach the stage.
    func countLeftOut(_ table: String) {
        if let place = leftOut.firstIndex(where: { $0.table == table }) {
            leftOut[place].count += 1
        } else {
            leftOut.append((table, 1))
        }
    }

    /// How many runs at the start have only rows that the watch lets through: those before the first run with a repeated key.
    /// Notes their keys. Returns 0 if the watch must look at each row.
    func countFirst(_ runs: RowRuns, most: Int, _ role: Role) -> Int {
        guard role == .stopTimes || role == .shapes, repeated.isEmpty else { return 0 }
        let seed: UInt64 = role == .stopTimes ? FeedWatch.stopTimeSeed : FeedWatch.shapeSeed
        return numbered.countFirst(runs.runs, most: most, seed: seed)
    }

    // MARK: Rows

    /// Whether only the mark of the current row is known. `record` may then still contain the values of an earlier row.
    private var hasNoValues: Bool { record.mark?.standsForValues == true }

    /// Whether the row follows the second row of a trip whose first one had its rows before.
    private func followsSecondTrip() -> Bool {
        guard !repeated.isEmpty, let id = present(.trips), repeated.contains(key(.trips, id, nil)) else { return false }
        if followers == nil {
            followers = sign(
                "trip_id", String(decoding: id, as: UTF8.self),
                "this row belongs to the second of two trips with this trip_id")
        }
        return true
    }

    /// Whether a row came before with the same owner and number.
    /// - Parameter seed: tells tables apart.
    private func isRepeated<M, N, P: RecordPresence, Q: RecordPresence>(
        _ owner: Column<M, Text, P>, _ number: Column<N, Whole, Q>, seed: UInt64
    ) -> Bool {
        let id: UnsafeRawBufferPointer
        let sequence: Int
        if hasNoValues {
            guard let key = keyOfMark?(record) else { return false }
            (id, sequence) = key
        } else {
            guard let value = record[number].integer, let text = present(record[owner]) else { return false }
            (id, sequence) = (text, value)
        }
        guard !numbered.isFirst(id, sequence, seed: (isApart ? feed() : 0) ^ seed) else { return false }
        keep(owner.name, String(decoding: id, as: UTF8.self), ", \(number.name) '\(sequence)'")
        return true
    }

    /// - Parameter rest: the rest of the key, in words.
    private func keep(_ field: String, _ value: String, _ rest: String) {
        guard repeats.count < Diagnostics.shown else { return }
        repeats.append(
            sign(field, value, "the key \(field) \(Finding.quoted(value))\(rest) occurs more than once; row rejected"))
    }

    private func isRepeated(_ role: Role) -> Bool {
        let isNoun = role == .stops || role == .routes || role == .trips
        let feed = isNoun ? lookAtFeed() : 0
        if isNoun, agencies[feed]?.came == true { agencies[feed]?.ended = true }
        guard let key = key(role) else { return false }
        let content = Fingerprint.of(record.bytes, seed: seed)
        guard let known = contents[key] else {
            contents[key] = content
            return false
        }
        if role == .trips, hasStopTimes { repeated.insert(key) }
        let name = id(role).name
        let value = present(role).map { String(decoding: $0, as: UTF8.self) } ?? ""
        keep(name, value, other(role))
        if isNoun, known != content, repeatedKey == nil {
            repeatedKey = sign(name, value, "an earlier row with this key has different content")
        }
        return true
    }

    /// What else a row's key has, in words.
    private func other(_ role: Role) -> String {
        switch role {
        case .exceptions: ", date \(Finding.quoted(text(record[FeedWatch.exception.date])))"
        case .frequencies: ", start_time \(Finding.quoted(text(record[FeedWatch.update.startTime])))"
        default: ""
        }
    }

    /// The id in the key of the row at hand; nil if the row has none.
    private func present(_ role: Role) -> UnsafeRawBufferPointer? {
        hasNoValues ? keyOfMark?(record)?.owner : present(id(role).value)
    }

    /// The column that is a table's key, and its value.
    private func id(_ role: Role) -> (name: String, value: JSONValue) {
        switch role {
        case .stops: ("stop_id", record[Tables.Stops.columns.stopID])
        case .routes: ("route_id", record[Tables.Routes.columns.routeID])
        case .calendar, .exceptions: ("service_id", record[FeedWatch.exception.serviceID])
        default: ("trip_id", record[FeedWatch.tripID])
        }
    }

    /// The hash of what a row is known by; nil without it.
    private func key(_ role: Role) -> UInt64? {
        guard let id = present(role) else { return nil }
        switch role {
        case .exceptions: return present(record[FeedWatch.exception.date]).map { key(role, id, $0) }
        case .frequencies: return present(record[FeedWatch.update.startTime]).map { key(role, id, $0) }
        default: return key(role, id, nil)
        }
    }

    /// - Parameter rest: what the key has beside the id.
    private func key(_ role: Role, _ id: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer?) -> UInt64 {
        var hash = Fingerprint.of(id, seed: seed ^ UInt64(role.rawValue))
        if let rest { hash = Fingerprint.of(rest, seed: hash) }
        return isApart ? Fingerprint.of(hash, feed()) : hash
    }

    /// The bytes of a value; nil if it is absent, null or empty.
    private func present(_ value: JSONValue) -> UnsafeRawBufferPointer? {
        value.isPresent && !value.inside.isEmpty ? value.inside : nil
    }

    private func lookAtAgency() {
        let feed = lookAtFeed()
        let state = agencies[feed] ?? (false, false)
        if state.came, state.ended { note(nil, nil, "a second agency table begins here") }
        agencies[feed] = (true, false)
    }

    /// The hash of the record's feed, or one for all where the stage tells them apart by nothing.
    private func lookAtFeed() -> UInt64 {
        let hash = feed()
        guard !isApart else { return hash }
        if let firstFeed {
            if firstFeed.hash != hash {
                note(
                    "feed_id", hash == 0 ? "" : text(record[FeedWatch.feedID]),
                    "the records before it belong to \(firstFeed.name), and this stage reads only one feed")
            }
        } else {
            firstFeed = (hash, hash == 0 ? "no feed_id" : "feed_id " + Finding.quoted(text(record[FeedWatch.feedID])))
        }
        return 0
    }

    private func lookAtUpdate() {
        let feed = feed()
        guard feed != 0, record[FeedWatch.tripID].isPresent else { return }
        var hasher = Hasher()
        let update = FeedWatch.update
        for (place, value) in [record[update.tripID], record[update.startDate], record[update.startTime]].enumerated() {
            hasher.combine(bytes: value.inside)
            hasher.combine(place)
        }
        let key = UInt64(bitPattern: Int64(hasher.finalize()))
        if let known = contents[key] {
            if known != feed {
                note(
                    "trip_id", text(record[FeedWatch.tripID]), "the trip has updates with two different feed_id values")
            }
        } else {
            contents[key] = feed
        }
    }

    /// The hash of the record's feed_id; 0 for none, as for each row whose mark stands for its values.
    private func feed() -> UInt64 {
        guard !hasNoValues, let id = present(record[FeedWatch.feedID]) else { return 0 }
        var hasher = Hasher()
        hasher.combine(bytes: id)
        return max(UInt64(bitPattern: Int64(hasher.finalize())), 1)
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.inside, as: UTF8.self) }

    private func note(_ field: String?, _ value: String?, _ words: String) {
        if sign == nil { sign = sign(field, value, words) }
    }

    private func sign(_ field: String?, _ value: String?, _ words: String) -> Sign {
        Sign(
            field: field, value: value, file: record.displayName, line: record.line, words: words)
    }

    // MARK: The finding

    /// Says what was found, once for the input.
    func report(_ context: StageContext) {
        let count = leftOut.reduce(0) { $0 + $1.count }
        guard let sign = sign ?? repeatedKey ?? followers else { return reportRepeats(count, context.diagnostics) }
        var text = sign.value.map { Finding.quoted($0) + ": " } ?? ""
        text += sign.words
        if let key = repeatedKey, key.line != sign.line || key.file != sign.file {
            text +=
                ", and \(key.field ?? "") \(Finding.quoted(key.value ?? "")) in line \(key.line) differs from an earlier row"
        }
        if isRealtime {
            text += "; read as one feed; if the input holds two feeds, pass only the one that belongs to the timetable"
        } else {
            let rows = leftOut.map { "\($0.count) of \($0.table)" }.joined(separator: ", ")
            text += count > 0 ? "; the first row of each key counts; skipped \(rows)" : "; read as one feed"
            text += "; if the input holds two feeds, read them separately"
            if isApart { text += ", or give each a name with 'linefeed ingest --feed-id'" }
        }
        context.diagnostics.report(
            count > 0 ? .reject : .incomplete, FeedWatch.code, file: sign.file, line: sign.line, field: sign.field,
            value: sign.value, message: text, count: max(count, 1))
    }

    /// Says which rows of one feed repeat a key.
    private func reportRepeats(_ count: Int, _ diagnostics: Diagnostics) {
        for sign in repeats {
            diagnostics.report(.reject, FeedWatch.keyCode, file: sign.file, line: sign.line, message: sign.words)
        }
        if count > repeats.count {
            diagnostics.count(.reject, FeedWatch.keyCode, file: repeats.first?.file, times: count - repeats.count)
        }
    }
}
