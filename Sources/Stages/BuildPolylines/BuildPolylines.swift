import Contract
import RealtimeJoin
import Schedule
import StageKit

/// Draws the lines of a schedule: reads ingest records, or trip details, and writes GeoJSON and its like.
///
/// Each `trip_details` record becomes a line as it comes. The schedule's tables are taken in in any order; their lines
/// are drawn at the end, unless trip details came: then the tables are there to help with those.
public struct BuildPolylines: KeepsTripsWhole, HasFeedOption, MindsGaps, ReadsOnlyColumns, Stage {
    public static let name = "build-polylines"
    let options: BuildPolylinesOptions
    let context: StageContext
    let schedule = ScheduleTables()
    let rows: ScheduleRows
    let filter: LineFilter
    let writer: LineWriter
    let pins: PinCollector
    /// What runs on the day asked for; nil if no day is.
    let serviceDay: ServiceDay?
    /// Whether the schedule's tables are taken: not from the pipe when they come from a feed beside it.
    private var takesSchedule = true
    private var takesTripDetails = true
    private(set) var consumed: [PolylineTable] = []
    /// Rejected records of each table consumed.
    var rejected: [PolylineTable: Int] = [:]
    var tripDetailsRead = 0
    /// Reads the stops inside trip details.
    let stopsOfTrip = ColumnScanner(stopColumns)
    /// The stops inside trip details that have a stop_id.
    var stopsInTripDetails = 0
    /// The detours of `--realtime`, and the time of its newest message.
    var detours = Detours()
    var newestMessage: Int?
    var detouredTrips = DetouredTrips()

    public init(_ options: BuildPolylinesOptions, _ context: StageContext) {
        self.options = options
        self.context = context
        rows = ScheduleRows(context.diagnostics)
        filter = LineFilter(options)
        writer = LineWriter(options, schedule, context)
        pins = PinCollector(schedule)
        serviceDay = options.date.map { ServiceDay($0, context.diagnostics) }
        chooseTables()
    }

    /// Draws lines from the files named, or from standard input if there are none, and from the feed.
    ///
    /// With a feed, standard input is read only when it is named, and the schedule's tables come from the feed alone.
    public static func run(_ options: BuildPolylinesOptions, _ context: StageContext) throws {
        try context.check(options)
        if options.feed != nil, options.files.isEmpty { try context.refuseConditions() }
        var stage = BuildPolylines(options, context)
        try stage.writer.begin()
        stage.detours = try stage.readRealtime()
        stage.detouredTrips = DetouredTrips(stage.detours)
        try stage.draw(options.feed)
    }

    /// Reads the inputs and draws what is in them.
    mutating func draw(_ feed: String?) throws {
        guard let feed else { return try context.feed(options.files, to: &self) }
        takesTripDetails = false
        chooseTables()
        try context.readFeed(feed, to: &self)
        takesTripDetails = true
        takesSchedule = false
        chooseTables()
        if !options.files.isEmpty { try context.read(options.files, to: &self) }
        try context.require(needs)
        try finish()
    }

    public var tables: [String] { consumed.map(\.name) }
    public var columns: [any AnyColumn] { Columns.all + (detouredTrips.isEmpty ? [] : Columns.ofDetours) }
    public var feedReading: FeedReading { takesSchedule ? .timetable(apart: true) : .none }
    public let scansAhead = true
    public var needs: RecordNeeds {
        RecordNeeds(
            anyOf: PolylineTable.allCases.map(\.name),
            advice: [(Tables.Departures.name, "trip-details --feed FEED makes trips of them")])
    }

    private mutating func chooseTables() {
        consumed = []
        if takesSchedule {
            consumed = [.stopTimes, .stops, .routes, .trips, .agencies]
            if options.geometry != .stops { consumed.append(.shapes) }
            if serviceDay != nil { consumed += [.calendar, .calendarDates, .frequencies] }
        }
        if takesTripDetails { consumed.append(.tripDetails) }
    }

    public mutating func process(_ record: Record) throws {
        if let row = PlainRow(record.mark) { return try take(row, record) }
        let feed = try schedule.feed(record.text(Columns.record.feedID))
        switch consumed[record.table] {
        case .stopTimes: try takeStopTime(record, feed)
        case .shapes: try takeShapePoint(record, feed)
        case .stops: takeStop(record, feed)
        case .routes: takeRoute(record, feed)
        case .trips: takeTrip(record, feed)
        case .agencies: takeAgency(record, feed)
        case .calendar: takeCalendar(record, feed)
        case .calendarDates: takeCalendarDate(record, feed)
        case .frequencies: takeFrequency(record, feed)
        case .tripDetails: try takeTripDetails(record, feed)
        }
    }

    public mutating func finish() throws {
        if serviceDay != nil {
            AgencyZones.reportSeveral(schedule.zones, context.diagnostics) { _ in
                "--date is the service day in the time zone of each trip's agency"
            }
            serviceDay?.leaveOutAbsentDates(inZones: schedule.zones)
        }
        if tripDetailsRead == 0 {
            try applyDetours()
            var drawer = ScheduleDrawer(self)
            try drawer.draw()
        }
        if options.pins { try pins.write(to: writer) }
        try writer.end()
        balance()
        try filter.report(schedule, context.diagnostics)
        if writer.linesWritten == 0, context.summary.tables.contains(where: { $0.read > 0 }) {
            try context.nothingToDo("no_lines", "no line can be drawn: \(reason)")
        }
    }

    /// Why there is no line.
    private var reason: String {
        if let sentence = context.allFiltered(of: ["trips", "trip_details"]) { return sentence }
        if tripDetailsRead == 0, schedule.tripOrder.isEmpty {
            return "the input has no trips; is it the output of 'linefeed ingest'?"
        }
        if tripDetailsRead == 0, !schedule.tripOrder.contains(where: schedule.stopTimes.hasRows),
            schedule.stopTimes.count > 0
        {
            return "no trip_id of stop_times is in trips"
        }
        return filter.complaint ?? serviceDay?.complaint(ofAll: filter.isEmpty)
            ?? "no requested trip has a shape or two stops with coordinates"
    }

    /// Accounts for every record read: a line comes of a trip, a pin of a stop, and all the rest lives on in those.
    ///
    /// A stop inside trip details is not a record of its own. As pins come of them, with `--pins` each counts as one
    /// read, under `trip_details.stops`, so that no figure goes below nothing.
    private func balance() {
        for table in PolylineTable.allCases {
            let figures = context.summary.table(table.name)
            figures.merged += figures.taken - figures.written - rejected[table, default: 0]
        }
        let trips = tripDetailsRead > 0 ? PolylineTable.tripDetails : .trips
        if options.grouping == .way, tripDetailsRead == 0 {
            // A piece comes of many trips, and a trip runs along many pieces: all trips live on in them.
            context.summary.table(Tables.Polylines.name).read += writer.linesWritten
        } else {
            context.summary.table(trips.name).merged -= writer.linesWritten
        }
        guard options.pins else { return }
        let stops = context.summary.table(
            tripDetailsRead > 0 ? "\(Tables.TripDetails.name).\(Columns.tripDetails.stops.name)" : Tables.Stops.name)
        if tripDetailsRead > 0 {
            stops.read += stopsInTripDetails
            stops.merged += stopsInTripDetails
        }
        stops.merged -= writer.pinsWritten
    }
}
