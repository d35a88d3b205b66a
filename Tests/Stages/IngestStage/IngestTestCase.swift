import IngestStage
import StageKit
import TestSupport
import XCTest

/// What the tests of ingest share: feeds written as one text, and the balance of figures.
class IngestTestCase: XCTestCase {
    let folder = TemporaryFolder()
    /// When a store is loaded, in POSIX seconds.
    var now = 1000

    /// Runs ingest on a feed written as one text.
    func ingest(
        _ feed: String, _ common: CommonOptions = CommonOptions(), _ change: (inout IngestOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        try ingest(path: folder.write(bytes: ZipBuilder(feed: feed).bytes), common, change)
    }

    func ingest(
        path: String, _ common: CommonOptions = CommonOptions(), _ change: (inout IngestOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = IngestOptions()
        options.feed = path
        change(&options)
        XCTAssertNil(options.problem)
        var common = common
        common.verbosity = .verbose
        let run = try InMemoryRun("ingest", common, in: .at(now)) { try Ingest.run(options, $0) }
        checkConservation(run)
        return run
    }

    func checkConservation(_ run: InMemoryRun, file: StaticString = #filePath, line: UInt = #line) {
        let tables = run.summary.tables
        guard run.status == .done else { return }
        XCTAssertEqual(
            tables.reduce(0) { $0 + $1.read },
            tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount, file: file,
            line: line)
        guard run.output.hasPrefix("{") else { return }
        XCTAssertEqual(tables.reduce(0) { $0 + $1.written }, run.lines.count, file: file, line: line)
    }

    func rejected(_ run: InMemoryRun) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: run.summary.rejected.map { ($0.code, $0.count) })
    }

    static let base = """
        # agency.txt
        agency_name,agency_url,agency_timezone
        Harbour,https://harbour.example,Australia/Sydney
        # routes.txt
        route_id,route_type
        R1,3
        # trips.txt
        route_id,service_id,trip_id
        R1,WK,T1
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WK,1,1,1,1,1,0,0,20240101,20241231

        """
}
