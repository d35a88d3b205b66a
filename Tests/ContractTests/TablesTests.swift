import XCTest

@testable import Contract

/// What every table's declaration keeps to.
final class TablesTests: XCTestCase {
    private let tables = Tables.all

    func testNamesOfTablesAreDistinct() {
        let names = tables.map { $0.name }
        XCTAssertEqual(Set(names).count, names.count)
        for table in tables {
            XCTAssertTrue(Tables.named(table.name) == table, table.name)
        }
    }

    func testNamesOfColumnsAreDistinctInTheirTableAndInTheObjectsInside() {
        func check(_ columns: [ColumnDescription], _ place: String) {
            let names = columns.map(\.name)
            XCTAssertEqual(Set(names).count, names.count, "\(place): \(names)")
            for column in columns {
                switch column.type {
                case .object(let inside), .array(.object(let inside)): check(inside, place + "." + column.name)
                default: break
                }
            }
        }
        for table in tables { check(table.descriptions, table.name) }
    }

    /// Every record has `table`, and may have `feed_id`; a table's own columns are others.
    func testNoTableDeclaresWhatEveryRecordHas() {
        for table in tables {
            XCTAssertFalse(table.names.contains(Tables.AnyRecord.columns.table.name), table.name)
            // A report groups by it, which makes it a column of the report's own.
            let reports: [any Table.Type] = [
                Tables.Occupancy.self, Tables.OccupancyPartials.self, Tables.Punctuality.self, Tables.Headways.self,
                Tables.Segments.self, Tables.LoadProfiles.self, Tables.ServiceDelivered.self,
                Tables.PredictionAccuracy.self,
            ]
            guard !reports.contains(where: { $0 == table }) else { continue }
            XCTAssertFalse(table.names.contains(Tables.AnyRecord.columns.feedID.name), table.name)
        }
    }

    func testKeysNameColumnsOfTheirTable() {
        for table in tables {
            let key = table.key
            var named = key.time
            switch key.identity {
            case .ladder(let groups, let others): named += groups.flatMap { $0 } + others
            case .content(let left): named += left
            case .columns(let columns): named += columns.map(\.name)
            }
            switch key.conflict {
            case .largest(let columns): named += columns
            case .smallest(let column): named.append(column)
            case .first, .last: break
            }
            // What is known of no table is looked for in each.
            guard key != .wholeRecord else { continue }
            // A stop's row has its update's columns after its own.
            let others = table.name == Tables.StopTimeUpdates.name ? [Tables.TripUpdates.columns.timestamp.name] : []
            for name in named { XCTAssertTrue((table.names + others).contains(name), "\(table.name): \(name)") }
        }
    }

    /// Databases made before a stage writes a table hold its rows by the key that it will have.
    func testIDsReferToColumnsThatDefineThem() {
        var references = 0
        for definition in TableDefinition.all {
            for field in definition.fields where !field.targets.isEmpty {
                XCTAssertEqual(field.type, .id, "\(definition.name).\(field.name)")
                for target in field.targets {
                    let found = TableDefinition.named(target.table)?.fields.first { $0.name == target.column }
                    XCTAssertEqual(found?.type, .id, "\(definition.name).\(field.name) refers to nothing")
                    references += 1
                }
            }
        }
        // The reference has 54 columns of ids that refer to others; five of them to one of two. A proposed file has another.
        XCTAssertEqual(references, 60)
    }

    func testPromisedTablesHaveTheirKeys() {
        XCTAssertEqual(
            Tables.key(of: "tiles"), .columns(named: ["z", "x", "y", "frame"], required: ["x", "y"]))
        let events = Tables.key(of: "vehicle_events")
        XCTAssertEqual(
            events.identity, .ladder([["vehicle_id"]], with: ["event", "phase", "generation", "timestamp"]))
        XCTAssertEqual(events.time, ["at", "feed_timestamp", "timestamp"])
        XCTAssertEqual(Tables.key(of: "frames"), .wholeRecord)
        XCTAssertEqual(Tables.key(of: "anything"), .wholeRecord)
    }

    func testColumnsOfOneNameHaveOneNumber() {
        XCTAssertEqual(Tables.Departures.columns.tripID.number, Tables.Trips.columns.tripID.number)
        XCTAssertEqual(Tables.TripDetails.Stop.columns.stopID.number, Tables.Stops.columns.stopID.number)
        XCTAssertNotEqual(Tables.Stops.columns.stopID.number, Tables.Stops.columns.stopName.number)
        for table in tables {
            for column in table.all { XCTAssertEqual(column.number, ColumnNumbers.number(of: column.name)) }
        }
    }

    func testSentencesEndAsSentencesDo() {
        for table in tables {
            XCTAssertTrue(table.sentence.hasSuffix("."), table.name)
            for column in table.descriptions where !column.sentence.isEmpty {
                XCTAssertTrue(column.sentence.hasSuffix("."), "\(table.name).\(column.name)")
            }
        }
    }
}
