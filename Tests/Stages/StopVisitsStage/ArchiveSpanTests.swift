import TestSupport
import XCTest

@testable import StopVisitsStage

final class ArchiveSpanTests: XCTestCase {
    private func span(_ times: [Int]) -> ArchiveSpan {
        let span = ArchiveSpan()
        for time in times { span.see(time) }
        return span
    }

    func testGapsAreMoreThanFiveMinutes() {
        let span = span([0, 300, 601, 700])
        XCTAssertEqual(span.gaps.map { [$0.from, $0.to] }, [[300, 601]])
        XCTAssertEqual(span.first, 0)
        XCTAssertEqual(span.newest, 700)
        XCTAssertNil(self.span([]).first)
        XCTAssertTrue(self.span([]).gaps.isEmpty)
    }

    func testTheShareOfAStretch() {
        // Covered: 0–600, 1200–1500.
        let span = span([0, 300, 600, 1200, 1500])
        for (stretch, share) in [
            (0...600, 1.0), (100...200, 1), (600...1200, 0), (500...700, 0.5), (0...1500, 0.6), (-600...600, 0.5),
            (1500...2000, 0), (1400...1600, 0.5), (-20...(-10), 0), (3000...4000, 0), (450...450, 1), (900...900, 0),
        ] { XCTAssertEqual(span.share(of: stretch), share, accuracy: 1e-9, "\(stretch)") }
        XCTAssertEqual(self.span([]).share(of: 0...10), 0)
        XCTAssertEqual(self.span([5]).share(of: 0...10), 0)
    }

    /// Whatever the order, and looked at in between: as counted second by second.
    func testAnyOrderIsAsCountedSecondBySecond() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<30 {
            var times: Set<Int> = []
            for _ in 0..<40 { times.insert(Int.random(in: 0...8000, using: &generator)) }
            let span = ArchiveSpan()
            for (number, time) in times.sorted().shuffled(using: &generator).enumerated() {
                span.see(time)
                span.see(time)
                if number == 20 { _ = span.gaps }
            }
            let sorted = times.sorted()
            XCTAssertEqual(span.first, sorted.first)
            XCTAssertEqual(span.newest, sorted.last)
            XCTAssertEqual(
                span.gaps.map { [$0.from, $0.to] },
                zip(sorted, sorted.dropFirst()).filter { $1 - $0 > 300 }.map { [$0, $1] })
            let begin = Int.random(in: -500...8500, using: &generator)
            let end = begin + Int.random(in: 1...2000, using: &generator)
            let covered = (begin..<end).count { second in
                guard let after = sorted.firstIndex(where: { $0 > second }), after > 0 else { return false }
                return sorted[after] - sorted[after - 1] <= 300
            }
            XCTAssertEqual(span.share(of: begin...end), Double(covered) / Double(end - begin), accuracy: 1e-9)
        }
    }
}
