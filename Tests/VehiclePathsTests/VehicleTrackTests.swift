import TestSupport
import XCTest

@testable import VehiclePaths

final class VehicleTrackTests: XCTestCase {
    private func fix(_ time: UInt32, feedTime: UInt32? = nil, metres: Int32 = 0) -> Fix {
        var fix = Fix(time: time, feedTime: feedTime ?? time)
        (fix.latitude, fix.longitude) = (90 * metres, 0)
        return fix
    }

    private func append(_ fix: Fix, bearing: Float, to track: VehicleTrack) {
        var details = FixDetails(of: fix)
        details.bearing = bearing
        track.details.append(details)
        track.append(fix)
    }

    /// Two positions of one time that contradict each other both stay, and each has its own details.
    func testEachFixHasTheDetailsOfItsOwnRecord() {
        let track = VehicleTrack(vehicle: 1, name: nil)
        append(fix(10, feedTime: 12), bearing: 1, to: track)
        append(fix(20, feedTime: 22, metres: 100), bearing: 2, to: track)
        // A clock that slipped: the time comes again, elsewhere.
        append(fix(10, feedTime: 32, metres: 300), bearing: 3, to: track)
        append(fix(30, feedTime: 42, metres: 400), bearing: 4, to: track)
        append(fix(30, feedTime: 52, metres: 400), bearing: 5, to: track)
        track.sort()
        XCTAssertEqual(track.fixes.map(\.time), [10, 10, 20, 30])
        XCTAssertEqual(track.fixes.map(\.latitude), [27_000, 0, 9_000, 36_000])
        XCTAssertEqual(track.detailsByFix().map(\.bearing), [3, 1, 2, 5])
        track.sort()
        XCTAssertEqual(track.fixes.count, 4)
    }

    /// However many fixes come and in whatever order: they are those of an array.
    func testFixesAreThoseThatWereAppended() {
        var generator = SeededGenerator(seed: 5)
        for count in [0, 1, 15, 16, 17, 32, 33, 500] {
            let track = VehicleTrack(vehicle: 1, name: "V")
            let times = (0..<count).map { UInt32(1000 + $0) }.shuffled(using: &generator)
            for time in times { track.append(fix(time)) }
            XCTAssertEqual(track.count, count)
            track.renumber { $0 + 1 }
            track.sort()
            XCTAssertEqual(track.fixes.map(\.time), times.sorted())
        }
    }

    func testASequenceOfADetourIsTakenWithTheDetour() {
        let track = VehicleTrack(vehicle: 1, name: nil)
        var numbered = fix(1)
        numbered.sequence = 4
        track.append(numbered)
        track.append(fix(2), VehicleTrack.EarlySequence(detour: "D", sequence: 7))
        track.append(fix(3), VehicleTrack.EarlySequence(detour: "E", sequence: 8))
        track.renumber { $0 * 10 }
        XCTAssertEqual(track.earlyCount, 2)
        track.takeEarly(of: "D")
        XCTAssertEqual(track.earlyCount, 1)
        track.sort()
        XCTAssertEqual(track.fixes.map(\.sequence), [40, 7, Fix.none])
    }
}
