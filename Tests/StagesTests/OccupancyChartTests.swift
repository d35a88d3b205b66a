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
        XCTAssertEqual(empty.components(separatedBy: "url(#lf-unknown)").count, 2, "the legend's only")
        XCTAssertEqual(
            unknown.components(separatedBy: "url(#lf-unknown)").count, 4, "the legend's, the cell's, the bar's")
        XCTAssertTrue(empty.contains(">0%<"))
        XCTAssertFalse(unknown.contains(">0%<"))
    }

    func testHoursHaveNoGaps() throws {
        let run = try run(position("10", 3600, 1, 0) + position("10", 5 * 3600, 2, 0), "--format svg")
        for hour in ["01", "02", "03", "04", "05"] { XCTAssertTrue(run.output.contains(">\(hour)<"), hour) }
        XCTAssertFalse(run.output.contains(">06<"))
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
        let run = try run(position("10", 3600, 1, 0), "--by route_id,hour,day_type,vehicle_id") { $0.format = .svg }
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
        let words = "Not drawn for want of room: the 30 of stop_id with the fewest observations, 30 groups"
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
