import Contract

/// Records that a stage keeps until it knows whether to take them: copies of their lines, and where they stood.
///
/// Memory: the lines.
public final class HeldRecords {
    private struct Held {
        var file: String
        var line: Int
        var isLine: Bool
        var table: Int
        var bytes: Range<Int>
    }

    private let record: Record
    private var held: [Held] = []
    private var bytes: [UInt8] = []

    /// - Parameter columns: those that the stage looks at.
    public init(_ columns: [any AnyColumn]) { record = Record(columns) }

    public var count: Int { held.count }
    public var byteCount: Int { bytes.count }
    /// How many there are of the table at a place of the stage's list.
    public func count(of table: Int) -> Int { held.reduce(0) { $0 + ($1.table == table ? 1 : 0) } }

    /// Where the first one stood.
    public var first: (displayName: String, line: Int)? {
        held.first.map { (InputFile.displayName($0.file), $0.line) }
    }

    /// Keeps a copy of a record.
    public func hold(_ record: Record) {
        let start = bytes.count
        bytes.append(contentsOf: record.bytes)
        held.append(
            Held(
                file: record.file, line: record.line, isLine: record.isLine, table: record.table,
                bytes: start..<bytes.count))
    }

    /// Calls with each of the records, in the order in which they came; each is valid during its call.
    public func forEach(_ body: (Record) throws -> Void) throws {
        try bytes.withUnsafeBytes { lines in
            for held in held {
                record.file = held.file
                record.line = held.line
                record.isLine = held.isLine
                record.table = held.table
                record.bytes = UnsafeRawBufferPointer(rebasing: lines[held.bytes])
                try record.scanner.scan(record.bytes)
                try body(record)
            }
        }
    }
}
