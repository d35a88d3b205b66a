import Foundation
import StageKit
import TestSupport
import XCTest

@testable import DecodeRTStage
@testable import RealtimeExtensions

/// Several threads write and tell what one does.
final class DecodeRTJobsTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// The samples' messages several times over: some whole, some cut, spoilt or empty, one that is not there.
    private func archive(seed: UInt64) throws -> [String] {
        var generator = SeededGenerator(seed: seed)
        let samples = Checkout.names(in: Checkout.root + "/samples").filter { $0.hasSuffix(".pb") }.sorted()
        XCTAssertGreaterThan(samples.count, 2)
        var paths: [String] = []
        for number in 0..<40 {
            let sample = samples[number % samples.count]
            var bytes = try XCTUnwrap(TemporaryFolder.bytes(of: Checkout.root + "/samples/" + sample))
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: bytes.removeLast(bytes.count / 3)
            case 1: for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &generator)] = 0xFF }
            case 2: bytes = []
            default: break
            }
            let path = "\(folder.path)/\(seed)-\(number).pb"
            if number != 17 { TemporaryFolder.put(bytes, at: path) }
            paths.append(path)
        }
        return paths
    }

    private func run(_ paths: [String], jobs: Int, _ change: (inout DecodeRTOptions) -> Void) throws -> InMemoryRun {
        var options = DecodeRTOptions()
        options.files = paths
        change(&options)
        var common = CommonOptions()
        common.jobs = jobs
        common.verbosity = .verbose
        common.feedID = "city"
        return try InMemoryRun("decode-rt", common) { [options] in try DecodeRT.run(options, $0) }
    }

    func testAsManyThreadsAsYouLikeWriteTheSame() throws {
        let ways: [(String, (inout DecodeRTOptions) -> Void)] = [
            ("rows", { _ in }), ("whole", { $0.isNested = true }), ("names", { $0.namesEnumerations = true }),
            (
                "CSV",
                {
                    $0.format = .table(.csv)
                    $0.tables = [.vehiclePositions]
                }
            ),
            ("some faults", { $0.tolerance = .percent(90) }),
        ]
        for seed in 1...3 as ClosedRange<UInt64> {
            let paths = try archive(seed: seed)
            for (name, change) in ways {
                let expected = try run(paths, jobs: 1, change)
                XCTAssertGreaterThan(expected.lines.count, 50, name)
                for jobs in [2, 7] {
                    let found = try run(paths, jobs: jobs, change)
                    XCTAssertEqual(found.output, expected.output, "\(name), \(jobs) jobs")
                    XCTAssertEqual(found.log, expected.log, "\(name), \(jobs) jobs")
                    XCTAssertEqual(found.status, expected.status, "\(name), \(jobs) jobs")
                    XCTAssertEqual(found.summary.bytesIn, expected.summary.bytesIn, name)
                    XCTAssertEqual(found.summary.bytesOut, expected.summary.bytesOut, name)
                    for table in expected.summary.tables {
                        let other = found.summary.table(table.table)
                        XCTAssertEqual(
                            [other.read, other.written, other.ignored], [table.read, table.written, table.ignored],
                            table.table)
                    }
                }
            }
        }
    }

    func testAListOfPathsIsDecodedAsTheyCome() throws {
        let paths = try archive(seed: 9)
        let list = folder.write(paths.map { $0 + "\n" }.joined())
        let expected = try run(paths, jobs: 1) { _ in }
        let found = try run([], jobs: 3) { $0.pathsFrom = list }
        XCTAssertEqual(found.output, expected.output)
        XCTAssertEqual(found.status, expected.status)
    }

    func testJobsAreAtLeastOne() {
        for (jobs, isFine) in [(0, false), (1, true), (64, true), (65, false), (-2, false)] {
            var options = CommonOptions()
            options.jobs = jobs
            XCTAssertEqual(options.problem == nil, isFine, "\(jobs)")
        }
    }
}
