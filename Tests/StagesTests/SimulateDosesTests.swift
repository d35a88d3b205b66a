import StageKit
import TestSupport
import XCTest

@testable import MadeUpCity

/// Doses do what they say, as much as they say, and nothing else.
final class SimulateDosesTests: XCTestCase {
    static let all: Doses = {
        var doses = Doses()
        doses.drop = 0.2
        doses.freeze = 0.5
        doses.late = 40
        doses.sequences = .position
        doses.twins = 0.5
        doses.off = 20
        return doses
    }()
    private static let made = Result { try SimulatedCity() }
    /// The city whose feed is good.
    private func good() throws -> SimulatedCity { try SimulateDosesTests.made.get() }

    private func dosed(_ change: (inout Doses) -> Void) throws -> SimulatedCity {
        try SimulatedCity { change(&$0.doses) }
    }

    private func files(_ city: SimulatedCity, _ prefix: String) -> [String: [UInt8]] {
        city.bytes.filter { $0.key.hasPrefix(prefix) }
    }

    // MARK: One by one

    func testDroppedPositionsAreMissingAndTheOthersStay() throws {
        let good = try good()
        let whole = try good.positionsByKey()
        var before: Set<String> = Set(whole.keys)
        for share in [0.1, 0.3, 0.9] {
            let city = try dosed { $0.drop = share }
            let rest = try city.positionsByKey()
            for (key, position) in rest { XCTAssertEqual(position, whole[key], key) }
            XCTAssertEqual(1 - Double(rest.count) / Double(whole.count), share, accuracy: 0.03)
            XCTAssertTrue(before.isSuperset(of: rest.keys), "a larger dose takes more of the same")
            before = Set(rest.keys)
            XCTAssertEqual(files(city, "trip-updates"), files(good, "trip-updates"))
        }
        let none = try dosed { $0.drop = 1 }
        XCTAssertEqual(try none.positions(), [])
        XCTAssertFalse(none.log.contains("without service"), none.log)
    }

    func testAStuckVehicleTellsTheSameWithNewTimestamps() throws {
        let good = try good()
        let whole = try good.positionsByKey()
        for share in [0.4, 1] {
            let city = try dosed { $0.freeze = share }
            let positions = try city.positionsByKey()
            XCTAssertEqual(Set(positions.keys), Set(whole.keys))
            var stuck: [String: [SimulatedCity.Position]] = [:]
            var passing = 0
            for (key, position) in positions {
                let clean = try XCTUnwrap(whole[key])
                XCTAssertEqual(position.time, clean.time)
                XCTAssertEqual(position.trip, clean.trip)
                guard position != clean else { continue }
                stuck[position.vehicle, default: []].append(position)
                // The nasty case: it says that it stands and drives.
                if position.status == 1, clean.status != 1 { passing += 1 }
            }
            XCTAssertEqual(
                Double(stuck.count) / Double(good.options.vehicles), share, accuracy: share == 1 ? 0.1 : 0.25)
            XCTAssertGreaterThan(passing, 5)
            for (vehicle, told) in stuck {
                let day = try good.day(vehicle)
                for position in told {
                    // It was there a while ago, at most five minutes and the time of a measurement.
                    let since = (1...320).first {
                        guard let fix = day.fix(at: position.time - $0) else { return false }
                        return fix.place.distance(to: position.place) < 7 && UInt64(position.status ?? 9) == fix.status
                            && fix.stop + 1 == position.sequence
                    }
                    XCTAssertNotNil(since, vehicle)
                }
            }
            let count = stuck.values.reduce(0) { $0 + $1.count }
            XCTAssertEqual(Double(count) / Double(positions.count), 0.3 * share, accuracy: 0.1)
            XCTAssertEqual(files(city, "trip-updates"), files(good, "trip-updates"))
        }
    }

    func testLateDataIsOlderThanItCouldBeAndNeverFalse() throws {
        let good = try good()
        let whole = try good.positionsByKey()
        let city = try dosed { $0.late = 60 }
        var last: [String: Int] = [:]
        var (late, ages) = (0, 0)
        let positions = try city.positions()
        for position in positions {
            let age = position.snapshot - position.time
            XCTAssertLessThanOrEqual(age, 21 + 60)
            ages += age
            XCTAssertGreaterThanOrEqual(position.time, last[position.vehicle] ?? 0, "back in time")
            last[position.vehicle] = position.time
            let fix = try XCTUnwrap(good.day(position.vehicle).fix(at: position.time))
            XCTAssertLessThan(fix.place.distance(to: position.place), 7)
            guard let newest = whole["\(position.vehicle) \(position.snapshot)"] else { continue }
            XCTAssertLessThanOrEqual(position.time, newest.time)
            if position.time < newest.time { late += 1 }
        }
        XCTAssertGreaterThan(Double(late) / Double(positions.count), 0.4)
        let usual = try good.positions().reduce(0) { $0 + $1.snapshot - $1.time }
        XCTAssertGreaterThan(ages / positions.count, usual / whole.count + 5)
        // Predictions are as late as the positions.
        let newest = Dictionary(uniqueKeysWithValues: positions.map { ("\($0.vehicle) \($0.snapshot)", $0.time) })
        var compared = 0
        for (name, bytes) in files(city, "trip-updates") {
            let message = try XCTUnwrap(WireFields(bytes[...]))
            let snapshot = try XCTUnwrap(message.message(1)?.number(3))
            for entity in message.messages(2) {
                guard let update = entity.message(3), let vehicle = update.message(3)?.text(1),
                    let time = newest["\(vehicle) \(snapshot)"]
                else { continue }
                XCTAssertEqual(update.number(4), time, name)
                compared += 1
            }
        }
        XCTAssertGreaterThan(compared, 500)
    }

    func testSequencesCountPlacesFromZero() throws {
        let good = try good()
        let whole = try good.positionsByKey()
        let city = try dosed { $0.sequences = .position }
        for (key, position) in try city.positionsByKey() {
            var expected = try XCTUnwrap(whole[key])
            expected.sequence = expected.sequence.map { $0 - 1 }
            expected.stopID = nil
            XCTAssertEqual(position, expected)
        }
        XCTAssertTrue(whole.values.contains { $0.stopID != nil })
        func updates(_ city: SimulatedCity) throws -> [[Int?]] {
            try files(city, "trip-updates").sorted { $0.key < $1.key }.flatMap { file in
                try XCTUnwrap(WireFields(file.value[...])).messages(2).flatMap { $0.message(3)?.messages(2) ?? [] }
                    .map {
                        XCTAssertNotNil($0.text(4))
                        return [$0.number(1), $0.message(2)?.number(2), $0.message(3)?.number(2)]
                    }
            }
        }
        XCTAssertEqual(try updates(city), try updates(good).map { [$0[0].map { $0 - 1 }, $0[1], $0[2]] })
    }

    func testTwinsTellATripSomeMinutesBehind() throws {
        func city(_ share: Double) throws -> SimulatedCity {
            try SimulatedCity {
                $0.minutes = 60
                $0.interval = 60
                $0.doses.twins = share
            }
        }
        let good = try city(0)
        let whole = try good.positionsByKey()
        for share in [0.3, 1] {
            let city = try city(share)
            let positions = try city.positionsByKey()
            let twins = positions.values.filter { $0.vehicle.hasSuffix("B") }
            XCTAssertEqual(positions.filter { !$0.value.vehicle.hasSuffix("B") }, whole)
            XCTAssertEqual(files(city, "trip-updates"), files(good, "trip-updates"))
            var behind: [String: Set<Int>] = [:]
            for twin in twins {
                let day = try city.day(String(twin.vehicle.dropLast()))
                let possible = (120...420).filter { seconds in
                    guard let fix = day.fix(at: twin.time - seconds), let run = fix.run else { return false }
                    return day.runs[run].tripID == twin.trip && fix.stop + 1 == twin.sequence
                        && fix.place.distance(to: twin.place) < 7
                }
                XCTAssertFalse(possible.isEmpty, twin.vehicle)
                behind[twin.vehicle] = (behind[twin.vehicle] ?? Set(possible)).intersection(possible)
            }
            // One distance in time explains all that a twin tells.
            for (vehicle, seconds) in behind { XCTAssertFalse(seconds.isEmpty, vehicle) }
            let told = Set(twins.map { "\($0.trip ?? "") \($0.startTime ?? "")" })
            // Of a run that lies in the window whole, the minutes behind with it, something is told if it has a twin.
            let window = Scenario.window(city.options)
            let runs = city.scenario.days.flatMap(\.runs).filter {
                $0.relationship != .canceled && $0.begin >= window.lowerBound && $0.end <= window.upperBound - 420
            }
            let twinned = runs.filter { run in told.contains { $0.hasPrefix(run.tripID + " ") } }
            XCTAssertGreaterThan(runs.count, 25)
            XCTAssertEqual(Double(twinned.count) / Double(runs.count), share, accuracy: share == 1 ? 0.001 : 0.2)
        }
    }

    func testPositionsLieOffAsFarAsAsked() throws {
        for off in [0.0, 50, 400] {
            let city = try dosed { $0.off = off }
            var distances: [Double] = []
            for position in try city.positions() {
                let fix = try XCTUnwrap(city.day(position.vehicle).fix(at: position.time))
                distances.append(fix.place.distance(to: position.place))
            }
            let farthest = try XCTUnwrap(distances.max())
            XCTAssertLessThan(farthest, off + 2)
            XCTAssertGreaterThan(farthest, off * 0.97)
            // Two thirds, if every part of the circle is as likely as another.
            XCTAssertEqual(distances.reduce(0, +) / Double(distances.count), off * 2 / 3, accuracy: max(1.5, off / 20))
        }
    }

    // MARK: All of them

    func testTheSameSeedGivesTheSameBytesAndEachDoseOthers() throws {
        func bytes(_ change: (inout SimulateOptions) -> Void) throws -> [String: [UInt8]] {
            try SimulatedCity {
                $0.interval = 120
                $0.doses = SimulateDosesTests.all
                change(&$0)
            }.bytes
        }
        let first = try bytes { _ in }
        XCTAssertEqual(first, try bytes { _ in })
        XCTAssertEqual(first["feed.zip"], try good().bytes["feed.zip"])
        let changes: [(inout SimulateOptions) -> Void] = [
            { $0.seed = 2 }, { $0.doses.drop = 0 }, { $0.doses.freeze = 0 }, { $0.doses.late = 0 },
            { $0.doses.sequences = .kept }, { $0.doses.twins = 0 }, { $0.doses.off = nil },
        ]
        for change in changes { XCTAssertNotEqual(first, try bytes(change)) }
    }

    func testOneDoseDoesNotChangeAnother() throws {
        let late = try dosed { $0.late = 40 }.positionsByKey()
        let both = try dosed {
            $0.late = 40
            $0.drop = 0.5
            $0.off = 100
            $0.twins = 1
        }.positionsByKey()
        var compared = 0
        for (key, position) in both where !position.vehicle.hasSuffix("B") {
            XCTAssertEqual(position.time, late[key]?.time)
            compared += 1
        }
        XCTAssertGreaterThan(compared, 300)
    }

    func testEntitiesChooseTheMessages() throws {
        let good = try good()
        for (kind, prefix) in [
            (SimulateOptions.Entities.vehiclePositions, "vehicles-"), (.tripUpdates, "trip-updates-"),
        ] {
            let city = try SimulatedCity { $0.entities = [kind] }
            XCTAssertEqual(
                city.bytes, good.bytes.filter { $0.key == "feed.zip" || $0.key.hasPrefix(prefix) })
            XCTAssertFalse(city.log.contains("without service"), city.log)
        }
        XCTAssertEqual(try SimulateOptions.entities("trip_updates"), [.tripUpdates])
        XCTAssertEqual(try SimulateOptions.entities("trip_updates,vehicle_positions").count, 2)
        for wrong in ["", "alerts", "trip_updates,"] {
            XCTAssertThrowsError(try SimulateOptions.entities(wrong)) {
                XCTAssertTrue(($0 as? UnusableOption)?.message.hasPrefix("--entities: no table") == true)
            }
        }
    }

    func testImpossibleDosesAreNamed() {
        func problem(_ change: (inout Doses) -> Void) -> String {
            var options = SimulateOptions(folder: "x")
            change(&options.doses)
            return options.problem ?? "none"
        }
        XCTAssertEqual(problem { $0 = SimulateDosesTests.all }, "none")
        for (name, path) in [
            ("--drop", \Doses.drop), ("--freeze", \.freeze), ("--twins", \.twins),
        ] as [(String, WritableKeyPath<Doses, Double>)] {
            for wrong in [-0.1, 1.01, .nan, .infinity] {
                XCTAssertTrue(problem { $0[keyPath: path] = wrong }.contains(name), "\(wrong)")
            }
        }
        XCTAssertTrue(problem { $0.late = -1 }.contains("--late"))
        XCTAssertTrue(problem { $0.late = 3601 }.contains("--late"))
        for wrong in [-1, .nan, 10_001] { XCTAssertTrue(problem { $0.off = wrong }.contains("--off")) }
    }
}
