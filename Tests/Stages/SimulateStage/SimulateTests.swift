import Glibc
import StageKit
import TestSupport
import XCTest

@testable import SimulateStage

/// What the stage writes, looked at from outside.
final class SimulateTests: XCTestCase {
    private func files(
        seed: UInt64 = 1, into folder: TemporaryFolder = TemporaryFolder(),
        _ change: (inout SimulateOptions) -> Void = { _ in }
    ) throws -> (names: [String], bytes: [String: [UInt8]]) {
        var options = SimulateOptions(folder: folder.path + "/made/here")
        options.routes = 4
        options.stops = 40
        options.vehicles = 12
        options.minutes = 10
        options.interval = 60
        options.seed = seed
        change(&options)
        XCTAssertNil(options.problem)
        let run = try InMemoryRun("simulate") { try Simulate.run(options, $0) }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(run.summary.tables.isEmpty)
        let names = Checkout.names(in: options.folder)
        var bytes: [String: [UInt8]] = [:]
        for name in names { bytes[name] = TemporaryFolder.bytes(of: options.folder + "/" + name) }
        return (names, bytes)
    }

    private func table(_ zip: ZipContents, _ name: String) throws -> [[String: String]] {
        let lines = try XCTUnwrap(zip.text(name), name).split(separator: "\n").map { line in
            // No name of the city has a quote in it.
            var cells: [String] = [""]
            var quoted = false
            for character in line {
                if character == "\"" {
                    quoted.toggle()
                } else if character == ",", !quoted {
                    cells.append("")
                } else {
                    cells[cells.count - 1].append(character)
                }
            }
            return cells
        }
        return try lines.dropFirst().map { cells in
            XCTAssertEqual(cells.count, lines[0].count)
            return Dictionary(uniqueKeysWithValues: try zip2(lines[0], cells))
        }
    }

    private func zip2(_ keys: [String], _ values: [String]) throws -> [(String, String)] {
        try keys.indices.map { (keys[$0], try XCTUnwrap(values.indices.contains($0) ? values[$0] : nil)) }
    }

    private func seconds(_ time: String?) throws -> Int {
        let parts = try XCTUnwrap(time).split(separator: ":").compactMap { Int($0) }
        XCTAssertEqual(parts.count, 3)
        return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }

    func testSameSeedGivesTheSameBytesAndAnotherSeedOthers() throws {
        let (first, again, other) = (try files(), try files(), try files(seed: 2))
        XCTAssertEqual(first.names, again.names)
        XCTAssertEqual(first.bytes, again.bytes)
        XCTAssertEqual(first.names, other.names)
        for name in first.names { XCTAssertNotEqual(first.bytes[name], other.bytes[name], name) }
    }

    func testFilesAreNamedByPosixTime() throws {
        let names = try files { $0.interval = 240 }.names
        XCTAssertEqual(
            names,
            ["feed.zip"]
                + ["trip-updates", "vehicles"].flatMap { kind in
                    [1_772_398_800, 1_772_399_040, 1_772_399_280].map { "\(kind)-\($0).pb" }
                })
    }

    func testAnOlderRunIsReplaced() throws {
        let folder = TemporaryFolder()
        _ = try files(seed: 5, into: folder)
        XCTAssertEqual(try files(seed: 6, into: folder).bytes, try files(seed: 6).bytes)
    }

    func testEveryIdIsDefinedAndTimesIncrease() throws {
        let zip = try ZipContents(XCTUnwrap(files().bytes["feed.zip"]))
        XCTAssertEqual(
            zip.entries.map(\.name),
            [
                "agency.txt", "feed_info.txt", "stops.txt", "routes.txt", "calendar.txt", "calendar_dates.txt",
                "shapes.txt", "trips.txt", "stop_times.txt", "frequencies.txt",
            ])
        func ids(_ file: String, _ column: String) throws -> Set<String> {
            let values = try table(zip, file).map { try XCTUnwrap($0[column]) }
            if file != "calendar_dates.txt", file != "shapes.txt" {
                XCTAssertEqual(Set(values).count, values.count, file)
            }
            return Set(values)
        }
        let stops = try table(zip, "stops.txt")
        let stopIDs = try ids("stops.txt", "stop_id")
        XCTAssertEqual(stops.filter { $0["location_type"] == "0" }.count, 40)
        let stations = Set(stops.filter { $0["location_type"] == "1" }.compactMap { $0["stop_id"] })
        XCTAssertGreaterThan(stations.count, 2)
        for stop in stops where stop["parent_station"] != "" {
            XCTAssertTrue(stations.contains(try XCTUnwrap(stop["parent_station"])))
            XCTAssertNotEqual(stop["platform_code"], "")
        }
        let services = try ids("calendar.txt", "service_id").union(try ids("calendar_dates.txt", "service_id"))
        let (routes, shapes) = (try ids("routes.txt", "route_id"), try ids("shapes.txt", "shape_id"))
        for trip in try table(zip, "trips.txt") {
            XCTAssertTrue(routes.contains(try XCTUnwrap(trip["route_id"])))
            XCTAssertTrue(services.contains(try XCTUnwrap(trip["service_id"])))
            XCTAssertTrue(shapes.contains(try XCTUnwrap(trip["shape_id"])))
        }
        let trips = try ids("trips.txt", "trip_id")
        var last = (trip: "", sequence: 0, time: 0)
        var withTimes: Set<String> = []
        var pastMidnight = false
        for row in try table(zip, "stop_times.txt") {
            let trip = try XCTUnwrap(row["trip_id"])
            let (arrival, departure) = (try seconds(row["arrival_time"]), try seconds(row["departure_time"]))
            let sequence = try XCTUnwrap(row["stop_sequence"].flatMap { Int($0) })
            XCTAssertTrue(stopIDs.contains(try XCTUnwrap(row["stop_id"])))
            XCTAssertLessThanOrEqual(arrival, departure)
            if last.trip == trip {
                XCTAssertEqual(sequence, last.sequence + 1)
                XCTAssertGreaterThan(arrival, last.time)
            } else {
                XCTAssertEqual(sequence, 1)
                XCTAssertTrue(withTimes.insert(trip).inserted, "\(trip) is in two places")
            }
            last = (trip, sequence, departure)
            pastMidnight = pastMidnight || arrival >= 25 * 3600
        }
        XCTAssertEqual(withTimes, trips)
        XCTAssertTrue(pastMidnight)
        for row in try table(zip, "frequencies.txt") { XCTAssertTrue(trips.contains(try XCTUnwrap(row["trip_id"]))) }
    }

    func testTheTimetableIsAsBigAsAsked() throws {
        for rows in [1, 9_000, 20_000, 60_000] {
            let zip = try ZipContents(XCTUnwrap(files { $0.stopTimes = rows }.bytes["feed.zip"]))
            let text = try XCTUnwrap(zip.text("stop_times.txt"))
            let lines = text.utf8.reduce(0) { $0 + ($1 == 10 ? 1 : 0) }
            XCTAssertGreaterThanOrEqual(lines - 1, rows)
            let trips = try table(zip, "trips.txt")
            XCTAssertEqual(Set(trips.map { $0["trip_id"] }).count, trips.count)
            let services = Set(try table(zip, "calendar.txt").map { $0["service_id"] } + ["ev"])
            XCTAssertTrue(trips.allSatisfy { services.contains($0["service_id"]) })
        }
    }

    func testRealtimeHasWhatARealMorningHas() throws {
        let made = try files { options in
            options.vehicles = 24
            options.minutes = 20
        }
        let trips = Set(
            try table(ZipContents(XCTUnwrap(made.bytes["feed.zip"])), "trips.txt").compactMap { $0["trip_id"] })
        var (statuses, relationships): (Set<Int?>, Set<Int>) = ([], [])
        var (carriages, percentages, predicted) = (0, 0, 0)
        var present: [String: [Int]] = [:]
        let vehicleFiles = made.names.filter { $0.hasPrefix("vehicles-") }
        for (snapshot, name) in vehicleFiles.enumerated() {
            let message = try XCTUnwrap(WireFields(XCTUnwrap(made.bytes[name])[...]))
            let header = try XCTUnwrap(message.message(1)?.number(3))
            XCTAssertEqual("vehicles-\(header).pb", name)
            for entity in message.messages(2) {
                let position = try XCTUnwrap(entity.message(4))
                let age = header - (try XCTUnwrap(position.number(5)))
                XCTAssertTrue((1...25).contains(age), "\(age)")
                if let trip = position.message(1) {
                    let relationship = try XCTUnwrap(trip.number(4))
                    XCTAssertEqual(trips.contains(try XCTUnwrap(trip.text(1))), relationship == 0)
                }
                statuses.insert(position.number(9))
                carriages += position.messages(11).count
                percentages += position.number(10) == nil ? 0 : 1
                present[try XCTUnwrap(entity.text(1)), default: []].append(snapshot)
            }
            let updates = try XCTUnwrap(
                WireFields(XCTUnwrap(made.bytes[name.replacingPrefix("vehicles", "trip-updates")])[...]))
            XCTAssertEqual(updates.message(1)?.number(3), header)
            for entity in updates.messages(2) {
                let update = try XCTUnwrap(entity.message(3))
                relationships.insert(try XCTUnwrap(update.message(1)?.number(4)))
                predicted += update.messages(2).count
            }
        }
        XCTAssertTrue(statuses.contains(nil), "vehicles that send no occupancy")
        XCTAssertTrue(statuses.contains(7), "vehicles whose count is not to be had")
        XCTAssertGreaterThan(statuses.count, 4)
        XCTAssertEqual(relationships, [0, 8, 3])
        XCTAssertGreaterThan(carriages, 0)
        XCTAssertGreaterThan(percentages, 0)
        XCTAssertGreaterThan(predicted, 0)
        // One vehicle vanishes and returns.
        XCTAssertTrue(
            present.values.contains { $0[0] == 0 && $0.count < vehicleFiles.count && $0.last == vehicleFiles.count - 1 }
        )
    }

    func testAFolderThatCannotBeMadeIs73() throws {
        let file = TemporaryFolder.shared.write("in the way")
        for path in [file, file + "/below", "/proc/linefeed"] {
            let run = try InMemoryRun("simulate") { try Simulate.run(SimulateOptions(folder: path), $0) }
            XCTAssertEqual(run.status, .outputUncreatable, path)
            XCTAssertTrue(run.log.contains(path) || run.log.contains(file), run.log)
        }
    }

    func testAnEmptyNightIsSaid() throws {
        var options = SimulateOptions(folder: TemporaryFolder.shared.path + "/night")
        options.vehicles = 3
        options.minutes = 1
        options.start = CivilTime.posix("2026-03-03T03:30")!
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("simulate", common) { try Simulate.run(options, $0) }
        XCTAssertEqual(run.status, .done)
        XCTAssertTrue(run.log.contains("without service"), run.log)
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, _ other: String) -> String { other + dropFirst(prefix.count) }
}
