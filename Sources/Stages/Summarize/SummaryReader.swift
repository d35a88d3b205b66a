import Contract
import Schedule
import StageKit

/// Reads the rows of a feed and the records of messages, in any mixture.
struct SummaryReader: FeedInput, TakesOtherTables {
    static let allTables = TableDefinition.all.map(\.name) + ArchiveSummaryReader.tables

    let tables = SummaryReader.allTables
    let feedTables: [String]? = nil
    let feedReading = FeedReading.timetable(apart: false)
    let scansAhead = true
    var columns: [any AnyColumn] { FeedSummaryReader.columns + ArchiveSummaryReader.columns }

    let feed: FeedSummaryReader
    let archive = ArchiveSummaryReader()
    private(set) var fills: [TableFill] = []

    init(_ context: StageContext) { feed = FeedSummaryReader(context.diagnostics) }

    mutating func place(ofTable name: String) -> Int? {
        if let place = fills.firstIndex(where: { $0.table == name }) { return place }
        let fill = TableFill(name)
        if ArchiveSummaryReader.tables.contains(name) {
            archive.add(fill)
        } else if Tables.isDerived(name) {
            return nil
        } else {
            feed.add(fill)
        }
        fills.append(fill)
        return fills.count - 1
    }

    mutating func process(_ record: Record) throws {
        let fill = fills[record.table]
        fill.begin()
        if !archive.take(record, fill) { feed.take(record, fill) }
    }

    mutating func finish() {}
}
