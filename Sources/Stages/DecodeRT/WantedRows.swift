import Contract
import GTFSRealtime
import NDJSON
import StageKit

/// Rows for a stage of this process that uses nothing but their values.
final class WantedRows {
    /// Rows are handed over when they have so many bytes.
    private static let enough = 1 << 16

    let rows: ScannedRows
    /// By table, whether the stage uses its rows.
    private let isUsed: [Bool]
    private let heads: [RecordHead]
    /// nil where rows are kept for another thread's decoder.
    private let taker: RecordTaker?
    /// The value of `table`, by table.
    private let names: [JSONValue]
    private let text: UnsafeMutableRawBufferPointer
    private let tablePlace: Int?

    /// - Parameter isAside: rows are kept until they are moved away.
    init?(_ taker: RecordTaker, _ heads: [RecordHead], isAside: Bool) {
        guard let tables = taker.tablesOfValues else { return nil }
        rows = taker.makeRows()
        self.heads = heads
        self.taker = isAside ? nil : taker
        isUsed = RealtimeTable.allCases.map { tables.contains($0.name) }
        tablePlace = taker.place(of: Tables.AnyRecord.columns.table.name)
        let quoted = RealtimeTable.allCases.map { Array("\"\($0.name)\"".utf8) }
        text = .allocate(byteCount: quoted.reduce(0) { $0 + $1.count }, alignment: 1)
        var names: [JSONValue] = []
        var start = 0
        for name in quoted {
            let place = UnsafeMutableRawBufferPointer(rebasing: text[start..<(start + name.count)])
            place.copyBytes(from: name)
            names.append(JSONValue(.string, written: UnsafeRawBufferPointer(place), hasEscapes: false))
            start += name.count
        }
        self.names = names
    }

    deinit { text.deallocate() }

    /// Makes a row of a table.
    /// - Parameter isFlat: whether `values` writes its wanted values; otherwise `members` writes a line, which is scanned.
    @inline(__always)
    func add(_ table: RealtimeTable, isFlat: Bool, values: () -> Void, members: () -> Void) throws {
        rows.begin(tag: table.rawValue)
        if isFlat, isUsed[table.rawValue] {
            values()
        } else {
            rows.bytes.append(heads[table.rawValue])
            members()
            rows.bytes.endObject()
            // What nobody uses is only counted.
            if isUsed[table.rawValue] { rows.noteLine() } else { rows.forgetBytes() }
        }
        guard let taker else {
            // Rows of a few bytes take far more than their message.
            if rows.memory > FileDecoder.mostBytes { throw FileDecoder.TooMuch() }
            return
        }
        if rows.bytes.count >= WantedRows.enough || rows.count >= 2048 { try handOver(rows, to: taker) }
    }

    /// Hands over what was made so far.
    func flush() throws { if let taker { try handOver(rows, to: taker) } }

    /// Hands over rows that another thread's decoder made.
    func take(_ others: ScannedRows) throws { if let taker { try handOver(others, to: taker) } }

    /// Announces the file of the following rows.
    func begin(file: String) throws {
        try flush()
        taker?.begin(input: file)
    }

    private func handOver(_ rows: ScannedRows, to taker: RecordTaker) throws {
        try rows.forEach { tag, bytes, values in
            if let tablePlace { values[tablePlace] = names[tag] }
            try taker.take(bytes, values, number: 0)
        }
        rows.removeAll()
    }
}
