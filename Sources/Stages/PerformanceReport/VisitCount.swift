import Containers
import Contract
import Reports
import StageKit
import Visits

/// Counts one kind of figures, from visits or from parts, and says what belongs to the kind.
protocol VisitCount: AnyObject {
    /// The table of its rows.
    associatedtype RowTable: Table

    /// What it is counted by beside the keys.
    static var parameters: [PerformanceParameter] { get }
    /// What its columns are called on a terminal, as in `ReportText`.
    static var words: [String: String] { get }
    /// What it is grouped by on a page of several kinds, where nothing else is asked for.
    static var pageKeys: [ReportKey] { get }
    /// Keys that its rows have, asked for or not.
    static var furtherKeys: [ReportKey] { get }
    /// Why it cannot be grouped by these keys, or nil.
    static func conflict(with keys: [ReportKey]) -> String?
    /// Whether it counts performed trips, and visits only beside them.
    static var countsTrips: Bool { get }
    /// Whether it matters that the input has every run that was due.
    static var readsListing: Bool { get }
    /// Tables that it takes beside visits and trips.
    static var furtherTables: [String] { get }
    /// Whether keys of which one is of time are drawn as a heat map.
    static var drawsHeatMaps: Bool { get }
    /// The picture of its rows.
    static func picture(_ figures: PerformanceFigures) -> any PerformancePicture
    /// Writes rows as records.
    static func write(_ rows: PerformanceRows, as format: RecordFormat, _ context: StageContext) throws

    init(_ parameters: PerformanceParameters, _ input: VisitInput)

    var input: VisitInput { get }
    /// The columns of visits, trips and predictions that it looks at beside those of every kind.
    var columns: [any AnyColumn] { get }

    /// Takes a visit, those too that `--where` passes over.
    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws
    func take(_ trip: PerformedTrip, _ record: Record, _ input: VisitInput) throws
    /// Takes a record of a further table, by its place among them.
    func take(_ record: Record, ofFurther table: Int, _ input: VisitInput) throws
    /// Called once after the last record.
    func finish(_ input: VisitInput) throws
    /// What the input lacked so that nothing could be counted; nil where visits say why.
    var lack: String? { get }

    // MARK: Rows

    /// The rows' keys, and what they are told apart by beside them.
    var rows: GroupKeys { get }
    /// Whether a row has anything to tell.
    func isRow(_ row: Int) -> Bool
    /// The events that a row's figures are of.
    func events(_ row: Int) -> Int
    /// The row's cells in the order of the table's columns that follow the keys, without the zone.
    func figures(_ row: Int, _ places: FeedPlaces?) -> [ReportCell]
    /// How many values each of the figures is of, in their order; nil where that is `events` for all of them.
    func bases(_ row: Int) -> [Int]?
    /// The names of the rows' routes and stops.
    var labels: RowLabels { get }

    // MARK: Parts

    /// Writes what the rows are made of: calls `write` with the keys of a part laid out, and what writes its values.
    func writeParts(_ write: (_ keys: UnsafeRawBufferPointer, _ values: (PartWriter) -> Void) throws -> Void) throws
    /// Writes the values of the part that a row is, its names excepted.
    func write(_ row: Int, to part: PartWriter)
    /// Takes a part's values.
    /// - Throws: `BrokenPart` for what `--partial` does not write.
    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws
}

extension VisitCount {
    static var table: any Table.Type { RowTable.self }
    static var parameters: [PerformanceParameter] { [] }
    static var furtherKeys: [ReportKey] { [] }
    static var countsTrips: Bool { false }
    static var readsListing: Bool { false }
    static var drawsHeatMaps: Bool { false }
    static var furtherTables: [String] { [] }
    static func conflict(with keys: [ReportKey]) -> String? { nil }
    static func write(_ rows: PerformanceRows, as format: RecordFormat, _ context: StageContext) throws {
        try ReportRecords(rows.columns).write(rows, as: format, context)
    }

    func take(_ trip: PerformedTrip, _ record: Record, _ input: VisitInput) {}
    func take(_ record: Record, ofFurther table: Int, _ input: VisitInput) {}
    var lack: String? { nil }
    var rows: GroupKeys { input.groups.groups }
    func bases(_ row: Int) -> [Int]? { nil }

    func writeParts(_ write: (UnsafeRawBufferPointer, (PartWriter) -> Void) throws -> Void) throws {
        for row in rows.inOrder() where isRow(row) {
            try rows.withKey(row) { keys in
                try write(keys) { part in
                    labels.write(row, input.texts, to: part)
                    self.write(row, to: part)
                }
            }
        }
    }

    func write(_ row: Int, to part: PartWriter) {}
}
