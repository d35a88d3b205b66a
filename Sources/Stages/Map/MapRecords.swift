import Contract
import Geometry
import NDJSON
import Networks
import Occupancy
import Schedule
import StageKit

/// Gathers records of any mix and order into a `MapModel`.
///
/// Memory: what is kept is as large as the page or picture that comes of it, and some 200 bytes an object: 16 bytes a
/// position of a line, the texts of pins, departures and trips. Of vehicle positions, events and frames only the
/// newest state of each vehicle is kept, so an archive of any length may be read; but where a page plays them, each
/// event and each vehicle of a frame is kept in some 60 bytes.
public struct MapRecords: RecordStage {
    public internal(set) var model = MapModel()
    let context: StageContext
    let reader: ColumnReader
    let network: NetworkReader
    let stops = ColumnScanner(MapRecords.stopColumns)
    let tripVehicle = ColumnScanner(MapRecords.tripVehicleColumns)
    let frameVehicle = ColumnScanner(MapRecords.vehicleColumns + MapRecords.sightColumns)
    let fromMembers = ColumnScanner(MapRecords.fromColumns)
    let notes = ColumnScanner(Tables.AlertNote.all)
    let mentions = ColumnScanner(Tables.AlertMention.all)
    var alerts = MapAlerts()
    var vehicles = MapVehicles()
    var lastFrame = MapLastFrame()
    /// Whether all events and frames are kept, so that they can be played.
    let keepsPlayback: Bool
    var playback = Playback()
    var frames = PlaybackFrames()
    /// By number of `vehicles`, the place in `playback`; −1 for none.
    var playbackPlaces: [Int32] = []
    /// By the place in `playback`: millionths of a degree north and east.
    var lastPlaces: [(Int32, Int32)] = []
    /// By the place in `playback`: POSIX seconds of the event whose label the vehicle has.
    var labelTimes: [Int] = []

    public init(_ context: StageContext, keepsPlayback: Bool = false) {
        self.context = context
        self.keepsPlayback = keepsPlayback
        reader = ColumnReader(context.diagnostics)
        network = NetworkReader(context.diagnostics)
    }

    /// What is made of the records of each table.
    private static let kinds: [(table: String, take: @Sendable (inout MapRecords, Record) -> Void)] = [
        (Tables.Polylines.name, { $0.takeLine($1) }), (Tables.StopPins.name, { $0.takePin($1) }),
        (Tables.TripDetails.name, { $0.takeTrip($1) }), (Tables.Departures.name, { $0.takeDeparture($1) }),
        (Tables.VehiclePositions.name, { $0.takePosition($1) }), (Tables.VehicleEvents.name, { $0.takeEvent($1) }),
        (Tables.Frames.name, { $0.takeFrame($1) }), (Tables.Occupancy.name, { $0.takeOccupancy($1) }),
        (Tables.Boards.name, { $0.takeBoard($1) }), (Tables.AlertsMatched.name, { $0.takeMatch($1) }),
    ]

    public let tables = MapRecords.kinds.map(\.table)
    public let columns: [any AnyColumn] =
        NetworkReader.recordColumns + MapRecords.tripColumns + MapRecords.departureColumns + MapRecords.boardColumns
        + MapRecords.stateColumns + MapRecords.playbackColumns + MapRecords.occupancyColumns + MapRecords.alertColumns
    public var needs: RecordNeeds {
        RecordNeeds(
            anyOf: tables + [Tables.FeedMessages.name],
            advice: [
                (Tables.Alerts.name, "departures --feed FEED --alerts finds the routes and stops of alerts"),
                (Tables.StopTimes.name, "build-polylines draws lines of a timetable"),
                (Tables.TripUpdates.name, "departures --feed FEED --stop ID makes a board of them"),
            ])
    }

    public mutating func process(_ record: Record) throws {
        reader.begin(record)
        let before = context.summary.rejectedCount
        let kind = MapRecords.kinds[record.table]
        kind.take(&self, record)
        // Every record lives on in the one thing that is written, but for those rejected.
        if context.summary.rejectedCount == before { context.summary.table(kind.table).merged += 1 }
    }

    public mutating func finish() throws {
        settlePlayback()
        model.alerts = alerts.sorted
    }

    // MARK: Values

    var diagnostics: Diagnostics { context.diagnostics }
    var feedID: String? { reader[Tables.AnyRecord.columns.feedID] }

    /// The position in two columns; nil if it is absent or cannot be one.
    ///
    /// - Parameter tells: whether one that cannot be is reported here.
    func coordinate<M, P: RecordPresence>(
        _ latitude: Column<M, Real, P>, _ longitude: Column<M, Real, P>, in members: ColumnScanner, tells: Bool = false,
        of name: @autoclosure () -> String = ""
    ) -> Coordinate? {
        let (north, east) = (members[latitude], members[longitude])
        guard tells else { return Coordinate(place: north.double, east.double) }
        return reader.place(north, east, field: latitude.name, of: name())
    }

    /// A status as number or name; one that says nothing about crowding is none.
    func status<M, P: RecordPresence>(_ column: Column<M, Enumerated, P>, in members: ColumnScanner) -> OccupancyStatus?
    {
        let code = reader.value(of: column, in: members)
        if let code, !OccupancyStatus.codes.contains(code) {
            reader.report(.null, "invalid_\(column.name)", field: column.name, value: members[column]) {
                "\($0) is not a known \(column.name); treated as absent"
            }
        }
        guard let status = code.map(OccupancyStatus.init(code:)), status.level != nil else { return nil }
        return status
    }

    /// Per cent, may pass 100; −1 is absence.
    func percentage<M, P: RecordPresence>(_ column: Column<M, Whole, P>, in members: ColumnScanner) -> Int? {
        reader.value(of: column, in: members).flatMap { $0 >= 0 ? $0 : nil }
    }
}
