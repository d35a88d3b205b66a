import Contract
import NDJSON

/// Records that a stage keeps until it knows whether to take them: copies of the values that it looks at, and where they
/// stood.
///
/// Memory: the values.
public final class HeldRecords {
    private struct Held {
        var file: String
        var line: Int
        var isLine: Bool
        var table: Int
    }

    private let record: Record
    private var held: [Held] = []
    private let rows: ScannedRows
    /// The record that was held last, and the positions of the values among its own.
    private var source: (record: Record, places: [Int])?

    /// - Parameter columns: those that the stage looks at.
    public init(_ columns: [any AnyColumn]) {
        record = Record(columns)
        rows = ScannedRows(like: record.scanner.scanner)
    }

    public var count: Int { held.count }
    public var byteCount: Int { rows.bytes.count }
    /// How many there are of the table at a place of the stage's list.
    public func count(of table: Int) -> Int { held.reduce(0) { $0 + ($1.table == table ? 1 : 0) } }

    /// Where the first one stood.
    public var first: (displayName: String, line: Int)? {
        held.first.map { (InputFile.displayName($0.file), $0.line) }
    }

    /// Keeps a copy of a record.
    public func hold(_ record: Record) {
        let scanner = record.scanner.scanner
        if source?.record !== record { source = (record, self.record.scanner.scanner.places(in: scanner)) }
        rows.begin(tag: held.count)
        for (field, place) in (source?.places ?? []).enumerated() where place >= 0 {
            let value = scanner[place]
            guard value.kind != .absent else { continue }
            let start = rows.bytes.count
            rows.bytes.append(value.raw)
            rows.note(field, from: start)
        }
        held.append(Held(file: record.file, line: record.line, isLine: record.isLine, table: record.table))
    }

    /// Calls with each of the records, in the order in which they came; each is valid during its call, and has no line.
    public func forEach(_ body: (Record) throws -> Void) throws {
        let scanner = record.scanner.scanner
        defer { scanner.use(nil) }
        try rows.forEach { number, bytes, values in
            record.file = held[number].file
            record.line = held[number].line
            record.isLine = held[number].isLine
            record.table = held[number].table
            record.bytes = bytes
            scanner.use(values)
            try body(record)
        }
    }
}
