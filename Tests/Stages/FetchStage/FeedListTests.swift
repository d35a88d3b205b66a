import FetchStage
import StageKit
import TestSupport
import XCTest

/// Lists of feeds: what is read from them, and that no message quotes a value.
final class FeedListTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func read(_ text: String, _ variables: [String: String] = [:]) throws -> [NamedFeed] {
        var world = World()
        world.variables = variables
        return try FeedList.read(folder.write(text, "feeds.yaml"), in: world)
    }

    func testValuesComeFromTheListTheEnvironmentAndFiles() throws {
        folder.write("Bearer s3cret\n", "token")
        let feeds = try read(
            """
            feeds:
              - name: vehicles
                url: ${BASE}/vehicles.pb?key=$KEY
                headers: {Authorization: {file: "$CREDENTIALS/token"}, X-Plain: text, "${NONE:-}": ""}
                every: 15s
                timeout: 20s
                expect: gtfs-rt
                archive: /srv/$CITY
                keep: 30d
                max_age: 10m
                alert_after: 1h
              - {name: skipped, url: "${ALERTS_URL:-}"}
              - {name: plain, url: "https://transit.example.com/plain"}
            """,
            ["BASE": "https://transit.example.com", "KEY": "k1", "CREDENTIALS": folder.path, "CITY": "larkmere"])
        XCTAssertEqual(feeds.map(\.name), ["vehicles", "plain"])
        XCTAssertEqual(feeds[0].address.requestText, "https://transit.example.com/vehicles.pb?key=k1")
        let own = feeds[0].own
        XCTAssertEqual(
            own.headers.map { "\($0.name): \($0.value)" }, ["Authorization: Bearer s3cret", "X-Plain: text"])
        XCTAssertTrue(own.headers.allSatisfy { !$0.isPublic })
        XCTAssertEqual(own.interval, 15_000_000_000)
        XCTAssertEqual(own.timeout, 20_000_000_000)
        XCTAssertEqual(own.expected, .gtfsRealtime)
        XCTAssertEqual(own.archive, "/srv/larkmere")
        XCTAssertEqual([own.keep, own.maxAge, own.alertAfter], [2_592_000, 600, 3600])
        XCTAssertNil(feeds[1].own.interval)
    }

    func testSizes() throws {
        let list = "feeds: [{name: a, url: 'http://x/'}]\n"
        let padding = String(repeating: "#", count: (1 << 20) - list.utf8.count)
        XCTAssertEqual(try read(list + padding).count, 1)
        XCTAssertThrowsError(try read(list + padding + "#")) { error in
            XCTAssertEqual((error as? StageFailure)?.status, .configurationWrong, "\(error)")
        }
        let url = "http://x/"
        let valued = "feeds: [{name: a, url: {file: '\(folder.path)/url'}}]"
        let long = url + String(repeating: "a", count: (1 << 16) - url.utf8.count)
        folder.write(long, "url")
        XCTAssertEqual(try read(valued).first?.address.requestText.utf8.count, 1 << 16)
        folder.write(long + "a", "url")
        XCTAssertThrowsError(try read(valued)) { XCTAssertTrue("\($0)".contains("at most 64 KiB"), "\($0)") }
    }

    func testWhatIsWrongIsReportedWithItsLineAndWithoutAnyValue() throws {
        folder.write("one\ntwo\n", "lines")
        for (text, line, words) in [
            ("feeds: []", 1, "no feed has a URL"),
            ("feed: []", 1, "'feed' is not a key of a list of feeds"),
            ("feeds:\n- {name: a}", 2, "must have name and url"),
            ("feeds:\n- {name: a, url: 'ftp://x/SECRET'}", 2, "url is not an http: or https: URL"),
            ("feeds:\n- {name: a/b, url: 'http://x/SECRET'}", 2, "name takes"),
            ("feeds:\n- {name: a, url: 'http://x/', interval: 3s}", 2, "'interval' is not a key of a feed"),
            ("feeds:\n- name: a\n  url: http://x/\n  every: soon", 4, "every takes a time"),
            ("feeds:\n- name: a\n  url: http://x/\n  expect: html", 4, "expect takes gtfs or gtfs-rt"),
            ("feeds:\n- name: a\n  url: $NOT_SET", 3, "NOT_SET is not set"),
            ("feeds:\n- name: a\n  url: {path: x}", 3, "{file: PATH}"),
            ("feeds:\n- name: a\n  url: {file: '\(folder.path)/lines'}", 3, "must have one line"),
            ("feeds:\n- {name: a, url: 'http://x/'}\n- {name: a, url: 'http://y/'}", 3, "already defined in line 2"),
            ("feeds:\n- name: a\n  url: http://x/\n  headers: {'A B': SECRET}", 4, "not valid in a header"),
        ] {
            XCTAssertThrowsError(try read(text), text) { error in
                let failure = error as? StageFailure
                XCTAssertEqual(failure?.status, .configurationWrong, "\(text): \(error)")
                XCTAssertTrue("\(error)".contains("feeds.yaml:\(line): "), "\(text): \(error)")
                XCTAssertTrue("\(error)".contains(words), "\(text): \(error)")
                XCTAssertFalse("\(error)".contains("SECRET"), "\(error)")
            }
        }
        XCTAssertThrowsError(try read("feeds:\n- {name: a, url: {file: /no/such/file}}")) { error in
            XCTAssertEqual((error as? StageFailure)?.status, .inputMissing, "\(error)")
        }
    }
}
