import TestSupport
import XCTest

@testable import YAML

final class YAMLReaderTests: XCTestCase {
    private func read(_ text: String) throws -> YAMLNode { try YAMLReader.read(Array(text.utf8)) }

    private func fault(_ text: String, file: StaticString = #filePath, line: UInt = #line) -> YAMLFault? {
        do {
            let node = try YAMLReader.read(Array(text.utf8))
            XCTFail("read as \(node)", file: file, line: line)
            return nil
        } catch { return error }
    }

    func testValuesComeWithTheirLines() throws {
        let root = try read("a: 1\nb:\n  - x\n  - 'y z'\nc: {d: \"e\\n\"}\n")
        guard case .mapping(let members) = root.content else { return XCTFail("\(root)") }
        XCTAssertEqual(members.map(\.key), ["a", "b", "c"])
        XCTAssertEqual(members.map(\.line), [1, 2, 5])
        XCTAssertEqual(members[0].value.content, .scalar("1", isPlain: true))
        guard case .sequence(let items) = members[1].value.content else { return XCTFail("\(members[1])") }
        XCTAssertEqual(items.map(\.line), [3, 4])
        XCTAssertEqual(items[1].content, .scalar("y z", isPlain: false))
        guard case .mapping(let inner) = members[2].value.content else { return XCTFail("\(members[2])") }
        XCTAssertEqual(inner[0].value.content, .scalar("e\n", isPlain: false))
    }

    func testBlocksFoldAndKeepLines() throws {
        let root = try read("a: >\n  one\n  two\nb: |\n  one\n  two\n")
        guard case .mapping(let members) = root.content else { return XCTFail("\(root)") }
        XCTAssertEqual(members[0].value.content, .scalar("one two\n", isPlain: false))
        XCTAssertEqual(members[1].value.content, .scalar("one\ntwo\n", isPlain: false))
    }

    func testNothingIsToldFromText() throws {
        for (text, isNull) in [("a:", true), ("a: ~", true), ("a: null", true), ("a: ''", false), ("a: 'null'", false)]
        {
            guard case .mapping(let members) = try read(text).content else { return XCTFail(text) }
            XCTAssertEqual(members[0].value.isNull, isNull, text)
        }
    }

    func testUTF16AndAMarkAreRead() throws {
        let text = "a: ü\n"
        XCTAssertEqual(try YAMLReader.read([0xEF, 0xBB, 0xBF] + Array(text.utf8)), try read(text))
        XCTAssertEqual(
            try YAMLReader.read([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            try read(text))
    }

    func testWhatIsNoSingleDocumentIsRefusedWithItsLine() {
        XCTAssertEqual(fault("")?.line, 1)
        XCTAssertEqual(fault("# nothing\n")?.reason, "the file is empty")
        XCTAssertEqual(fault("a: 1\n---\nb: 2\n")?.line, 2)
        XCTAssertEqual(fault("a: 1\nb: [1, 2\nc: 3\n")?.line, 3)
        XCTAssertEqual(fault("a: 1\n\tb: 2\n")?.line, 2)
        XCTAssertEqual(
            fault("a: 1\nb: 2\na: 3\n"), YAMLFault(line: 3, reason: "the key 'a' occurs twice, first in line 1"))
        XCTAssertEqual(fault("a: &x 1\n")?.reason, "anchors are not supported; write out the value")
        XCTAssertEqual(fault("a: 1\nb: *x\n")?.line, 2)
        XCTAssertEqual(fault("a: !!str 1\n")?.reason, "tags are not supported")
        XCTAssertEqual(fault("? [a]\n: 1\n")?.reason, "a key must be text")
        XCTAssertEqual(fault("a: \"\\0\"\n")?.reason, "a value must not contain a NUL")
        XCTAssertNotNil(fault(String(repeating: "[", count: 200) + String(repeating: "]", count: 200)))
    }

    func testBytesThatAreNoTextAreRefused() {
        for bytes: [UInt8] in [[0x61, 0x3A, 0x20, 0xFF, 0xFE, 0x0A], [0x61, 0x3A, 0x20, 0x01], [0x61, 0, 0x62]] {
            XCTAssertThrowsError(try YAMLReader.read(bytes), "\(bytes)")
        }
    }

    func testGarbageNeverCrashes() {
        var random = SeededGenerator(seed: 5)
        let alphabet = Array("ab:-[]{}'\"#&*!|>%@`,?\n\n  \t\\0\u{FF}".utf8)
        var refused = 0
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            do { _ = try YAMLReader.read(bytes) } catch {
                XCTAssertGreaterThanOrEqual(error.line, 1)
                XCTAssertLessThanOrEqual(error.line, bytes.count(where: { $0 == 0x0A }) + 2)
                refused += 1
            }
        }
        XCTAssertGreaterThan(refused, 1000)
        XCTAssertLessThan(refused, 3000)
    }
}
