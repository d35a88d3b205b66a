import XCTest

@testable import Contract

final class ColumnScannerTests: XCTestCase {
    private let departure = Tables.Departures.columns

    private func scan(_ text: String, by scanner: ColumnScanner, _ body: () throws -> Void) throws {
        try Array(text.utf8).withUnsafeBytes { bytes in
            try scanner.scan(bytes)
            try body()
        }
    }

    func testColumnsAreFoundWhateverTheOrderInTheLineAndOfTheAsking() throws {
        let scanner = ColumnScanner([departure.delay, departure.stopID, Tables.Stops.columns.stopID])
        for line in [#"{"stop_id":"A","x":[1],"delay":-60}"#, #"{"delay":-60,"stop_id":"A"}"#] {
            try scan(line, by: scanner) {
                XCTAssertEqual(scanner[departure.delay].integer, -60)
                XCTAssertEqual(scanner[departure.stopID].string, "A")
                // Columns of one name are one, whatever their tables.
                XCTAssertEqual(scanner[Tables.Stops.columns.stopID].string, "A")
                XCTAssertEqual(scanner[untyped: departure.stopID].string, "A")
            }
        }
        try scan("{}", by: scanner) { XCTAssertFalse(scanner[departure.delay].isPresent) }
    }

    /// Reading a column that was not asked for traps; whether it was is what the trap asks.
    func testAColumnThatWasNotAskedForIsNotWanted() {
        let scanner = ColumnScanner([departure.delay])
        XCTAssertTrue(departure.delay.isWanted(by: scanner))
        XCTAssertTrue(Tables.TripUpdates.columns.delay.isWanted(by: scanner))
        XCTAssertFalse(departure.stopID.isWanted(by: scanner))
        // One whose number is past all that were asked for.
        let latest = Tables.all.flatMap { $0.all }.max { $0.number < $1.number }
        XCTAssertFalse(scanner.isWanted(latest?.number ?? 0))
    }

    func testAnObjectInsideIsScannedAndAnotherKindOfValueHasNoMembers() throws {
        let outer = ColumnScanner([Tables.TripDetails.columns.vehicle])
        let vehicle = Tables.TripDetails.Vehicle.columns
        let inner = ColumnScanner([vehicle.vehicleID])
        try scan(#"{"vehicle":{"vehicle_id":"V\u0031"}}"#, by: outer) {
            inner.scan(outer[Tables.TripDetails.columns.vehicle])
            XCTAssertEqual(inner.value(vehicle.vehicleID), "V1")
            XCTAssertEqual(inner.text(vehicle.vehicleID).map { String(decoding: $0, as: UTF8.self) }, "V1")
        }
        try scan(#"{"vehicle":"V1"}"#, by: outer) {
            inner.scan(outer[Tables.TripDetails.columns.vehicle])
            XCTAssertFalse(inner[vehicle.vehicleID].isPresent)
        }
    }

    func testValuesHaveTheirColumnsTypes() throws {
        let scanner = ColumnScanner(Tables.Departures.all)
        try scan(
            """
            {"stop_id":12,"stop_name":"","start_date":"20260302","start_time":"25:10:00","departure_time":0,\
            "delay":1e9,"realtime":true,"schedule_relationship":"CANCELED","occupancy_status":9,"route_type":null}
            """, by: scanner
        ) {
            XCTAssertEqual(scanner.value(departure.stopID), "12")
            XCTAssertNil(scanner.value(departure.stopName), "an empty text says nothing")
            XCTAssertEqual(scanner.value(departure.startDate), 20514)
            XCTAssertEqual(scanner.value(departure.startTime), 90600)
            XCTAssertNil(scanner.value(departure.departureTime), "0 is not a time")
            XCTAssertNil(scanner.value(departure.delay), "a delay of 30 years breaks the type")
            XCTAssertEqual(scanner.value(departure.realtime), true)
            XCTAssertEqual(scanner.value(departure.scheduleRelationship), 3)
            XCTAssertEqual(scanner.value(departure.occupancyStatus), 9)
            XCTAssertNil(scanner.value(departure.routeType))
        }
    }
}

extension AnyColumn {
    fileprivate func isWanted(by scanner: ColumnScanner) -> Bool { scanner.isWanted(number) }
}
