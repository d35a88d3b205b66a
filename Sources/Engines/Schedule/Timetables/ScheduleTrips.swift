import Containers
import Contract
import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// Takes the stop times of the trips that are wanted, from stop_times in any order.
///
/// The rows of a trip most often follow each other: they are kept aside until another trip's row comes, and then
/// taken or forgotten. A trip that comes back after it was forgotten, and then turns out to be wanted, is read again:
/// `incomplete` names those. Memory: the stop times of wanted trips, 40 bytes each, and 20 bytes beside the id of each
/// trip.
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
    /// Trips whose first rows were passed over.
    private(set) var incomplete: [String] = []

    private let platforms: Set<Int>
    private let isFile: Bool
    private let reader: ColumnReader
    /// Trips that are wanted whatever they call at.
    private var wanted: Set<String>
    /// Whether trips are wanted for calling at a platform.
    private let looksForPlatforms: Bool
    private var seen = IdentifierTable<Trip>()
    /// By the number in `seen`: whether its rows were kept.
    private let fates = GrowingColumn<UInt8>()
    private var stopIDs = IdentifierTable<Timetable.Stop>()
    private var currentID: [UInt8] = []
    private var current: [Timetable.StopTime] = []
    private var currentIsAtPlatform = false

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
        reader = ColumnReader(diagnostics)
        wanted = Set(trips)
        looksForPlatforms = !platforms.isEmpty
        for stop in timetable.stops {
            var id = stop.id
            _ = id.withUTF8 { stopIDs.intern(UnsafeRawBufferPointer($0), feed: 0) }
        }
    }

    func process(_ record: Record) {
        taken += 1
        guard let id = ScheduleStopTimes.id(record, column.tripID) else { return reject(record, "no trip_id") }
        if !id.elementsEqual(currentID) || currentID.isEmpty {
            flush()
            currentID.removeAll(keepingCapacity: true)
            currentID.append(contentsOf: id)
        }
        guard let sequence = record[column.stopSequence].integer else {
            return reject(record, "no stop_sequence")
        }
        var stopTime = Timetable.StopTime()
        stopTime.sequence = sequence
        if let stopID = ScheduleStopTimes.id(record, column.stopID) {
            if let stop = stopIDs.find(stopID, feed: 0) {
                stopTime.stop = RowNumber(stop.index)
                if looksForPlatforms, platforms.contains(stop.index) { currentIsAtPlatform = true }
            } else {
                stopTime.stop = timetable.stop(String(decoding: stopID, as: UTF8.self))
                _ = stopIDs.intern(stopID, feed: 0)
            }
        }
        stopTime.arrival = ScheduleStopTimes.seconds(record[column.arrivalTime])
        stopTime.departure = ScheduleStopTimes.seconds(record[column.departureTime])
        if record[column.stopHeadsign].isPresent, let headsign = record[column.stopHeadsign].string,
            !headsign.isEmpty
        {
            stopTime.headsign = timetable.headsign(headsign)
        }
        stopTime.pickupType = UInt8(clamping: pickup(record, column.pickupType))
        stopTime.dropOffType = UInt8(clamping: pickup(record, column.dropOffType))
        stopTime.shapeDistance = record[column.shapeDistTraveled].double
        current.append(stopTime)
    }

    func finish() { flush() }

    /// Decides about the rows kept aside.
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

    private func reject(_ record: Record, _ what: String) {
        reader.begin(record, table: "stop_times", isFile: isFile)
        reader.report(.warning, "unusable_stop_time", "the row has \(what) (no part of any trip)")
    }

    /// An id: a text that is not empty, or a number as it is written.
    @inline(__always)
    private static func id(
        _ record: Record, _ column: Column<Tables.StopTimes, Text, IfKnown>
    ) -> UnsafeRawBufferPointer? {
        let value = record[column]
        if value.kind == .string {
            guard let text = record.text(column), text.count > 0 else { return nil }
            return text
        }
        return value.kind == .number ? value.inside : nil
    }

    @inline(__always)
    private static func seconds(_ value: JSONValue) -> Int? {
        value.kind == .string ? ScheduleTime.seconds(value.inside) : nil
    }

    @inline(__always)
    private func pickup(_ record: Record, _ column: Column<Tables.StopTimes, Enumerated, IfKnown>) -> Int {
        let value = record[column]
        if value.kind == .number { return value.integer ?? 0 }
        guard value.isPresent else { return 0 }
        reader.begin(record, table: "stop_times", isFile: isFile)
        return reader[column] ?? 0
    }
}

/// Takes the rows of trips and frequencies that are wanted.
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
    private let reader: ColumnReader
    private let isFile: Bool
    private let named: Set<String>

    /// - Parameter named: ids of trips that are wanted beside those of the timetable.
    init(_ timetable: Timetable, named: [String], _ diagnostics: Diagnostics, isFile: Bool) {
        self.timetable = timetable
        self.named = Set(named)
        self.isFile = isFile
        reader = ColumnReader(diagnostics)
    }

    func process(_ record: Record) {
        taken[record.table] += 1
        reader.begin(record, table: tables[record.table], isFile: isFile)
        guard let id = reader[ScheduleTrips.trip.tripID] else { return }
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
        trip.routeID = reader[ScheduleTrips.trip.routeID]
        trip.route = trip.routeID.flatMap { timetable.routeNumbers[$0] }
        trip.service = reader[ScheduleTrips.trip.serviceID].map { timetable.service($0) }
        trip.headsign = reader[ScheduleTrips.trip.tripHeadsign]
        trip.shortName = reader[ScheduleTrips.trip.tripShortName]
        trip.directionID = reader[ScheduleTrips.trip.directionID]
        trip.wheelchairAccessible = reader[ScheduleTrips.trip.wheelchairAccessible]
        trip.shapeID = reader[ScheduleTrips.trip.shapeID]
        timetable[number] = trip
    }

    private func takeFrequency(_ record: Record, _ number: RowNumber<Timetable.Trip>) {
        timetable[number].frequencies.append(ScheduleTrips.frequency(reader))
    }

    /// The row of frequencies.txt that a reader stands at; one that cannot be used is told.
    static func frequency(_ reader: ColumnReader) -> Timetable.Frequency {
        guard let start = reader[frequency.startTime],
            let end = reader[frequency.endTime],
            let headway = reader[frequency.headwaySecs],
            let row = Timetable.Frequency(
                start: start, end: end, headway: headway, isExact: reader[frequency.exactTimes] == 1)
        else {
            reader.report(.warning, "unusable_frequency", Timetable.Frequency.unusableRow)
            return .unusable
        }
        if row.startCount > Timetable.Frequency.mostStarts {
            reader.report(.warning, "too_many_runs", row.excessWords)
        }
        return row
    }
}

extension Timetable.Frequency {
    /// What is said of a row that starts more runs than are taken.
    var excessWords: String {
        "the row starts \(grouped(startCount)) runs (the first \(grouped(Timetable.Frequency.mostStarts)) of a day are taken)"
    }

    static let unusableRow = "the row lacks start_time, end_time or a headway_secs above 0 (no trip starts by it)"
}
