import XCTest

@testable import GTFSSchedule

final class CellRowsTests: XCTestCase {
    private let words = Array("Larkmere".utf8)

    /// Values of each kind in two columns: what a row has depends on its number.
    private func set(_ rows: CellRows, _ row: Int, _ words: UnsafeRawBufferPointer) {
        switch row % 5 {
        case 0: rows.set(row, 0, number: -row)
        case 1: rows.set(row, 0, number: Double(row) / 4)
        case 2: rows.set(row, 0, text: UnsafeRawBufferPointer(rebasing: words[..<(row % 8 + 1)]))
        case 3: rows.set(row, 0, without: CellRows.absent)
        default: rows.set(row, 0, without: CellRows.null)
        }
        rows.set(row, 1, number: row)
    }

    private func check(_ rows: CellRows, first: Int, line: UInt = #line) {
        for row in 0..<rows.count {
            let number = first + row
            switch (rows[row, 0], number % 5) {
            case (.integer(let value), 0): XCTAssertEqual(value, -number, line: line)
            case (.real(let value), 1): XCTAssertEqual(value, Double(number) / 4, line: line)
            case (.text(let text), 2): XCTAssertEqual(Array(text), Array(words[..<(number % 8 + 1)]), line: line)
            case (.absent, 3), (.null, 4): break
            case (let value, _): XCTFail("row \(number) has \(value)", line: line)
            }
            XCTAssertEqual(rows.textBytes(ofRow: row), number % 5 == 2 ? number % 8 + 1 : 0, line: line)
        }
    }

    func testValuesStayWhenRoomIsMade() {
        words.withUnsafeBytes { words in
            let store = CellStore(width: 2, capacity: 4)
            for row in 0..<1000 {
                if row == store.capacity { store.grow(row) }
                set(store.rows(row + 1), row, words)
            }
            check(store.rows(1000), first: 0)
            check(store.rows(1000).rows(from: 333, count: 100), first: 333)
        }
    }

    func testNumbersThatFollowEachOtherAreAtHand() {
        words.withUnsafeBytes { words in
            let store = CellStore(width: 2, capacity: 8)
            let rows = store.rows(7)
            for row in 0..<7 { set(rows, row, words) }
            XCTAssertEqual(Array(rows.numbers(from: 0, column: 1)), [0, 1, 2, 3, 4, 5, 6])
            XCTAssertEqual(Array(rows.rows(from: 2, count: 3).numbers(from: 1, column: 1)), [3, 4])
            let quarter = Int64(bitPattern: 0.25.bitPattern)
            XCTAssertEqual(Array(rows.numbers(from: 0, column: 0)), [0, quarter])
            for row in 2...4 { XCTAssertEqual(rows.numbers(from: row, column: 0).count, 0) }
            XCTAssertEqual(rows.numbers(from: 5, column: 0).first, -5)
        }
    }

    func testAWideRowNeedsNoRoomForManyRows() {
        XCTAssertEqual(CellStore(width: 9, values: 4096).capacity, 256)
        XCTAssertEqual(CellStore(width: 4096, values: 4096).capacity, 1)
        XCTAssertEqual(CellStore(width: 16_384, values: 4096).capacity, 1)
        XCTAssertEqual(CellStore(width: 0, values: 4096).capacity, 4096)
    }

    func testOneRowOfNoColumnsIsARow() {
        let rows = CellStore(width: 0, capacity: 1).rows(1)
        XCTAssertEqual(rows.count, 1)
        XCTAssertEqual(rows.textBytes(ofRow: 0), 0)
    }
}
