import Contract
import GTFSSchedule
import NDJSON
import Schedule
import ServiceFigures
import StageKit
import TimeZones

/// Reads the feed the second time and writes it with its new times.
///
/// Rows that do not change are written as they were read. Memory: the stop times of one trip.
struct RetimedRows: FeedInput, TakesOtherTables {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.timetable(apart: true)
    let scansAhead = true
    let columns: [any AnyColumn]

    private enum Kind { case calendar, calendarDates, feedInfo, trips, stopTimes, frequencies, translations, other }

    /// A table of the feed.
    private struct Target {
        let name: String
        let kind: Kind
        /// The columns that refer to trips.
        let tripColumns: [NamedColumn]
        let figures: TableFigures
        let head: RecordHead
        let isFeature: Bool
        /// Whether the first pass did not count its rows.
        let countsRows: Bool
    }

    private static let trip = Tables.Trips.columns
    private static let call = Tables.StopTimes.columns
    private static let week = Tables.Calendar.columns
    private static let exception = Tables.CalendarDates.columns
    private static let info = Tables.FeedInfo.columns
    private static let translation = Tables.Translations.columns
    /// Tables that are written after the calendar.
    private static let afterCalendar: Set<String> = [
        Tables.Calendar.name, Tables.CalendarDates.name, Tables.Timeframes.name, Tables.Shapes.name,
        Tables.Trips.name, Tables.StopTimes.name,
    ]

    private let plan: FeedPlan
    private let timetable: WholeTimetable
    private let context: StageContext
    private let hasFeedID: Bool
    private var targets: [Target] = []
    private var lastTable = -1
    private var hasCalendar = false
    private var hasAddedTrips = false
    private var hasAddedCalls = false
    private var calls: TripCalls
    /// Rows that refer to trips that were left out.
    private(set) var references = 0
    var names: [String] { targets.map(\.name) }

    init(_ plan: FeedPlan, _ timetable: WholeTimetable, writing context: StageContext) {
        self.plan = plan
        self.timetable = timetable
        self.context = context
        hasFeedID = context.options.feedID != nil
        calls = TripCalls(plan, timetable, context)
        let all = TableDefinition.all.flatMap { RetimedRows.tripColumns(of: $0.name) }
        columns =
            all + [
                RetimedRows.call.stopSequence, RetimedRows.call.arrivalTime, RetimedRows.call.departureTime,
                RetimedRows.call.timepoint, RetimedRows.week.serviceID, RetimedRows.exception.date,
                RetimedRows.info.feedStartDate, RetimedRows.info.feedEndDate, RetimedRows.translation.tableName,
                RetimedRows.translation.recordID, RetimedRows.translation.recordSubID,
                Tables.AnyRecord.columns.feedID,
            ] + RetimedRows.week.weekdays
    }

    private static func tripColumns(of table: String) -> [NamedColumn] {
        let name = trip.tripID.name
        guard let definition = TableDefinition.named(table) else { return [NamedColumn(name)] }
        if table == Tables.Trips.name { return [NamedColumn(name)] }
        return definition.fields.filter { field in field.targets.contains { $0.column == name } }
            .map { NamedColumn($0.name) }
    }

    mutating func place(ofTable name: String) -> Int? {
        guard !Tables.isDerived(name) else { return nil }
        let figures = context.summary.table(name)
        // A table outside of the reference: the first pass did not take it.
        let countsRows = !TableDefinition.isSchedule(name)
        if countsRows { (figures.read, figures.ignored) = (0, 0) }
        let isFeature = name == Tables.Locations.name
        targets.append(
            Target(
                name: name, kind: RetimedRows.kinds[name] ?? .other, tripColumns: RetimedRows.tripColumns(of: name),
                figures: figures, head: context.head(name, isFeature: isFeature), isFeature: isFeature,
                countsRows: countsRows))
        return targets.count - 1
    }

    private static let kinds: [String: Kind] = [
        Tables.Calendar.name: .calendar, Tables.CalendarDates.name: .calendarDates, Tables.FeedInfo.name: .feedInfo,
        Tables.Trips.name: .trips, Tables.StopTimes.name: .stopTimes, Tables.Frequencies.name: .frequencies,
        Tables.Translations.name: .translations,
    ]

    mutating func process(_ record: Record) throws {
        let target = targets[record.table]
        if target.countsRows { target.figures.read += 1 }
        if record.table != lastTable { try changeTable(to: target, record.table) }
        switch target.kind {
        case .calendar: try takeWeek(record, target)
        case .calendarDates: try takeException(record, target)
        case .feedInfo: try takeInfo(record, target)
        case .trips: try takeTrip(record, target)
        case .stopTimes: try calls.take(record)
        case .frequencies: try takeReferences(record, target) { $0.keepsFrequencies }
        case .translations: try takeTranslation(record, target)
        case .other: try takeReferences(record, target) { _ in true }
        }
    }

    mutating func finish() throws {
        try calls.finish()
        try writeCalendar()
        if !hasAddedTrips { try writeAddedTrips() }
        if !hasAddedCalls { try writeAddedCalls() }
    }

    private mutating func changeTable(to target: Target, _ table: Int) throws {
        if lastTable >= 0 {
            switch targets[lastTable].kind {
            case .trips where !hasAddedTrips: try writeAddedTrips()
            case .stopTimes:
                try calls.finish()
                if !hasAddedCalls { try writeAddedCalls() }
            default: break
            }
        }
        lastTable = table
        if RetimedRows.afterCalendar.contains(target.name) { try writeCalendar() }
    }

    // MARK: Calendar

    private mutating func writeCalendar() throws {
        guard !hasCalendar, case .day(let day, let active, let inactive) = plan.calendar else { return }
        hasCalendar = true
        let name = Tables.CalendarDates.name
        let (head, figures) = (context.head(name), context.summary.table(name))
        for (services, type) in [(active, 1), (inactive, 2)] {
            for service in services {
                context.sink.begin(head)
                let row = Row<Tables.CalendarDates>(context.sink.writer)
                row[RetimedRows.exception.serviceID] = service
                row[RetimedRows.exception.date] = day
                row[RetimedRows.exception.exceptionType] = type
                row.end()
                try context.sink.end(figures)
            }
        }
    }

    private func part(_ record: Record) -> PartedService? {
        guard case .parted(let services) = plan.calendar, !services.isEmpty,
            let id = record.id(RetimedRows.week.serviceID)
        else { return nil }
        return services[String(decoding: id, as: UTF8.self)]
    }

    private func takeWeek(_ record: Record, _ target: Target) throws {
        if case .day = plan.calendar { return leaveOut(target) }
        guard let part = part(record) else { return try write(record.bytes, RowChange(), target) }
        if part.staysItself { try write(record.bytes, RowChange(), target) }
        for (type, id) in part.ids {
            var change = RowChange()
            var runs = false
            change.set(RetimedRows.week.serviceID.name, .text(id))
            for (weekday, column) in RetimedRows.week.weekdays.enumerated() where record[column].integer == 1 {
                if DayType(ofWeekday: weekday) == type { runs = true } else { change.set(column.name, .number(0)) }
            }
            if runs { try write(record.bytes, change, target) }
        }
    }

    private func takeException(_ record: Record, _ target: Target) throws {
        if case .day = plan.calendar { return leaveOut(target) }
        guard let part = part(record) else { return try write(record.bytes, RowChange(), target) }
        if part.staysItself { try write(record.bytes, RowChange(), target) }
        guard let day = record.values.value(RetimedRows.exception.date) else { return }
        let type = DayType(ofWeekday: CivilDate.weekday(daysSinceEpoch: day))
        guard let id = part.ids.first(where: { $0.type == type })?.id else { return }
        var change = RowChange()
        change.set(RetimedRows.exception.serviceID.name, .text(id))
        try write(record.bytes, change, target)
    }

    private func takeInfo(_ record: Record, _ target: Target) throws {
        var change = RowChange()
        if case .day(let day, _, _) = plan.calendar {
            let date = CivilDate(daysSinceEpoch: day).compactText
            for column in [RetimedRows.info.feedStartDate, RetimedRows.info.feedEndDate]
            where record.values.value(column) != day { change.set(column.name, .text(date)) }
        }
        try write(record.bytes, change, target)
    }

    // MARK: Trips

    private func fate(_ record: Record, _ column: some AnyColumn) -> TripFate? {
        record.values.idText(number: column.number).flatMap { timetable.trip($0) }.map { plan[$0] }
    }

    private func takeTrip(_ record: Record, _ target: Target) throws {
        guard let fate = fate(record, RetimedRows.trip.tripID), !fate.written.isEmpty else { return leaveOut(target) }
        for trip in fate.written {
            var change = RowChange()
            if let id = trip.id { change.set(RetimedRows.trip.tripID.name, .text(id)) }
            if let service = trip.service { change.set(RetimedRows.trip.serviceID.name, .text(service)) }
            if trip.isRepeat || trip.losesBlock { change.remove(RetimedRows.trip.blockID.name) }
            if let days = trip.observedDays { change.set(TripCalls.observedDays, .number(days)) }
            try write(record.bytes, change, target)
        }
    }

    private mutating func writeAddedTrips() throws {
        hasAddedTrips = true
        let name = Tables.Trips.name
        let (head, figures) = (context.head(name), context.summary.table(name))
        for trip in plan.added {
            context.sink.begin(head)
            let row = Row<Tables.Trips>(context.sink.writer)
            row[RetimedRows.trip.routeID] = trip.routeID
            row[RetimedRows.trip.serviceID] = trip.service
            row[RetimedRows.trip.tripID] = trip.id
            row[RetimedRows.trip.directionID] = trip.directionID
            row.end()
            try context.sink.end(figures)
        }
    }

    private mutating func writeAddedCalls() throws {
        hasAddedCalls = true
        for trip in plan.added { try calls.write(trip.times.calls[...], of: trip.id) }
    }

    // MARK: References

    /// Writes a row unless it refers to a trip that is left out; once for each type of day if its trips were parted.
    private mutating func takeReferences(
        _ record: Record, _ target: Target, _ keeps: (TripFate) -> Bool
    ) throws {
        var fates: [(column: NamedColumn, fate: TripFate)] = []
        for column in target.tripColumns {
            guard let fate = fate(record, column) else { continue }
            guard keeps(fate), let first = fate.written.first, !first.isRepeat else {
                if target.kind != .frequencies || fate.written.isEmpty { references += 1 }
                return leaveOut(target)
            }
            if first.dayType != nil { fates.append((column, fate)) }
        }
        guard !fates.isEmpty else { return try write(record.bytes, RowChange(), target) }
        for type in DayType.allCases {
            var change = RowChange()
            var isWhole = true
            for (column, fate) in fates {
                guard let trip = fate.written.first(where: { $0.dayType == type }) else {
                    isWhole = false
                    break
                }
                if let id = trip.id { change.set(column.name, .text(id)) }
            }
            if isWhole { try write(record.bytes, change, target) }
        }
    }

    private mutating func takeTranslation(_ record: Record, _ target: Target) throws {
        let row = RetimedRows.translation
        let table = record[row.tableName].inside
        let isOfCalls = table.elementsEqual(Tables.StopTimes.name.utf8)
        guard isOfCalls || table.elementsEqual(Tables.Trips.name.utf8),
            let trip = record.values.idText(number: row.recordID.number).flatMap({ timetable.trip($0) })
        else { return try write(record.bytes, RowChange(), target) }
        let fate = plan[trip]
        var isWritten = false
        for written in fate.written where !written.isRepeat {
            var change = RowChange()
            if let id = written.id { change.set(row.recordID.name, .text(id)) }
            if isOfCalls, let times = written.times {
                guard let sequence = subID(record), let place = calls.row(ofSequence: sequence, of: trip) else {
                    continue
                }
                guard times.places[place] >= 0 else { continue }
                let new = times.calls[Int(times.places[place])].sequence
                if new != sequence { change.set(row.recordSubID.name, .text(String(new))) }
            }
            isWritten = true
            try write(record.bytes, change, target)
        }
        if !isWritten {
            references += 1
            leaveOut(target)
        }
    }

    private func subID(_ record: Record) -> Int? {
        record.values.idText(number: RetimedRows.translation.recordSubID.number)
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    // MARK: Writing

    private func leaveOut(_ target: Target) { target.figures.filtered += 1 }

    private func write(_ line: UnsafeRawBufferPointer, _ change: RowChange, _ target: Target) throws {
        guard !change.isEmpty || hasFeedID else { return try context.sink.forward(line, target.figures) }
        context.sink.begin(target.head)
        change.write(line, to: context.sink.writer, hasFeedID: hasFeedID, isFeature: target.isFeature)
        try context.sink.end(target.figures)
    }
}
