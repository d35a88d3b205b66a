import Contract
import NDJSON
import StageKit
import TimeZones

/// Reads a feed the second time and writes the rows that stay.
///
/// A row is written as it came, but for dates that are cut, and ids of something that the feed does not have where a row
/// can do without. Memory: translations that go by a value, which are written last.
struct SelectedRows: FeedInput, TakesOtherTables, MarksRows {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.timetable(apart: true)
    let scansAhead = true
    let columns: [any AnyColumn]

    private let cut: Cut
    private let options: SelectOptions
    /// Where records go, and what counts; this reading itself counts nothing.
    private let context: StageContext
    private var kinds: [CutTable] = []
    private var figures: [TableFigures] = []
    private var heads: [RecordHead] = []
    private var keys = KeyReader()
    private let values: ColumnReader
    private var translations = Translations()
    /// By table whether there are translations of its values.
    private var isTranslated: [Bool] = []

    private static let week = Tables.Calendar.columns
    private static let date = Tables.CalendarDates.columns
    private static let info = Tables.FeedInfo.columns

    init(_ cut: Cut, _ options: SelectOptions, reading: StageContext, writing: StageContext) {
        self.cut = cut
        self.options = options
        context = writing
        values = ColumnReader(reading.diagnostics)
        columns =
            CutTable.everyColumn + Translations.columns
            + [
                SelectedRows.week.startDate, SelectedRows.week.endDate, SelectedRows.date.date,
                SelectedRows.info.feedStartDate, SelectedRows.info.feedEndDate, Tables.Stops.columns.parentStation,
                Tables.AnyRecord.columns.feedID,
            ]
    }

    mutating func place(ofTable name: String) -> Int? {
        guard !Tables.isDerived(name) else { return nil }
        kinds.append(CutTable(name))
        isTranslated.append(cut.translated.contains(name))
        figures.append(context.summary.table(name))
        heads.append(context.head(name, isFeature: name == Tables.Locations.name))
        return kinds.count - 1
    }

    mutating func process(_ record: Record) throws {
        let table = kinds[record.table]
        keys.begin(record)
        values.begin(record)
        var change = RowChange()
        if let stays = RowVerdict.said(by: record.mark) {
            if !stays { return }
        } else {
            guard stays(record, table, &change) else { return }
        }
        switch table.kind {
        case .calendar: guard clip(record, to: &change) else { return }
        case .calendarDates:
            if let dates = options.dates, let day = values[SelectedRows.date.date], !dates.contains(day) { return }
        case .feedInfo: clipInfo(&change)
        case .translations where translations.holds(record): return translations.hold(record)
        default: break
        }
        if isTranslated[record.table] { translations.meet(record, table.name) }
        try write(record, change)
    }

    mutating func finish() throws {
        for place in kinds.indices where kinds[place].kind == .translations {
            try translations.forEach { line in
                context.sink.begin(heads[place])
                let hasFeedID = context.options.feedID != nil
                RowChange().write(line, to: context.sink.writer, hasFeedID: hasFeedID, isFeature: false)
                try context.sink.end(figures[place])
            }
        }
    }

    // MARK: Rows

    /// Whether a row stays, by its key and the ids it has.
    private func stays(_ record: Record, _ table: CutTable, _ change: inout RowChange) -> Bool {
        if table.kind == .agency { return staysAgency(record) }
        if table.kind == .translations { return staysTranslation(record) }
        // A closure that uses `self` would copy the whole stage for each row.
        let verdict = RowVerdict(record, table, keys, cut, clips: options.clips) { [cut, context] column, key, domain in
            SelectedRows.drop(column, key, domain, record, &change, cut, context.diagnostics)
            return true
        }
        guard verdict == .stays else { return false }
        if table.kind == .stops { dropLostStation(record, &change) }
        return true
    }

    func marker(ofTable name: String) -> (any RowMarker)? {
        let table = CutTable(name)
        // Of the rows of other tables more is to be asked.
        return [.agency, .translations, .stops].contains(table.kind)
            ? nil : VerdictMarker(table, cut, clips: options.clips)
    }

    private func staysAgency(_ record: Record) -> Bool {
        let key = keys.key(Tables.Agency.columns.agencyID, of: record, .agency)
        // Without an id it is the feed's only one.
        return key == 0 || cut.keeps(key, .agency)
    }

    private func dropLostStation(_ record: Record, _ change: inout RowChange) {
        let parent = Tables.Stops.columns.parentStation
        let key = keys.key(parent, of: record, .stop)
        if key != 0, !cut.keeps(key, .stop) {
            SelectedRows.drop(parent, key, .stop, record, &change, cut, context.diagnostics)
        }
    }

    /// Removes a reference from a row if the feed lacks the row that it names, or if that row is not selected.
    private static func drop(
        _ column: any AnyColumn, _ key: Key, _ domain: Domain, _ record: Record, _ change: inout RowChange, _ cut: Cut,
        _ diagnostics: Diagnostics
    ) {
        change.remove(column.name)
        let isExcluded = cut.isExcluded(key, domain)
        diagnostics.report(
            isExcluded ? .note : .unmatched, isExcluded ? "excluded_reference" : "unknown_reference",
            file: record.displayName, line: record.lineInSource, field: column.name,
            value: record.values[untyped: column].inside
        ) { value in
            (isExcluded ? "\(value) is not selected" : "the feed has no \(value)")
                + "; the row is written without this reference"
        }
    }

    /// A translation of a row stays with the row; whether it does may be known at the end only.
    private func staysTranslation(_ record: Record) -> Bool {
        let row = Tables.Translations.columns
        guard let id = KeyReader.text(row.recordID, of: record), !id.isEmpty else { return true }
        guard let table = record[row.tableName].string, let domain = Translations.domains[table] else { return true }
        let key = keys.key(id, domain)
        return domain == .trip ? cut.keepsTrip(key) : cut.keeps(key, domain)
    }

    // MARK: Dates

    private func clip(_ record: Record, to change: inout RowChange) -> Bool {
        guard let dates = options.dates, let first = values[SelectedRows.week.startDate],
            let last = values[SelectedRows.week.endDate]
        else { return true }
        guard max(first, dates.lowerBound) <= min(last, dates.upperBound) else { return false }
        change.cut(SelectedRows.week.startDate.name, first, dates.lowerBound, max)
        change.cut(SelectedRows.week.endDate.name, last, dates.upperBound, min)
        return true
    }

    private func clipInfo(_ change: inout RowChange) {
        guard let dates = options.dates else { return }
        if let first = values[SelectedRows.info.feedStartDate] {
            change.cut(SelectedRows.info.feedStartDate.name, first, dates.lowerBound, max)
        }
        if let last = values[SelectedRows.info.feedEndDate] {
            change.cut(SelectedRows.info.feedEndDate.name, last, dates.upperBound, min)
        }
    }

    // MARK: Writing

    private func write(_ record: Record, _ change: RowChange) throws {
        let sink = context.sink
        let figures = figures[record.table]
        guard !change.isEmpty || context.options.feedID != nil else { return try sink.forward(record.bytes, figures) }
        sink.begin(heads[record.table])
        change.write(
            record.bytes, to: sink.writer, hasFeedID: context.options.feedID != nil,
            isFeature: kinds[record.table].kind == .locations)
        try sink.end(figures)
    }
}

/// Whether a row stays.
private enum RowVerdict: UInt64 {
    /// Only code that changes rows can tell.
    case open, stays, goes

    /// Decides on a row by its key and the ids it has.
    /// - Parameter lose: called for a reference that the row can do without and whose target does not stay; false leaves the
    ///   verdict open.
    init(
        _ record: Record, _ table: CutTable, _ keys: KeyReader, _ cut: Cut, clips: Bool,
        lose: (any AnyColumn, Key, Domain) -> Bool
    ) {
        if let key = table.key {
            let value = keys.key(key.column, of: record, key.domain)
            guard key.domain == .trip ? cut.keepsTrip(value) : cut.keeps(value, key.domain) else {
                self = .goes
                return
            }
        }
        // Access by index: copying a column would retain and release its name.
        for place in table.columns.indices {
            let domain = table.columns[place].domain
            let value = keys.key(number: table.columns[place].column.number, of: record, domain)
            guard value != 0 else { continue }
            let isKept = domain == .trip ? cut.keepsTrip(value) : cut.keeps(value, domain)
            if isKept { continue }
            guard table.columns[place].isNeed, !table.columns[place].isEssential else {
                self = .goes
                return
            }
            // The row can do without what it names.
            guard lose(table.columns[place].column, value, domain) else {
                self = .open
                return
            }
        }
        let isCut = table.kind == .stopTimes && clips && !cut.keepsCall(at: keys.place(of: record).key)
        self = isCut ? .goes : .stays
    }

    /// What a mark says; nil if it leaves the verdict open.
    static func said(by mark: RowMark?) -> Bool? {
        switch mark.flatMap({ RowVerdict(rawValue: $0.first) }) {
        case .stays: true
        case .goes: false
        case .open, nil: nil
        }
    }
}

/// Marks rows with their verdicts, which depend on nothing that changes while rows are read.
private final class VerdictMarker: RowMarker {
    private let table: CutTable
    private let cut: Cut
    private let clips: Bool
    private var keys = KeyReader()

    init(_ table: CutTable, _ cut: Cut, clips: Bool) {
        self.table = table
        self.cut = cut
        self.clips = clips
    }

    func mark(_ record: Record, _ mark: inout RowMark) {
        keys.begin(record)
        mark.first = RowVerdict(record, table, keys, cut, clips: clips) { _, _, _ in false }.rawValue
    }
}

extension RowChange {
    /// Notes that a date is another one once it is cut to a bound.
    fileprivate mutating func cut(_ name: String, _ day: Int, _ bound: Int, _ choose: (Int, Int) -> Int) {
        let cut = choose(day, bound)
        if cut != day { set(name, .text(CivilDate(daysSinceEpoch: cut).compactText)) }
    }
}
