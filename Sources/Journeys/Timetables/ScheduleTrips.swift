import Feeds
import GTFSSchedule
import NDJSON
import StageKit

/// Takes the visits of the trips that are wanted, from stop_times in any order.
///
/// The rows of a trip most often follow each other: they are kept aside until another trip's row comes, and then
/// taken or forgotten. A trip that comes back after it was forgotten, and then turns out to be wanted, is read again:
/// `incomplete` names those. Memory: the visits of wanted trips, 40 bytes each, and 20 bytes beside the id of each trip.
final class ScheduleVisits: RecordStage {
    let tables = ["stop_times"]
    let fields = [
        "trip_id", "stop_sequence", "stop_id", "arrival_time", "departure_time", "stop_headsign", "pickup_type",
        "drop_off_type", "shape_dist_traveled",
    ]

    let feedReading = FeedReading.timetable(apart: false)

    private enum Trip {}

    private(set) var timetable: Timetable
    private(set) var taken = 0
    /// Trips whose first rows were passed over.
    private(set) var incomplete: [String] = []

    private let platforms: Set<Int>
    private let isFile: Bool
    private let members: MemberReader
    /// Trips that are wanted whatever they call at.
    private var wanted: Set<String>
    /// Whether trips are wanted for calling at a platform.
    private let looksForPlatforms: Bool
    private var seen = IdentifierTable<Trip>()
    /// By the number in `seen`: whether its rows were kept.
    private let fates = GrowingColumn<UInt8>()
    private var stopIDs = IdentifierTable<Timetable.Stop>()
    private var currentID: [UInt8] = []
    private var current: [Timetable.Visit] = []
    private var currentCalls = false

    private static let forgotten: UInt8 = 0
    private static let kept: UInt8 = 1
    private static let toBeReadAgain: UInt8 = 2

    /// - Parameters:
    ///   - platforms: trips that call at one of them are wanted.
    ///   - trips: these are wanted too.
    ///   - isFile: whether rows have a file and a line of their own.
    init(
        _ timetable: Timetable, platforms: Set<RowNumber<Timetable.Stop>>, trips: [String],
        _ diagnostics: Diagnostics, isFile: Bool
    ) {
        self.isFile = isFile
        self.timetable = timetable
        self.platforms = Set(platforms.map(\.index))
        members = MemberReader(diagnostics)
        wanted = Set(trips)
        looksForPlatforms = !platforms.isEmpty
        for stop in timetable.stops {
            var id = stop.id
            _ = id.withUTF8 { stopIDs.intern(UnsafeRawBufferPointer($0), feed: 0) }
        }
    }

    func process(_ record: Record) {
        taken += 1
        guard let id = ScheduleVisits.id(record, 0) else { return reject(record, "no trip_id") }
        if !id.elementsEqual(currentID) || currentID.isEmpty {
            flush()
            currentID.removeAll(keepingCapacity: true)
            currentID.append(contentsOf: id)
        }
        guard let sequence = record[1].integer else {
            return reject(record, "no stop_sequence")
        }
        var visit = Timetable.Visit()
        visit.sequence = sequence
        if let stopID = ScheduleVisits.id(record, 2) {
            if let stop = stopIDs.find(stopID, feed: 0) {
                visit.stop = RowNumber(stop.index)
                if looksForPlatforms, platforms.contains(stop.index) { currentCalls = true }
            } else {
                visit.stop = timetable.stop(String(decoding: stopID, as: UTF8.self))
                _ = stopIDs.intern(stopID, feed: 0)
            }
        }
        visit.arrival = ScheduleVisits.seconds(record[3])
        visit.departure = ScheduleVisits.seconds(record[4])
        if record[5].isPresent, let headsign = record.string(5), !headsign.isEmpty {
            visit.headsign = timetable.headsign(headsign)
        }
        visit.pickupType = UInt8(clamping: pickup(record[6]))
        visit.dropOffType = UInt8(clamping: pickup(record[7]))
        visit.shapeDistance = record[8].double
        current.append(visit)
    }

    func finish() { flush() }

    /// Decides about the rows kept aside.
    private func flush() {
        guard !currentID.isEmpty, !current.isEmpty else { return }
        defer {
            current.removeAll(keepingCapacity: true)
            currentCalls = false
        }
        let number = currentID.withUnsafeBytes { seen.intern($0, feed: 0) }
        let isNew = number.index == fates.count
        if isNew { fates.append(ScheduleVisits.forgotten) }
        let fate = fates[number.index]
        let isWanted =
            currentCalls || fate == ScheduleVisits.kept
            || (!wanted.isEmpty && wanted.contains(String(decoding: currentID, as: UTF8.self)))
        guard isWanted, fate != ScheduleVisits.toBeReadAgain else { return }
        let id = String(decoding: currentID, as: UTF8.self)
        guard isNew || fate == ScheduleVisits.kept else {
            fates[number.index] = ScheduleVisits.toBeReadAgain
            incomplete.append(id)
            return
        }
        fates[number.index] = ScheduleVisits.kept
        timetable[timetable.trip(id)].visits.append(contentsOf: current)
    }

    private func reject(_ record: Record, _ what: String) {
        members.begin(record, table: "stop_times", isFile: isFile)
        members.report(.warning, "unusable_stop_time", "the row has \(what) (no part of any trip)")
    }

    /// An id: a text that is not empty, or a number as it is written.
    @inline(__always)
    private static func id(_ record: Record, _ field: Int) -> UnsafeRawBufferPointer? {
        let value = record[field]
        if value.kind == .string {
            guard let text = record.text(field), text.count > 0 else { return nil }
            return text
        }
        return value.kind == .number ? value.inside : nil
    }

    @inline(__always)
    private static func seconds(_ value: JSONValue) -> Int? {
        value.kind == .string ? ScheduleTime.seconds(value.inside) : nil
    }

    @inline(__always)
    private func pickup(_ value: JSONValue) -> Int {
        value.kind == .number
            ? value.integer ?? 0 : members.enumeration(value, "pickup_type", RealtimeNames.pickup) ?? 0
    }
}

/// Takes the rows of trips and frequencies that are wanted.
final class ScheduleTrips: RecordStage {
    let tables = ["trips", "frequencies"]
    let fields = [
        "trip_id", "route_id", "service_id", "trip_headsign", "trip_short_name", "direction_id",
        "wheelchair_accessible", "shape_id", "start_time", "end_time", "headway_secs", "exact_times",
    ]

    private(set) var timetable: Timetable
    private(set) var taken = [0, 0]
    private let members: MemberReader
    private let isFile: Bool
    private let named: Set<String>

    /// - Parameter named: ids of trips that are wanted beside those of the timetable.
    init(_ timetable: Timetable, named: [String], _ diagnostics: Diagnostics, isFile: Bool) {
        self.timetable = timetable
        self.named = Set(named)
        self.isFile = isFile
        members = MemberReader(diagnostics)
    }

    func process(_ record: Record) {
        taken[record.table] += 1
        members.begin(record, table: tables[record.table], isFile: isFile)
        guard let id = members.text(record[0], "trip_id") else { return }
        guard timetable.tripNumbers[id] != nil || named.contains(id) else { return }
        let number = timetable.trip(id)
        if record.table == 0 { takeTrip(record, number) } else { takeFrequency(record, number) }
    }

    func finish() {}

    private func takeTrip(_ record: Record, _ number: RowNumber<Timetable.Trip>) {
        // Of two rows with one id the first counts.
        guard !timetable[number].isListed else { return }
        var trip = timetable[number]
        trip.isListed = true
        trip.routeID = members.text(record[1], "route_id")
        trip.route = trip.routeID.flatMap { timetable.routeNumbers[$0] }
        trip.service = members.text(record[2], "service_id").map { timetable.service($0) }
        trip.headsign = members.text(record[3], "trip_headsign")
        trip.shortName = members.text(record[4], "trip_short_name")
        trip.directionID = members.integer(record[5], "direction_id")
        trip.wheelchairAccessible = members.integer(record[6], "wheelchair_accessible")
        trip.shapeID = members.text(record[7], "shape_id")
        timetable[number] = trip
    }

    private func takeFrequency(_ record: Record, _ number: RowNumber<Timetable.Trip>) {
        guard let start = members.scheduleTime(record[8], "start_time"),
            let end = members.scheduleTime(record[9], "end_time"),
            let headway = members.integer(record[10], "headway_secs"),
            let frequency = Timetable.Frequency(
                start: start, end: end, headway: headway,
                isExact: members.integer(record[11], "exact_times") == 1)
        else {
            members.report(.warning, "unusable_frequency", Timetable.Frequency.unusableRow)
            timetable[number].frequencies.append(.unusable)
            return
        }
        timetable[number].frequencies.append(frequency)
    }
}

extension Timetable.Frequency {
    static let unusableRow = "the row lacks start_time, end_time or a headway_secs above 0 (no trip starts by it)"
}
