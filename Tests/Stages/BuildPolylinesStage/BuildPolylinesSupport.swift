import BuildPolylinesStage
import NDJSON
import StageKit
import TestSupport
import XCTest

/// Runs of `build-polylines` on records that stand in the test.
enum PolylineRun {
    /// A small town: route A runs 1 2 3 twice and 1 3 once, and back; B has no colour, C no row.
    static let town = """
        {"table":"routes","route_id":"A","route_short_name":"10","route_long_name":"Town to Bay","route_type":3,\
        "route_color":"FF0000"}
        {"table":"routes","route_id":"B"}
        {"table":"stops","stop_id":"1","stop_name":"One","stop_lat":-33.87,"stop_lon":151.2,"wheelchair_boarding":1}
        {"table":"stops","stop_id":"2","stop_name":"Two","stop_lat":-33.88,"stop_lon":151.21,"parent_station":"P"}
        {"table":"stops","stop_id":"3","stop_name":"Three","stop_lat":-33.89,"stop_lon":151.2}
        {"table":"stops","stop_id":"P","stop_lat":-33.88,"stop_lon":151.21,"location_type":1,"wheelchair_boarding":2}
        {"table":"stops","stop_id":"X","stop_name":"Nowhere"}
        {"table":"trips","trip_id":"b1","service_id":"fair","route_id":"B"}
        {"table":"trips","trip_id":"a3","service_id":"week","route_id":"A","direction_id":0}
        {"table":"trips","trip_id":"a1","service_id":"week","route_id":"A","direction_id":0,"shape_id":"S"}
        {"table":"trips","trip_id":"a2","service_id":"fair","route_id":"A","direction_id":0}
        {"table":"trips","trip_id":"a4","service_id":"week","route_id":"A","direction_id":1}
        {"table":"stop_times","trip_id":"a1","stop_id":"1","stop_sequence":5}
        {"table":"stop_times","trip_id":"a1","stop_id":"2","stop_sequence":10}
        {"table":"stop_times","trip_id":"a1","stop_id":"3","stop_sequence":17}
        {"table":"stop_times","trip_id":"a2","stop_id":"3","stop_sequence":3}
        {"table":"stop_times","trip_id":"a2","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"a2","stop_id":"2","stop_sequence":2}
        {"table":"stop_times","trip_id":"a3","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"a3","stop_id":"3","stop_sequence":2}
        {"table":"stop_times","trip_id":"a4","stop_id":"3","stop_sequence":0}
        {"table":"stop_times","trip_id":"a4","stop_id":"X","stop_sequence":1}
        {"table":"stop_times","trip_id":"a4","stop_id":"1","stop_sequence":2}
        {"table":"stop_times","trip_id":"b1","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"b1","stop_id":"2","stop_sequence":2}
        {"table":"shapes","shape_id":"S","shape_pt_lat":-33.89,"shape_pt_lon":151.2,"shape_pt_sequence":30}
        {"table":"shapes","shape_id":"S","shape_pt_lat":-33.87,"shape_pt_lon":151.2,"shape_pt_sequence":1}
        {"table":"shapes","shape_id":"S","shape_pt_lat":-33.88,"shape_pt_lon":151.22,"shape_pt_sequence":7}

        """

    /// The days of the town's services: the week's in January 2026 but for the 26th; the fair's are that day and one in
    /// February.
    static let calendar = """
        {"table":"calendar","service_id":"week","monday":1,"tuesday":1,"wednesday":1,"thursday":1,"friday":1,"saturday":0,\
        "sunday":0,"start_date":"20260101","end_date":"20260131"}
        {"table":"calendar_dates","service_id":"week","date":"20260126","exception_type":2}
        {"table":"calendar_dates","service_id":"fair","date":"20260126","exception_type":1}
        {"table":"calendar_dates","service_id":"fair","date":"20260214","exception_type":1}

        """

    static func run(
        _ text: String, _ common: CommonOptions = CommonOptions(), feed: String? = nil,
        change: (inout BuildPolylinesOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = BuildPolylinesOptions()
        options.feed = feed.map { TemporaryFolder.shared.write($0) }
        change(&options)
        let files = feed == nil || !text.isEmpty ? [TemporaryFolder.shared.write(text)] : []
        return try InMemoryRun("build-polylines", common) { context in
            try BuildPolylines.run(options.with { $0.files = files }, context)
        }
    }

    /// The members of each line, by name, as they are written; of a Feature its properties and what is beside them.
    static func members(_ line: String) -> [String: String] {
        var members: [String: String] = [:]
        let scanner = RecordScanner(fields: ["record"])
        let whole = "{\"record\":\(line)}"
        var copy = whole
        copy.withUTF8 { utf8 in
            do { try scanner.scan(UnsafeRawBufferPointer(utf8)) } catch { return XCTFail("\(error): \(line)") }
            func collect(_ value: JSONValue) {
                value.forEachMember { key, value in
                    let name = String(decoding: key.inside, as: UTF8.self)
                    if name == "properties" {
                        collect(value)
                    } else {
                        members[name] = String(decoding: value.raw, as: UTF8.self)
                    }
                }
            }
            collect(scanner[0])
        }
        return members
    }

    static func column(_ name: String, _ run: InMemoryRun) -> [String] { run.lines.map { members($0)[name] ?? "-" } }

    /// Checks that every record read is accounted for.
    static func assertBalanced(_ run: InMemoryRun, file: StaticString = #filePath, line: UInt = #line) {
        let tables = run.summary.tables
        let read = tables.reduce(0) { $0 + $1.read }
        let ends =
            tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged + $1.filtered } + run.summary.rejectedCount
        XCTAssertEqual(read, ends, file: file, line: line)
    }
}
