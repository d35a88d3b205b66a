import BuildPolylinesStage
import CheckStage
import DiffStage
import GTFSSchedule
import IngestStage
import SelectStage
import StageKit
import TestSupport
import XCTest

/// The number of threads changes nothing of what is written, told and counted.
final class IngestJobsTests: IngestTestCase {
    /// Text of stop_times.txt beyond the size from which several threads read, with faults of every kind.
    private func stopTimes(seed: UInt64, faults: Int) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        func pick(_ choices: [String]) -> String { choices[Int.random(in: 0..<choices.count, using: &random)] }
        var text = "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type,\r\n"
        var number = 0
        while text.utf8.count < RowBlocks<RecordMaker>.leastBytes + 200_000 {
            number += 1
            let hour = 10 + number % 14
            let row = "T\(number / 20),\(hour):05:00,\(hour):06:00,S\(number % 300),\(number % 20),Harbour,0,"
            guard faults > 0, Int.random(in: 0..<1000, using: &random) < faults else {
                text += row + "\n"
                continue
            }
            text += pick([
                row + "\n", row + "\r\n", row + "\r", row + "\r\r\n", "\n", "  \n", row + "extra\n", row + ",,,more\n",
                "T\(number / 20),\(hour):05:00\n", " T\(number / 20) ,8:05:00,8:06:00,S1 ,3,\"Quay, east\",0,\n",
                "\"T\(number / 20)\",08:05:00,08:06:00,\"S\"\"1\",\(number % 20),\"two\nlines\",9,\n",
                ",08:05:00,08:06:00,S1,1,,,\n", "T1,99:99:99,x,S1,1,,,\n", "T1,08:05:00,08:05:00,S1,-4,,,\n",
                "T1,08:05:00,08:05:00,S1,1,\u{0}nul,,\n", "T\\1,08:05:00,08:05:00,S1,1,a\\b,,\n",
                "T\\1,08:05:00,08:05:00,S1,1,again,,\n", "T0,08:05:00,08:05:00,S1,0,repeated,,\n",
                "T1,08:05:00,08:05:00,S1,1,Bahnhofstraße,,\n", "Tö,08:05:00,08:05:00,S1,1,,,\n",
                "\"T\(number / 20)\"x,08:05:00,08:06:00,\"S1\"0,\(number % 20),,0,\n",
                "T1,08:05:00,08:05:00,Süd,2,,,\n",
                "T1,08:05:00,08:05:00,S1,4,\(String(repeating: "long ", count: number % 120)),,\n",
                "T1,08:05:00,,,3,,,\n", "T\(number % 4),08:05:00,08:05:00,S1,x,,,\n",
            ])
        }
        return Array(text.utf8)
    }

    private struct Told: Equatable {
        let status: ExitStatus
        let bytes: [UInt8]
        let log: String
        let counts: [String: [Int]]

        init(_ run: InMemoryRun) {
            status = run.status
            bytes = run.bytes
            log = run.log
            counts = Dictionary(
                uniqueKeysWithValues: run.summary.tables.map {
                    ($0.table, [$0.read, $0.written, $0.ignored, $0.merged, $0.filtered, $0.leftOut])
                })
        }
    }

    private func compare(
        _ stopTimes: [UInt8], _ name: String, _ change: (inout IngestOptions) -> Void = { _ in },
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let files = ZipBuilder.files(of: IngestTestCase.base).map { ZipBuilder.Entry($0.name, $0.content) }
        let path = folder.write(bytes: ZipBuilder(files + [ZipBuilder.Entry("stop_times.txt", bytes: stopTimes)]).bytes)
        func run(_ jobs: Int) throws -> (Told, String) {
            var common = CommonOptions()
            common.jobs = jobs
            common.rejectsFile = folder.path + "/rejects-\(jobs)"
            common.diagnosticsFile = name == "all findings" ? folder.path + "/findings-\(jobs)" : nil
            let told = Told(try ingest(path: path, common, change))
            let rejects = try String(contentsOfFile: common.rejectsFile ?? "", encoding: .utf8)
            let findings = try common.diagnosticsFile.map { try String(contentsOfFile: $0, encoding: .utf8) }
            return (told, rejects + (findings ?? ""))
        }
        let (expected, files1) = try run(1)
        XCTAssertGreaterThan(expected.bytes.count, 3000, file: file, line: line)
        for jobs in [2, 5] {
            let (found, others) = try run(jobs)
            XCTAssertEqual(found.status, expected.status, "\(name), \(jobs) jobs", file: file, line: line)
            XCTAssertTrue(found.bytes == expected.bytes, "\(name), \(jobs) jobs: other records", file: file, line: line)
            XCTAssertEqual(found.log, expected.log, "\(name), \(jobs) jobs", file: file, line: line)
            XCTAssertEqual(found.counts, expected.counts, "\(name), \(jobs) jobs", file: file, line: line)
            XCTAssertEqual(others, files1, "\(name), \(jobs) jobs", file: file, line: line)
        }
    }

    func testFaultsComeInTheFilesOrder() throws {
        try compare(stopTimes(seed: 1, faults: 0), "sound")
        try compare(stopTimes(seed: 2, faults: 3), "a few faults")
        try compare(stopTimes(seed: 3, faults: 300), "many faults")
        try compare(stopTimes(seed: 4, faults: 20), "all findings")
    }

    func testRepeatedKeysAreDecidedInTheFilesOrder() throws {
        for policy in [DuplicatePolicy.first, .last, .reject] {
            try compare(stopTimes(seed: 5, faults: 10), "\(policy)") { $0.duplicates = policy }
        }
    }

    /// Keys without a number, findings of rows that are rejected for their keys, and blank lines before such rows.
    func testRepeatedKeysOfOddRowsAreDecidedInTheFilesOrder() throws {
        var text = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        for number in 0..<40_000 {
            text += "T\(number),S1,1,8:00:00,8:00:00\n"
            if number % 50 == 0 { text += "T\(number),S1,-1,8:00:00,8:00:00\nT\(number),S2,-1,8:00:00,8:00:00\n" }
            if number % 70 == 0 { text += "\n\nT\(number),S2,1,8:30:00,x\n" }
        }
        for policy in [DuplicatePolicy.first, .last, .reject] {
            try compare(Array(text.utf8), "\(policy)") { $0.duplicates = policy }
        }
    }

    /// A header of thousands of columns, or a name of a hundred thousand bytes, makes short rows large.
    func testShortRowsOfLargeHeadersTakeLittleMemory() throws {
        let columns = "trip_id,stop_id,stop_sequence," + (0..<8000).map { "c\($0)" }.joined(separator: ",")
        let long = "trip_id,stop_id,stop_sequence," + String(repeating: "n", count: 50_000)
        for (header, row) in [(columns, "T,S,1\n"), (long, "T,S,1,1\n")] {
            let rows = String(repeating: row, count: header == long ? 500 : 180_000)
            try compare(Array((header + "\n" + rows + String(repeating: "\n", count: 1_000_000)).utf8), "large header")
        }
    }

    func testRowsOfTablesComeInTheFilesOrder() throws {
        try compare(stopTimes(seed: 6, faults: 10), "CSV") {
            $0.format = .table(.csv)
            $0.tables = ["stop_times"]
        }
    }

    /// Values of Parquet and of databases; quoted cells are valid only until the next row.
    func testTypedRowsComeInTheFilesOrder() throws {
        let end = Array(String(repeating: "T1,8:05:00,8:05:00,S1,1,,0\n", count: 9).utf8)
        for (name, stopTimes) in [
            ("many faults", stopTimes(seed: 11, faults: 300) + end), ("few faults", stopTimes(seed: 12, faults: 20)),
            ("sound", stopTimes(seed: 13, faults: 0)),
        ] {
            try compare(stopTimes, "Parquet, \(name)") {
                $0.format = .table(.parquet)
                $0.tables = ["stop_times"]
                $0.duplicates = .keep
            }
            for policy in [DuplicatePolicy.first, .keep] { try compareDatabases(stopTimes, name, policy) }
        }
        // Groups of 131,072 rows end inside of blocks.
        let keys = (0..<300_000).map { "\($0 / 20),\($0 % 300),\($0 % 20)" }
        let short = "trip_id,stop_id,stop_sequence\n" + keys.map { $0 + "\n" }.joined()
        try compare(Array(short.utf8), "Parquet, several groups") {
            $0.format = .table(.parquet)
            $0.tables = ["stop_times"]
            $0.duplicates = .keep
        }
        // Rows of a megabyte together, which wait for each other in a statement.
        let long = "trip_id,stop_id,stop_sequence,stop_headsign,\"" + String(repeating: " ", count: 2_200_000) + "\"\n"
        let headsign = String(repeating: "x", count: 40_000)
        let rows = keys.prefix(300).map { $0 + ",\(headsign),\n" }.joined()
        try compareDatabases(Array((long + rows).utf8), "long rows", .keep)
    }

    private func compareDatabases(_ stopTimes: [UInt8], _ name: String, _ policy: DuplicatePolicy) throws {
        let files = ZipBuilder.files(of: IngestTestCase.base).map { ZipBuilder.Entry($0.name, $0.content) }
        let path = folder.write(bytes: ZipBuilder(files + [ZipBuilder.Entry("stop_times.txt", bytes: stopTimes)]).bytes)
        func run(_ jobs: Int) throws -> (Told, [UInt8]) {
            var common = CommonOptions()
            common.jobs = jobs
            let database = folder.path + "/\(name), \(policy), \(jobs).db"
            let told = Told(
                try ingest(path: path, common) {
                    $0.sqlite = database
                    $0.duplicates = policy
                })
            return (told, Array(try Data(contentsOf: URL(fileURLWithPath: database))))
        }
        let (expected, bytes) = try run(1)
        XCTAssertGreaterThan(bytes.count, 1 << 20)
        for jobs in [2, 5] {
            let (found, others) = try run(jobs)
            XCTAssertEqual(found, expected, "\(name), \(policy), \(jobs) jobs")
            XCTAssertTrue(others == bytes, "\(name), \(policy), \(jobs) jobs: another database")
        }
    }

    func testWhatIsNoRowOfABlockIsReadAllTheSame() throws {
        let sound = stopTimes(seed: 7, faults: 0)
        // A row that is longer than a block, a quote that is never closed, and line ends that no block ends at.
        try compare(
            sound + Array(("T1,08:00:00,08:00:00,S1,1," + String(repeating: "x", count: 400_000) + ",0,\n").utf8)
                + sound, "a long row")
        try compare(sound + Array("T1,08:00:00,08:00:00,S1,1,\"never closed,0,\n".utf8) + sound, "an open quote")
        try compare(sound.map { $0 == 0x0A ? 0x0D : $0 }, "CR alone")
        // Windows-1252, of which the first letter stands late.
        try compare(
            sound + Array("T1,08:00:00,08:00:00,S1,1,Stra".utf8) + [0xDF] + Array("e,0,\n".utf8), "Windows-1252")
        // The last line has no end.
        try compare(sound + Array("T1,08:00:00,08:00:00,S1,1,,0".utf8), "no last line end")
    }

    func testDamagedBytesEndTheRunAtTheSameRow() throws {
        var zip = ZipBuilder(
            ZipBuilder.files(of: IngestTestCase.base).map { ZipBuilder.Entry($0.name, $0.content) }
                + [ZipBuilder.Entry("stop_times.txt", bytes: stopTimes(seed: 8, faults: 3))])
        zip.entries[zip.entries.count - 1].checksum = 7
        let path = folder.write(bytes: zip.bytes)
        func run(_ jobs: Int) throws -> Told {
            var common = CommonOptions()
            common.jobs = jobs
            return Told(try ingest(path: path, common))
        }
        let expected = try run(1)
        XCTAssertNotEqual(expected.status, .done)
        for jobs in [2, 5] {
            let found = try run(jobs)
            XCTAssertEqual(found.log, expected.log, "\(jobs) jobs")
            XCTAssertEqual(found.counts, expected.counts, "\(jobs) jobs")
            XCTAssertEqual(found.status, expected.status)
        }
    }

    /// Text of shapes.txt beyond that size, with numbers written in unusual ways.
    private func shapes(seed: UInt64, faults: Int) -> String {
        var random = SeededGenerator(seed: seed)
        let numbers = [
            "-33.5", "+33.5", "033.5", ".5", "5.", "1e1", "90", "-90.0", "180", "-0", "33.12345678901234567", "x",
            "0.5",
            "\"33.5\"", " 33.5 ", "", "91",
        ]
        var text = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"
        var number = 0
        while text.utf8.count < RowBlocks<RecordMaker>.leastBytes + 100_000 {
            number += 1
            var cells = [
                "H\(number / 200)", "-33.\(1000 + number % 200)", "151.2", "\(number % 200)", "\(number % 200).5",
            ]
            if Int.random(in: 0..<1000, using: &random) < faults {
                cells[Int.random(in: 1...4, using: &random)] =
                    numbers[Int.random(in: 0..<numbers.count, using: &random)]
            }
            text += cells.joined(separator: ",") + "\n"
        }
        return text
    }

    /// Text of a file that the reference does not know, with rows that occur in one feed more often than in another.
    private func seats(seed: UInt64) -> String {
        var random = SeededGenerator(seed: seed)
        var text = "vehicle,seat\n"
        while text.utf8.count < RowBlocks<RecordMaker>.leastBytes + 10_000 {
            text +=
                "vehicle-\(Int.random(in: 0..<5000, using: &random)),upper-deck-\(Int.random(in: 0..<9, using: &random))\n"
        }
        return text
    }

    /// A feed of several tables that several threads read.
    private func feed(seed: UInt64, faults: Int) -> String {
        let stopTimes = stopTimes(seed: seed, faults: faults)
        // Half of the trips are of another route.
        let trips = (0..<3000).map { "R\($0 % 2 + 1),WK,T\($0),H\($0 % 150)\n" }.joined()
        let routes = "route_id,route_type\nR1,3\nR2,3\n"
        let stops = (0..<200).map { "S\($0),Stop \($0),-33.\(100 + $0),151.2\n" }.joined()
        let files = ZipBuilder.files(of: IngestTestCase.base).filter {
            !["routes.txt", "trips.txt", "stops.txt"].contains($0.name)
        }
        let entries = files.map { ZipBuilder.Entry($0.name, $0.content) }
        return folder.write(
            bytes: ZipBuilder(
                entries + [
                    ZipBuilder.Entry("routes.txt", routes),
                    ZipBuilder.Entry("trips.txt", "route_id,service_id,trip_id,shape_id\n" + trips),
                    ZipBuilder.Entry("stops.txt", "stop_id,stop_name,stop_lat,stop_lon\n" + stops),
                    ZipBuilder.Entry("stop_times.txt", bytes: stopTimes),
                    ZipBuilder.Entry("shapes.txt", shapes(seed: seed, faults: faults)),
                    ZipBuilder.Entry("seats.txt", seats(seed: seed)),
                ]
            ).bytes)
    }

    /// Compares what several threads make of a stage's input with what one thread makes of it.
    private func compare(
        _ name: String, maxLineBytes: Int? = nil, _ body: @escaping (StageContext) throws -> Void
    ) throws {
        func run(_ jobs: Int) throws -> Told {
            var common = CommonOptions()
            common.jobs = jobs
            if let maxLineBytes { common.maxLineBytes = maxLineBytes }
            var world = World.at(1_772_409_600)
            world.schedule = IngestedFeed()
            return Told(try InMemoryRun(name, common, in: world, body))
        }
        let expected = try run(1)
        XCTAssertGreaterThan(expected.bytes.count, 1000, "\(name): \(expected.log)")
        for jobs in [2, 5] { XCTAssertEqual(try run(jobs), expected, "\(name), \(jobs) jobs") }
    }

    /// Stages mark rows on other threads; where they do not, because a row is odd, they work on it themselves.
    func testAStageReadsTheSameRows() throws {
        let (old, new, sound) = (feed(seed: 9, faults: 20), feed(seed: 10, faults: 5), feed(seed: 9, faults: 0))
        for feed in [old, sound] {
            // With 180 bytes, each row becomes a record; with 700, only some are near the limit.
            for bytes in [nil, 180, 700] {
                try compare("check of \(bytes ?? 0) bytes", maxLineBytes: bytes) {
                    var options = CheckOptions()
                    options.feed = feed
                    try Check.run(options, $0)
                }
            }
            for clips in [false, true] {
                try compare("select") {
                    var options = SelectOptions()
                    options.feed = feed
                    options.routes = ["R1"]
                    if clips { options.stops = ["S3", "S7"] }
                    options.clips = clips
                    try Select.run(options, $0)
                }
            }
        }
        for (before, after) in [(old, new), (new, old), (sound, old)] {
            try compare("diff") {
                var options = DiffOptions()
                options.old = before
                options.new = after
                try Diff.run(options, $0)
            }
        }
    }

    func testBuildPolylinesReadsTheSameRows() throws {
        let (odd, other) = (feed(seed: 9, faults: 20), feed(seed: 10, faults: 5))
        // The second feed repeats the trips of the first, so its stop times belong to repeated trips.
        for files in [[], [odd], [odd, other]] {
            try compare("build-polylines of \(files.count) inputs") {
                var options = BuildPolylinesOptions()
                options.files = files
                if files.isEmpty { options.feed = odd }
                options.grouping = .trip
                options.geometry = .auto
                try BuildPolylines.run(options, $0)
            }
        }
    }

    /// `--format table` stops its second reading of a table once it has the changes that it shows. Its counts must equal those of
    /// the NDJSON records, and it must show up to three changes of each kind.
    func testATextOfChangesIsThatOfItsRecords() throws {
        let (odd, other, sound) = (feed(seed: 9, faults: 20), feed(seed: 10, faults: 5), feed(seed: 9, faults: 0))
        for (old, new) in [(odd, other), (sound, odd)] {
            func lines(_ format: DiffOptions.Format, _ jobs: Int) throws -> [String] {
                var common = CommonOptions()
                common.jobs = jobs
                var world = World.at(1_772_409_600)
                world.schedule = IngestedFeed()
                var options = DiffOptions()
                (options.old, options.new, options.format) = (old, new, format)
                return try InMemoryRun("diff", common, in: world) { try Diff.run(options, $0) }.lines
            }
            var counts: [String: [String: Int]] = [:]
            for line in try lines(.own(.ndjson), 1) {
                let change = try XCTUnwrap(line.firstMatch(of: /"file":"([^"]+)","change":"(\w+)"/))
                counts[String(change.1), default: [:]][String(change.2), default: 0] += 1
            }
            for kind in ["added", "removed", "modified"] {
                XCTAssertGreaterThan(counts["stop_times.txt"]?[kind] ?? 0, 10, kind)
            }
            let expected = try lines(.own(.table), 1)
            for jobs in [1, 2] {
                let text = jobs == 1 ? expected : try lines(.own(.table), jobs)
                var told: [String: [String: Int]] = [:]
                var file = ""
                var samples: [String: Int] = [:]
                for line in text {
                    if let start = line.firstMatch(of: /^(\S+\.txt): (.*)$/) {
                        file = String(start.1)
                        for count in start.2.matches(of: /(\d[\d,]*) (\w+)/) {
                            told[file, default: [:]][String(count.2)] = Int(count.1.replacing(",", with: ""))
                        }
                    } else if let mark = line.firstMatch(of: #/^ +([-+~]) /#) {
                        samples[file + mark.1, default: 0] += 1
                    }
                }
                XCTAssertEqual(told, counts, "\(jobs) jobs")
                XCTAssertEqual(text, expected, "\(jobs) jobs")
                for (mark, kind) in [("+", "added"), ("-", "removed"), ("~", "modified")] {
                    XCTAssertEqual(samples["stop_times.txt" + mark], min(3, counts["stop_times.txt"]?[kind] ?? 0))
                }
            }
        }
    }
}
