import NDJSON

@testable import GTFSSchedule

/// Bytes handed out in pieces of a given size.
final class PieceSource: ByteSource {
    private let bytes: [UInt8]
    private let piece: Int
    private var position = 0

    init(_ bytes: [UInt8], piece: Int = .max) {
        self.bytes = bytes
        self.piece = piece
    }

    convenience init(_ text: String, piece: Int = .max) { self.init(Array(text.utf8), piece: piece) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(piece, buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<(position + count)])
        position += count
        return count
    }
}

/// Everything a source still holds.
func drain(_ source: any ByteSource, space: Int = 4096) throws -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: space)
    while true {
        let count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
        if count == 0 { return all }
        all += chunk[0..<count]
    }
}

/// A row as a test wants to see it.
struct ReadRow: Equatable {
    var line: Int
    var cells: [String]

    init(_ line: Int, _ cells: [String]) {
        self.line = line
        self.cells = cells
    }
}

extension CSVReader {
    var row: ReadRow {
        ReadRow(line, (0..<cellCount).map { String(decoding: cells[$0].bytes, as: UTF8.self) })
    }

    /// All rows up to the end or to what is not a row.
    func rows() throws -> (rows: [ReadRow], last: Outcome) {
        var rows: [ReadRow] = []
        while true {
            let outcome = try next()
            guard outcome == .row else { return (rows, outcome) }
            rows.append(row)
        }
    }
}
