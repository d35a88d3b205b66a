import BuildPolylinesStage
import Containers
import Contract
import GTFSSchedule
import IngestStage
import NDJSON
import StageKit
import TestSupport
import XCTest

/// Rows that reach a stage in runs are the same rows.
final class RowsInRunsTests: IngestTestCase {
    /// A feed in which a few rows repeat a key and a few have quotes or invalid values. All other rows are plain. Trips have up
    /// to 150 stops. Some trips have their rows in descending order, and the rows of some alternate with those of another trip.
    private func plainFeed(seed: UInt64, isShort: Bool = false) -> String {
        var random = SeededGenerator(seed: seed)
        func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
        var stopTimes = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        var trip = 0
        while stopTimes.utf8.count < RowBlocks<RecordMaker>.leastBytes + 100_000 {
            let isFalling = chance(9)
            let takesTurns = chance(7)
            let step = chance(3) ? 10 : 1
            for place in 0..<Int.random(in: 1...150, using: &random) {
                let sequence = (isFalling ? 200 - place : place) * step
                let owner = "T\(trip + (takesTurns ? place % 2 : 0))"
                let row = "S\((place * 7 + trip) % 400),\(sequence),10:00:00,10:00:00\n"
                stopTimes += "\(owner),\(row)"
                if chance(4000) { stopTimes += "\(owner),\(row)" }
                if chance(4000) { stopTimes += "T\(trip / 2),\(row)" }
                if chance(4000) { stopTimes += "\"\(owner)\",S\"\"1,\(sequence + 1),10:00:00,\n,S1,1,,\n" }
                if chance(4000) { stopTimes += "\(owner),S1,x,10:00:00,10:00:00\n" }
            }
            trip += takesTurns ? 2 : 1
        }
        var trips = "route_id,service_id,trip_id,trip_headsign,direction_id,shape_id\n"
        for number in 0..<(isShort ? 500 : 13_500) {
            let headsign = String(repeating: "Harbour ", count: 8)
            let direction = chance(500) ? "7" : ["0", "1", ""][number % 3]
            let shape = number % 5 == 0 ? "" : "H\(number % 60)"
            let route = chance(500) ? "" : chance(500) ? "\"R\\\(number % 3)\"" : "R\(number % 3)"
            trips += "\(route),WK,T\(number),\(headsign),\(direction),\(shape)\n"
            if chance(2000) { trips += "R1,WK,T\(number / 2),other,0,\n" }
            if chance(2000) { trips += "\(route),WK,T\(number),\(headsign),\(direction),\(shape)\n" }
        }
        var shapes = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
        for number in 0..<(isShort ? 2 : 60) {
            for place in 0..<760 {
                shapes += "H\(number),-33.\(1000 + place),151.\(2000 + number),\(place)\n"
                if chance(4000) { shapes += "H\(number / 2),-33.5,151.5,\(place / 2)\n" }
                if chance(4000) { shapes += "H\(number),-93.5,151.5,\(place + 1)\n" }
            }
        }
        for text in isShort ? [stopTimes] : [stopTimes, trips, shapes] {
            XCTAssertGreaterThan(text.utf8.count, RowBlocks<RecordMaker>.leastBytes, "one thread reads this table")
        }
        let stops = (0..<390).map { "S\($0),Stop \($0),-33.\(1000 + $0),151.2\n" }.joined()
        let files = ZipBuilder.files(of: IngestTestCase.base).filter {
            !["routes.txt", "trips.txt", "stops.txt"].contains($0.name)
        }
        return folder.write(
            bytes: ZipBuilder(
                files.map { ZipBuilder.Entry($0.name, $0.content) } + [
                    ZipBuilder.Entry("routes.txt", "route_id,route_type\nR0,3\nR1,3\n"),
                    ZipBuilder.Entry("trips.txt", trips), ZipBuilder.Entry("stop_times.txt", stopTimes),
                    ZipBuilder.Entry("stops.txt", "stop_id,stop_name,stop_lat,stop_lon\n" + stops),
                    ZipBuilder.Entry("shapes.txt", shapes),
                ]
            ).bytes)
    }

    /// `build-polylines` takes most of these rows in runs, and must write the same as with `--jobs 1`, which uses no runs.
    func testRowsInRunsAreTheSameRows() throws {
        let feed = plainFeed(seed: 11)
        // In the second comparison, the stop times of the second input belong to trips that the first one has.
        for files in [[], [feed, plainFeed(seed: 12, isShort: true)]] {
            try compare("build-polylines of \(files.count) plain inputs") {
                var options = BuildPolylinesOptions()
                options.files = files
                if files.isEmpty { options.feed = feed }
                options.grouping = files.isEmpty ? .pattern : .trip
                options.geometry = .auto
                try BuildPolylines.run(options, $0)
            }
        }
        func count(_ jobs: Int) throws -> RunCounter.Counts {
            let counter = RunCounter()
            let run = try run("counter", jobs) { context in
                var stage = counter
                try context.feed([feed], to: &stage)
            }
            XCTAssertEqual(run.status, .done, run.log)
            return counter.counts
        }
        let (one, two) = (try count(1), try count(2))
        XCTAssertEqual(one.inRuns, 0)
        XCTAssertEqual(two.inRuns + two.single, one.single)
        XCTAssertGreaterThan(two.inRuns, one.single / 10)
    }

    /// Compares what several threads make of a stage's input with what one thread makes of it.
    private func compare(_ name: String, _ body: @escaping (StageContext) throws -> Void) throws {
        func told(_ jobs: Int) throws -> [String] {
            let run = try run(name, jobs, body)
            let counts = run.summary.tables.map {
                "\($0.table): \([$0.read, $0.written, $0.ignored, $0.merged, $0.filtered, $0.leftOut])"
            }
            return ["\(run.status)", String(decoding: run.bytes, as: UTF8.self), run.log] + counts
        }
        let expected = try told(1)
        XCTAssertGreaterThan(expected[1].utf8.count, 1000, "\(name): \(expected[2])")
        for jobs in [2, 5] { XCTAssertTrue(try told(jobs) == expected, "\(name), \(jobs) jobs") }
    }

    private func run(
        _ name: String, _ jobs: Int, _ body: @escaping (StageContext) throws -> Void
    ) throws -> InMemoryRun {
        var common = CommonOptions()
        common.jobs = jobs
        var world = World.at(1_772_409_600)
        world.schedule = IngestedFeed()
        return try InMemoryRun(name, common, in: world, body)
    }
}

/// Counts the stop times that it takes one by one, and those that it takes in runs.
private struct RunCounter: TakesRuns {
    final class Counts {
        var single = 0
        var inRuns = 0
    }

    private final class Marker: RowMarker {
        private let gathered = RowRuns()
        let maySpareRecords = true
        let onlySparesValues = true
        var runs: RowRuns? { gathered }

        func mark(_ record: Record, _ mark: inout RowMark) {
            let columns = Tables.StopTimes.columns
            guard let sequence = record[columns.stopSequence].integer, let number = UInt32(exactly: sequence) else {
                return
            }
            if !gathered.isClosed { gathered.append(number, of: record[columns.tripID].inside) }
            mark.standsForValues = true
        }
    }

    let counts = Counts()
    // Feeds are read for stages that consume trips.
    let tables = [Tables.StopTimes.name, Tables.Trips.name]
    let feedReading = FeedReading.none
    let columns: [any AnyColumn] = [Tables.StopTimes.columns.tripID, Tables.StopTimes.columns.stopSequence]

    func marker(ofTable name: String) -> (any RowMarker)? { name == tables[0] ? Marker() : nil }

    mutating func process(_ record: Record) {
        if record.table == 0 { counts.single += 1 }
    }

    mutating func finish() {}

    mutating func take(_ runs: RowRuns, first count: Int) {
        counts.inRuns += runs.runs[..<count].reduce(0) { $0 + $1.count }
    }
}
