import Containers
import Hashing
import XCTest

final class RowRunsTests: XCTestCase {
    /// The runs as text: for each run, the id of its owner and the numbers of its rows.
    private func words(_ runs: RowRuns) -> [String] {
        var first = 0
        return runs.runs.map { run in
            let numbers = runs.numbers.slice(first, first + run.count).map { "\($0)" }.joined(separator: " ")
            first += run.count
            return "\(String(decoding: run.owner, as: UTF8.self)): \(numbers)"
        }
    }

    private func gather(_ rows: [(owner: StaticString, number: UInt32)]) -> RowRuns {
        let runs = RowRuns()
        for row in rows {
            runs.append(
                row.number, of: UnsafeRawBufferPointer(start: row.owner.utf8Start, count: row.owner.utf8CodeUnitCount))
        }
        return runs
    }

    func testARunEndsWithItsOwnerItsPageAndARepeatedNumber() {
        let runs = gather([
            ("A", 1), ("A", 2), ("B", 1), ("A", 3), ("A", 63), ("A", 64), ("A", 65), ("A", 64), ("A", 2), ("", 0),
            ("", 1),
        ])
        XCTAssertEqual(words(runs), ["A: 1 2", "B: 1", "A: 3 63", "A: 64 65", "A: 64", "A: 2", ": 0 1"])
        runs.close(after: 7)
        XCTAssertEqual(words(runs), ["A: 1 2", "B: 1", "A: 3 63", "A: 64 65"])
        runs.close(after: 4)
        XCTAssertEqual(words(runs), ["A: 1 2", "B: 1", "A: 3"])
        runs.removeAll()
        XCTAssertEqual(words(runs), [])
    }

    /// A number that was removed with its row is not among the keys of the run.
    func testKeysAreThoseOfTheRows() {
        let runs = gather([("A", 1), ("A", 2)])
        runs.close(after: 1)
        var keys = NumberedKeys()
        XCTAssertTrue(keys.areFirst(runs.runs[0].keys))
        XCTAssertTrue(Array("A".utf8).withUnsafeBytes { keys.isFirst($0, 2) })
        XCTAssertFalse(Array("A".utf8).withUnsafeBytes { keys.isFirst($0, 1) })
    }

    /// `areFirst` accepts a run exactly when `isFirst` accepts each of its keys. If it refuses a run, it notes none of its keys.
    /// `countFirst` counts the runs at the start that `areFirst` accepts.
    func testRunsAreFirstIfEachOfTheirRowsIs() {
        var random = SplitMix64(seed: 3)
        let owners: [StaticString] = ["A", "B", "C", "a longer id"]
        var together = NumberedKeys()
        var single = NumberedKeys()
        var counted = NumberedKeys()
        for round in 0..<2000 {
            let seed: UInt64 = round % 2 == 0 ? 0 : 1
            var rows: [(owner: StaticString, number: UInt32)] = []
            for _ in 0..<Int(random.next() % 6 + 1) {
                let owner = owners[Int(random.next() % 4)]
                for _ in 0..<Int(random.next() % 4 + 1) { rows.append((owner, UInt32(random.next() % 20_000))) }
            }
            let runs = gather(rows)
            let most = Int(random.next() % 4)
            let countFirst = counted.countFirst(runs.runs, most: most, seed: seed)
            var areFirst = 0
            var first = 0
            for (place, run) in runs.runs.enumerated() {
                if place >= countFirst {
                    let numbers = runs.numbers.slice(first, first + run.count)
                    for number in numbers { _ = counted.isFirst(run.owner, Int(number), seed: seed) }
                }
                let numbers = runs.numbers.slice(first, first + run.count)
                first += run.count
                guard together.areFirst(run.keys, seed: seed) else {
                    XCTAssertTrue(numbers.contains { !single.isFirst(run.owner, Int($0), seed: seed) })
                    for number in numbers { _ = together.isFirst(run.owner, Int(number), seed: seed) }
                    for number in numbers { _ = single.isFirst(run.owner, Int(number), seed: seed) }
                    continue
                }
                for number in numbers { XCTAssertTrue(single.isFirst(run.owner, Int(number), seed: seed)) }
                if areFirst == place, place < most { areFirst += 1 }
            }
            XCTAssertEqual(countFirst, areFirst)
        }
    }
}
