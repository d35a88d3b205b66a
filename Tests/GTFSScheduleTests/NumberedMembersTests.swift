import Contract
import TestSupport
import XCTest

@testable import GTFSSchedule

/// The keys of rows that have an owner and a number.
final class NumberedMembersTests: XCTestCase {
    private func key(_ row: String) throws -> (owner: String?, number: Int?) {
        let reader = CSVReader(PieceSource("trip_id,stop_sequence\n" + row + "\n"))
        XCTAssertEqual(try reader.next(), .row)
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount),
            definition: TableDefinition.named("stop_times"), reserved: ["table"])
        let owner = try XCTUnwrap(plan.members.firstIndex { $0.name == "trip_id" })
        let number = try XCTUnwrap(plan.members.firstIndex { $0.name == "stop_sequence" })
        let members = NumberedMembers(plan, owner: owner, number: number)
        XCTAssertEqual(try reader.next(), .row)
        return (members.owner(reader).map { String(decoding: $0.bytes, as: UTF8.self) }, members.number(reader))
    }

    func testNumbersAreReadFromCells() throws {
        for (cell, number) in [
            ("5", 5), ("05", 5), ("+5", 5), ("-5", -5), ("0", 0), ("000", 0), ("-0", 0), ("\"12\"", 12),
            ("000000000000000000000000007", 7), ("999999999999999999", 999_999_999_999_999_999),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
            ("+1000000000000000000", 1_000_000_000_000_000_000),
        ] { XCTAssertEqual(try key("T,\(cell)").number, number, cell) }
        for cell in ["", "x", "5.0", "1e1", "-", "+", "--5", "5-", "9223372036854775808", "1000000000000000000x"] {
            XCTAssertNil(try key("T,\(cell)").number, cell)
        }
        XCTAssertNil(try key("T").number)
    }

    func testOwnersAreReadFromCells() throws {
        XCTAssertEqual(try key("T,1").owner, "T")
        XCTAssertEqual(try key("\"a\"\"b\",1").owner, "a\"b")
        XCTAssertNil(try key(",1").owner)
    }
}
