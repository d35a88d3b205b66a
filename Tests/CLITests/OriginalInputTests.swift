import TestSupport
import XCTest

/// A stage that reads a feed or messages does what it does with their records: the bytes, the statuses and the counts
/// are those of the pipe.
final class OriginalInputTests: XCTestCase {
    private static let folder = TemporaryFolder()

    /// A folder with a feed and messages, each in all forms in which it can be read.
    private static let made: String = {
        let run = Shell(
            """
            set -e
            cp '\(Checkout.root)'/samples/*.pb '\(Checkout.root)/samples/feed.zip' .
            gzip -k vehicles-1772402100.pb
            linefeed ingest feed.zip --sqlite feed.db
            mkdir unpacked && python3 -c "import zipfile; zipfile.ZipFile('feed.zip').extractall('unpacked')"
            python3 -c "import shutil; shutil.make_archive('outer', 'zip', '.', 'unpacked')"
            """, in: folder.path)
        XCTAssertEqual(run.status, 0, run.errors)
        for name in ["vehicles-1772402100.pb", "feed.zip"] {
            let frame = TemporaryFolder.bytes(of: "\(folder.path)/\(name)").flatMap { Zstd.frame($0) }
            XCTAssertNotNil(frame)
            folder.write(bytes: frame ?? [], name + ".zst")
        }
        return folder.path
    }()

    private func sh(_ command: String) -> Shell { Shell("set -o pipefail\n" + command, in: OriginalInputTests.made) }

    /// Compares a stage that reads an input with the same stage in a pipe; `@` stands for the input.
    /// - Parameter options: those of the stage that the stage at the start of the pipe has instead.
    private func compare(
        _ stage: String, _ input: String, options: String = "", pipe: String, after: String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let direct = sh("linefeed \(stage.replacing("@", with: input)) \(options)" + after)
        let piped = sh("\(pipe) | linefeed \(stage.replacing("@", with: "-"))" + after)
        XCTAssertEqual(direct.status, piped.status, "\(stage) \(input): \(direct.errors)", file: file, line: line)
        XCTAssertTrue(direct.output == piped.output, "\(stage) \(input): other output", file: file, line: line)
        XCTAssertFalse(direct.output.isEmpty, "\(stage) \(input): no output", file: file, line: line)
    }

    private static let ofSchedules = [
        "build-polylines @", "build-polylines @ --by way", "select @ --route B-10",
        "service-levels @ --by route_id,hour",
        "select @ --where route_type=3", "build-polylines @ --where route_id=B-10", "write-gtfs @",
    ]
    private static let ofMessages = [
        "occupancy-report @ --by route_id,hour", "track @", "stop-visits @ --feed feed.zip",
        "stop-visits @ --feed feed.zip --missing", "departures @ --feed feed.zip --stop S00 --at 2026-03-01T22:05",
        "trip-details @ --feed feed.zip --trip R-T1-wd-1-26 --date 20260302", "map @", "track @ --pass-through",
        "occupancy-report @ --where route_id=B-10",
    ]

    func testAFeedIsReadAsItsRecords() {
        for stage in OriginalInputTests.ofSchedules {
            compare(stage, "feed.zip", pipe: "linefeed ingest feed.zip")
        }
    }

    func testEveryFormOfAFeedIsReadAsItsRecords() {
        for input in ["feed.db", "feed.zip.zst", "unpacked", "outer.zip", "outer.zip#unpacked", "- < feed.zip"] {
            compare("build-polylines @", input, pipe: "linefeed ingest feed.zip")
            compare("select @ --route B-10", input, pipe: "linefeed ingest feed.zip")
        }
        let piped = sh("cat feed.zip | linefeed build-polylines")
        XCTAssertEqual(piped.output, sh("linefeed build-polylines feed.zip").output, piped.errors)
    }

    func testMessagesAreReadAsTheirRecords() {
        for stage in OriginalInputTests.ofMessages { compare(stage, "*.pb", pipe: "linefeed decode-rt *.pb") }
        compare("encode-rt @", "vehicles-1772402100.pb", pipe: "linefeed decode-rt --nested vehicles-1772402100.pb")
    }

    func testEveryFormOfAMessageIsReadAsItsRecords() {
        let expected = sh("linefeed decode-rt vehicles-1772402100.pb | linefeed track").output
        XCTAssertFalse(expected.isEmpty)
        for command in [
            "linefeed track vehicles-1772402100.pb.gz", "linefeed track < vehicles-1772402100.pb",
            "cat vehicles-1772402100.pb | linefeed track", "cat vehicles-1772402100.pb.gz | linefeed track -",
            "linefeed track vehicles-1772402100.pb.zst", "cat vehicles-1772402100.pb.zst | linefeed track",
            "base64 -w 0 vehicles-1772402100.pb > lines && linefeed track lines",
        ] {
            let run = sh(command)
            XCTAssertEqual(run.output, expected, "\(command): \(run.errors)")
        }
    }

    /// Messages with a field of an agency's own, a shipped extension, and, in one file, the header behind the entities.
    private static let own = """
        set -e
        echo 'extend transit_realtime.VehiclePosition { optional string mood = 1500; }' > own.proto
        python3 -c "
        def varint(n): return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)
        def field(number, value): return varint(number << 3 | 2) + varint(len(value)) + value
        def header(at): return field(1, field(1, b'2.0') + b'\\x18' + varint(at))
        def vehicle(at, name, mood, latitude):
            trip = field(1, b'R-T1-wd-1-26') + field(3, b'20260302') + field(5, b'R-T1') + field(1001, field(1, b'01 0123'))
            place = b'\\x0d' + latitude + b'\\x15\\x00\\x00\\x16\\x43'
            return field(2, field(1, name) + field(4, field(1, trip) + field(2, place) + b'\\x28' + varint(at)
                + field(8, field(1, name)) + b'\\x48\\x02' + field(1500, mood)))
        for n, latitude in enumerate([b'\\x00\\x00\\xca\\xc1', b'\\x00\\x00\\xcb\\xc1']):
            at = 1772402100 + 60 * n
            entities = vehicle(at, b'a', b'calm', latitude) + vehicle(at, b'b', b'wild', latitude)
            open('own-%d.pb' % n, 'wb').write(header(at) + entities)
            open('late-%d.pb' % n, 'wb').write(entities + header(at))
        "
        """

    func testMessagesAreDecodedAsTheOptionsSay() {
        let made = sh(OriginalInputTests.own)
        // The other tests name all messages of the folder.
        defer { _ = sh("rm -f own-*.pb late-*.pb") }
        XCTAssertEqual(made.status, 0, made.errors)
        let proto = "--proto own.proto"
        for stage in [
            "track @ --where mood=calm", "occupancy-report @ --by route_id,vehicle_id --where mood=calm",
            "stop-visits @ --feed feed.zip --missing --where mood=calm", "map @ --where mood=calm",
            "trip-details @ --feed feed.zip --trip R-T1-wd-1-26 --date 20260302 --where mood=calm",
            "departures @ --feed feed.zip --stop S00 --at 2026-03-01T22:05 --where mood=calm", "summarize @",
        ] {
            compare(stage, "own-*.pb", options: proto, pipe: "linefeed decode-rt own-*.pb \(proto)")
        }
        compare(
            "encode-rt @ \(proto)", "own-*.pb", pipe: "linefeed decode-rt --nested own-*.pb \(proto)",
            after: " | linefeed decode-rt \(proto) --unknown keep")
        // Both files of messages become one database.
        let dump = " && sqlite3 h.db .schema 'SELECT * FROM vehicle_positions'; rm -f h.db"
        for options in [proto, "--extensions none", "--extension-number nyct=1002", "--framing message"] {
            compare(
                "store h.db @", "own-*.pb", options: options, pipe: "linefeed decode-rt own-*.pb \(options)",
                after: dump)
        }
        for stage in ["track @", "occupancy-report @ --by vehicle_id"] {
            compare(
                stage, "late-0.pb late-1.pb", options: "--framing message",
                pipe: "linefeed decode-rt --framing message late-0.pb late-1.pb")
        }
    }

    /// The options change what they say they change, and what is wrong with them ends the run as in decode-rt.
    func testOptionsOfMessagesCount() {
        XCTAssertEqual(sh(OriginalInputTests.own).status, 0)
        defer { _ = sh("rm -f own-*.pb late-*.pb") }
        for (with, without) in [
            ("track own-0.pb --where mood=calm --proto own.proto", "track own-0.pb --where mood=calm"),
            ("track late-0.pb --framing message", "track late-0.pb"),
        ] {
            let (found, other) = (sh("linefeed " + with), sh("linefeed " + without))
            XCTAssertEqual(found.status, 0, with + found.errors)
            XCTAssertNotEqual(found.output, other.output, with)
        }
        for options in [
            "--proto none.proto", "--extensions none-such", "--extension-number nyct=3", "--framing carrier-pigeon",
        ] {
            let (found, pipe) = (sh("linefeed track own-0.pb \(options)"), sh("linefeed decode-rt own-0.pb \(options)"))
            XCTAssertNotEqual(found.status, 0, options)
            XCTAssertEqual(found.status, pipe.status, options)
            XCTAssertEqual(
                found.errors.replacing("linefeed track", with: "linefeed decode-rt"),
                pipe.errors,
                options)
        }
        let same = sh("linefeed track own-0.pb --proto own.proto -o own.proto")
        XCTAssertEqual(same.status, 64, same.errors)
        XCTAssertTrue(same.errors.contains("--proto"), same.errors)
        // Notes on a file are reported once, although encode-rt decodes and encodes.
        let note = sh(
            "echo 'message Lonely { optional string name = 1; }' > lonely.proto; linefeed encode-rt -v own-0.pb --proto lonely.proto > /dev/null"
        )
        XCTAssertEqual(note.errors.split(separator: "\n").filter { $0.contains("lonely.proto") }.count, 1, note.errors)
    }

    func testInputsOfSeveralKindsAreReadInTheirOrder() {
        let records = "linefeed decode-rt vehicles-1772402100.pb > first.ndjson"
        let mixed = sh("\(records) && linefeed track first.ndjson vehicles-1772402160.pb vehicles-1772402220.pb")
        let piped = sh(
            "linefeed decode-rt vehicles-1772402100.pb vehicles-1772402160.pb vehicles-1772402220.pb | linefeed track")
        XCTAssertEqual(mixed.output, piped.output, mixed.errors)
    }

    func testTheDatabaseIsTheSame() {
        let dump =
            " && python3 -c \"import sqlite3; print(*(l for l in sqlite3.connect('h.db').iterdump() if 'stage_runs' not in l), sep='\\n')\"; rm -f h.db"
        compare("store h.db @", "*.pb", pipe: "linefeed decode-rt *.pb", after: dump)
        compare("store h.db @", "feed.zip", pipe: "linefeed ingest feed.zip", after: dump)
    }

    func testWhatAStageHasNoUseForIsSaid() {
        for (command, words) in [
            ("track feed.zip", "feed.zip: this is a zip archive"),
            ("select vehicles-1772402100.pb --route B-10", "this is a GTFS-Realtime message"),
            ("animate vehicles-1772402100.pb", "this is a GTFS-Realtime message"),
            ("track unpacked", "unpacked is a directory"),
        ] {
            let run = sh("linefeed " + command)
            XCTAssertTrue([65, 66].contains(run.status), command)
            XCTAssertTrue(run.errors.contains(words), "\(command): \(run.errors)")
            XCTAssertEqual(run.output, "", command)
        }
    }

    /// Damaged, empty and foreign files among messages, texts that are no UTF-8, numbers that are none, unknown fields.
    private static let faults = """
        set -e
        mkdir -p odd
        cp feed.zip vehicles-17724021*.pb vehicles-17724022*.pb odd
        cd odd
        gzip -kf vehicles-1772402160.pb
        python3 -c "
        def field(number, value): return bytes([number << 3 | 2, len(value)]) + value
        head = field(1, field(1, b'2.0') + b'\\x18\\xe4\\xc9\\x8e\\xcd\\x06')
        def entity(id, vehicle): return field(2, field(1, id) + field(4, vehicle))
        place = lambda latitude: field(2, b'\\x0d' + latitude + b'\\x15\\x00\\x00\\x50\\x41')
        good = b'\\x00\\x00\\x52\\x42'
        open('odd.pb', 'wb').write(
            head
            + entity(b'a', field(1, field(1, b'T\\xe9') + field(5, b'R\\xe8')) + place(good) + field(8, field(2, b'\\xfc')))
            + entity(b'b\\xe9', place(b'\\x00\\x00\\xc0\\x7f') + field(8, field(1, b'v2')))
            + entity(b'c', place(good) + b'\\x48\\x03' + field(8, field(1, b'v\\\\3')) + field(15, b'?'))
            + field(2, field(1, b'd')))
        "
        head -c 400 vehicles-1772402160.pb > cut.pb; : > none.pb; printf '\\nx' > bad.pb
        """

    /// Runs a stage in the folder of these files with one, two and five jobs: output, findings, summary and status are the same.
    /// - Returns: the run with one job.
    private func runsAlike(_ command: String, also more: String = ":") -> Shell {
        func run(_ jobs: Int) -> Shell {
            sh(
                "cd odd; linefeed \(command) --jobs \(jobs) --summary summary; s=$?; \(more); "
                    + "sed 's/\"elapsed_ms\":[0-9]*//; s/\"peak_rss_bytes\":[0-9]*//' summary >&2; exit $s")
        }
        let one = run(1)
        XCTAssertFalse(one.output.isEmpty, one.errors)
        for jobs in [2, 5] {
            let other = run(jobs)
            XCTAssertEqual(other.status, one.status, command)
            XCTAssertTrue(other.output == one.output, "\(command) --jobs \(jobs): other output")
            XCTAssertEqual(other.errors, one.errors, "\(command) --jobs \(jobs)")
        }
        return one
    }

    func testFilesOfMessagesAreReadByAnyNumberOfThreadsAlike() {
        XCTAssertEqual(sh(OriginalInputTests.faults).status, 0)
        let files =
            "vehicles-1772402100.pb odd.pb cut.pb vehicles-1772402160.pb.gz none.pb odd.pb bad.pb missing.pb"
            + " vehicles-1772402220.pb odd.pb"
        for stage in ["occupancy-report --by route_id,trip_id,vehicle_id", "track", "stop-visits --feed feed.zip"] {
            let one = runsAlike("\(stage) \(files) --rejects rejects", also: "cat rejects >&2")
            let plain = sh("cd odd; linefeed \(stage) \(files) --jobs 2")
            XCTAssertTrue(plain.output == one.output, "\(stage): other output with --rejects")
            let pipe = sh("cd odd; linefeed decode-rt \(files) | linefeed \(stage)")
            XCTAssertTrue(pipe.output == plain.output, "\(stage): other output than the pipe")
            // Each finding of decode-rt is told in its words.
            let told = sh("cd odd; linefeed decode-rt \(files) > all").errors.split(separator: "\n")
            for line in told where line.contains("odd.pb") {
                let words = line.dropFirst("linefeed decode-rt".count)
                XCTAssertTrue(plain.errors.contains(words), "\(stage): not told: \(line) in \(plain.errors)")
            }
        }
    }

    /// The memory of a file's rows serves a later file: small files after large ones, and damaged ones between them.
    func testManyFilesOfMessagesAreReadByAnyNumberOfThreadsAlike() {
        XCTAssertEqual(sh(OriginalInputTests.faults).status, 0)
        XCTAssertEqual(
            sh(
                """
                cd odd
                for n in $(seq 100 159); do
                  case $((n % 7)) in
                    0) cp odd.pb many-$n.pb ;;
                    1) cp cut.pb many-$n.pb ;;
                    2) head -c $((n * 7)) vehicles-1772402160.pb > many-$n.pb ;;
                    *) cp $(ls vehicles-*.pb | sed -n $((1 + n % $(ls vehicles-*.pb | wc -l)))p) many-$n.pb ;;
                  esac
                done
                """
            ).status, 0)
        for stage in ["occupancy-report --by route_id,trip_id,vehicle_id", "track", "stop-visits --feed feed.zip"] {
            let one = runsAlike("\(stage) many-*.pb")
            let pipe = sh("cd odd; linefeed decode-rt many-*.pb | linefeed \(stage)")
            XCTAssertTrue(pipe.output == one.output, "\(stage): other output than the pipe")
        }
    }

    /// A few hundred bytes that become 300,000 rows: more than is kept of a file that another thread decodes.
    func testRowsThatTakeFarMoreThanTheirMessage() {
        XCTAssertEqual(sh(OriginalInputTests.faults).status, 0)
        XCTAssertEqual(
            sh(
                """
                cd odd
                python3 -c "
                import gzip
                head = b'\\n\\x0b\\n\\x032.0\\x18\\xe4\\xc9\\x8e\\xcd\\x06'
                entity = b'\\x12\\x05\\n\\x01i' + b'\\x22\\x00'
                open('tiny.pb.gz', 'wb').write(gzip.compress(head + entity * 300000))
                "
                """
            ).status, 0)
        let one = runsAlike("occupancy-report vehicles-1772402100.pb tiny.pb.gz odd.pb tiny.pb.gz")
        XCTAssertTrue(one.errors.contains("\"vehicle_positions\":600"), one.errors)
        let peak = sh(
            "cd odd; linefeed occupancy-report tiny.pb.gz tiny.pb.gz --jobs 2 --summary - 2> /dev/null"
                + " | sed -n 's/.*\"peak_rss_bytes\":\\([0-9]*\\).*/\\1/p'"
        ).output
        // 280 MB where the rows of a whole file are kept.
        XCTAssertLessThan(Int(peak.dropLast()) ?? .max, 180 << 20, peak)
    }

    /// Each key asks for columns of its own.
    func testCrowdingByEachKeyIsTheSameFromMessagesAndRecords() {
        XCTAssertEqual(sh(OriginalInputTests.faults).status, 0)
        let told = sh("linefeed occupancy-report --by nothing /dev/null").errors
        let keys = told.split(separator: "there are ").last?.split { !($0.isLetter || $0 == "_") } ?? []
        XCTAssertGreaterThan(keys.count, 10, told)
        for key in keys {
            for more in ["", "--carriages", "--feed feed.zip"] where more == "--carriages" || key != "carriage" {
                let stage = "occupancy-report --by \(key) \(more)"
                let files = "vehicles-1772402100.pb odd.pb vehicles-1772402220.pb"
                let direct = sh("cd odd; linefeed \(stage) \(files)")
                let pipe = sh("cd odd; linefeed decode-rt \(files) | linefeed \(stage)")
                XCTAssertEqual(direct.status, pipe.status, "\(stage): \(direct.errors)")
                XCTAssertEqual(direct.output, pipe.output, stage)
            }
        }
    }

    /// The length of a header, 123 bytes, is a brace, and the byte before it a line feed.
    func testAMessageWhoseHeaderIsABraceLongIsAMessage() {
        let made = sh(
            """
            python3 -c "
            header = b'\\n\\x031.0' + b'\\xca\\x3e' + bytes([115]) + b'\\n' + bytes([113]) + b'x' * 113
            assert len(header) == 123, len(header)
            open('brace.pb', 'wb').write(b'\\n' + bytes([123]) + header)
            "
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        let run = sh("linefeed track --allow-empty brace.pb")
        XCTAssertFalse(run.errors.contains("line skipped"), run.errors)
        XCTAssertEqual(run.output, sh("linefeed decode-rt brace.pb | linefeed track --allow-empty").output)
    }

    func testAPipeIsReadHoweverItsBytesCome() {
        let expected = sh("linefeed build-polylines feed.zip").output
        for command in [
            "bash -c 'linefeed build-polylines <(cat feed.zip)'", "cat feed.zip | linefeed build-polylines /dev/stdin",
            "(head -c 3 feed.zip; sleep 0.3; tail -c +4 feed.zip) | linefeed build-polylines",
        ] {
            let run = sh(command)
            XCTAssertEqual(run.output, expected, "\(command): \(run.errors)")
        }
    }

    func testOtherInputsAreReadBesideOneThatIsNone() {
        let expected = sh("linefeed ingest feed.zip > records && linefeed build-polylines records").output
        for (inputs, status) in [("cut records", 65), ("records none.zip#x", 66), ("empty records", 65)]
            as [(String, Int32)]
        {
            let run = sh("head -c 20000 feed.zip > cut; mkdir -p empty; linefeed build-polylines \(inputs)")
            XCTAssertEqual(run.status, status, inputs)
            XCTAssertEqual(run.output, expected, inputs)
            XCTAssertEqual(run.errors.split(separator: "\n").count, 1, run.errors)
        }
    }

    func testTheStoreTakesSomeTablesOfAnOriginal() {
        let run = sh(
            "linefeed store some.db feed.zip --tables stops && linefeed store some.db *.pb --tables feed_messages")
        XCTAssertEqual(run.status, 0, run.errors)
    }

    func testADamagedFeedIsToldOnce() {
        let run = sh("head -c 20000 feed.zip > cut.zip; linefeed build-polylines cut.zip")
        XCTAssertEqual(run.status, 65)
        XCTAssertEqual(run.errors.split(separator: "\n").count, 1, run.errors)
        let missing = sh("linefeed build-polylines none.zip")
        XCTAssertEqual(missing.status, 66)
    }
}
