import DecodeRTStage
import NDJSON
import TestSupport
import XCTest

/// `track` over a real series of snapshots, held to a count of who appears and disappears that knows no life cycle.
final class RealTrackTests: XCTestCase {
    func testAppearancesAndDisappearances() throws {
        guard let folder = RealData.path("rt/mbta-lamp-series-2023-05-08") else {
            throw XCTSkip("no real feeds beside the checkout")
        }
        var options = DecodeRTOptions()
        options.files = Checkout.names(in: folder).map { folder + "/" + $0 }
        XCTAssertEqual(options.files.count, 12)
        let decoded = try InMemoryRun("decode-rt") { [options] in try DecodeRT.run(options, $0) }
        // The vehicles of each message.
        let scanner = RecordScanner(fields: ["table", "timestamp", "vehicle_id", "latitude"])
        var snapshots: [(time: Int, vehicles: Set<String>)] = []
        for var line in decoded.lines {
            try line.withUTF8 { bytes in
                try scanner.scan(UnsafeRawBufferPointer(bytes))
                if scanner[0].string == "feed_messages" { snapshots.append((scanner[1].integer ?? 0, [])) }
                guard scanner[0].string == "vehicle_positions", scanner[3].isPresent else { return }
                snapshots[snapshots.count - 1].vehicles.insert(scanner[2].string ?? "")
            }
        }
        var expected = ["enter": 0, "pending_removal": 0, "recover": 0, "exit": 0]
        for (index, snapshot) in snapshots.enumerated() {
            for vehicle in snapshot.vehicles {
                let before = snapshots[..<index].last { $0.vehicles.contains(vehicle) }
                // Gone is who was missed at a snapshot 90 s or more after the last that had it.
                let wasGone = before.map { last in
                    snapshots[..<index].contains { $0.time - last.time >= 90 && $0.time < snapshot.time }
                }
                if wasGone ?? true {
                    expected["enter", default: 0] += 1
                } else if let last = before?.time, index > 0, snapshots[index - 1].time > last {
                    expected["recover", default: 0] += 1
                }
            }
            guard index > 0 else { continue }
            let missed = snapshots[index - 1].vehicles.subtracting(snapshot.vehicles)
            expected["pending_removal", default: 0] += missed.count
            for last in snapshots[..<index] where snapshot.time - last.time >= 90 {
                // Those whose last snapshot that was, and which nobody let go before.
                let later = snapshots[..<index].filter { $0.time > last.time }
                let isFirst = !later.contains { $0.time - last.time >= 90 }
                guard isFirst else { continue }
                expected["exit", default: 0] +=
                    last.vehicles.subtracting(snapshot.vehicles).filter { vehicle in
                        !later.contains { $0.vehicles.contains(vehicle) }
                    }.count
            }
        }
        let run = try MotionWorld.track(decoded.output)
        var seen: [String: Int] = [:]
        for event in TrackedEvent.all(run) where event.event != "update" { seen[event.event, default: 0] += 1 }
        XCTAssertEqual(seen, expected)
        XCTAssertEqual(seen["enter"], 97)
    }
}
