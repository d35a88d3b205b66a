import Contract
import GTFSSchedule
import StageKit
import TestSupport
import WriteGTFSStage
import XCTest

final class WriteGTFSTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func write(_ records: String, prefixesIDs: Bool = false) throws -> InMemoryRun {
        var options = WriteGTFSOptions()
        options.files = [folder.write(records)]
        options.prefixesIDs = prefixesIDs
        return try InMemoryRun("write-gtfs", in: WriteGTFSTests.world) { try WriteGTFS.run(options, $0) }
    }

    private static var world: World {
        var world = World()
        world.tables = { [Tables.VehiclePositions.description] }
        return world
    }

    /// The files of a zip as text.
    private func files(_ run: InMemoryRun) throws -> [(name: String, text: String)] {
        let archive = try FeedArchive(path: folder.write(bytes: run.bytes), tally: ReadTally())
        return try archive.files.map { file in
            let source = try file.open(ReadTally())
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = try chunk.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
                bytes += chunk[0..<count]
            }
            return (file.name, String(decoding: bytes, as: UTF8.self))
        }
    }

    private func file(_ name: String, of run: InMemoryRun) throws -> String? {
        try files(run).first { $0.name == name }?.text
    }

    func testColumnsStandInTheReferencesOrderAndUnknownOnesAsInTheRecords() throws {
        let run = try write(
            """
            {"table":"stops","z":"1","stop_lat":1.50,"stop_id":"A","c":"3"}
            {"table":"stops","stop_id":"B","b":"2"}
            {"table":"stops","stop_id":"C","b":"2","c":"4","e":null}
            {"table":"stops","stop_id":"D","a":"0","z":"1","b":"5"}
            """)
        XCTAssertEqual(
            try file("stops.txt", of: run),
            "stop_id,stop_lat,a,z,b,c\nA,1.50,,1,,3\nB,,,,2,\nC,,,,2,4\nD,,0,1,5,\n")
        XCTAssertEqual(run.status, .done)
    }

    /// Names of feeds and ids made of what has a meaning in prefixed ids, all with all, and ids without a feed.
    func testPrefixesNeverMakeTwoIDsOne() throws {
        let parts = ["", "a", ":", "%", "%3A", "%25"]
        let texts = parts.flatMap { first in parts.flatMap { second in parts.map { first + second + $0 } } }
        let names = Set(texts).sorted()
        var records = ""
        var count = 0
        for feed in names {
            for id in names where !id.isEmpty {
                count += 1
                let member = feed.isEmpty ? "" : "\"feed_id\":\"\(feed)\","
                records += "{\"table\":\"stops\",\(member)\"stop_id\":\"\(id)\"}\n"
                records +=
                    "{\"table\":\"stop_times\",\(member)\"trip_id\":\"1\",\"stop_sequence\":1,\"stop_id\":\"\(id)\"}\n"
            }
        }
        let run = try write(records, prefixesIDs: true)
        let stops = try XCTUnwrap(file("stops.txt", of: run)).split(separator: "\n").dropFirst()
        XCTAssertEqual(Set(stops).count, count)
        // What refers to a stop has the same id.
        let calls = try XCTUnwrap(file("stop_times.txt", of: run)).split(separator: "\n").dropFirst()
        XCTAssertEqual(calls.map { $0.split(separator: ",")[1] }, Array(stops))
    }

    func testCellsAreQuotedWhereTheyMustBe() throws {
        let run = try write(
            #"{"table":"stops","stop_id":"A,B","stop_name":"say \"é\"\n\u0041","stop_desc":" x","stop_code":"plain"}"#)
        XCTAssertEqual(
            try file("stops.txt", of: run),
            "stop_id,stop_code,stop_name,stop_desc\n\"A,B\",plain,\"say \"\"é\"\"\nA\",\" x\"\n")
    }

    func testWholeNumbersAreWrittenAsSuchWhateverAToolMadeOfThem() throws {
        let run = try write(
            #"{"table":"stop_times","trip_id":"T","stop_sequence":1e1,"pickup_type":1.0,"shape_dist_traveled":1.0}"#)
        XCTAssertEqual(
            try file("stop_times.txt", of: run), "trip_id,stop_sequence,pickup_type,shape_dist_traveled\nT,10,1,1.0\n")
    }

    func testRowsWithoutValuesAreRows() throws {
        let run = try write(
            "{\"table\":\"stops\",\"stop_id\":\"A\"}\n{\"table\":\"crews\"}\n{\"table\":\"crews\",\"x\":\"1\"}\n{\"table\":\"teams\"}\n"
        )
        XCTAssertEqual(try file("crews.txt", of: run), "x\n\"\"\n1\n")
        XCTAssertEqual(try file("teams.txt", of: run), "unnamed\n\"\"\n")
    }

    func testNullsAreCountedAndThoseOfTheKeyKeepTheirRow() throws {
        let run = try write(
            """
            {"table":"stop_times","trip_id":"T","stop_sequence":null,"arrival_time":null}
            {"table":"stop_times","trip_id":"T","stop_sequence":2,"arrival_time":null}
            """)
        XCTAssertEqual(try file("stop_times.txt", of: run), "trip_id,stop_sequence\nT,null\nT,2\n")
        XCTAssertTrue(run.log.contains("stop_times.txt: values of the key are null"), run.log)
    }

    func testLocationsBecomeOneCollection() throws {
        let run = try write(
            """
            {"type":"Feature","table":"locations","feed_id":"f","id":"a","properties":{"stop_name":"A, B"},"geometry":null}
            {"type":"Feature","table":"locations","feed_id":"f","id":"b","properties":null,"geometry":null}
            """, prefixesIDs: true)
        XCTAssertEqual(
            try file("locations.geojson", of: run),
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"f:a","properties":{"stop_name":"A, B"},"geometry":null},
            {"type":"Feature","id":"f:b","properties":null,"geometry":null}
            ]}

            """)
    }

    func testFilesStandInTheReferencesOrderWhateverTheRecords() throws {
        let run = try write(
            """
            {"table":"zebras","x":"1"}
            {"table":"stop_times","trip_id":"T","stop_sequence":1}
            {"table":"crews","x":"1"}
            {"table":"vehicle_positions","vehicle_id":"1"}
            {"table":"stops","stop_id":"A"}
            {"table":"../stops","stop_id":"A"}
            """)
        XCTAssertEqual(try files(run).map(\.name), ["stops.txt", "stop_times.txt", "crews.txt", "zebras.txt"])
        XCTAssertEqual(run.summary.table("vehicle_positions").ignored, 1)
        XCTAssertEqual(run.summary.table("../stops").ignored, 1)
        XCTAssertTrue(run.log.contains("the table name '../stops' cannot be a file name"), run.log)
    }

    func testARecordOfNoFeedIsNothingToWorkOn() throws {
        let run = try write(#"{"table":"vehicle_positions","vehicle_id":"1"}"#)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.bytes, [])
        XCTAssertTrue(run.log.contains("it has 1 vehicle_positions"), run.log)
    }

    func testFeedsAreNotMixedUnlessTheirIDsAreKeptApart() throws {
        let records = """
            {"table":"agency","feed_id":"n","agency_name":"N","agency_timezone":"Europe/Paris"}
            {"table":"fare_rules","feed_id":"n","fare_id":"F","origin_id":"1"}
            {"table":"fare_attributes","feed_id":"n","fare_id":"F","price":2}
            {"table":"translations","feed_id":"n","table_name":"stop_times","field_name":"stop_headsign","language":"fr",\
            "record_id":"T","record_sub_id":"1"}
            {"table":"routes","feed_id":"n","route_id":"R"}
            {"table":"agency","feed_id":"s","agency_id":"S","agency_timezone":"Europe/Rome"}
            {"table":"routes","feed_id":"s","route_id":"R"}
            {"table":"routes","feed_id":"s","route_id":"Q","agency_id":"X"}
            """
        let refused = try write(records)
        XCTAssertEqual(refused.status, .dataUnusable)
        XCTAssertEqual(refused.bytes, [])
        XCTAssertTrue(refused.log.contains("holds 2 feeds ('n', 's')"), refused.log)
        let run = try write(records, prefixesIDs: true)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(
            try file("agency.txt", of: run),
            "agency_id,agency_name,agency_url,agency_timezone\nn,N,,Europe/Paris\ns:S,,,Europe/Rome\n")
        XCTAssertEqual(try file("routes.txt", of: run), "route_id,agency_id,route_type\nn:R,n,\ns:R,s:S,\ns:Q,s:X,\n")
        XCTAssertEqual(try file("fare_rules.txt", of: run), "fare_id,origin_id\nn:F,n:1\n")
        XCTAssertEqual(
            try file("fare_attributes.txt", of: run),
            "fare_id,price,currency_type,payment_method,transfers,agency_id\nn:F,2,,,,n\n")
        XCTAssertEqual(
            try file("translations.txt", of: run),
            "table_name,field_name,language,translation,record_id,record_sub_id\nstop_times,stop_headsign,fr,,n:T,1\n")
        XCTAssertTrue(run.log.contains("the feeds have the time zones 'Europe/Paris', 'Europe/Rome'"), run.log)
    }

    /// Some publishers have a column of this name in feed_info.
    func testAColumnFeedIDIsNoFeed() throws {
        let run = try write(
            """
            {"table":"feed_info","feed_publisher_name":"P","feed_lang":"en","feed_id":"own"}
            {"table":"stops","stop_id":"A"}
            """)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(
            try file("feed_info.txt", of: run),
            "feed_publisher_name,feed_publisher_url,feed_lang,feed_id\nP,,en,own\n")
        let named = try write(
            """
            {"table":"feed_info","feed_id":"f","feed_publisher_name":"P"}
            {"table":"stops","feed_id":"f","stop_id":"A"}
            """)
        XCTAssertEqual(try file("feed_info.txt", of: named), "feed_publisher_name,feed_publisher_url,feed_lang\nP,,\n")
    }

    func testASecondAgencyTableIsTold() throws {
        let run = try write(
            """
            {"table":"agency","agency_id":"A"}
            {"table":"stops","stop_id":"A"}
            {"table":"agency","agency_id":"B"}
            """)
        XCTAssertTrue(run.log.contains("a second agency table begins here"), run.log)
    }

    /// Rows that do not fit into memory wait in a file.
    func testManyRowsAreWhole() throws {
        var records = ""
        for row in 0..<30_000 {
            records +=
                #"{"table":"stops","stop_id":"\#(row)","stop_desc":"\#(String(repeating: "x", count: row % 97))"}"#
                + "\n"
        }
        records +=
            #"{"table":"stops","stop_id":"long","stop_desc":"\#(String(repeating: "y", count: 900_000))"}"# + "\n"
        let run = try write(records)
        let rows = try XCTUnwrap(file("stops.txt", of: run)).split(separator: "\n")
        XCTAssertEqual(rows.count, 30_002)
        for row in stride(from: 0, to: 30_000, by: 997) {
            XCTAssertEqual(String(rows[row + 1]), "\(row),\(String(repeating: "x", count: row % 97))")
        }
        XCTAssertEqual(rows.last?.utf8.count, 900_005)
        XCTAssertEqual(run.bytes, try write(records).bytes, "the same records give the same bytes")
    }
}
