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

    /// The lines that are taken in pieces and those that are taken singly are the lines.
    func testLinesInPiecesAreTheSameLines() throws {
        var random = SeededGenerator(seed: 8)
        for seed: UInt64 in 0..<300 {
            var text: [UInt8] = Bool.random(using: &random) ? [0xEF, 0xBB, 0xBF] : []
            for _ in 0..<Int.random(in: 0..<30, using: &random) {
                text += Array(repeating: UInt8(ascii: "y"), count: Int.random(in: 0..<120, using: &random))
                text += [[0x0A], [0x0D, 0x0A], [0x0D, 0x0D, 0x0A]].randomElement(using: &random) ?? []
            }
            let limit = [40, 100, 1000].randomElement(using: &random) ?? 100
            let reader = LineReader(
                Pieces(text, largest: Int.random(in: 1...200, using: &random), seed: seed), limit: limit,
                chunk: [64, 256, 4096].randomElement(using: &random) ?? 64)
            var found: [String] = []
            while true {
                let most = Int.random(in: 1...5, using: &random)
                let before = reader.number
                var places: [(start: Int, count: Int)] = []
                if let piece = reader.linesAtHand(
                    most: most, bytes: Int.random(in: 1...200, using: &random), { places.append(($0, $1)) })
                {
                    XCTAssertTrue((1...most).contains(places.count))
                    XCTAssertEqual(piece.last, 0x0A)
                    for (number, place) in places.enumerated() {
                        found.append(
                            "\(before + number + 1):"
                                + String(decoding: piece[place.start..<(place.start + place.count)], as: UTF8.self))
                    }
                    continue
                }
                guard let line = try reader.next() else { break }
                switch line {
                case .line(let bytes): found.append("\(reader.number):" + String(decoding: bytes, as: UTF8.self))
                case .tooLong(let length): found.append("\(reader.number):<\(length)>")
                }
            }
            XCTAssertEqual(found, try lines(text, limit: limit))
        }
    }
}
