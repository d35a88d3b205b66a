import MapStage
import StageKit
import TestSupport
import XCTest

final class MapPageTests: MapRuns {
    private let pin = """
        {"type":"Feature","table":"stop_pins","properties":{"stop_id":"S","stop_name":"Quay"},\
        "geometry":{"type":"Point","coordinates":[150,-25]}}\n
        """
    private let board = "{\"table\":\"departures\",\"trip_id\":\"T\",\"departure_time\":1772402400}\n"

    private func policy(_ page: String) -> [String: [String]] {
        let text =
            page.components(separatedBy: "Content-Security-Policy\" content=\"")[1].components(separatedBy: "\"")[0]
        var directives: [String: [String]] = [:]
        for part in text.components(separatedBy: "; ") {
            let words = part.split(separator: " ").map(String.init)
            directives[words[0]] = Array(words.dropFirst())
        }
        return directives
    }

    /// The hash of a text as a policy has it, by another program.
    private func digest(_ text: String) -> String {
        let path = TemporaryFolder.shared.write(text)
        let hex = Array(Shell("sha256sum < '\(path)'").output.prefix(64).utf8)
        let value = { (digit: UInt8) in digit < 0x3A ? digit - 0x30 : digit - 0x57 }
        let bytes = stride(from: 0, to: 64, by: 2).map { value(hex[$0]) << 4 | value(hex[$0 + 1]) }
        return "'sha256-\(Data(bytes).base64EncodedString())'"
    }

    func testThePolicyNamesEveryScriptAndStyleAndNothingElse() throws {
        let page = try run(pin).output
        let directives = policy(page)
        XCTAssertEqual(directives["default-src"], ["'none'"])
        XCTAssertEqual(directives["connect-src"], ["'none'"])
        XCTAssertEqual(directives["img-src"], ["data:", "blob:"])
        let scripts = elements("script", in: page)
        let styles = elements("style", in: page)
        XCTAssertEqual(scripts.count, 2)
        XCTAssertEqual(styles.count, 2)
        XCTAssertEqual(directives["script-src"], scripts.map(digest))
        XCTAssertEqual(directives["style-src"], styles.map(digest))
        XCTAssertTrue(scripts[0].contains("Stands in for MapLibre"))
        XCTAssertTrue(
            scripts[0].contains("Redistribution and use in source and binary forms"), "its licence goes with it")
    }

    func testABasemapOpensItsServersOnly() throws {
        var options = MapOptions()
        options.basemap = .server(
            try MapBasemap(template: "https://{s}.tile.example.org:8443/a/{z}/{x}/{-y}.png?key=1"))
        let directives = policy(try run(pin, options).output)
        let origins = ["a", "b", "c"].map { "https://\($0).tile.example.org:8443" }
        XCTAssertEqual(directives["connect-src"], origins)
        XCTAssertEqual(directives["img-src"], ["data:", "blob:"] + origins)
        // Without a map there is nothing to connect to.
        XCTAssertEqual(policy(try run(board, options).output)["connect-src"], ["'none'"])
    }

    func testTemplatesThatNoPageCanAskAreRefused() {
        for template in [
            "tiles.mbtiles", "file:///tiles/{z}/{x}/{y}.png", "https://host/{z}/{x}.png", "ftp://h/{z}/{x}/{y}",
            "https:///{z}/{x}/{y}.png", "https://h/{z}/{x}/{y}.png; script-src *", "https://*/{z}/{x}/{y}",
            "https://h\"/{z}/{x}/{y}", "javascript:{z}{x}{y}", "https://u@h/{z}/{x}/{y}", "https://{z}.h/{x}/{y}", "",
        ] {
            XCTAssertThrowsError(try MapBasemap(template: template), template)
        }
    }

    func testWhatAFeedSaysCannotLeaveTheData() throws {
        let hostile = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u{2028}\u{2029}&{{csp}}"
        let name = hostile.replacingOccurrences(of: "\"", with: "\\\"")
        var options = MapOptions()
        options.title = hostile
        let page = try run(pin.replacingOccurrences(of: "Quay", with: name), options).output
        XCTAssertEqual(elements("script", in: page).count, 2)
        XCTAssertFalse(page.contains("<img"))
        XCTAssertFalse(data(page).unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
        XCTAssertEqual(page.components(separatedBy: "Content-Security-Policy").count, 2)
        let json = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(data(page).utf8)) as? [String: Any])
        let pins = try XCTUnwrap(json["pins"] as? [[String: Any]])
        XCTAssertEqual(pins[0]["stop_name"] as? String, hostile)
        XCTAssertEqual(json["title"] as? String, hostile)
    }

    func testWithoutCoordinatesMapLibreIsNotNeeded() throws {
        var options = MapOptions()
        options.assets = "/nowhere"
        let run = try run(board, options)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(elements("script", in: run.output).count, 1)
        XCTAssertLessThan(run.output.utf8.count, 150_000)
    }

    func testMissingAssetsAreSaidWithTheWayToGetThem() throws {
        var options = MapOptions()
        options.assets = TemporaryFolder.shared.path + "/none"
        let run = try run(pin, options)
        XCTAssertEqual(run.status, .inputMissing)
        XCTAssertEqual(run.output, "")
        for word in ["maplibre-gl.js", options.assets ?? "", "scripts/setup", "--assets"] {
            XCTAssertTrue(run.log.contains(word), run.log)
        }
    }

    func testAssetsThatWouldBreakThePageAreRefused() throws {
        for (script, style) in [("a</script>b", "x"), ("", "x"), ("a", "b</style>"), ("\u{0}ok", "")] {
            let folder = TemporaryFolder()
            folder.write(script, "maplibre-gl.js")
            folder.write(style, "maplibre-gl.css")
            var options = MapOptions()
            options.assets = folder.path
            XCTAssertEqual(try run(pin, options).status, .dataUnusable, script + style)
        }
    }

    func testTheTitleSaysWhatIsShown() throws {
        func departure(_ name: String) -> String {
            "{\"table\":\"departures\",\"stop_name\":\"\(name)\",\"departure_time\":1772402400}\n"
        }
        for (records, title) in [
            (departure("Central, Platform 1") + departure("Central, Platform 2"), "Departures from Central"),
            (departure("Quay"), "Departures from Quay"),
            (departure("Ash Street") + departure("Asher Road"), "Departures"),
            (departure("King Street") + departure("King Road"), "Departures from King"), (pin, "Stops"),
            ("{\"table\":\"trip_details\",\"trip_id\":\"T\",\"headsign\":\"Bay\",\"route_id\":\"9\"}\n", "9 to Bay"),
        ] {
            XCTAssertEqual(elements("title", in: try run(records).output), [title])
        }
    }

    func testNothingToDrawIsSaid() throws {
        let empty = try run("")
        XCTAssertEqual(empty.status, .dataUnusable)
        XCTAssertTrue(empty.log.contains("nothing to work on: the input has no records"), empty.log)
        let others = try run("{\"table\":\"stops\",\"stop_id\":\"A\"}\n")
        XCTAssertEqual(others.status, .dataUnusable)
        XCTAssertTrue(others.log.contains("nothing to work on: the input has no records of polylines"), others.log)
        XCTAssertEqual(others.output, "")
        // An empty board, and a message without vehicles, are shown.
        let board = try run(
            "{\"table\":\"boards\",\"stop_id\":\"Q\",\"stop_name\":\"Quay\",\"at\":1772402400,\"departures\":0}\n")
        XCTAssertEqual(board.status, .done)
        XCTAssertEqual(elements("title", in: board.output), ["Departures from Quay"])
        XCTAssertEqual(try run("{\"table\":\"feed_messages\"}\n").status, .done)
    }

    func testTheSameRecordsGiveTheSameBytes() throws {
        XCTAssertEqual(try run(pin + board).output, try run(pin + board).output)
    }
}
