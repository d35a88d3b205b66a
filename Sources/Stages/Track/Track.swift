import Contract
import NDJSON
import Platform
import StageKit

/// Turns the stills of a realtime feed into life cycles: who came, who moved, who left.
public struct Track: MindsGaps, ReadsOnlyColumns, Stage {
    public static let name = "track"

    public let tables = [Tables.FeedMessages.name, Tables.VehiclePositions.name, Tables.DeletedEntities.name]
    public let columns: [any AnyColumn] =
        [
            Tables.AnyRecord.columns.feedID, Tables.FeedMessages.columns.incrementality,
            Tables.FeedMessages.columns.timestamp, Tables.VehiclePositions.columns.feedTimestamp,
        ] + SightingReader.columns
    /// Messages without vehicles are looked at too: they have nobody.
    public let needs = RecordNeeds(
        anyOf: [Tables.VehiclePositions.name, Tables.FeedMessages.name],
        advice: [(Tables.FeedEntities.name, "run decode-rt without --nested")])

    /// One feed's way from records to events.
    private final class Feed {
        let tracker: Tracker
        /// The snapshot that is being gathered.
        var snapshot: Snapshot?
        var hasMessages = false
        /// How many records of other tables had come when it began.
        var othersBefore = 0

        /// The feed_timestamp of the snapshot's last record, as it is written.
        var lastTimestamp: [UInt8] = []

        init(_ tracker: Tracker) { self.tracker = tracker }

        func isLast(_ timestamp: UnsafeRawBufferPointer) -> Bool {
            guard let start = timestamp.baseAddress, timestamp.count == lastTimestamp.count else { return false }
            return memcmp(start, lastTimestamp, timestamp.count) == 0
        }
    }

    private let options: TrackOptions
    private let limits: JumpLimits
    private let context: StageContext
    private let findings: TrackFindings
    private let reader: SightingReader
    private let values: ColumnReader
    private let writer: EventWriter
    private let figures: [TableFigures]
    private var feeds: [Feed] = []
    private var places: [String?: Int] = [:]
    /// The place of the feed that the last record was of.
    private var lastFeed = 0

    private init(
        _ options: TrackOptions, _ context: StageContext, _ limits: JumpLimits, _ trackers: [Tracker],
        _ findings: TrackFindings
    ) {
        self.options = options
        self.limits = limits
        self.context = context
        self.findings = findings
        feeds = trackers.map { Feed($0) }
        for (place, tracker) in trackers.enumerated() { places[tracker.feedID] = place }
        values = ColumnReader(context.diagnostics)
        reader = SightingReader(values)
        writer = EventWriter(context)
        figures = tables.map { context.summary.table($0) }
    }

    /// Tracks the vehicles of the records.
    /// - Throws: `StageFailure`: 65 for a file that is not a state of this stage, 75 where another run has it.
    public static func run(_ options: TrackOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.writeTable(
            Tables.VehicleEvents.self, columns: [Tables.AnyRecord.columns.feedID] + Tables.VehicleEvents.all,
            as: options.format)
        let findings = TrackFindings(context.diagnostics)
        let state = try options.state.map { try TrackState($0) }
        let limits = JumpLimits(options, try RouteTypes.types(options.routes, context))
        var stage = Track(options, context, limits, try state?.trackers(options, limits, findings) ?? [], findings)
        try context.feed(options.files, to: &stage)
        try stage.judge()
        if let state {
            let trackers = stage.feeds.map(\.tracker)
            context.onceDelivered { try state.replace(trackers) }
        }
    }

    // MARK: Records

    public mutating func process(_ record: Record) throws {
        values.begin(record)
        let feed = self.feed(of: values[Tables.AnyRecord.columns.feedID])
        figures[record.table].merged += 1
        switch record.table {
        case 0:
            try end(feed)
            feed.hasMessages = true
            begin(feed, at: values[Tables.FeedMessages.columns.timestamp], record)
            feed.snapshot?.isDifferential = values[Tables.FeedMessages.columns.incrementality] == 1
        case 1:
            try begin(feed, for: record)
            if let sighting = reader.sighting(record, feed.tracker) {
                feed.snapshot?.add(sighting, feed.tracker)
            } else {
                figures[record.table].merged -= 1
                feed.snapshot?.hasOthers = true
            }
        default:
            try begin(feed, for: record)
            if let id = values[Tables.DeletedEntities.columns.entityID] { feed.snapshot?.deletedEntities.append(id) }
        }
    }

    public mutating func recordPassedOver(_ record: Record) throws {
        guard record.table == 1 else { return }
        values.begin(record)
        let feed = self.feed(of: values[Tables.AnyRecord.columns.feedID])
        // A snapshot of which nothing is chosen is one all the same.
        try begin(feed, for: record)
        feed.snapshot?.hasOthers = true
    }

    public mutating func finish() throws {
        for feed in feeds { try end(feed) }
        // What lives on is not merged.
        figures[1].merged -= context.summary.table(Tables.VehicleEvents.name).written + findings.timelessSightings
        figures[2].merged -= findings.timelessDeletions
    }

    /// Ends the run with 65 where there are positions and none of them is of a vehicle that can be followed.
    private func judge() throws {
        let positions = figures[1].taken
        guard positions > 0, feeds.allSatisfy({ $0.tracker.isEmpty }),
            context.summary.table(Tables.VehicleEvents.name).written == 0
        else { return }
        try context.nothingToDo(
            "nothing_tracked", "none of the \(positions) vehicle_positions has a vehicle, a position and a time")
    }

    private mutating func feed(of id: String?) -> Feed {
        if feeds.indices.contains(lastFeed), feeds[lastFeed].tracker.feedID == id { return feeds[lastFeed] }
        if let place = places[id] {
            lastFeed = place
        } else {
            lastFeed = feeds.count
            places[id] = lastFeed
            if !feeds.isEmpty, let one = context.options.feedID { findings.severalFeeds(one) }
            feeds.append(Feed(Tracker(id, options, limits, findings)))
        }
        return feeds[lastFeed]
    }

    // MARK: Snapshots

    /// Sees that the snapshot at hand is the one that a record belongs to.
    private func begin(_ feed: Feed, for record: Record) throws {
        // Of a message's records all have the same.
        let written = record[Tables.VehiclePositions.columns.feedTimestamp]
        if feed.snapshot != nil, written.isPresent, feed.isLast(written.inside) { return }
        let timestamp = values[Tables.VehiclePositions.columns.feedTimestamp]
        if let snapshot = feed.snapshot {
            if timestamp == nil && feed.hasMessages || timestamp == snapshot.timestamp {
                feed.lastTimestamp = written.isPresent ? Array(written.inside) : []
                return
            }
            try end(feed)
        }
        begin(feed, at: timestamp, record)
    }

    private func begin(_ feed: Feed, at timestamp: Int?, _ record: Record) {
        feed.lastTimestamp = []
        feed.snapshot = Snapshot(timestamp: timestamp, file: record.file, line: record.line)
        feed.othersBefore = others
    }

    private func end(_ feed: Feed) throws {
        guard let snapshot = feed.snapshot else { return }
        feed.snapshot = nil
        // A message of trip updates or alerts has no vehicles, and that says nothing.
        if snapshot.isEmpty, others > feed.othersBefore { return }
        try feed.tracker.take(snapshot) { try writer.write($0, of: feed.tracker.feedID) }
    }

    /// How many records came that are of no table of this stage.
    private var others: Int { context.summary.read(besides: tables) }
}
