import StageKit
import TestSupport
import XCTest

/// Whose line it is: the name of the route's agency.
final class BuildPolylinesAgencyTests: XCTestCase {
    private let bay = #"{"table":"agency","agency_id":"bay","agency_name":"Bay Buses"}"# + "\n"
    private let hill = #"{"table":"agency","agency_id":"hill","agency_name":"Hill Rail"}"# + "\n"

    /// Of each line of a route its agency's name.
    private func names(_ text: String) throws -> [String] {
        let run = try PolylineRun.run(text)
        PolylineRun.assertBalanced(run)
        return PolylineRun.column("agency_name", run)
    }

    private func town(ofAgency id: String) -> String {
        PolylineRun.town.replacing("\"route_id\":\"B\"}", with: "\"route_id\":\"B\",\"agency_id\":\"\(id)\"}")
    }

    func testTheOnlyAgencyIsThatOfRoutesThatNameNone() throws {
        XCTAssertEqual(try names(bay + PolylineRun.town), Array(repeating: "\"Bay Buses\"", count: 4))
        // Tables come in any order, and an only agency needs no id.
        XCTAssertEqual(
            try names(PolylineRun.town + #"{"table":"agency","agency_name":"Bay Buses"}"#),
            Array(repeating: "\"Bay Buses\"", count: 4))
        XCTAssertEqual(try names(PolylineRun.town), Array(repeating: "-", count: 4))
    }

    func testOfSeveralAgenciesTheOneThatTheRouteNames() throws {
        XCTAssertEqual(try names(bay + hill + town(ofAgency: "hill")), ["-", "-", "-", "\"Hill Rail\""])
        XCTAssertEqual(try names(bay + town(ofAgency: "gone")).last, "-", "another agency's than the one there is")
    }

    func testEachFeedHasItsOwnAgencies() throws {
        func feed(_ id: String, _ text: String) -> String {
            text.replacing("{\"table\":", with: "{\"feed_id\":\"\(id)\",\"table\":")
        }
        let names = try names(feed("one", bay + PolylineRun.town) + feed("two", hill + PolylineRun.town))
        XCTAssertEqual(names, Array(repeating: "\"Bay Buses\"", count: 4) + Array(repeating: "\"Hill Rail\"", count: 4))
    }

    func testAnAgencyThatComesAgainIsTold() throws {
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try PolylineRun.run(bay + bay.replacing("Bay Buses", with: "Others") + PolylineRun.town, common)
        XCTAssertEqual(PolylineRun.column("agency_name", run).first, "\"Bay Buses\"")
        XCTAssertTrue(run.log.contains("occurs more than once; the first row counts"), run.log)
    }

    func testTripDetailsHaveTheTextColourAndTheTimetablesAgency() throws {
        let details =
            #"{"table":"trip_details","trip_id":"t","route_id":"A","route_color":"0000FF","route_text_color":"FFFFFF","#
            + #""stops":[{"stop_id":"1","lat":1,"lon":1},{"stop_id":"2","lat":2,"lon":2}]}"# + "\n"
        let run = try PolylineRun.run(bay + details)
        XCTAssertEqual(PolylineRun.column("route_text_color", run), ["\"FFFFFF\""])
        XCTAssertEqual(PolylineRun.column("agency_name", run), ["\"Bay Buses\""])
    }
}
