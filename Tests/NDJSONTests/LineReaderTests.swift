import NDJSON
import TestSupport
import XCTest

/// Bytes in memory, delivered in pieces of chosen sizes.
private final class Pieces: ByteSource {
    private let bytes: [UInt8]
    private var position = 0
    private var random: SeededGenerator
    private let largest: Int

    init(_ bytes: [UInt8], largest: Int, seed: UInt64 = 1) {
        self.bytes = bytes
        self.largest = largest
        random = SeededGenerator(seed: seed)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, Int.random(in: 1...largest, using: &random), bytes.count - position)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
        }
        position += count
        return count
    }
}

final class LineReaderTests: XCTestCase {
    private func lines(_ text: [UInt8], largest: Int = 7, limit: Int = 1 << 20, chunk: Int = 64, seed: UInt64 = 1)
        throws
        -> [String]
    {
        let reader = LineReader(Pieces(text, largest: largest, seed: seed), limit: limit, chunk: chunk)
        var result: [String] = []
        while let line = try reader.next() {
            switch line {
            case .line(let bytes): result.append("\(reader.number):" + String(decoding: bytes, as: UTF8.self))
            case .tooLong(let length): result.append("\(reader.number):<\(length)>")
            }
        }
        return result
    }

    func testLineEndsBOMAndAMissingLastNewline() throws {
        XCTAssertEqual(try lines(Array("\u{FEFF}a\r\n\nb\rc\nd".utf8)), ["1:a", "2:", "3:b\rc", "4:d"])
        XCTAssertEqual(try lines([]), [])
        XCTAssertEqual(try lines(Array("\n".utf8)), ["1:"])
        XCTAssertEqual(try lines(Array("a\n".utf8)), ["1:a"])
    }

    func testALineThatIsTooLongIsPassedOverAndNamed() throws {
        let long = String(repeating: "x", count: 1000)
        for limit in [10, 99, 100, 999] {
            XCTAssertEqual(
                try lines(Array("a\n\(long)\nb\n".utf8), limit: limit, chunk: 64), ["1:a", "2:<1000>", "3:b"])
        }
        XCTAssertEqual(try lines(Array("a\n\(long)\nb\n".utf8), limit: 1000), ["1:a", "2:\(long)", "3:b"])
        XCTAssertEqual(try lines(Array(long.utf8), limit: 64), ["1:<1000>"])
    }

    func testOutputDoesNotDependOnTheChunks() throws {
        var random = SeededGenerator(seed: 5)
        for seed in 0..<200 {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<20, using: &random) {
                text += Array(repeating: UInt8(ascii: "y"), count: Int.random(in: 0..<300, using: &random))
                text += Bool.random(using: &random) ? [0x0A] : [0x0D, 0x0A]
            }
            let whole = try lines(text, largest: 1 << 20, limit: 200, chunk: 1 << 16)
            XCTAssertEqual(try lines(text, largest: 9, limit: 200, chunk: 64, seed: UInt64(seed)), whole)
        }
    }
}
