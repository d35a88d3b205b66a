import Contract
import Glibc
import SQLite
import TestSupport
import XCTest

@testable import FeedStore

/// Records become rows: keys, conflicts, columns that grow, names that are no good.
final class HistoryTableTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var count = 0

    private func fresh() throws -> HistoryRun {
        count += 1
        return try HistoryRun(folder.path + "/\(count).db")
    }

    private let positions = HistoryDefinition(
        "vehicle_positions",
        columns: [
            .init("feed_timestamp", .integer), .init("entity_id", .string), .init("trip_id", .string),
            .init("start_date", .string), .init("vehicle_id", .string), .init("vehicle_label", .string),
            .init("latitude", .number), .init("timestamp", .integer),
            .init(
                "occupancy_status", .enumeration([EnumerationCase(0, "EMPTY"), EnumerationCase(5, "FULL")])),
        ], isFeature: false)

    func testAnObservationIsKeptOnceWhateverTheOrder() throws {
        let lines = [
            #"{"table":"vehicle_positions","feed_timestamp":100,"vehicle_id":"a","latitude":1,"timestamp":90,"occupancy_status":null}"#,
            #"{"table":"vehicle_positions","feed_timestamp":115,"vehicle_id":"a","latitude":2,"timestamp":90,"occupancy_status":1}"#,
            #"{"table":"vehicle_positions","feed_timestamp":115,"vehicle_id":"a","latitude":3,"timestamp":90,"occupancy_status":"FULL"}"#,
            #"{"table":"vehicle_positions","feed_timestamp":110,"vehicle_id":"a","latitude":4,"timestamp":90,"occupancy_status":6}"#,
            #"{"table":"vehicle_positions","feed_timestamp":115,"vehicle_id":"b","latitude":5,"timestamp":90}"#,
            #"{"table":"vehicle_positions","feed_id":"f","feed_timestamp":115,"vehicle_id":"a","latitude":6,"timestamp":90}"#,
            #"{"table":"vehicle_positions","feed_timestamp":120,"vehicle_id":"a","latitude":7,"timestamp":105}"#,
        ]
        for order in [lines, lines.reversed()] {
            let run = try fresh()
            run.definitions = [positions]
            try run.append(order)
            XCTAssertEqual(
                try run.rows(
                    "SELECT record_time, feed_id, vehicle_id, latitude, occupancy_status FROM vehicle_positions "
                        + "ORDER BY latitude"),
                ["90||a|3.0|5", "90||b|5.0|", "90|f|a|6.0|", "105||a|7.0|"])
            XCTAssertEqual(try run.append(order).filter { $0 == .written }.count, 0)
        }
    }

    func testTheLadderOfAVehicle() throws {
        let run = try fresh()
        run.definitions = [positions]
        let lines = [
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e1","vehicle_label":"L"}"#,
            // The same label under another entity is the same vehicle, an empty vehicle_id is none.
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e2","vehicle_label":"L","vehicle_id":""}"#,
            // A vehicle_id of the same text is another one.
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e3","vehicle_id":"L"}"#,
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e4","trip_id":"t","start_date":"20240101"}"#,
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e5","trip_id":"t","start_date":"20240102"}"#,
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e6","trip_id":"t","start_date":"20240102"}"#,
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e7"}"#,
            #"{"table":"vehicle_positions","feed_timestamp":1,"entity_id":"e8"}"#,
            // Nothing to know it by: the whole record, with and without a time.
            #"{"table":"vehicle_positions","feed_timestamp":1,"latitude":1}"#,
            #"{"table":"vehicle_positions","feed_timestamp":1,"latitude":1.0}"#,
            #"{"table":"vehicle_positions","feed_timestamp":1,"latitude":2}"#,
            #"{"table":"vehicle_positions","latitude":2}"#,
            #"{"table":"vehicle_positions","latitude":2}"#,
            #"{"table":"vehicle_positions","vehicle_id":7}"#,
            #"{"table":"vehicle_positions","vehicle_id":"7","latitude":3}"#,
        ]
        XCTAssertEqual(
            try run.append(lines).map { $0 == .written ? 1 : 0 }, [1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1, 0])
    }

    func testATimetablesRowsAreReplaced() throws {
        let run = try fresh()
        run.definitions = [
            HistoryDefinition(
                "stop_times",
                columns: [
                    .init("trip_id", .string), .init("arrival_time", .string), .init("stop_id", .string),
                    .init("stop_sequence", .integer),
                ], isFeature: false)
        ]
        let outcomes = try run.append([
            #"{"table":"stop_times","trip_id":"t","stop_sequence":1,"arrival_time":"07:00:00"}"#,
            #"{"table":"stop_times","trip_id":"t","stop_sequence":1,"arrival_time":"07:00:00"}"#,
            #"{"table":"stop_times","trip_id":"t","stop_sequence":1,"arrival_time":"25:00:00"}"#,
            #"{"table":"stop_times","trip_id":"t","stop_sequence":2}"#,
            #"{"table":"stop_times","trip_id":"t","stop_sequence":2,"feed_id":"other"}"#,
            // Without its key a row is known by all it has.
            #"{"table":"stop_times","trip_id":"t","stop_id":"a"}"#,
            #"{"table":"stop_times","stop_id":"a","trip_id":"t"}"#,
            #"{"table":"stop_times","trip_id":"t","stop_id":"b"}"#,
        ])
        XCTAssertEqual(outcomes.map { $0 == .written ? 1 : 0 }, [1, 0, 1, 1, 1, 1, 0, 1])
        XCTAssertEqual(
            try run.rows("SELECT stop_sequence, arrival_time FROM stop_times WHERE trip_id = 't' ORDER BY 1, 2"),
            ["|", "|", "1|25:00:00", "2|", "2|"])
        // The index over the key serves those who look for a trip.
        XCTAssertTrue(
            try run.rows("EXPLAIN QUERY PLAN SELECT * FROM stop_times WHERE trip_id = 't'").joined()
                .contains("linefeed_key_stop_times"))
    }

    func testWhatMessagesRepeatIsKeptOnceAsItWasFirstSaid() throws {
        for reversed in [false, true] {
            let run = try fresh()
            let lines = [
                #"{"table":"alerts","feed_timestamp":100,"entity_id":"1","cause":2}"#,
                #"{"table":"alerts","feed_timestamp":115,"entity_id":"1","cause":2}"#,
                #"{"table":"alerts","feed_timestamp":130,"entity_id":"1","cause":3}"#,
                #"{"table":"trip_updates","feed_timestamp":115,"trip_id":"t","timestamp":90,"delay":5}"#,
                #"{"table":"trip_updates","feed_timestamp":100,"trip_id":"t","timestamp":90,"delay":5}"#,
                #"{"table":"trip_updates","feed_timestamp":115,"trip_id":"t","timestamp":105,"delay":5}"#,
                #"{"table":"trip_updates","feed_timestamp":115,"trip_id":"t","timestamp":90,"delay":6}"#,
            ]
            try run.append(reversed ? lines.reversed() : lines)
            XCTAssertEqual(
                try run.rows("SELECT record_time, feed_timestamp, cause FROM alerts ORDER BY 1"),
                ["100|100|2", "130|130|3"])
            XCTAssertEqual(
                try run.rows("SELECT record_time, feed_timestamp, delay FROM trip_updates ORDER BY 1, 2, 3"),
                ["90|100|5", "90|115|6", "105|115|5"])
        }
    }

    func testAMessageUnderTwoNamesIsOne() throws {
        let run = try fresh()
        XCTAssertEqual(
            try run.append([
                #"{"table":"feed_messages","source":"a.pb","gtfs_realtime_version":"2.0","timestamp":100}"#,
                #"{"table":"feed_messages","source":"b.pb","gtfs_realtime_version":"2.0","timestamp":100}"#,
                #"{"table":"feed_messages","source":"a.pb","gtfs_realtime_version":"2.0","timestamp":115}"#,
            ]), [.written, .merged, .written])
    }

    func testColumnsGrowAndRowsStay() throws {
        let run = try fresh()
        try run.append([#"{"table":"t","a":1}"#, #"{"table":"t","a":2,"b":"x"}"#, #"{"table":"t","c":[1, 2],"b":"y"}"#])
        XCTAssertEqual(try run.rows("SELECT a, b, c FROM t ORDER BY rowid"), ["1||", "2|x|", "|y|[1, 2]"])
        XCTAssertEqual(
            try run.rows("SELECT name, type FROM pragma_table_info('t') WHERE name < 'd'"),
            ["a|INTEGER", "b|TEXT", "c|TEXT"])
        // The order of members and the way a value is written make no other record.
        XCTAssertEqual(
            try run.append([
                #"{"b":"y","c":[ 1,2 ],"table":"t"}"#, #"{"table":"t","a":2.0,"b":"\u0078","d":null}"#,
                #"{"table":"t","a":2,"b":"x","d":false}"#,
            ]), [.merged, .merged, .written])
    }

    func testAnotherProcessMayAddColumns() throws {
        let path = folder.path + "/shared.db"
        let first = try HistoryRun(path)
        let second = try HistoryRun(path)
        try first.append([#"{"table":"t","a":1}"#])
        try second.append([#"{"table":"t","b":"x"}"#, #"{"table":"u","b":1}"#])
        try first.append([#"{"table":"t","b":"y","c":1}"#, #"{"table":"u","b":1}"#])
        try second.append([#"{"table":"t","a":2,"b":"y","c":2}"#])
        XCTAssertEqual(try first.rows("SELECT a, b, c FROM t ORDER BY rowid"), ["1||", "|x|", "|y|1", "2|y|2"])
        XCTAssertEqual(try first.rows("SELECT count(*) FROM u"), ["1"])
    }

    func testFeaturesAreFlat() throws {
        let run = try fresh()
        run.definitions = [
            HistoryDefinition(
                "polylines", columns: [.init("polyline_id", .string), .init("length_m", .number)], isFeature: true)
        ]
        try run.append([
            #"{"type":"Feature","table":"polylines","bbox":[1,2],"properties":{"polyline_id":"p","length_m":1.5},"geometry":{"type":"Point"}}"#,
            #"{"geometry":{"type":"Point"},"properties":{"polyline_id":"p","length_m":2,"bbox":"x","new":true},"table":"polylines","bbox":[3],"type":"Feature"}"#,
            #"{"type":"Feature","table":"mine","id":7,"properties":{"id":8,"table":"x"},"geometry":null}"#,
        ])
        XCTAssertEqual(
            try run.rows("SELECT polyline_id, length_m, bbox, geometry, new, other_members FROM polylines"),
            [#"p|2.0|[3]|{"type":"Point"}|1|{"bbox":"x"}"#])
        XCTAssertEqual(
            try run.rows("SELECT id, other_members FROM mine"), [#"7|{"id":8,"table":"x"}"#])
    }

    func testNamesThatAreNoGood() throws {
        let run = try fresh()
        let long = String(repeating: "n", count: 10_000)
        try run.append([
            #"{"table":"t","Foo":1,"foo":2,"FOO":3,"":4,"a\u0000b":5,"\#(long)":6,"record_key":7,"other_members":8,"ä":9,"Ä":10,"q\"'[]`;--":11,"select":12,"rowid":13}"#
        ])
        XCTAssertEqual(
            try run.rows(#"SELECT Foo, "ä", "Ä", "q""'[]`;--", "select", other_members FROM t"#),
            [
                "1|9|10|11|12|"
                    + #"{"foo":2,"FOO":3,"":4,"a\u0000b":5,"\#(long)":6,"other_members":8}"#
            ])
        XCTAssertEqual(
            run.issues.map(\.rawValue),
            [
                "name_clash", "name_clash", "unusable_name", "unusable_name", "unusable_name", "reserved_name",
                "name_clash",
            ])
        for name in ["", "sqlite_x", "SQLite_x", "linefeed_history", "a\\u0000b", "T", long, "linefeed_key_t"] {
            XCTAssertThrowsError(try run.append([#"{"table":"\#(name)","a":1}"#]), name) {
                XCTAssertTrue($0 is HistoryRefusal, "\(name): \($0)")
            }
            try run.history.commit()
        }
        try run.append([#"{"table":"a\"b'; DROP TABLE t; --","a":1}"#])
        XCTAssertEqual(try run.rows("SELECT count(*) FROM t"), ["1"])
    }

    func testATableOfSomebodyElseIsLeftAlone() throws {
        let run = try fresh()
        try run.history.database.execute("CREATE TABLE notes(a); CREATE VIEW v AS SELECT 1; CREATE INDEX i ON notes(a)")
        for name in ["notes", "Notes", "v", "i"] {
            XCTAssertThrowsError(try run.append([#"{"table":"\#(name)","a":1}"#]), name)
            try run.history.commit()
        }
        XCTAssertEqual(try run.rows("SELECT count(*) FROM notes"), ["0"])
    }

    func testMoreMembersThanColumns() throws {
        let run = try fresh()
        let members = (0..<2500).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
        try run.append(["{\"table\":\"wide\",\(members)}", "{\"table\":\"wide\",\(members),\"m0\":1}"])
        XCTAssertEqual(
            try run.rows("SELECT m0, m1000, json_extract(other_members, '$.m2499') FROM wide ORDER BY 1"),
            ["0|1000|2499", "1|1000|2499"])
        XCTAssertEqual(
            try run.append(["{\"table\":\"wide\",\(members)}"]), [.merged])
    }

    func testRowsAreRemovedByTheirTime() throws {
        let run = try fresh()
        try run.append(
            (0..<45_000).map { #"{"table":"t","at":\#(1_700_000_000 + $0)}"# }
                + [#"{"table":"t","at":"never"}"#, #"{"table":"alerts","feed_timestamp":1,"cause":1}"#])
        var removed: [String] = []
        try run.history.prune {
            $0 == "kept" ? nil : 1_700_044_999
        } batch: { work in
            try run.history.begin()
            try work()
            try run.history.commit()
        } removed: { table, rows, _ in
            removed.append("\(table) \(rows)")
        }
        XCTAssertEqual(removed, ["alerts 1", "t 44999"])
        XCTAssertEqual(try run.rows("SELECT at FROM t"), ["1700044999", "never"])
    }

    func testVersionsAreToldInTheTransactionOfTheirRows() throws {
        let run = try HistoryRun(folder.path + "/versions.db")
        run.definitions = [HistoryDefinition("trips", columns: [], isFeature: false)]
        let seen = try Database(run.path, mode: .readOnly)
        func versions() throws -> Int? { try seen.integer("SELECT count(*) FROM linefeed_versions") }
        try run.append([#"{"table":"trips","trip_id":"a"}"#])
        XCTAssertEqual(try versions(), 1)
        let later = try HistoryRun(run.path)
        later.definitions = run.definitions
        try later.history.begin()
        let table = try later.history.table(run.definitions[0], feedID: nil)
        let line = Array(#"{"table":"trips","trip_id":"b"}"#.utf8)
        for isKept in [false, true] {
            if isKept { try later.history.begin() }
            XCTAssertEqual(try line.withUnsafeBytes { try table.append($0) }, .written)
            XCTAssertEqual(try versions(), 1)
            if isKept { try later.history.commit() } else { later.history.rollback() }
            XCTAssertEqual(try versions(), isKept ? 2 : 1)
            XCTAssertEqual(try seen.integer("SELECT count(*) FROM trips"), isKept ? 2 : 1)
        }
        XCTAssertThrowsError(try StoreReader(run.path)) { error in
            XCTAssertTrue("\(error)".contains("wrote different rows to trips"), "\(error)")
        }
    }
}
