import RealtimeJoin
import TestSupport
import VehiclePaths
import XCTest

@testable import StopVisitsStage

final class PositionsBeforeTests: XCTestCase {
    /// A run with a vehicle, and how records refer to it.
    private struct Seen {
        let reference: UInt64
        let run: RunUnderWay
        let track: VehicleTrack
    }

    private func seen(_ number: UInt64, vehicles: Int = 1) -> [Seen] {
        let run = RunUnderWay(.tripless, key: number, reference: TripReference(), match: .none)
        return (0..<vehicles).map {
            Seen(reference: number, run: run, track: run.track(of: UInt64($0)) { nil })
        }
    }

    private func add(_ all: [Seen], to before: inout PositionsBefore) {
        for seen in all { before.add(seen.reference, seen.run, seen.track) }
    }

    /// Whether each position is found with its own run and track, one after the other.
    private func found(_ all: [Seen], in before: inout PositionsBefore) -> [Bool] {
        all.map { seen in
            guard let found = before.find(seen.reference) else { return false }
            XCTAssertTrue(found.run === seen.run && found.track === seen.track, "\(seen.reference)")
            return true
        }
    }

    func testTheNextSnapshotFindsAllInTheSameOrder() {
        var before = PositionsBefore()
        let all = (0..<40).flatMap { seen($0) }
        XCTAssertFalse(found(all, in: &before).contains(true))
        add(all, to: &before)
        XCTAssertFalse(found(all, in: &before).contains(true), "a snapshot finds only what is before it")
        before.begin()
        XCTAssertEqual(found(all, in: &before), Array(repeating: true, count: 40))
        add(seen(50), to: &before)
        before.begin()
        XCTAssertFalse(found(all, in: &before).contains(true), "two snapshots ago")
    }

    func testASnapshotWithoutPositionsChangesNothing() {
        var before = PositionsBefore()
        let all = (0..<9).flatMap { seen($0) }
        add(all, to: &before)
        before.begin()
        before.begin()
        before.remove(all[4].run)
        XCTAssertEqual(found(all, in: &before), (0..<9).map { $0 != 4 })
    }

    /// Vehicles that all changed their runs at once are looked up elsewhere; those behind them are expected again.
    func testThePositionsBehindOneThatWasFoundOtherwiseAreExpected() {
        var before = PositionsBefore()
        let all = (0..<40).flatMap { seen($0) }
        add(all, to: &before)
        before.begin()
        XCTAssertEqual(found(all[0..<2] + seen(90), in: &before), [true, true, false])
        XCTAssertEqual(found(Array(all[20..<22]), in: &before), [false, false])
        add([all[20]], to: &before)
        XCTAssertEqual(found(Array(all[21..<24]), in: &before), [true, true, true])
    }

    func testVehiclesThatComeAndGoDoNotHideTheOthers() {
        var before = PositionsBefore()
        let all = (0..<40).flatMap { seen($0) }
        add(all, to: &before)
        before.begin()
        let new = seen(100)
        let next = Array(all[3..<10] + new + all[10..<20] + all[21...])
        XCTAssertEqual(found(next, in: &before), next.map { $0.reference != 100 })
    }

    func testTwoVehiclesOnOneRunHaveTheirOwnTracks() {
        var before = PositionsBefore()
        let all = seen(1, vehicles: 3) + seen(2)
        add(all, to: &before)
        before.begin()
        XCTAssertEqual(found(all, in: &before), [true, true, true, true])
    }

    func testARunThatIsOverIsNotFound() {
        var before = PositionsBefore()
        let all = seen(1) + seen(2, vehicles: 2) + seen(3)
        // A message that is repeated does not list a vehicle twice.
        add(all, to: &before)
        add(all, to: &before)
        before.begin()
        before.remove(all[1].run)
        XCTAssertEqual(found(all, in: &before), [true, false, false, true])
    }

    /// Whatever ends and in whatever order the rest comes: only runs under way are found, and as what they are.
    func testNothingIsFoundOfRunsThatAreOver() {
        var generator = SeededGenerator(seed: 9)
        var before = PositionsBefore()
        var underWay: [Seen] = []
        var over: Set<UInt64> = []
        var next: UInt64 = 1
        var hits = 0
        for _ in 0..<400 {
            before.begin()
            for seen in underWay where Int.random(in: 0..<20, using: &generator) == 0 {
                before.remove(seen.run)
                over.insert(seen.reference)
            }
            underWay.removeAll { over.contains($0.reference) }
            while underWay.count < 30 {
                underWay.insert(
                    contentsOf: seen(next, vehicles: Int.random(in: 1...3, using: &generator)),
                    at: Int.random(in: 0...underWay.count, using: &generator))
                next += 1
            }
            for reference in over { XCTAssertNil(before.find(reference)) }
            over = []
            // Vehicles are left out, repeated and in other places.
            var positions = underWay.filter { _ in Int.random(in: 0..<10, using: &generator) > 0 }
            positions.swapAt(0, Int.random(in: 0..<positions.count, using: &generator))
            positions.append(positions[Int.random(in: 0..<positions.count, using: &generator)])
            for seen in positions {
                if let found = before.find(seen.reference) {
                    hits += 1
                    XCTAssertTrue(found.run === seen.run)
                    XCTAssertTrue(seen.run.tracks.contains { $0 === found.track })
                }
                before.add(seen.reference, seen.run, seen.track)
            }
        }
        XCTAssertGreaterThan(hits, 5000)
    }
}
