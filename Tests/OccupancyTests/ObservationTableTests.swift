import Hashing
import TestSupport
import XCTest

@testable import Occupancy

final class ObservationTableTests: XCTestCase {
    private struct Key: Hashable {
        let vehicle: UInt64
        let carriage: UInt64
        let timestamp: UInt32
    }

    /// Groups whose keys' order is their number's.
    private func groups(_ count: Int) -> GroupTable {
        var table = GroupTable()
        for index in 0..<count {
            withUnsafeBytes(of: UInt32(index).bigEndian) { XCTAssertEqual(table.intern($0), index) }
        }
        return table
    }

    private func random(_ generator: inout SeededGenerator, vehicles: Int, times: Int, groups: Int) -> Observation {
        let fingerprint = Fingerprint.mix(
            UInt64.random(in: 1...UInt64(vehicles), using: &generator) &* 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
        let time = UInt32.random(in: 0..<UInt32(times), using: &generator) &* 4_000_037
        let lags: [UInt32] = [0, 1, 30, 100_000, 4_000_000]
        let code = Int.random(in: -9...30, using: &generator)
        return Observation(
            vehicle: Observation.vehicle(fingerprint), trip: Observation.trip(generator.next()),
            carriage: UInt64.random(in: 0...2, using: &generator),
            timestamp: time % 97 == 0 ? Observation.noTime : time,
            feedTimestamp: code == 3 ? Observation.noTime : time &+ lags.randomElement(using: &generator)!,
            status: code == 4 ? .absent : StatusRank(code: code),
            percentage: [0, 50, 253, 254, 255, 3000, 65_534, 4_294_967_294, Observation.noPercentage].randomElement(
                using: &generator)!,
            group: Int.random(in: 0..<groups, using: &generator))
    }

    private func sorted(_ list: [Observation]) -> [String] { list.map { "\($0)" }.sorted() }

    func testKeepsTheBestOfEachVehicleAndTimeWhateverTheOrder() {
        for (seed, withCarriages) in [(UInt64(1), false), (2, true)] {
            var generator = SeededGenerator(seed: seed)
            let groups = groups(50)
            var list = (0..<20_000).map { _ in random(&generator, vehicles: 100, times: 60, groups: 50) }
            var expected: [Key: Observation] = [:]
            for index in list.indices {
                if !withCarriages { list[index].carriage = 0 }
                let new = list[index]
                let key = Key(vehicle: new.vehicle, carriage: new.carriage, timestamp: new.timestamp)
                if let old = expected[key], !ObservationTable.isBetter(new, than: old, groups) { continue }
                expected[key] = new
            }
            for _ in 0..<3 {
                var table = ObservationTable(withCarriages: withCarriages)
                for observation in list { table.insert(observation, groups: groups) }
                var kept: [Observation] = []
                table.forEach { kept.append($0) }
                XCTAssertEqual(kept.count, table.count)
                XCTAssertEqual(sorted(kept), sorted(Array(expected.values)))
                list.shuffle(using: &generator)
            }
        }
    }

    func testTheLargestFeedTimestampThenStatusWins() {
        let groups = groups(1)
        func observation(_ feed: UInt32, _ status: StatusRank) -> Observation {
            Observation(
                vehicle: 0x1_0000, trip: 0, timestamp: 5, feedTimestamp: feed, status: status,
                percentage: Observation.noPercentage, group: 0)
        }
        let ascending = [
            observation(Observation.noTime, StatusRank(code: 6)), observation(0, .absent),
            observation(0, StatusRank(code: 0)), observation(0, StatusRank(code: 5)), observation(7, .absent),
            observation(7, StatusRank(code: 1)),
        ]
        for high in ascending.indices {
            for low in 0..<high {
                XCTAssertTrue(ObservationTable.isBetter(ascending[high], than: ascending[low], groups))
                XCTAssertFalse(ObservationTable.isBetter(ascending[low], than: ascending[high], groups))
            }
            XCTAssertFalse(ObservationTable.isBetter(ascending[high], than: ascending[high], groups))
        }
    }

    /// Entries grow wider in the midst of it, from 256 and from 16,384 carriages on.
    func testManyCarriagesAreToldApart() {
        let groups = groups(1)
        for carriages in [UInt64(200), 300, 20_000] {
            var table = ObservationTable(withCarriages: true)
            for carriage in 0..<carriages {
                for time in 0..<UInt32(2) {
                    table.insert(
                        Observation(
                            vehicle: Observation.vehicle(0xABCD_EF01_2345_6789), trip: 1,
                            carriage: Observation.carriage((carriage + 1) << 30), timestamp: time, feedTimestamp: 9,
                            status: StatusRank(code: Int(carriage)), percentage: 4_000_000_000 + UInt32(carriage),
                            group: 0), groups: groups)
                }
            }
            XCTAssertEqual(table.count, Int(carriages) * 2)
            var found = Set<UInt64>()
            table.forEach {
                XCTAssertEqual($0.carriage >> 6, UInt64($0.percentage) - 4_000_000_000 + 1)
                XCTAssertEqual($0.status, StatusRank(code: Int($0.percentage) - 4_000_000_000))
                found.insert($0.carriage)
            }
            XCTAssertEqual(found.count, Int(carriages))
        }
    }

    func testOneVehicleWithManyTimesSpreadsOverTheTable() {
        let groups = groups(1)
        var table = ObservationTable(withCarriages: false)
        let vehicle = Observation.vehicle(0xABCD_EF01_2345_6789)
        for time in 0..<UInt32(60_000) {
            table.insert(
                Observation(
                    vehicle: vehicle, trip: 77, timestamp: time, feedTimestamp: time &+ 3, status: StatusRank(code: 2),
                    percentage: 40, group: 0), groups: groups)
        }
        XCTAssertEqual(table.count, 60_000)
        var times = Set<UInt32>()
        table.forEach {
            XCTAssertEqual($0.vehicle, vehicle)
            XCTAssertEqual($0.feedTimestamp, $0.timestamp + 3)
            times.insert($0.timestamp)
        }
        XCTAssertEqual(times.count, 60_000)
    }

    func testGroupsBeyondTheFirstMillionAreKept() {
        let groups = GroupTable()
        for withCarriages in [false, true] {
            var table = ObservationTable(withCarriages: withCarriages)
            let numbers = Array(0..<5000) + [1_048_573, 1_048_574, 1_048_575, 1_048_576, 9_000_000, 100_000_000, 3]
            var expected: [String] = []
            for (index, group) in numbers.enumerated() {
                let observation = Observation(
                    vehicle: Observation.vehicle(Fingerprint.mix(UInt64(index) &+ 7, 0x9E37_79B9_7F4A_7C15)), trip: 5,
                    carriage: withCarriages ? UInt64(index % 3) : 0, timestamp: UInt32(index),
                    feedTimestamp: index % 2 == 0 ? 4_000_000_000 : 1, status: .absent,
                    percentage: UInt32(index % 400), group: group)
                table.insert(observation, groups: groups)
                expected.append("\(observation)")
            }
            var found: [String] = []
            table.forEach { found.append("\($0)") }
            XCTAssertEqual(found.sorted(), expected.sorted())
        }
    }

    // MARK: Tallies

    /// Distinct pairs beyond the room for them are counted in several passes.
    func testDistinctVehiclesAndTripsAreCountedExactly() {
        let groups = groups(7)
        var table = ObservationTable(withCarriages: false)
        var expectedVehicles = Array(repeating: Set<UInt64>(), count: 7)
        var expectedTrips = Array(repeating: Set<UInt64>(), count: 7)
        for index in 0..<UInt64(100_000) {
            let vehicle = Observation.vehicle(Fingerprint.mix(index / 2 &+ 1, 0x9E37_79B9_7F4A_7C15))
            let trip = index % 5 == 0 ? 0 : Observation.trip(Fingerprint.mix(index &+ 9, 0xD6E8_FEB8_6659_FD93))
            let group = Int(index / 2 % 7)
            table.insert(
                Observation(
                    vehicle: vehicle, trip: trip, timestamp: UInt32(index), feedTimestamp: 1,
                    status: StatusRank(code: Int(index % 9)), percentage: UInt32(index % 300), group: group),
                groups: groups)
            expectedVehicles[group].insert(vehicle)
            if trip != 0 { expectedTrips[group].insert(trip) }
        }
        var kept: [Observation] = []
        table.forEach { kept.append($0) }
        for keepsTrips in [false, true] {
            var tally = CrowdingTally()
            var table = ObservationTable(withCarriages: false)
            for observation in kept { table.insert(observation, groups: groups) }
            tally.add(&table, keepsTrips: keepsTrips)
            let totals = tally.totals()
            let figures = (0..<totals.groupCount).map { totals.figures($0) }
            XCTAssertEqual(figures.map(\.vehicles), expectedVehicles.map(\.count))
            XCTAssertEqual(figures.map(\.trips), expectedTrips.map(\.count))
            XCTAssertEqual(figures.reduce(0) { $0 + $1.observations }, 100_000)
            XCTAssertEqual(figures.reduce(0) { $0 + $1.percentageObservations }, 100_000)
            XCTAssertEqual(figures[3].percentages.map(\.percentage), figures[3].percentages.map(\.percentage).sorted())
            XCTAssertEqual(
                (0..<7).reduce(0) { $0 + tally.tripFingerprints()[$1].count },
                keepsTrips ? expectedTrips.reduce(0) { $0 + $1.count } : 0)
        }
    }

    func testConsecutiveLeavesOutRepeatsOfTheLastTimeOnly() {
        let groups = groups(1)
        var consecutive = ConsecutiveObservations()
        var settled: [Observation] = []
        func pass(_ vehicle: UInt64, _ time: UInt32, _ feed: UInt32, _ code: Int) {
            let observation = Observation(
                vehicle: vehicle << 16, trip: 0, timestamp: time, feedTimestamp: feed, status: StatusRank(code: code),
                percentage: Observation.noPercentage, group: 0)
            if let done = consecutive.next(observation, groups: groups) { settled.append(done) }
        }
        pass(1, 10, 10, 0)
        pass(2, 10, 10, 5)
        pass(1, 10, 40, 1)
        pass(1, 10, 20, 6)
        pass(1, 20, 50, 2)
        pass(1, 10, 60, 3)
        consecutive.forEachLast { settled.append($0) }
        XCTAssertEqual(
            settled.map { [Int($0.vehicle >> 16), Int($0.timestamp), $0.status.column] }.sorted { "\($0)" < "\($1)" },
            [[1, 10, 1], [1, 10, 3], [1, 20, 2], [2, 10, 5]])
    }

    func testFingerprintsAreTheSameForever() {
        func of(_ text: String, _ seed: UInt64 = 0) -> UInt64 {
            Array(text.utf8).withUnsafeBytes { Fingerprint.of($0, seed: seed) }
        }
        // Partial records carry them from machine to machine.
        XCTAssertEqual(
            ["", "a", "abc", "abcdefgh", "abcdefghijklmnopqrstuvwxyz"].map { of($0) },
            [
                714_980_210_277_857_354, 2_287_983_468_915_905_004, 15_482_410_840_839_038_838,
                4_441_925_233_410_596_950, 11_542_707_741_653_146_306,
            ])
        var seen = Set<UInt64>()
        for length in 0...70 { seen.insert(of(String(repeating: "a", count: length))) }
        XCTAssertEqual(seen.count, 71)
        XCTAssertNotEqual(of("", of("ab")), of("b", of("a")))
    }

    func testGroupsAreToldApartByTheirBytes() {
        var table = GroupTable()
        for round in 0..<2 {
            for index in 0..<5000 {
                let key = Array("group \(index)".utf8)
                XCTAssertEqual(key.withUnsafeBytes { table.intern($0) }, index, "round \(round)")
            }
        }
        XCTAssertEqual(table.count, 5000)
        let order = table.inOrder().map { table.withKey($0) { String(decoding: $0, as: UTF8.self) } }
        XCTAssertEqual(order, (0..<5000).map { "group \($0)" }.sorted())
    }
}
