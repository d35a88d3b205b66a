import StageKit
import TestSupport
import XCTest

/// Rows to records: types, repairs, rejects.
final class IngestTests: IngestTestCase {
    func testTablesComeInTheirOrderAndUnknownOnesLast() throws {
        let run = try ingest(
            """
            # zoo.txt
            z
            1
            # stop_times.txt
            trip_id,stop_sequence,arrival_time
            T1,1,7:05:00
            # apes.txt
            a
            007
            # stops.txt
            stop_id,stop_lat,stop_lon,platform
            A,-33.8700,.5,2
            # attributions.txt
            organization_name
            Harbour

            """)
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(
            run.lines,
            [
                #"{"table":"stops","stop_id":"A","stop_lat":-33.8700,"stop_lon":0.5,"platform":"2"}"#,
                #"{"table":"stop_times","trip_id":"T1","arrival_time":"07:05:00","stop_sequence":1}"#,
                #"{"table":"attributions","organization_name":"Harbour"}"#, #"{"table":"apes","a":"007"}"#,
                #"{"table":"zoo","z":"1"}"#,
            ])
        XCTAssertTrue(run.log.contains("agency.txt: the feed lacks this required file"), run.log)
        XCTAssertTrue(run.log.contains("neither calendar.txt nor calendar_dates.txt"))
        XCTAssertTrue(run.log.contains("zoo.txt: this file is not in the GTFS reference"))
    }

    func testAValueThatBreaksItsTypeIsNullAndLocated() throws {
        let run = try ingest(
            IngestTestCase.base + "# stop_times.txt\ntrip_id,stop_sequence,arrival_time\nT1,1,25:61:00\nT1,x,08:00:00\n"
        )
        XCTAssertEqual(run.status, .done)
        XCTAssertTrue(
            run.lines.contains(#"{"table":"stop_times","trip_id":"T1","arrival_time":null,"stop_sequence":1}"#))
        XCTAssertTrue(
            run.log.contains(
                "warning: stop_times.txt:2: arrival_time: '25:61:00' is not HH:MM:SS; written as null"), run.log)
        XCTAssertTrue(run.log.contains("stop_times.txt:3: stop_sequence: 'x' is not an integer"))
        XCTAssertEqual(run.summary.nulled, 2)
    }

    func testRowsAreRejectedForExtraCellsAndMissingKeysOnly() throws {
        let rejects = folder.path + "/rejects.ndjson"
        var common = CommonOptions()
        common.rejectsFile = rejects
        let run = try ingest(
            """
            # stops.txt
            stop_id,stop_name,stop_lat
            A,Quay,1,
            B,Hill,2,x
            ,Nowhere,3
            C
            D,"Bay, East",,

            """, common)
        XCTAssertEqual(
            run.lines,
            [
                #"{"table":"stops","stop_id":"A","stop_name":"Quay","stop_lat":1}"#,
                #"{"table":"stops","stop_id":"C"}"#,
                #"{"table":"stops","stop_id":"D","stop_name":"Bay, East"}"#,
            ])
        XCTAssertEqual(rejected(run), ["extra_cells": 1, "missing_key": 1])
        let kept = try XCTUnwrap(TemporaryFolder.text(of: rejects)).split(separator: "\n")
        XCTAssertEqual(kept.count, 2)
        XCTAssertTrue(kept[0].contains(#""file":"stops.txt","line":3,"code":"extra_cells""#), String(kept[0]))
        XCTAssertTrue(kept[0].hasSuffix(#","raw":"B,Hill,2,x"}"#), String(kept[0]))
        XCTAssertTrue(kept[1].hasSuffix(#","raw":",Nowhere,3"}"#))
    }

    func testAHeaderWithoutItsKeyRejectsEveryRowAndSaysSoOnce() throws {
        let run = try ingest(IngestTestCase.base + "# stops.txt\nstop_name\nQuay\nHill\nBay\n")
        XCTAssertEqual(rejected(run), ["missing_key": 3])
        XCTAssertEqual(
            run.log.split(separator: "\n").filter { $0.contains("stops.txt") },
            [
                "linefeed ingest: error: stops.txt:1: stop_id: the header lacks this required column; "
                    + "every row was rejected"
            ])
    }

    func testAFeedOfWhichNothingCanBeUsedIsNoSuccess() throws {
        let run = try ingest("# stops.txt\nstop_name\nQuay\n")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.output, "")
    }

    func testMembersNeverComeTwice() throws {
        var common = CommonOptions()
        common.feedID = "syd"
        let run = try ingest("# stops.txt\nstop_id,table,feed_id,stop_id\nA,x,y,B\n", common)
        XCTAssertEqual(
            run.lines, [#"{"table":"stops","feed_id":"syd","stop_id":"A","table_":"x","feed_id_":"y"}"#])
        XCTAssertTrue(run.log.contains("written as table_"))
        XCTAssertTrue(run.log.contains("the header repeats this column as column 4"))
    }

    func testRepairsAndOdditiesAreCountedByFileAndCode() throws {
        let diagnostics = folder.path + "/diagnostics.ndjson"
        var common = CommonOptions()
        common.diagnosticsFile = diagnostics
        _ = try ingest(
            """
            # routes.txt
            route_id , route_type,route_color,,
            R1,3,red,x
             R2 ,\t3
            R3,3,00FF00,,,

            """, common)
        let text = try XCTUnwrap(TemporaryFolder.text(of: diagnostics))
        for part in [
            #""code":"trimmed_cell","file":"routes.txt","line":1"#,
            #""code":"invalid_color","file":"routes.txt","line":2,"field":"route_color","value":"red""#,
            #""code":"unnamed_column","file":"routes.txt","line":2,"value":"x""#,
            #""code":"padded_row","file":"routes.txt","line":3"#,
            #""code":"trimmed_cell","file":"routes.txt","line":3,"field":"route_id","value":"R2""#,
            #""code":"extra_cells_dropped","file":"routes.txt","line":4"#,
        ] { XCTAssertTrue(text.contains(part), part + "\n" + text) }
    }

    func testAnUnclosedQuoteIsARejectThatNamesItsLine() throws {
        let run = try ingest(IngestTestCase.base + "# stops.txt\nstop_id,stop_name\nA,Quay\nB,\"Hill\nC,Bay\n")
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(rejected(run), ["unterminated_quote": 1])
        XCTAssertTrue(run.log.contains("warning: stops.txt:3: a quote opened here is not closed"), run.log)
        XCTAssertTrue(run.log.contains("2 lines on"), run.log)
    }

    func testALineThatIsTooLongEndsWith65AndTheRestIsRead() throws {
        var common = CommonOptions()
        common.maxLineBytes = 1000
        let long = String(repeating: "x", count: 300_000)
        let run = try ingest(
            IngestTestCase.base + "# stops.txt\nstop_id,stop_name\nA,Quay\nB,\(long)\nC,Bay\n", common)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(rejected(run), ["line_too_long": 1])
        XCTAssertTrue(run.log.contains("stops.txt:3: the row has 300002 bytes, more than the 1000"), run.log)
        XCTAssertTrue(run.lines.contains(#"{"table":"stops","stop_id":"C","stop_name":"Bay"}"#))
    }

    func testNULAndForeignEncodingsAreKeptAndReported() throws {
        let zip = ZipBuilder([
            .init("stops.txt", bytes: Array("stop_id,stop_name\nA,Caf".utf8) + [0xE9, 0x0A]),
            .init("routes.txt", "route_id,route_desc\nR,a\u{0}b\n"),
        ])
        let run = try ingest(path: folder.write(bytes: zip.bytes))
        XCTAssertEqual(
            run.lines,
            [
                #"{"table":"stops","stop_id":"A","stop_name":"Café"}"#,
                #"{"table":"routes","route_id":"R","route_desc":"a\u0000b"}"#,
            ])
        XCTAssertTrue(run.log.contains("warning: stops.txt:2: the file is not UTF-8; read as Windows-1252"), run.log)
        XCTAssertTrue(run.log.contains("warning: routes.txt:2: the row contains a NUL byte"), run.log)
        let forced = try ingest(path: folder.write(bytes: zip.bytes)) { $0.encoding = .utf8 }
        XCTAssertTrue(forced.lines[0].contains("Caf\u{FFFD}"))
        XCTAssertTrue(forced.log.contains("warning: stops.txt:2: the file contains invalid bytes"), forced.log)
    }

    func testHeadersOnlyAndEmptyFilesAreTablesWithoutRows() throws {
        let zip = ZipBuilder([.init("stops.txt", "stop_id\n"), .init("routes.txt", ""), .init("trips.txt", "\u{FEFF}")])
        let run = try ingest(path: folder.write(bytes: zip.bytes))
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(run.log.contains("routes.txt: the file is empty"))
        XCTAssertTrue(run.log.contains("trips.txt: the file is empty"))
        XCTAssertTrue(run.log.contains("the feed's tables have no rows"))
        var common = CommonOptions()
        common.allowsEmpty = true
        XCTAssertEqual(try ingest(path: folder.write(bytes: zip.bytes), common).status, .done)
    }

    func testAHeaderOfTooManyColumnsIsAFaultAndSaysHowMany() throws {
        let columns = (0..<20_000).map { "c\($0)" }.joined(separator: ",")
        let cells = [String](repeating: "1", count: 20_000).joined(separator: ",")
        let run = try ingest(IngestTestCase.base + "# wide.txt\n\(columns)\n\(cells)\n# zoo.txt\nz\n1\n")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.summary.rejectedCount, 0)
        XCTAssertTrue(
            run.log.contains("error: wide.txt:1: the header has 20000 columns, more than the 16384"), run.log)
        XCTAssertEqual(run.lines.last, #"{"table":"zoo","z":"1"}"#)
        let full = (0..<16_384).map { "c\($0)" }.joined(separator: ",")
        XCTAssertEqual(try ingest(IngestTestCase.base + "# wide.txt\n\(full)\n1\n").status, .done)
    }

    /// Escapes can make a record six times as long as its row; what is written must be readable with the same options.
    func testNoRecordIsLongerThanTheNextStageAccepts() throws {
        var common = CommonOptions()
        common.maxLineBytes = 300
        common.rejectsFile = folder.path + "/long.ndjson"
        for count in 30...60 {
            let text = String(repeating: "\u{1}", count: count)
            let run = try ingest(IngestTestCase.base + "# zoo.txt\nz\n\(text)\n", common)
            XCTAssertTrue(run.lines.allSatisfy { $0.utf8.count <= 300 })
            let record = #"{"table":"zoo","z":""}"#.utf8.count + 6 * count
            XCTAssertEqual(rejected(run), record <= 300 ? [:] : ["line_too_long": 1])
            XCTAssertEqual(run.status, record <= 300 ? .done : .dataUnusable)
            if record > 300 { XCTAssertTrue(run.log.contains("the row's record has \(record) bytes"), run.log) }
        }
        let feature = #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{"x":""#
        for count in 0...200 {
            let text = feature + String(repeating: "x", count: count) + #""},"geometry":null}]}"#
            let zip = ZipBuilder([.init("locations.geojson", text)])
            let run = try ingest(path: folder.write(bytes: zip.bytes), common)
            XCTAssertTrue(run.lines.allSatisfy { $0.utf8.count <= 300 })
            XCTAssertEqual(run.lines.count, run.summary.rejectedCount == 0 ? 1 : 0)
        }
    }

    func testRejectsAndFindingsSayTheSame() throws {
        var common = CommonOptions()
        common.rejectsFile = folder.path + "/same.ndjson"
        common.diagnosticsFile = folder.path + "/found.ndjson"
        let feed = "# stops.txt\nstop_id,stop_name\n,Nowhere\nB,x,y\n# trips.txt\nroute_id,service_id\nR,S\n"
        let run = try ingest(feed, common)
        XCTAssertEqual(rejected(run), ["missing_key": 2, "extra_cells": 1])
        let rejects = try XCTUnwrap(TemporaryFolder.text(of: folder.path + "/same.ndjson"))
        let found = try XCTUnwrap(TemporaryFolder.text(of: folder.path + "/found.ndjson"))
        let messages = rejects.split(separator: "\n").map {
            $0.split(separator: "\"message\":")[1].prefix { $0 != "," }
        }
        for message in messages.prefix(2) { XCTAssertTrue(found.contains(message), "\(message)") }
        XCTAssertTrue(messages[0].contains("the row has no stop_id"), "\(messages)")
        XCTAssertTrue(messages[2].contains("the row has no trip_id"), "\(messages)")
        let keyless = try ingest("# stops.txt\nstop_name\nQuay\n")
        XCTAssertEqual(keyless.status, .dataUnusable)
        XCTAssertTrue(keyless.log.contains("every row was rejected"), keyless.log)
    }

    func testOfManyFilesEachIsFoundOnce() throws {
        let names = (0..<3000).map { "t\($0 * 7919 % 3000)" }
        var entries = names.map { ZipBuilder.Entry("\($0).txt", "z\n1\n") }
        entries += names.prefix(50).map { .init("\($0).txt", "z\n2\n") }
        entries += [.init("locations.txt", "z\n3\n"), .init("agency.txt", "agency_name\nA\n")]
        let run = try ingest(path: folder.write(bytes: ZipBuilder(entries).bytes)) { $0.duplicateTables = .last }
        XCTAssertEqual(run.summary.tables.reduce(0) { $0 + $1.ignored }, 50)
        XCTAssertEqual(run.lines.count, 3002)
        XCTAssertTrue(run.lines[0].hasPrefix("{\"table\":\"agency\""))
        XCTAssertEqual(run.lines[1], "{\"table\":\"locations.txt\",\"z\":\"3\"}")
        XCTAssertEqual(run.lines.filter { $0.hasSuffix("\"z\":\"2\"}") }.count, 50)
        XCTAssertEqual(Array(run.lines[2...]), run.lines[2...].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        XCTAssertEqual(
            try ingest(path: folder.write(bytes: ZipBuilder(entries).bytes)) { options in
                options.tables = ["t7"]
                options.duplicateTables = .first
            }.lines.count, 1)
    }

    func testShortRowsUnderAWideHeaderLoseNothing() throws {
        let header = (["stop_id"] + (0..<300).map { "c\($0)" } + ["stop_name"]).joined(separator: ",")
        let last = "Z" + String(repeating: ",", count: 300) + "x,Quay"
        let run = try ingest("# stops.txt\n\(header)\nA\nB,1\nC,,3\n\(last)\n")
        XCTAssertEqual(
            run.lines,
            [
                #"{"table":"stops","stop_id":"A"}"#, #"{"table":"stops","stop_id":"B","c0":"1"}"#,
                #"{"table":"stops","stop_id":"C","c1":"3"}"#,
                #"{"table":"stops","stop_id":"Z","stop_name":"Quay","c299":"x"}"#,
            ])
    }
}
