import TestSupport
import XCTest

@testable import GTFSSchedule

/// Blocks end where rows end, whatever the quotes and line ends.
final class RowPlaceTests: XCTestCase {
    func testABlockEndsAtTheLastLineFeedThatEndsARow() throws {
        let alphabet = Array("a1, \t\"\"\n\n\r".utf8)
        for seed in 1...4000 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            let end = bytes.withUnsafeBytes {
                RowPlace.endOfRows($0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!, $0.count)
            }
            let text = String(decoding: bytes, as: UTF8.self).debugDescription
            if end > 0 { XCTAssertEqual(bytes[end - 1], 0x0A, text) }
            // The reader passes over blank lines, so the rows of both parts together are those of the whole.
            let parts = try rows(Array(bytes[..<end])) + rows(Array(bytes[end...]))
            XCTAssertEqual(parts, try rows(bytes), "\(text) at \(end)")
            // A later line feed is inside a quote, or there is none.
            guard parts.last != RowPlaceTests.open else { continue }
            for later in end..<bytes.count where bytes[later] == 0x0A {
                let cut = try rows(Array(bytes[...later])) + rows(Array(bytes[(later + 1)...]))
                XCTAssertNotEqual(cut, try rows(bytes), "\(text) could end at \(later + 1), not \(end)")
            }
        }
    }

    private static let open = "an open quote"

    private func rows(_ bytes: [UInt8]) throws -> [String] {
        let reader = CSVReader(PieceSource(bytes), limit: 1 << 20)
        var rows: [String] = []
        while true {
            let outcome = try reader.next()
            switch outcome {
            case .row:
                let cells = (0..<reader.cellCount).map { String(decoding: reader.cells[$0].bytes, as: UTF8.self) }
                rows.append(cells.joined(separator: "|"))
            case .end: return rows
            case .tooLong: rows.append("too long")
            case .unterminated: return rows + [RowPlaceTests.open]
            }
        }
    }
}
