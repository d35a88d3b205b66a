import Containers
import Hashing
import TestSupport
import XCTest

@testable import Occupancy

final class DistinctObservationsTests: XCTestCase {
    private struct Key: Hashable {
        let vehicle: UInt64
        let carriage: UInt64
        let timestamp: UInt32?

        init(_ observation: Observation, _ timestamp: UInt32? = nil) {
            vehicle = observation.vehicle
            carriage = observation.carriage
            self.timestamp = timestamp
        }
    }

    /// Groups whose keys' order is their number's.
    private func groups(_ count: Int) -> GroupKeys {
        var keys = GroupKeys()
        for index in 0..<count {
            withUnsafeBytes(of: UInt32(index).bigEndian) { XCTAssertEqual(keys.intern($0), index) }
        }
        return keys
    }

    private func random(_ generator: inout SeededGenerator, vehicles: Int, times: Int, groups: Int) -> Observation {
        let fingerprint = Fingerprint.mix(
            UInt64.random(in: 1...UInt64(vehicles), using: &generator) &* 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
        let time = UInt32.random(in: 0..<UInt32(times), using: &generator) &* 4_000_037
        let lags: [UInt32] = [0, 1, 30, 100_000, 4_000_000]
        let code = Int.random(in: -9...30, using: &generator)
        return Observation(
            vehicle: Observation.vehicle(fingerprint), trip: UInt64.random(in: 0...5000, using: &generator),
            carriage: UInt64.random(in: 0...2, using: &generator),
            timestamp: time % 97 == 0 ? Observation.noTime : time,
            feedTimestamp: code == 3 ? Observation.noTime : time &+ lags.randomElement(using: &generator)!,
            status: code == 4 ? .absent : StatusRank(code: code),
            percentage: [0, 50, 253, 254, 255, 3000, 65_534, 4_294_967_294, Observation.noPercentage].randomElement(
                using: &generator)!,
            group: Int.random(in: 0..<groups, using: &generator))
    }

    private func sorted(_ list: [Observation]) -> [String] { list.map { "\($0)" }.sorted() }

    // MARK: Against a dictionary

    /// More of them than a block has room for.
    func testKeepsTheBestOfEachVehicleAndTimeWhateverTheOrder() {
        var generator = SeededGenerator(seed: 1)
        let groups = groups(50)
        var sent = (0..<150_000).map { _ in random(&generator, vehicles: 5000, times: 60, groups: 50) }
        var expected: [Key: Observation] = [:]
        for new in sent {
            let key = Key(new, new.timestamp)
            if let old = expected[key], !DistinctObservations.isBetter(new, than: old, groups) { continue }
            expected[key] = new
        }
        XCTAssertGreaterThan(expected.count, 1 << 16)
        for _ in 0..<2 {
            var observations = DistinctObservations(.all)
            for observation in sent { XCTAssertNil(observations.insert(observation, groups: groups)) }
            XCTAssertEqual(observations.count, expected.count)
            var found: [Key: Observation] = [:]
            observations.forEach { found[Key($0, $0.timestamp)] = $0 }
            XCTAssertEqual(found, expected)
            sent.shuffle(using: &generator)
        }
    }

    func testKeepsTheLastOfEachVehicleAndHandsOutTheOneBefore() {
        var generator = SeededGenerator(seed: 2)
        let groups = groups(50)
        var observations = DistinctObservations(.last)
        var expected: [Key: Observation] = [:]
        for _ in 0..<20_000 {
            let new = random(&generator, vehicles: 100, times: 2, groups: 50)
            let old = expected[Key(new)]
            let isOfAnotherTime = old.map { $0.timestamp != new.timestamp } ?? false
            XCTAssertEqual(observations.insert(new, groups: groups), isOfAnotherTime ? old : nil)
            if let old, !isOfAnotherTime, !DistinctObservations.isBetter(new, than: old, groups) { continue }
            expected[Key(new)] = new
        }
        var found: [Key: Observation] = [:]
        observations.forEach { found[Key($0)] = $0 }
        XCTAssertEqual(found, expected)
        XCTAssertEqual(observations.count, expected.count)
    }

    func testFiguresOfObservationsAddedOneByOneOrAllAtOnce() {
        for isAllAtOnce in [false, true] {
            var generator = SeededGenerator(seed: 3)
            let groups = groups(7)
            var tally = CrowdingTally()
            var observations = DistinctObservations(.all)
            for _ in 0..<30_000 {
                var new = random(&generator, vehicles: 200, times: 60, groups: 7)
                if new.group == 3 { new.percentage = Observation.noPercentage }
                observations.insert(new, groups: groups)
            }
            var all: [Int: [Observation]] = [:]
            observations.forEach { all[$0.group, default: []].append($0) }
            if isAllAtOnce {
                tally.add(all: &observations, groupCount: 7)
                XCTAssertEqual(observations.count, 0)
            } else {
                observations.forEach { tally.add($0) }
            }
            // What nothing names, and counts that no 32 bits hold.
            let large = 1 << 40
            tally.add(
                CrowdingFigures(
                    counts: [large, 0, 0, 0, 0, 0, 0, 0, 0, 0], vehicles: 9, trips: 0,
                    percentages: [
                        .init(percentage: 50, count: large - 1), .init(percentage: 51, count: 0),
                        .init(percentage: 52, count: 2), .init(percentage: Observation.largestPercentage, count: 1),
                    ]), tripFingerprints: [], group: 0)
            let totals = tally.totals()
            XCTAssertEqual(totals.groupCount, 7)
            for (group, observations) in all {
                var counts = Array(repeating: 0, count: 10)
                var percentages: [Int: Int] = [:]
                if group == 0 {
                    counts[0] = large
                    percentages = [50: large - 1, 52: 2, Observation.largestPercentage: 1]
                }
                for observation in observations {
                    counts[observation.status.column] += 1
                    if observation.percentage != Observation.noPercentage {
                        percentages[Int(observation.percentage), default: 0] += 1
                    }
                }
                let trips = Set(observations.map(\.trip)).subtracting([0])
                XCTAssertEqual(
                    totals.figures(group),
                    CrowdingFigures(
                        counts: counts, vehicles: Set(observations.map(\.vehicle)).count + (group == 0 ? 9 : 0),
                        trips: trips.count,
                        percentages: percentages.sorted { $0.key < $1.key }.map {
                            .init(percentage: $0.key, count: $0.value)
                        }))
                XCTAssertEqual(totals.hasPercentages(group), group != 3)
                XCTAssertEqual(Array(tally.tripFingerprints()[group]), trips.sorted())
            }
        }
    }

    /// Vehicles that stand still in time and move from group to group.
    func testGroupsThatNothingIsLeftOfAreLetGo() {
        for kept in [DistinctObservations.Kept.all, .last] {
            var generator = SeededGenerator(seed: 4)
            var observed = ObservedGroups()
            var observations = DistinctObservations(kept)
            var tally = CrowdingTally()
            var expected: [Key: (key: UInt64, feedTimestamp: UInt32)] = [:]
            for step in 0..<UInt32(60_000) {
                let key = UInt64.random(in: 0..<1 << 40, using: &generator)
                var new = random(&generator, vehicles: 50, times: 1, groups: 1)
                new.feedTimestamp = step
                new.group = withUnsafeBytes(of: key) { observed.intern($0) }!
                if step % 1000 == 0 {
                    tally.add(new)
                    expected[Key(new, step + 1)] = (key, step)
                } else {
                    observed.insert(new, into: &observations, &tally)
                    expected[Key(new, 0)] = (key, step)
                }
                XCTAssertLessThan(observed.keys.count, 2 * ObservedGroups.patience)
            }
            if kept == .all {
                tally.add(all: &observations, groupCount: observed.keys.count)
            } else {
                observations.forEach { tally.add($0) }
            }
            let totals = tally.totals()
            var found: [UInt64] = []
            for group in 0..<totals.groupCount where totals.observations(group) > 0 {
                let figures = totals.figures(group)
                XCTAssertEqual(figures.vehicles, 1)
                XCTAssertLessThanOrEqual(figures.trips, 1)
                found.append(observed.keys.withKey(group) { $0.loadUnaligned(as: UInt64.self) })
            }
            XCTAssertEqual(found.sorted(), expected.values.map(\.key).sorted())
        }
    }

    // MARK: Parts of an observation

    func testAnObservationKeepsTheBitsThatCountAndNoOthers() {
        let whole = Observation(
            vehicle: .max, trip: .max, carriage: .max, timestamp: 1, feedTimestamp: 2, status: StatusRank(code: -9),
            percentage: 3, group: GroupKeys.capacity - 1)
        XCTAssertEqual(whole.vehicle, 0xFFFF_FFFF_FFFF_0000)
        XCTAssertEqual(whole.trip, 0xFFFF_FFFF_FFFF)
        XCTAssertEqual(whole.carriage, 0xFF_FFFF_FFFF)
        XCTAssertEqual(whole.group, GroupKeys.capacity - 1)
        XCTAssertEqual(MemoryLayout<Observation>.stride, 40)
        for bit in 0..<40 {
            var other = whole
            other.carriage ^= 1 << UInt64(bit)
            XCTAssertEqual(other.carriage, whole.carriage ^ 1 << UInt64(bit))
            XCTAssertEqual(other.vehicle, whole.vehicle)
            XCTAssertFalse(other.isSameVehicle(as: whole))
            XCTAssertFalse(
                Observation(
                    vehicle: whole.vehicle ^ 1 << UInt64(16 + bit), trip: 0, carriage: whole.carriage, timestamp: 1,
                    feedTimestamp: 2, status: .absent, percentage: 3, group: 0
                ).isSameVehicle(as: whole))
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
                XCTAssertTrue(DistinctObservations.isBetter(ascending[high], than: ascending[low], groups))
                XCTAssertFalse(DistinctObservations.isBetter(ascending[low], than: ascending[high], groups))
            }
            XCTAssertFalse(DistinctObservations.isBetter(ascending[high], than: ascending[high], groups))
        }
    }

    func testTheLastOfEachVehicleLeavesOutRepeatsOfTheLastTimeOnly() {
        let groups = groups(1)
        var consecutive = DistinctObservations(.last)
        var settled: [Observation] = []
        func pass(_ vehicle: UInt64, _ time: UInt32, _ feed: UInt32, _ code: Int) {
            let observation = Observation(
                vehicle: vehicle << 16, trip: 0, timestamp: time, feedTimestamp: feed, status: StatusRank(code: code),
                percentage: Observation.noPercentage, group: 0)
            if let done = consecutive.insert(observation, groups: groups) { settled.append(done) }
        }
        pass(1, 10, 10, 0)
        pass(2, 10, 10, 5)
        pass(1, 10, 40, 1)
        pass(1, 10, 20, 6)
        pass(1, 20, 50, 2)
        pass(1, 10, 60, 3)
        consecutive.forEach { settled.append($0) }
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
        var keys = GroupKeys()
        for round in 0..<2 {
            for index in 0..<5000 {
                let key = Array("group \(index)".utf8)
                XCTAssertEqual(key.withUnsafeBytes { keys.intern($0) }, index, "round \(round)")
            }
        }
        XCTAssertEqual(keys.count, 5000)
        let order = keys.inOrder().map { keys.withKey($0) { String(decoding: $0, as: UTF8.self) } }
        XCTAssertEqual(order, (0..<5000).map { "group \($0)" }.sorted())
    }
}
