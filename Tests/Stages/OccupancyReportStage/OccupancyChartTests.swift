import Glibc
import StageKit
import TestSupport
import XCTest

/// What a picture of a report shows, and that nothing from a feed becomes markup.
final class OccupancyChartTests: OccupancyReportRuns {
    private func position(_ route: String, _ time: Int, _ vehicle: Int, _ status: Int?) -> String {
        "{\"table\":\"vehicle_positions\",\"route_id\":\"\(route)\",\"vehicle_id\":\"v\(vehicle)\",\"timestamp\":\(time)"
            + (status.map { ",\"occupancy_status\":\($0)" } ?? "") + "}\n"
    }

    private func checked(_ run: InMemoryRun, file: StaticString = #filePath, line: UInt = #line) -> XMLChecker {
        let checker = XMLChecker(run.output)
        XCTAssertNil(checker.fault, file: file, line: line)
        return checker
    }

    func testShareAndCountStandInEachCell() throws {
        var text = ""
        for vehicle in 0..<40 { text += position("10", 1_712_415_600 + vehicle, vehicle, vehicle < 10 ? 3 : 0) }
        let run = try run(text, "--format svg")
        let texts = checked(run).texts
        XCTAssertTrue(texts.contains("25%"))
        XCTAssertTrue(texts.contains("40"))
        XCTAssertTrue(
            texts.contains(
                "route 10, hour 15: low 75%, moderate 0%, high 25%, very crowded 0%; 40 observations, 40 with a status")
        )
        XCTAssertTrue(
            texts.contains { $0.hasPrefix("A heat map of 1 row") && $0.contains("route 10, hour 15: 25% of 40") })
    }

    func testNoStatusIsNotAnEmptyBus() throws {
        let empty = try run(position("10", 1_712_415_600, 1, 0), "--format svg").output
        let unknown = try run(position("10", 1_712_415_600, 1, nil), "--format svg").output
        XCTAssertEqual(empty.components(separatedBy: "url(#lf-hatch)").count, 2, "the legend's only")
        XCTAssertEqual(
            unknown.components(separatedBy: "url(#lf-hatch)").count, 4, "the legend's, the cell's, the bar's")
        XCTAssertTrue(empty.contains(">0%<"))
        XCTAssertFalse(unknown.contains(">0%<"))
    }

    func testTheSamePictureAsPNG() throws {
        let text = text(records(seed: 4, count: 400))
        for keys in ["route_id", "route_id,hour", "vehicle_id,hour,weekday"] {
            let png = try run(text, "--format png --by \(keys)")
            XCTAssertNil(PNGCheck.problem(png, try run(text, "--format svg --by \(keys)")), keys)
            XCTAssertEqual(png.bytes, try run(text, "--format png --by \(keys)").bytes, keys)
        }
    }

    func testAPictureTooLargeForPNGIsRefused() throws {
        var text = ""
        for number in 0..<1000 { text += position("r\(number)", 3600 * (number % 24), number % 100, 0) }
        let run = try run(text, "--format png --by route_id,vehicle_id")
        XCTAssertEqual(run.status, .dataUnusable, run.log)
        XCTAssertTrue(run.log.contains("too large for a PNG") && run.log.contains("--format svg"), run.log)
        XCTAssertTrue(run.bytes.isEmpty)
    }

    func testManyRowsHaveTheirHeadAgain() throws {
        let text = (0..<60).map { position("r\($0)", 3600, $0, 0) }.joined()
        let texts = checked(try run(text, "--format svg")).texts
        XCTAssertEqual(texts.count { $0 == "observations" }, 3)
        XCTAssertEqual(texts.count { $0 == "01" }, 3)
    }

    func testHoursHaveNoGaps() throws {
        let run = try run(position("10", 3600, 1, 0) + position("10", 5 * 3600, 2, 0), "--format svg")
        for hour in ["01", "02", "03", "04", "05"] { XCTAssertTrue(run.output.contains(">\(hour)<"), hour) }
        XCTAssertFalse(run.output.contains(">06<"))
    }

    func testBinsHaveNoGapsAndSayHowLongTheyAre() throws {
        let text = position("10", 3600, 1, 0) + position("10", 2 * 3600 + 900, 2, 0) + position("10", 60, 3, 0)
        let run = try run(text, "--format svg --by route_id,time_bin --bin 15m")
        let texts = checked(run).texts
        let clocks = texts.filter { $0.contains(#/^[0-9]{2}:[0-9]{2}$/#) }
        XCTAssertEqual(
            clocks, ["00:00", "00:15", "00:30", "00:45", "01:00", "01:15", "01:30", "01:45", "02:00", "02:15"])
        XCTAssertTrue(texts.contains("Occupancy by route and time of day"), "\(texts)")
        XCTAssertTrue(texts.contains("time_bin 02:15 to 02:30"))
        XCTAssertTrue(texts.contains { $0.hasPrefix("route 10, time of day 02:15: low 100%") })
        XCTAssertTrue(texts.contains { $0.contains("times: UTC; each time of day covers 15m.") })
        XCTAssertTrue(texts.contains { $0.contains("and 10 columns, one for each time_bin.") })
        // The last bin ends with the day.
        let late = try self.run(position("10", 86_399, 1, 0), "--format svg --by time_bin --bin 30m")
        XCTAssertTrue(checked(late).texts.contains("time_bin 23:30 to 24:00"))
    }

    func testTheWindowIsSaid() throws {
        func notes(_ arguments: String) throws -> [String] {
            checked(try run(position("10", 3600, 1, 0), "--format svg --by route_id " + arguments)).texts
        }
        XCTAssertTrue(
            try notes("--days thu,fri --from 00:30 --to 02:00").contains(
                "Only thursdays, fridays, from 00:30 to 02:00."))
        let since = try notes("--from 1970-01-01 --timezone Asia/Tokyo")
        XCTAssertTrue(since.contains("Only from 1969-12-31T15:00:00Z."), "\(since)")
        XCTAssertTrue(since.contains { $0.hasSuffix("; times: Asia/Tokyo.") })
        XCTAssertFalse(try notes("").contains { $0.hasPrefix("Only") })
        let parts = try run(position("10", 3600, 1, 0), "--partial --by route_id --to 02:00").output
        XCTAssertTrue(checked(try run(parts, "--merge --format svg")).texts.contains("Only before 02:00."))
    }

    func testMoreBinsThanColumnsStandSideBySide() throws {
        let text = (0..<50).map { position("10", $0 * 1200 + 1, $0, 0) }.joined()
        let run = try run(text, "--format svg --by route_id,time_bin --bin 1m")
        XCTAssertEqual(checked(run).texts.filter { $0.contains(#/^[0-9]{2}:[0-9]{2}$/#) }.count, 50)
    }

    func testStopSequencesComeInTheOrderOfNumbers() throws {
        let text = [10, 9, 100, 2].map {
            "{\"table\":\"vehicle_positions\",\"trip_id\":\"t\",\"vehicle_id\":\"v\($0)\",\"timestamp\":60,"
                + "\"current_stop_sequence\":\($0),\"occupancy_status\":3}\n"
        }.joined()
        for arguments in ["--by trip_id,stop_sequence", "--by stop_sequence,trip_id", "--by stop_sequence"] {
            let texts = checked(try run(text, "--format svg " + arguments)).texts
            XCTAssertEqual(
                texts.compactMap { $0.wholeMatch(of: #/stop_sequence ([0-9]+)/#).map { String($0.1) } },
                ["2", "9", "10", "100"], arguments)
            XCTAssertTrue(texts.contains { $0.contains("stop sequence 100") && $0.contains("high 100%") }, arguments)
        }
    }

    func testRowsFollowTheSort() throws {
        let text = position("aa", 3600, 1, 0) + position("bb", 3600, 2, 5) + position("bb", 3600, 3, 5)
        func order(_ arguments: String) throws -> [String] {
            checked(try run(text, arguments)).texts.filter { $0 == "aa" || $0 == "bb" }
        }
        XCTAssertEqual(try order("--format svg"), ["aa", "bb"])
        XCTAssertEqual(try order("--format svg --sort -observations"), ["bb", "aa"])
    }

    func testFourKeysAreRefused() throws {
        let run = try run(position("10", 3600, 1, 0), "--by route_id,hour,day_type,vehicle_id") {
            $0.format = .own(.svg)
        }
        XCTAssertEqual(run.status, .usage)
        XCTAssertTrue(run.log.contains("at most 3 keys"), run.log)
        let partial = try self.run(
            position("10", 3600, 1, 0), "--partial --by route_id,hour,day_type,vehicle_id"
        ).output
        let merged = try self.run(partial, "--merge --format html")
        XCTAssertEqual(merged.status, .usage)
    }

    func testWhatHasNoRoomIsSaid() throws {
        var text = ""
        for stop in 0..<130 {
            text +=
                "{\"table\":\"vehicle_positions\",\"route_id\":\"r\",\"stop_id\":\"s\(stop)\",\"vehicle_id\":\"v\(stop)\","
            text += "\"timestamp\":\(stop)}\n"
        }
        let run = try run(text, "--format svg --by route_id,stop_id", common: verbose)
        let words = "Not drawn because of limited space: the 30 of stop_id with the fewest observations, 30 groups"
        XCTAssertTrue(run.log.contains(words), run.log)
        XCTAssertTrue(checked(run).texts.contains(words + "."))
        XCTAssertEqual(run.summary.table("vehicle_positions").read, 130)
    }

    func testNothingObservedIsAWholePicture() throws {
        let run = try run("{\"table\":\"feed_messages\"}\n", "--format svg")
        XCTAssertTrue(checked(run).texts.contains("No observations."))
        XCTAssertEqual(run.status, .done)
    }

    func testHostileNamesStayText() throws {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "<script>", "&", "]]>", "\\u0000", "\\u001b[1m", "\\u202e", "'", "\\\"", "--", "é", "東", "\\ud83d\\ude80",
            "\\uffff", "\\n",
        ]
        var text = ""
        for vehicle in 0..<300 {
            let name = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator)!
            }
            text += position(name.joined(), 1_712_415_600 + vehicle * 60, vehicle, vehicle % 9)
        }
        for arguments in [
            "--format svg", "--format svg --by hour,route_id", "--format svg --by route_id,vehicle_id,hour",
        ] {
            XCTAssertNil(checked(try run(text, arguments)).elements["script"], arguments)
        }
        let page = try run(text, "--format html").output
        XCTAssertFalse(page.contains("<script"))
        // The picture inside the page is the same XML.
        let svg = page[page.firstRange(of: "<svg")!.lowerBound..<page.firstRange(of: "</svg>")!.upperBound]
        XCTAssertNil(XMLChecker(String(svg)).fault)
    }

    func testTheTableHasEveryColumnAndRow() throws {
        let text = text(records(seed: 4, count: 400))
        let page = try run(text, "--format html --by route_id,weekday").output
        let csv = try run(text, "--format csv --by route_id,weekday").lines
        XCTAssertEqual(page.components(separatedBy: "<tr>").count - 2, csv.count - 1)
        for column in csv[0].split(separator: ",") { XCTAssertTrue(page.contains("<th scope=\"col\">\(column)</th>")) }
    }

    /// A page whose policy names another style sheet than it has would be shown without any.
    func testThePolicyNamesTheStyleSheet() throws {
        let page = try run(position("10", 3600, 1, 0), "--format html").output
        let style = page[page.firstRange(of: "<style>")!.upperBound..<page.firstRange(of: "</style>")!.lowerBound]
        let file = TemporaryFolder.shared.write(String(style))
        let digest = Shell("printf \"$(sha256sum '\(file)' | cut -c 1-64 | sed 's/../\\\\x&/g')\" | base64").output
        let policy = page[page.firstRange(of: "style-src '")!.upperBound...].prefix { $0 != "'" }
        XCTAssertEqual("sha256-\(digest)", policy + "\n")
        XCTAssertTrue(page.contains("default-src 'none'"))
        XCTAssertFalse(page.contains("http:") && !page.contains("http://www.w3.org/2000/svg"))
    }

    func testTheSameInputGivesTheSameBytes() throws {
        let lines = records(seed: 9, count: 300)
        let first = try run(text(lines), "--format html --by route_id,hour")
        XCTAssertEqual(first.output, try run(text(lines), "--format html --by route_id,hour").output)
        XCTAssertEqual(first.output, try run(text(lines.reversed()), "--format html --by route_id,hour").output)
    }
}
