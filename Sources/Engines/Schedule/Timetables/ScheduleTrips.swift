import Containers
import Contract
import GTFSSchedule
import StageKit

/// Collects the stop times of wanted trips from stop_times in any order.
///
/// The rows of a trip are usually consecutive: they are held until another trip's row occurs, then kept or dropped. A
/// dropped trip that occurs again and is wanted is read in a second pass; `incomplete` lists such trips. Memory: the
/// stop times of wanted trips, 40 bytes each, and 20 bytes besides the id of each trip.
final class ScheduleStopTimes: RecordStage {
    let tables = ["stop_times"]
    let scansAhead = true
    var columns: [any AnyColumn] {
        [
            column.tripID, column.stopSequence, column.stopID, column.arrivalTime, column.departureTime,
            column.stopHeadsign, column.pickupType, column.dropOffType, column.shapeDistTraveled,
        ]
    }

    private let column = Tables.StopTimes.columns
    let feedReading = FeedReading.timetable(apart: false)

    private enum Trip {}

    private(set) var timetable: Timetable
    private(set) var taken = 0
    /// The trips whose first rows were dropped.
    private(set) var incomplete: [String] = []

    private let platforms: Set<Int>
    private let rows: ScheduleRows
    /// The trips that are wanted at any stop.
    private var wanted: Set<String>
    /// Whether trips are wanted because they call at a platform.
    private let looksForPlatforms: Bool
    private var seen = IdentifierTable<Trip>()
    /// Whether the rows of a trip were kept, by number in `seen`.
    private let fates = GrowingColumn<UInt8>()
    private var stopIDs = IdentifierTable<Timetable.Stop>()
    private var currentID: [UInt8] = []
    private var current: [Timetable.StopTime] = []
    private var currentIsAtPlatform = false

    private static let forgotten: UInt8 = 0
    private static let kept: UInt8 = 1
    private static let toBeReadAgain: UInt8 = 2

    /// - Parameters:
    ///   - platforms: the platforms whose trips are wanted.
    ///   - trips: further wanted trips.
    init(
        _ timetable: Timetable, platforms: Set<StopIndex>, trips: [String],
        _ diagnostics: Diagnostics
    ) {
        self.timetable = timetable
        self.platforms = Set(platforms.map(\.index))
        rows = ScheduleRows(diagnostics)
        wanted = Set(trips)
        looksForPlatforms = !platforms.isEmpty
        for stop in timetable.stops { _ = stop.id.withBytes { stopIDs.intern($0, feed: 0) } }
    }

    func process(_ record: Record) {
        taken += 1
        let row = rows.stopTime(record)
        guard let id = row.tripID else { return row.reject("no trip_id", rows) }
        if !id.elementsEqual(currentID) || currentID.isEmpty {
            flush()
            currentID.removeAll(keepingCapacity: true)
            currentID.append(contentsOf: id)
        }
        guard let sequence = row.sequence else { return row.reject("no stop_sequence", rows) }
        var stopTime = Timetable.StopTime(row, sequence: sequence)
        if let stopID = row.stopID {
            if let stop = stopIDs.find(stopID, feed: 0) {
                stopTime.stop = stop
                if looksForPlatforms, platforms.contains(stop.index) { currentIsAtPlatform = true }
            } else {
                stopTime.stop = timetable.stop(String(bytes: stopID))
                _ = stopIDs.intern(stopID, feed: 0)
            }
        }
        if let headsign = row.headsign(rows) { stopTime.headsign = timetable.headsign(headsign) }
        stopTime.pickupType = row.pickupType(rows)
        stopTime.dropOffType = row.dropOffType(rows)
        current.append(stopTime)
    }

    func finish() { flush() }

    /// Keeps or drops the held rows.
    private func flush() {
        guard !currentID.isEmpty, !current.isEmpty else { return }
        defer {
            current.removeAll(keepingCapacity: true)
            currentIsAtPlatform = false
        }
        let number = currentID.withUnsafeBytes { seen.intern($0, feed: 0) }
        let isNew = number.index == fates.count
        if isNew { fates.append(ScheduleStopTimes.forgotten) }
        let fate = fates[number.index]
        let isWanted =
            currentIsAtPlatform || fate == ScheduleStopTimes.kept
            || (!wanted.isEmpty && wanted.contains(String(decoding: currentID, as: UTF8.self)))
        guard isWanted, fate != ScheduleStopTimes.toBeReadAgain else { return }
        let id = String(decoding: currentID, as: UTF8.self)
        guard isNew || fate == ScheduleStopTimes.kept else {
            fates[number.index] = ScheduleStopTimes.toBeReadAgain
            incomplete.append(id)
            return
        }
        fates[number.index] = ScheduleStopTimes.kept
        timetable[timetable.trip(id)].stopTimes.append(contentsOf: current)
    }
}

/// Collects the wanted rows of trips and frequencies.
final class ScheduleTrips: RecordStage {
    let tables = ["trips", "frequencies"]
    let scansAhead = true
    private static let trip = Tables.Trips.columns
    private static let frequency = Tables.Frequencies.columns
    let columns: [any AnyColumn] = [
        trip.tripID, trip.routeID, trip.serviceID, trip.tripHeadsign, trip.tripShortName, trip.directionID,
        trip.wheelchairAccessible, trip.shapeID, frequency.startTime, frequency.endTime, frequency.headwaySecs,
        frequency.exactTimes,
    ]

    private(set) var timetable: Timetable
    private(set) var taken = [0, 0]
    private let rows: ScheduleRows
    private let named: Set<String>

    /// - Parameter named: the ids of wanted trips besides those of the timetable.
    init(_ timetable: Timetable, named: [String], _ diagnostics: Diagnostics) {
        self.timetable = timetable
        self.named = Set(named)
        rows = ScheduleRows(diagnostics)
    }

    func process(_ record: Record) {
        taken[record.table] += 1
        guard let bytes = record.id(ScheduleTrips.trip.tripID) else {
            rows.values.begin(record, table: tables[record.table])
            return rows.values.report(.warning, "no_trip_id", "the row has no trip_id; ignored")
        }
        let id = String(bytes: bytes)
        guard timetable.tripNumbers[id] != nil || named.contains(id) else { return }
        let number = timetable.trip(id)
        if record.table == 0 {
            takeTrip(rows.trip(record), number)
        } else {
            timetable[number].frequencies.append(rows.frequency(record).frequency)
        }
    }

    func finish() {}

    private func takeTrip(_ row: TripRow, _ number: TripIndex) {
        // Of two rows with one id the first counts.
        guard !timetable[number].isListed else { return }
        var trip = timetable[number]
        trip.isListed = true
        trip.routeID = row.routeID.map(String.init(bytes:))
        trip.route = trip.routeID.flatMap { timetable.routeNumbers[$0] }
        trip.service = row.serviceID.map { timetable.service(String(bytes: $0)) }
        trip.headsign = row.headsign.map(String.init(bytes:))
        trip.shortName = row.shortName.map(String.init(bytes:))
        trip.directionID = row.directionID
        trip.wheelchairAccessible = row.wheelchairAccessible
        trip.shapeID = row.shapeID.map(String.init(bytes:))
        timetable[number] = trip
    }
}
