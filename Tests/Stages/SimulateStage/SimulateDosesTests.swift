import Glibc
import StageKit
import TestSupport
import XCTest

@testable import SimulateStage

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
        doses.noise = 5
        doses.stray = Doses.Stray(share: 0.2, metres: 60...150)
        doses.clockSlip = Doses.ClockSlip(share: 0.2, seconds: 60)
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
            let window = city.options.window
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

    func testNoiseWandersWithItsStandardDeviation() throws {
        let good = try SimulatedCity { $0.minutes = 90 }
        let whole = try good.positionsByKey()
        let city = try SimulatedCity {
            $0.minutes = 90
            $0.doses.noise = 20
        }
        // By vehicle and time; a snapshot may repeat a fix.
        var errors: [String: [Int: Place]] = [:]
        for (key, position) in try city.positionsByKey() {
            var clean = try XCTUnwrap(whole[key])
            let error = Place(x: position.place.x - clean.place.x, y: position.place.y - clean.place.y)
            errors[position.vehicle, default: [:]][position.time] = error
            clean.place = position.place
            XCTAssertEqual(position, clean, "nothing but the place")
        }
        var (squares, products, pairs) = (0.0, [10: 0.0, 30: 0, 60: 0], [10: 0, 30: 0, 60: 0])
        var (count, cross) = (0, 0.0)
        for (_, fixes) in errors {
            for (time, error) in fixes {
                count += 1
                squares += error.x * error.x + error.y * error.y
                cross += error.x * error.y
                for lag in [10, 30, 60] {
                    guard let later = fixes[time + lag] else { continue }
                    pairs[lag]! += 1
                    products[lag]! += error.x * later.x + error.y * later.y
                }
            }
        }
        let variance = squares / Double(2 * count)
        XCTAssertEqual(variance.squareRoot(), 20, accuracy: 1.5)
        XCTAssertEqual(cross / Double(count) / variance, 0, accuracy: 0.1, "the axes do not depend on each other")
        for lag in [10, 30, 60] {
            XCTAssertGreaterThan(pairs[lag]!, 1000)
            XCTAssertEqual(
                products[lag]! / Double(2 * pairs[lag]!) / variance, exp(-Double(lag) / 45), accuracy: 0.1, "\(lag) s")
        }
    }

    func testStraysLieWhereTheyAreAskedAndAreAsManyAsAsked() throws {
        let whole = try good().positionsByKey()
        for (share, metres) in [(0.05, 60.0...150), (0.3, 80.0...80)] {
            let city = try dosed { $0.stray = Doses.Stray(share: share, metres: metres) }
            var (fixes, strays): (Set<String>, Set<String>) = ([], [])
            var (farthest, nearest) = (0.0, Double.infinity)
            var sum = Place(x: 0, y: 0)
            for (key, position) in try city.positionsByKey() {
                var clean = try XCTUnwrap(whole[key])
                let fix = "\(position.vehicle) \(position.time)"
                fixes.insert(fix)
                let off = position.place.distance(to: clean.place)
                guard off > 2 else { continue }
                (farthest, nearest) = (max(farthest, off), min(nearest, off))
                if strays.insert(fix).inserted {
                    sum.x += (position.place.x - clean.place.x) / off
                    sum.y += (position.place.y - clean.place.y) / off
                }
                clean.place = position.place
                XCTAssertEqual(position, clean, "nothing but the place")
            }
            XCTAssertEqual(Double(strays.count) / Double(fixes.count), share, accuracy: 0.02)
            // A 32-bit longitude is up to a metre off.
            XCTAssertGreaterThan(nearest, metres.lowerBound - 2)
            XCTAssertLessThan(farthest, metres.upperBound + 2)
            XCTAssertGreaterThan(farthest, metres.upperBound * 0.96)
            XCTAssertLessThan(sum.distance(to: Place(x: 0, y: 0)) / Double(strays.count), 0.3, "in all directions")
        }
    }

    func testSlippingClocksChangeTimestampsAlone() throws {
        let whole = try good().positionsByKey()
        let city = try dosed { $0.clockSlip = Doses.ClockSlip(share: 0.1, seconds: 90) }
        var (fixes, slips): ([String: Int], [Int]) = ([:], [])
        for (key, position) in try city.positionsByKey() {
            var clean = try XCTUnwrap(whole[key])
            let fix = "\(position.vehicle) \(clean.time)"
            let off = position.time - clean.time
            if let before = fixes.updateValue(off, forKey: fix) {
                XCTAssertEqual(before, off, "a fix has one timestamp")
            } else if off != 0 {
                slips.append(off)
            }
            clean.time = position.time
            XCTAssertEqual(position, clean, "nothing but the timestamp")
        }
        XCTAssertEqual(Double(slips.count) / Double(fixes.count), 0.1, accuracy: 0.03)
        XCTAssertTrue(slips.allSatisfy { abs($0) <= 90 })
        XCTAssertGreaterThan(slips.max() ?? 0, 75)
        XCTAssertLessThan(slips.min() ?? 0, -75)
        XCTAssertEqual(files(city, "trip-updates"), files(try good(), "trip-updates"))
    }

    func testPositionsWithoutSequencesTellThePlaceAlone() throws {
        let good = try good()
        let whole = try good.positionsByKey()
        let city = try dosed { $0.sequences = .absent }
        for (key, position) in try city.positionsByKey() {
            var expected = try XCTUnwrap(whole[key])
            (expected.sequence, expected.status, expected.stopID) = (nil, nil, nil)
            XCTAssertEqual(position, expected)
        }
        XCTAssertEqual(files(city, "trip-updates"), files(good, "trip-updates"))
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
            { $0.doses.sequences = .kept }, { $0.doses.twins = 0 }, { $0.doses.off = nil }, { $0.doses.noise = 0 },
            { $0.doses.stray = nil }, { $0.doses.clockSlip = nil },
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
            $0.noise = 30
            $0.stray = Doses.Stray(share: 0.5, metres: 10...900)
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
                XCTAssertTrue(($0 as? UnusableOption)?.message.hasPrefix("--entities: unknown table") == true)
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
        XCTAssertTrue(problem { $0.late = -1 }.contains("--lag"))
        XCTAssertTrue(problem { $0.late = 3601 }.contains("--lag"))
        for wrong in [-1, .nan, 10_001] { XCTAssertTrue(problem { $0.off = wrong }.contains("--off")) }
        for wrong in [-1, .nan, 10_001] { XCTAssertTrue(problem { $0.noise = wrong }.contains("--noise")) }
        for (share, metres) in [(1.1, 5.0...9), (-0.1, 5...9), (0.1, -1...9), (0.1, 5...100_001)] {
            XCTAssertTrue(problem { $0.stray = Doses.Stray(share: share, metres: metres) }.contains("--stray"))
        }
        for (share, seconds) in [(1.1, 5), (.nan, 5), (0.1, 0), (0.1, 86_401)] {
            XCTAssertTrue(
                problem { $0.clockSlip = Doses.ClockSlip(share: share, seconds: seconds) }.contains("--clock-slip"))
        }
    }

    func testDosesAreReadAsTheyAreWritten() throws {
        XCTAssertEqual(try Doses.stray("0.05:80"), Doses.Stray(share: 0.05, metres: 80...80))
        XCTAssertEqual(try Doses.stray("1:60.5-150"), Doses.Stray(share: 1, metres: 60.5...150))
        XCTAssertEqual(try Doses.clockSlip("0.01:120"), Doses.ClockSlip(share: 0.01, seconds: 120))
        for wrong in [
            "", "5", "0.1:", ":80", "0.1:80-", "0.1:-80", "0.1:150-60", "0.1:60-90-120", "x:80", "0.1:8e1", "1.:٣",
        ] {
            XCTAssertThrowsError(try Doses.stray(wrong), wrong) {
                XCTAssertTrue(($0 as? UnusableOption)?.message.hasPrefix("--stray takes") == true)
            }
        }
        for wrong in ["", "5", "0.1:", ":80", "0.1:1.5", "0.1:-5", "0.1:5s", "inf:5"] {
            XCTAssertThrowsError(try Doses.clockSlip(wrong), wrong) {
                XCTAssertTrue(($0 as? UnusableOption)?.message.hasPrefix("--clock-slip takes") == true)
            }
        }
    }
}
