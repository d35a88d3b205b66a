import NDJSON
import StageKit
import XCTest

final class StateMembersTests: XCTestCase {
    private struct Note: Equatable {
        var name = ""
        var count: Int?
    }

    private static let members = StateMembers<Note>([.required("name", \.name), .number("count", \.count)], version: 2)

    private func read(_ line: String) -> Note? {
        var note = Note()
        return StateMembersTests.members.read(Array(line.utf8), into: &note) ? note : nil
    }

    func testWhatIsWrittenIsReadAgain() {
        let writer = RecordWriter()
        writer.beginObject()
        StateMembersTests.members.write(Note(name: "a", count: 3), into: writer)
        writer.endObject()
        let line = String(decoding: writer.bytes, as: UTF8.self)
        XCTAssertEqual(line, #"{"version":2,"name":"a","count":3}"#)
        XCTAssertEqual(read(line), Note(name: "a", count: 3))
    }

    func testAnotherVersionIsNoState() {
        XCTAssertNil(read(#"{"version":3,"name":"a"}"#))
        XCTAssertNil(read(#"{"version":"2","name":"a"}"#))
        XCTAssertNil(read(#"{"version":2,"count":1}"#))
        XCTAssertEqual(read(#"{"name":"a"}"#), Note(name: "a"))
    }
}
