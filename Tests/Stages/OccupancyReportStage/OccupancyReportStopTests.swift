import OccupancyReportStage
import StageKit
import TestSupport
import XCTest

/// The keys of stops, and what a timetable tells of them where positions do not.
final class OccupancyReportStopTests: OccupancyReportRuns {
    /// A trip `t` of the stops A, B, C with the numbers 10, 20, 30, on a parallel at their longitudes 0, 1, 2; keeps what it
    /// was asked.
    private final class Line: StopFinder {
        private let stops = [("A", 10), ("B", 20), ("C", 30)]
        private(set) var questions: [String] = []

        func stop(_ question: StopQuestion) -> FoundStop? {
            func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
            questions.append(
                "\(text(question.tripID)) \(question.startDate ?? 0) \(question.instant ?? -1) "
                    + "\(question.place?.longitude ?? -1) \(question.stopID.map(text) ?? "-") \(question.stopSequence ?? -1)"
            )
            guard text(question.tripID) == "t" else { return nil }
            let found = stops.enumerated().first { place, stop in
                question.stopID.map { text($0) == stop.0 } ?? question.stopSequence.map { $0 == stop.1 }
                    ?? question.place.map { Int($0.longitude.rounded()) == place } ?? false
            }
            return found.map { FoundStop(stopID: Array($0.element.0.utf8), stopSequence: $0.element.1) }
        }
    }

    private func position(_ vehicle: Int, _ members: String) -> String {
        "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"\(vehicle)\",\"timestamp\":60,\(members),\"occupancy_status\":1}\n"
    }

    private func run(
        _ text: String, _ arguments: String, _ finder: any StopFinder, common: CommonOptions = CommonOptions()
    ) throws -> InMemoryRun {
        let options = try OccupancyReportOptions(typed: arguments)
        let path = TemporaryFolder.shared.write(text)
        return try InMemoryRun("occupancy-report", common) {
            try OccupancyReport.run(options.with { $0.files = [path] }, $0, stops: finder)
        }
    }

    /// The keys and the observations of each group.
    private func groups(_ run: InMemoryRun) -> [String] {
        run.lines.map {
            let members = $0.split(separator: ",")
            let end = members.firstIndex { $0.hasPrefix("\"observations\":") } ?? members.endIndex - 1
            return members[1...end].map { $0.drop { $0 != ":" }.dropFirst().filter { $0 != "\"" } }.joined(
                separator: " ")
        }
    }

    // MARK: Without a timetable

    func testStopSequencesAreNumbers() throws {
        let text =
            ["10", "9", "2", "null", "9"].enumerated().map { position($0, "\"current_stop_sequence\":\($1)") }.joined()
            + position(9, "\"trip_id\":\"t\"")
        XCTAssertEqual(groups(try run(text, "--by stop_sequence")), ["2 1", "9 2", "10 1", "null 2"])
        XCTAssertEqual(
            groups(try run(try run(text, "--by stop_sequence --partial").output, "--merge")),
            ["2 1", "9 2", "10 1", "null 2"])
        XCTAssertEqual(
            groups(try run(text, "--by stop_sequence --sort -stop_sequence")), ["10 1", "9 2", "2 1", "null 2"])
        let table = try run(text, "--by stop_sequence --format table").lines
        XCTAssertTrue(table[1].hasPrefix("            2  "), table[1])
    }

    func testWhatIsNoSequenceIsReportedAndTakenAsAbsent() throws {
        for value in ["\"three\"", "-1", "2.5", "[]"] {
            let run = try run(position(1, "\"current_stop_sequence\":\(value)"), "--by stop_sequence")
            XCTAssertEqual(groups(run), ["null 1"], value)
            XCTAssertEqual(run.summary.nulled, 1, value)
        }
    }

    // MARK: With one

    func testTheTimetableTellsWhatARecordLacks() throws {
        let text =
            position(1, "\"trip_id\":\"t\",\"start_date\":\"20260302\",\"latitude\":2,\"longitude\":1.2")
            + position(2, "\"trip_id\":\"t\",\"latitude\":2,\"longitude\":1.2,\"current_stop_sequence\":30")
            + position(3, "\"trip_id\":\"t\",\"latitude\":2,\"longitude\":1.2,\"stop_id\":\"A\"")
            + position(
                4, "\"trip_id\":\"t\",\"latitude\":2,\"longitude\":1.2,\"stop_id\":\"X\",\"current_stop_sequence\":7")
            + position(5, "\"trip_id\":\"unknown\",\"latitude\":2,\"longitude\":1.2")
            + position(6, "\"latitude\":2,\"longitude\":1.2")
        let line = Line()
        let run = try run(text, "--by stop_id,stop_sequence", line, common: verbose)
        XCTAssertEqual(groups(run), ["A 10 1", "B 20 1", "C 30 1", "X 7 1", "null null 2"])
        XCTAssertEqual(
            line.questions,
            ["t 20260302 60 1.2 - -1", "t 0 60 1.2 - 30", "t 0 60 1.2 A -1", "unknown 0 60 1.2 - -1"])
        XCTAssertTrue(
            run.log.contains(
                "5 vehicle_positions lack the stop that --by needs; the timetable supplied it for 3"), run.log)
    }

    func testOnlyWhatKeysNeedIsAsked() throws {
        let text =
            position(1, "\"trip_id\":\"t\",\"latitude\":2,\"longitude\":0,\"stop_id\":\"C\"")
            + position(2, "\"trip_id\":\"t\",\"latitude\":2,\"longitude\":0,\"current_stop_sequence\":20")
        for (keys, expected, count) in [
            ("stop_id", ["B 1", "C 1"], 1), ("stop_sequence", ["20 1", "30 1"], 1), ("route_id", ["null 2"], 0),
        ] {
            let line = Line()
            let run = try run(text, "--by \(keys)", line, common: verbose)
            XCTAssertEqual(groups(run), expected, keys)
            XCTAssertEqual(line.questions.count, count, keys)
            XCTAssertEqual(run.log.contains("the timetable supplied"), count > 0, run.log)
        }
    }

    func testWhatARecordSaysIsNotOverruled() throws {
        // One that takes neither the stop nor the sequence for what it is.
        final class Stubborn: StopFinder {
            func stop(_ question: StopQuestion) -> FoundStop? { FoundStop(stopID: Array("Z".utf8), stopSequence: 99) }
        }
        let text =
            position(1, "\"trip_id\":\"t\",\"stop_id\":\"a\\u0000\\n\"")
            + position(2, "\"trip_id\":\"t\\u0041\",\"current_stop_sequence\":3")
        XCTAssertEqual(
            groups(try run(text, "--by stop_id,stop_sequence", Stubborn())), ["Z 3 1", "a\\u0000\\n 99 1"])
    }

    func testIdsWithEscapesAreAskedWhole() throws {
        let line = Line()
        let text = position(1, "\"trip_id\":\"\\u0074\",\"stop_id\":\"\\u0042\"")
        XCTAssertEqual(groups(try run(text, "--by stop_sequence", line)), ["20 1"])
        XCTAssertEqual(line.questions, ["t 0 60 -1.0 B -1"])
    }

    func testPlacesThatAreNoneAreReported() throws {
        for (member, asked) in [
            ("\"latitude\":2,\"longitude\":181", "-1.0"), ("\"latitude\":2,\"longitude\":\"east\"", "-1.0"),
            ("\"latitude\":-90.5,\"longitude\":1", "-1.0"), ("\"latitude\":0,\"longitude\":0", "-1.0"),
        ] {
            let line = Line()
            let run = try run(position(1, "\"trip_id\":\"t\",\(member)"), "--by stop_id", line)
            XCTAssertEqual(line.questions, ["t 0 60 \(asked) - -1"])
            XCTAssertEqual(run.summary.nulled, 1, member)
        }
    }

    func testEveryCarriageIsAtTheStopOfItsTrain() throws {
        let line = Line()
        let text = position(
            1,
            "\"trip_id\":\"t\",\"latitude\":2,\"longitude\":2,\"multi_carriage_details\":[{\"label\":\"1\"},{\"label\":\"2\"}]"
        )
        XCTAssertEqual(groups(try run(text, "--by stop_id,carriage", line)), ["C 1 1", "C 2 1"])
        XCTAssertEqual(line.questions.count, 1)
    }

    func testPartsHaveTheStopsThatWereFound() throws {
        let text = (0..<3).map { position($0, "\"trip_id\":\"t\",\"latitude\":2,\"longitude\":\($0)") }.joined()
        let whole = try run(text, "--by stop_id", Line())
        XCTAssertEqual(try run(try run(text, "--by stop_id --partial", Line()).output, "--merge").output, whole.output)
    }
}
