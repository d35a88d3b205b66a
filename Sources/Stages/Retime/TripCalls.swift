import Contract
import GTFSSchedule
import NDJSON
import Schedule
import StageKit
import TimeZones

/// Writes the stop times of trips with their new times.
///
/// Rows of trips that are written more than once are kept until another trip begins.
struct TripCalls {
    /// The column of trips with the number of days on which a trip was observed.
    static let observedDays = "observed_days"
    private static let column = Tables.StopTimes.columns

    private let plan: FeedPlan
    private let timetable: WholeTimetable
    private let context: StageContext
    private let hasFeedID: Bool
    private let head: RecordHead
    private let figures: TableFigures
    private var current: (trip: WholeTimetable.TripIndex, fate: TripFate, rows: [Timetable.StopTime])?
    /// The index after that of the row before, which is most often the next row's.
    private var next = 0
    private var change = RowChange()
    private var kept: [(line: [UInt8], row: StopRow)] = []
    /// The trips whose inserted calls were written without a row of the feed.
    private var wholly: Set<Int> = []

    /// What a row of the feed has.
    private struct StopRow {
        let place: Int
        let arrival: Int?
        let departure: Int?
        let isApproximate: Bool
    }

    init(_ plan: FeedPlan, _ timetable: WholeTimetable, _ context: StageContext) {
        self.plan = plan
        self.timetable = timetable
        self.context = context
        hasFeedID = context.options.feedID != nil
        head = context.head(Tables.StopTimes.name)
        figures = context.summary.table(Tables.StopTimes.name)
    }

    /// Returns the index of the row with a stop_sequence in a trip; nil without one.
    func row(ofSequence sequence: Int, of trip: WholeTimetable.TripIndex) -> Int? {
        timetable.runningTimes(of: trip).flatMap { TripCalls.place(of: sequence, in: $0.times.stopTimes) }
    }

    private static func place(of sequence: Int, in rows: [Timetable.StopTime]) -> Int? {
        let place = rows.firstPlace { $0.sequence >= sequence }
        return place < rows.count && rows[place].sequence == sequence ? place : nil
    }

    mutating func take(_ record: Record) throws {
        guard let id = record.id(TripCalls.column.tripID), let trip = timetable.trip(id) else {
            figures.filtered += 1
            return
        }
        if current?.trip != trip {
            try finish()
            current = (trip, plan[trip], timetable.runningTimes(of: trip)?.times.stopTimes ?? [])
            next = 0
        }
        guard let current, !current.fate.written.isEmpty else {
            figures.filtered += 1
            return
        }
        guard let row = row(record, current.rows) else {
            // A row without a place in its trip.
            figures.filtered += 1
            return
        }
        next = row.place + 1
        let first = current.fate.written[0]
        let written = figures.written
        if first.isRepeat || current.fate.written.count > 1 { kept.append((Array(record.bytes), row)) }
        if !first.isRepeat { try write(record.bytes, row, first) }
        if !first.isRepeat, first.times.map({ $0.places[row.place] < 0 }) ?? false, figures.written == written {
            figures.filtered += 1
        }
    }

    private func row(_ record: Record, _ rows: [Timetable.StopTime]) -> StopRow? {
        let column = TripCalls.column
        guard let sequence = record.place(column.stopSequence).map(Int.init) else { return nil }
        let expected = next < rows.count && rows[next].sequence == sequence ? next : nil
        guard let place = expected ?? TripCalls.place(of: sequence, in: rows) else { return nil }
        let (arrival, departure) = (record[column.arrivalTime], record[column.departureTime])
        return StopRow(
            place: place, arrival: arrival.kind == .string ? ScheduleTime.seconds(arrival.inside) : nil,
            departure: departure.kind == .string ? ScheduleTime.seconds(departure.inside) : nil,
            isApproximate: record[column.timepoint].integer == 0)
    }

    /// Writes what is left of the trip at hand.
    mutating func finish() throws {
        guard let current else { return }
        self.current = nil
        defer { kept.removeAll(keepingCapacity: true) }
        for (place, trip) in current.fate.written.enumerated() {
            if place > 0 || trip.isRepeat {
                for (line, row) in kept { try line.withUnsafeBytes { try write($0, row, trip) } }
            }
        }
        guard current.fate.written.contains(where: { $0.times?.isWhollyInserted ?? false }),
            wholly.insert(current.trip.index).inserted
        else { return }
        for trip in current.fate.written {
            guard let times = trip.times, times.isWhollyInserted else { continue }
            try write(times.calls[...], of: trip.id ?? timetable.id(current.trip))
        }
    }

    private mutating func write(_ line: UnsafeRawBufferPointer, _ row: StopRow, _ trip: WrittenTrip) throws {
        change.clear()
        if let id = trip.id { change.set(TripCalls.column.tripID.name, .text(id)) }
        guard let times = trip.times else { return try write(line) }
        let place = Int(times.places[row.place])
        guard place >= 0 else { return }
        let inserted = times.inserted(around: place)
        if !inserted.before.isEmpty { try write(inserted.before, of: id(trip)) }
        set(times.calls[place], row, times)
        try write(line)
        if !inserted.after.isEmpty { try write(inserted.after, of: id(trip)) }
    }

    private func id(_ trip: WrittenTrip) -> String { trip.id ?? current.map { timetable.id($0.trip) } ?? "" }

    private mutating func set(_ call: NewCall, _ row: StopRow, _ times: NewTimes) {
        let column = TripCalls.column
        if call.arrival != NewCall.unknown {
            let (arrival, departure) = (Int(call.arrival), Int(call.departure))
            // A row with one time states it for both.
            let isSame =
                arrival == departure && (row.arrival ?? arrival) == arrival
                && (row.departure ?? departure) == departure && (row.arrival != nil || row.departure != nil)
            if !isSame {
                if row.arrival != arrival { change.set(column.arrivalTime.name, .time(arrival)) }
                if row.departure != departure { change.set(column.departureTime.name, .time(departure)) }
            }
            if call.isApproximate, !row.isApproximate { change.set(column.timepoint.name, .number(0)) }
        }
        if let stop = call.stop { change.set(column.stopID.name, .text(timetable.frame[stop].id)) }
        if times.isRenumbered { change.set(column.stopSequence.name, .number(call.sequence)) }
    }

    private func write(_ line: UnsafeRawBufferPointer) throws {
        guard !change.isEmpty || hasFeedID else { return try context.sink.forward(line, figures) }
        context.sink.begin(head)
        change.write(line, to: context.sink.writer, hasFeedID: hasFeedID, isFeature: false)
        try context.sink.end(figures)
    }

    /// Writes calls that no row of the feed has.
    func write(_ calls: ArraySlice<NewCall>, of trip: String) throws {
        for call in calls {
            context.sink.begin(head)
            let row = Row<Tables.StopTimes>(context.sink.writer)
            row[TripCalls.column.tripID] = trip
            row[TripCalls.column.arrivalTime] = call.arrival == NewCall.unknown ? nil : Int(call.arrival)
            row[TripCalls.column.departureTime] = call.departure == NewCall.unknown ? nil : Int(call.departure)
            row[TripCalls.column.stopID] = call.stop.map { timetable.frame[$0].id }
            row[TripCalls.column.stopSequence] = call.sequence
            row[TripCalls.column.timepoint] = call.isApproximate ? 0 : nil
            row.end()
            try context.sink.end(figures)
        }
    }
}
