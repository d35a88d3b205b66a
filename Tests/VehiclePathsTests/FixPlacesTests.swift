import GTFSSchedule
import Geometry
import Schedule
import TestSupport
import XCTest

@testable import VehiclePaths

/// What is kept of fixes is what is worked out of them anew.
final class FixPlacesTests: XCTestCase {
    private var random = SeededGenerator(seed: 21)

    /// A street to the east and back again, 8 m beside it: most fixes have two places.
    private var way: Way {
        let shape = [(0.0, 0.0), (0, 0.01), (0, 0.02), (0.00008, 0.02), (0.00008, 0.0)].map {
            ShapePoints.Point(coordinate: Coordinate(latitude: $0.0, longitude: $0.1), distance: nil)
        }
        let stops = [0.0, 0.01, 0.02, 0.01].map { Coordinate(latitude: 0, longitude: $0) as Coordinate? }
        return Way(stops: stops, stopDistances: stops.map { _ in nil }, shape: shape)
    }

    private func fix(_ second: Int) -> Fix {
        var fix = Fix(time: UInt32(1_000_000 + second), feedTime: UInt32(1_000_000 + second))
        guard Int.random(in: 0..<10, using: &random) > 0 else { return fix }
        fix.latitude = Int32.random(in: -3000...3000, using: &random)
        fix.longitude = Int32.random(in: -20_000...220_000, using: &random)
        return fix
    }

    func testPlacesThatWereKeptAreThoseOfTheFixes() {
        let way = self.way
        var fixes: [Fix] = []
        var places = FixPlaces()
        for second in 0..<3000 {
            var fix = fix(second)
            // Receivers repeat a place.
            if let last = fixes.last, second % 3 == 0 {
                (fix.latitude, fix.longitude) = (last.latitude, last.longitude)
            }
            fixes.append(fix)
            places.append(fix, on: way)
            if fixes.count > 8 {
                let removed = Int.random(in: 0..<fixes.count, using: &random)
                fixes.remove(at: removed)
                places.remove(at: removed)
            }
            let fresh = FixPlaces(fixes, on: way)
            XCTAssertEqual(places.count, fixes.count)
            for number in fixes.indices {
                let (kept, made) = (Array(places.places(of: number)), Array(fresh.places(of: number)))
                XCTAssertEqual(kept.map(\.along), made.map(\.along), "\(second)")
                XCTAssertEqual(kept.map(\.offset), made.map(\.offset), "\(second)")
                XCTAssertEqual(kept.map(\.isBeyond), made.map(\.isBeyond), "\(second)")
            }
        }
        XCTAssertTrue(places.places.contains(where: \.isBeyond) || places.places.count > places.count)
    }

    /// Fixes that agree with the timetable are resolved at once to what the general rule says.
    func testFixesThatAgreeNameTheStopsThatTheGeneralRuleFinds() {
        var timetable = Timetable()
        let names = ["A", "B", "C", "D", "Z", "?"]
        for name in names.dropLast() { timetable.add(Timetable.Stop(id: name)) }
        let stations = Stations(timetable)
        // A loop: A and C are called at twice.
        let rows = [(1, "A"), (2, "B"), (4, "C"), (5, "A"), (9, "D"), (10, "C")].map { sequence, stop in
            var row = Timetable.StopTime()
            row.sequence = sequence
            row.stop = timetable.stopNumbers[stop]
            return row
        }
        let indices = names.map { timetable.stopNumbers[$0] }
        var agreeing = 0
        for round in 0..<20_000 {
            let fixes = (0..<Int.random(in: 1...5, using: &random)).map { second in
                var fix = Fix(time: UInt32(second), feedTime: UInt32(second))
                let row = rows.randomElement(using: &random)!
                let isStray = Int.random(in: 0..<20, using: &random) == 0
                if Int.random(in: 0..<6, using: &random) > 0 {
                    fix.sequence = isStray ? Int32.random(in: 0...11, using: &random) : Int32(row.sequence)
                    if Int.random(in: 0..<4, using: &random) > 0 {
                        fix.stop =
                            round % 7 == 0
                            ? Int32.random(in: 0..<Int32(names.count), using: &random)
                            : Int32(names.firstIndex(of: timetable[row.stop!].id)!)
                    }
                }
                return fix
            }
            let general = NamedStops(fixes, stopNames: names, rows: rows, stations)
            guard let quick = NamedStops(agreeing: fixes, stopIndices: indices, rows: rows) else { continue }
            agreeing += 1
            XCTAssertEqual(quick.stops.map { "\($0)" }, general.stops.map { "\($0)" }, "round \(round)")
            XCTAssertEqual(quick.namesStops, general.namesStops)
            XCTAssertEqual(quick.namesItsStops, general.namesItsStops)
        }
        XCTAssertGreaterThan(agreeing, 5000)
        XCTAssertLessThan(agreeing, 19_500)
    }
}
