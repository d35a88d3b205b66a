import Contract
import NDJSON
import ReaderChecks
import TestSupport
import XCTest

@testable import StageKit
@testable import TableFormats

/// Records as Parquet, and tables as files of a folder.
final class ColumnFileTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func run(
        _ lines: [String], _ begin: (StageContext) throws -> Void
    ) throws -> InMemoryRun {
        try InMemoryRun("test") { context in
            try begin(context)
            for line in lines {
                var copy = line
                let table = line.contains("\"trips\"") ? "trips" : "stops"
                try copy.withUTF8 {
                    try context.sink.forward(UnsafeRawBufferPointer($0), context.summary.table(table))
                }
            }
        }
    }

    private let every = TableShape(
        "stops",
        [
            ColumnDescription("name", .string), ColumnDescription("count", .integer),
            ColumnDescription("share", .number),
            ColumnDescription("day", .date), ColumnDescription("at", .time), ColumnDescription("seen", .dateTime),
            ColumnDescription("seen_local", .dateTime), ColumnDescription("stamp", .integer, unit: .posixSeconds),
            ColumnDescription("open", .boolean),
            ColumnDescription("status", .enumeration([EnumerationCase(1, "OPEN")])),
            ColumnDescription("bytes", .textOrBytes), ColumnDescription("other", .any),
            ColumnDescription("ids", .array(.string)),
            ColumnDescription(
                "parts", .array(.object([ColumnDescription("n", .integer), ColumnDescription("t", .string)]))),
        ])

    func testEveryKindOfColumn() throws {
        let run = try run([
            #"{"table":"stops","name":"a\"\u00e9","count":3,"share":0.5,"day":"20260302","at":"25:00:01","#
                + #""seen":"2026-03-02T07:00:00+10:00","seen_local":"2026-03-02T07:00:00+10:00","stamp":1772398800,"#
                + #""open":true,"status":1,"bytes":{"base64":"/w=="},"other":[1,{"x":null}],"ids":["p","q"],"#
                + #""parts":[{"t":"x","n":1},{"n":null},null]}"#,
            #"{"table":"stops"}"#,
            #"{"table":"trips","name":"none of this table"}"#,
            #"{"table":"stops","name":null,"count":null,"ids":[],"parts":[],"day":""}"#,
        ]) { try $0.writeTable(every, as: .parquet) }
        XCTAssertEqual(run.status, .done, run.log)
        let reader = try ParquetReader(run.bytes)
        XCTAssertEqual(reader.rows, 3)
        let instant = 1_772_398_800_000_000
        let expected: [(String, ParquetReader.Value)] = [
            ("name", .text("a\"é")), ("count", .number(3)), ("share", .real(0.5)), ("day", .number(20514)),
            ("at", .number(90_001)), ("seen", .number(instant)), ("seen_local", .number(instant + 36_000_000_000)),
            ("stamp", .number(instant)), ("open", .flag(true)), ("status", .number(1)),
            ("bytes", .text(#"{"base64":"/w=="}"#)), ("other", .text(#"[1,{"x":null}]"#)),
        ]
        for (name, value) in expected { XCTAssertEqual(try reader.column(name).values, [value, nil, nil], name) }
        XCTAssertEqual(try reader.column("ids.list.element").values, [.text("p"), .text("q"), nil, nil])
        XCTAssertEqual(try reader.column("ids.list.element").definitions, [3, 3, 0, 1])
        XCTAssertEqual(try reader.column("parts.list.element.n").values, [.number(1), nil, nil, nil, nil])
        XCTAssertEqual(try reader.column("parts.list.element.n").definitions, [4, 3, 2, 0, 1])
        XCTAssertEqual(try reader.column("parts.list.element.t").values, [.text("x"), nil, nil, nil, nil])
        XCTAssertEqual(run.summary.nulled, 0)
        XCTAssertEqual(run.summary.table("trips").ignored, 1)
        XCTAssertEqual(run.summary.bytesOut, run.bytes.count)
    }

    func testValuesThatBreakTheirTypeAreNullAndTold() throws {
        let run = try run([
            #"{"table":"stops","count":"many","share":"x","day":"2026-3-2","at":"soon","seen":"now","stamp":1e30,"open":1,"#
                + #""status":99999999999,"ids":"p","parts":[{"n":"x"}]}"#
        ]) { try $0.writeTable(every, as: .parquet) }
        let reader = try ParquetReader(run.bytes)
        for name in ["count", "share", "day", "at", "seen", "stamp", "open", "status"] {
            XCTAssertEqual(try reader.column(name).values, [nil], name)
            XCTAssertTrue(run.log.contains("stops: \(name): "), "\(name): \(run.log)")
        }
        XCTAssertEqual(run.summary.nulled, 10)
    }

    func testTheLocalTimeStandsBesideAnInstant() throws {
        let shape = TableShape("stops", [ColumnDescription("seen", .dateTime), ColumnDescription("name", .string)])
        let lines = [
            #"{"table":"stops","seen":"2026-10-25T02:30:00+01:00","name":"a"}"#,
            #"{"table":"stops","seen":"2026-07-01T08:00:00Z"}"#, #"{"table":"stops","seen":"soon"}"#,
            #"{"table":"stops","name":"b"}"#,
        ]
        let run = try run(lines) { try $0.writeTable(shape, as: .parquet) }
        let reader = try ParquetReader(run.bytes)
        XCTAssertEqual(reader.schema.compactMap { $0[4]?.text }, ["seen", "seen_local", "name"])
        let second = 1_000_000
        XCTAssertEqual(
            try reader.column("seen").values,
            [.number(1_792_891_800 * second), .number(1_782_892_800 * second), nil, nil])
        XCTAssertEqual(
            try reader.column("seen_local").values,
            [.number(1_792_895_400 * second), .number(1_782_892_800 * second), nil, nil])
        XCTAssertEqual(run.summary.nulled, 1, "told once")

        let csv = try self.run(lines) { try $0.writeTable(shape, as: .csv) }
        XCTAssertEqual(
            csv.output,
            "seen,seen_local,name\n2026-10-25T02:30:00+01:00,2026-10-25T02:30:00,a\n"
                + "2026-07-01T08:00:00Z,2026-07-01T08:00:00,\nsoon,,\n,,b\n")
    }

    func testFeaturesAreGeoParquet() throws {
        let shape = TableShape("stops", [ColumnDescription("name", .string)], isFeature: true, isOpen: true)
        let run = try run([
            #"{"type":"Feature","table":"stops","id":"7","properties":{"name":"a","id":"x","more":1},"#
                + #""geometry":{"type":"Point","coordinates":[150.5,-33.5]}}"#,
            #"{"type":"Feature","table":"stops","id":"8","properties":null,"geometry":null}"#,
            #"{"type":"Feature","table":"stops","id":"9","properties":{},"#
                + #""geometry":{"type":"MultiPolygon","coordinates":[[[[1,2],[3,2],[3,4],[1,2]]]]}}"#,
            #"{"type":"Feature","table":"stops","id":"10","properties":{},"geometry":{"type":"Point","coordinates":["x"]}}"#,
        ]) { try $0.writeTable(shape, as: .parquet) }
        let reader = try ParquetReader(run.bytes)
        XCTAssertEqual(
            reader.schema.compactMap { $0[4]?.text },
            ["id", "name", "properties", "bbox", "xmin", "ymin", "xmax", "ymax", "geometry"])
        XCTAssertEqual(try reader.column("id").values, [.text("7"), .text("8"), .text("9"), .text("10")])
        XCTAssertEqual(try reader.column("name").values, [.text("a"), nil, nil, nil])
        XCTAssertEqual(try reader.column("properties").values[0], .text(#"{"name":"a","id":"x","more":1}"#))
        XCTAssertEqual(try reader.column("bbox.xmin").values, [.real(150.5), nil, .real(1), nil])
        XCTAssertEqual(try reader.column("bbox.ymax").values, [.real(-33.5), nil, .real(4), nil])
        XCTAssertEqual(try reader.column("geometry").values.map { $0 == nil }, [false, true, false, true])
        let geo = try XCTUnwrap(reader.metadata("geo"))
        XCTAssertTrue(geo.contains(#""geometry_types":["MultiPolygon","Point"],"bbox":[1.0,-33.5,150.5,4.0]"#), geo)
        XCTAssertEqual(run.summary.nulled, 1)
    }

    func testGeometriesAsWellKnownBinary() throws {
        func hex(_ geometry: String) throws -> String? {
            let scanner = RecordScanner(fields: ["g"])
            var line = "{\"g\":" + geometry + "}"
            return try line.withUTF8 {
                try scanner.scan(UnsafeRawBufferPointer($0))
                var binary = WellKnownBinary()
                guard binary.take(scanner[0]) else { return nil }
                return binary.out.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            }
        }
        let (one, two, three) = ("000000000000f03f", "0000000000000040", "0000000000000840")
        XCTAssertEqual(try hex(#"{"type":"Point","coordinates":[1,2]}"#), "0101000000" + one + two)
        XCTAssertEqual(try hex(#"{"coordinates":[1,2,3],"type":"Point"}"#), "01e9030000" + one + two + three)
        XCTAssertEqual(
            try hex(#"{"type":"LineString","coordinates":[[1,2],[2,1]]}"#), "010200000002000000" + one + two + two + one
        )
        XCTAssertEqual(
            try hex(#"{"type":"Polygon","coordinates":[[[1,2]],[]]}"#),
            "010300000002000000" + "01000000" + one + two + "00000000")
        XCTAssertEqual(
            try hex(#"{"type":"MultiPoint","coordinates":[[1,2]]}"#), "010400000001000000" + "0101000000" + one + two)
        XCTAssertEqual(
            try hex(#"{"type":"MultiLineString","coordinates":[[[1,2]]]}"#),
            "010500000001000000" + "010200000001000000" + one + two)
        XCTAssertEqual(
            try hex(#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}"#),
            "010700000001000000" + "0101000000" + one + two)
        XCTAssertNil(try hex(#"{"type":"Circle","coordinates":[1,2]}"#))
        XCTAssertNil(try hex(#"{"type":"Point","coordinates":[1]}"#))
        XCTAssertNil(try hex(#"{"type":"LineString","coordinates":null}"#))
    }

    private let lines = [
        #"{"table":"stops","stop_id":"A","n":1}"#, #"{"table":"trips","trip_id":"T"}"#,
        #"{"table":"stops","stop_id":"B,"}"#,
    ]

    private func shape(_ table: String) -> TableShape? {
        table == "stops"
            ? TableShape(table, [ColumnDescription("stop_id", .string), ColumnDescription("n", .integer)])
            : TableShape(table, [ColumnDescription("trip_id", .string)])
    }

    func testAFolderHasAFileForEachTable() throws {
        for (format, stops, trips) in [
            (RecordFormat.ndjson, lines[0] + "\n" + lines[2] + "\n", lines[1] + "\n"),
            (.table(.csv), "stop_id,n\nA,1\n\"B,\",\n", "trip_id\nT\n"),
        ] {
            let path = folder.path + "/" + format.rawValue
            let run = try run(lines) { try $0.split(into: path, as: format, shapes: self.shape) }
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(run.bytes, [])
            XCTAssertEqual(TemporaryFolder.text(of: "\(path)/stops.\(format.rawValue)"), stops)
            XCTAssertEqual(TemporaryFolder.text(of: "\(path)/trips.\(format.rawValue)"), trips)
            XCTAssertEqual(run.summary.bytesOut, stops.utf8.count + trips.utf8.count)
            XCTAssertEqual(run.summary.table("stops").written, 2)
        }
        let path = folder.path + "/parquet"
        _ = try run(lines) { try $0.split(into: path, as: .table(.parquet), shapes: self.shape) }
        let stops = try ParquetReader(XCTUnwrap(TemporaryFolder.bytes(of: path + "/stops.parquet")))
        XCTAssertEqual(try stops.column("stop_id").values, [.text("A"), .text("B,")])
        XCTAssertEqual(try stops.column("n").values, [.number(1), nil])
    }

    func testFilesOfOtherTablesAreTold() throws {
        let path = folder.path + "/twice"
        _ = try run(lines) { try $0.split(into: path, as: .ndjson, shapes: self.shape) }
        let run = try run([lines[0]]) { try $0.split(into: path, as: .ndjson, shapes: self.shape) }
        XCTAssertTrue(
            run.log.contains("the folder has files of tables that this run did not write: trips.ndjson"), run.log)
    }

    func testAFailedRunLeavesTheOldFiles() throws {
        let path = folder.path + "/failed"
        _ = try run([lines[2]]) { try $0.split(into: path, as: .ndjson, shapes: self.shape) }
        let failed = try InMemoryRun("test") { context in
            try context.split(into: path, as: .ndjson, shapes: self.shape)
            var line = self.lines[0]
            try line.withUTF8 {
                try context.sink.forward(UnsafeRawBufferPointer($0), context.summary.table("stops"))
            }
            throw StageFailure(.dataUnusable, "no")
        }
        XCTAssertEqual(failed.status, .dataUnusable)
        XCTAssertEqual(TemporaryFolder.text(of: path + "/stops.ndjson"), lines[2] + "\n")
        XCTAssertEqual(Checkout.names(in: path), ["stops.ndjson"])
    }

    func testATableThatCannotBeAFileIsLeftOut() throws {
        let path = folder.path + "/odd"
        let run = try InMemoryRun("test") { context in
            try context.split(into: path, as: .ndjson, shapes: self.shape)
            for name in ["../out", "", ".hidden", "a/b", "good"] {
                var line = "{\"table\":\"\(name)\"}"
                try line.withUTF8 {
                    try context.sink.forward(UnsafeRawBufferPointer($0), context.summary.table(name))
                }
            }
        }
        XCTAssertEqual(Checkout.names(in: path), ["good.ndjson"])
        XCTAssertFalse(Checkout.names(in: folder.path).contains("out.ndjson"))
        XCTAssertEqual(run.summary.tables.map(\.ignored), [1, 1, 1, 1, 0])
        XCTAssertTrue(run.log.contains("the table name '../out' cannot be a file name"), run.log)
    }

    func testAFileIsNoFolder() throws {
        let run = try run([]) { try $0.split(into: self.folder.write("x"), as: .table(.csv), shapes: self.shape) }
        XCTAssertEqual(run.status, .outputUncreatable)
    }
}
