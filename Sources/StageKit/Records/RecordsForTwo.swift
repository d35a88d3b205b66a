import Contract

/// Passes the records of one pass to two stages, to each the records of its tables, so that a feed is read once.
public final class RecordsForTwo<First: RecordStage, Second: RecordStage>: RecordStage {
    public private(set) var first: First
    public private(set) var second: Second
    public let tables: [String]
    public let columns: [any AnyColumn]
    public var scansAhead: Bool { first.scansAhead && second.scansAhead }
    /// The indices of each table in the lists of both stages.
    private let places: [(first: Int?, second: Int?)]

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
        tables = first.tables + second.tables.filter { !first.tables.contains($0) }
        columns = first.columns + second.columns
        places = tables.map { (first.tables.firstIndex(of: $0), second.tables.firstIndex(of: $0)) }
    }

    public func process(_ record: Record) throws {
        let place = places[record.table]
        if let table = place.first {
            record.table = table
            try first.process(record)
        }
        if let table = place.second {
            record.table = table
            try second.process(record)
        }
    }

    public func finish() throws {
        try first.finish()
        try second.finish()
    }
}
