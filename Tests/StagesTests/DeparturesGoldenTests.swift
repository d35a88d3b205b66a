import Boards
import GTFSSchedule
import ScheduleStages
import StageKit
import TestSupport
import TimeZones
import XCTest

/// Runs every folder of `Golden/departures`: `feed.txt` (and `realtime.ndjson`) with `arguments` gives `expected`, worked
/// out by hand in `working.md`, whether the feed lies in a folder, a store or a file of records; each line of
/// `match_reports` stands in the match report, each of `stderr` among the messages.
final class DeparturesGoldenTests: XCTestCase {
    static func options(_ arguments: String) throws -> DeparturesOptions {
        var options = DeparturesOptions()
        var words = arguments.split { $0 == " " || $0 == "\n" }.map(String.init)[...]
        while let flag = words.popFirst() {
            if flag == "--include-cancelled" {
                options.includesCanceled = true
                continue
            }
            let value = try XCTUnwrap(words.popFirst(), flag)
            switch flag {
            case "--stop": options.stops.append(value)
            case "--at": options.at = try XCTUnwrap(WrittenTime(value), value)
            case "--horizon": options.horizon = try XCTUnwrap(TimeSpan(value), value).seconds
            case "--limit": options.limit = try XCTUnwrap(Int(value))
            case "--route": options.routes.append(value)
            case "--format": options.format = try XCTUnwrap(.init(rawValue: value))
            case "--feed-id", "--where": break
            default: XCTFail("no such option: \(flag)")
            }
        }
        options.reader = IngestedFeed()
        return options
    }

    private func run(_ folder: String, feed: String) throws -> InMemoryRun {
        let arguments = try XCTUnwrap(TemporaryFolder.text(of: folder + "/arguments"), folder)
        var options = try DeparturesGoldenTests.options(arguments)
        options.feed = feed
        let realtime = folder + "/realtime.ndjson"
        if TemporaryFolder.text(of: realtime) != nil { options.realtime = [realtime] }
        var common = CommonOptions()
        let words = arguments.split { $0 == " " || $0 == "\n" }.map(String.init)
        if let place = words.firstIndex(of: "--feed-id") { common.feedID = words[place + 1] }
        for (flag, value) in zip(words, words.dropFirst()) where flag == "--where" {
            common.conditions.append(try Condition(value))
        }
        return try InMemoryRun("departures", common) { context in try Departures.run(options, context) }
    }

    /// The boards come first, and say how many departures follow; `boards` has their bytes where a case has that file.
    private func assertBoards(_ lines: [String], of name: String, _ kind: String) {
        let boards = lines.filter { $0.hasPrefix("{\"table\":\"boards\"") }
        XCTAssertEqual(Array(lines.prefix(boards.count)), boards, "\(name) from a \(kind)")
        let departures = lines.filter { $0.contains("\"table\":\"departures\"") }
        let figures = boards.compactMap { $0.firstMatch(of: /"departures":([0-9]+)\}/).flatMap { Int($0.1) } }
        XCTAssertEqual(figures.count, boards.count, name)
        if !lines.isEmpty, !lines[0].hasPrefix("stop_id,") {
            XCTAssertFalse(boards.isEmpty, "\(name) from a \(kind)")
            XCTAssertEqual(figures.reduce(0, +), departures.count, "\(name) from a \(kind)")
        }
        let path = Checkout.root + "/Tests/Golden/departures/\(name)/boards"
        guard let expected = TemporaryFolder.text(of: path) else { return }
        XCTAssertEqual(boards.map { $0 + "\n" }.joined(), expected, "\(name) from a \(kind)")
    }

    func testEveryCase() throws {
        let root = Checkout.root + "/Tests/Golden/departures"
        let names = Checkout.names(in: root)
        XCTAssertGreaterThanOrEqual(names.count, 96)
        for name in names {
            let folder = root + "/" + name
            let status = Int32(TemporaryFolder.text(of: folder + "/status")?.split(separator: "\n")[0] ?? "0") ?? 0
            let expected = TemporaryFolder.text(of: folder + "/expected") ?? ""
            let feed = try WrittenFeed(folder + "/feed.txt")
            for (kind, path) in [("folder", feed.folder), ("records", try feed.records()), ("store", try feed.store())]
            {
                let run = try run(folder, feed: path)
                assertBoards(run.lines, of: name, kind)
                let board = run.lines.filter {
                    !$0.contains("\"table\":\"match_reports\"") && !$0.hasPrefix("{\"table\":\"boards\"")
                }
                XCTAssertEqual(board.map { $0 + "\n" }.joined(), expected, "\(name) from a \(kind)")
                XCTAssertEqual(run.status.rawValue, status, "\(name) from a \(kind)")
                let report = run.lines.first { $0.contains("\"table\":\"match_reports\"") } ?? ""
                for part in (TemporaryFolder.text(of: folder + "/match_reports") ?? "").split(separator: "\n") {
                    XCTAssertTrue(report.contains(part), "\(name) from a \(kind): \(part) is not in \(report)")
                }
                for part in (TemporaryFolder.text(of: folder + "/stderr") ?? "").split(separator: "\n") {
                    XCTAssertTrue(run.log.contains(part), "\(name) from a \(kind): \(run.log)")
                }
            }
        }
    }
}

/// `docs/realtime-joins.md` names a case for each rule: they are there.
final class RealtimeJoinsDocumentTests: XCTestCase {
    func testEveryCaseThatTheDocumentNamesIsThere() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/realtime-joins.md"))
        let departures = Set(Checkout.names(in: Checkout.root + "/Tests/Golden/departures"))
        let trips = Set(Checkout.names(in: Checkout.root + "/Tests/Golden/trip-details"))
        var named = 0
        for line in text.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.split(separator: "`", omittingEmptySubsequences: false) }
            guard cells.count > 2 else { continue }
            for place in stride(from: 1, to: cells[2].count, by: 2) {
                let name = String(cells[2][place])
                if name.hasSuffix("…") {
                    XCTAssertTrue(departures.contains { $0.hasPrefix(name.dropLast()) }, name)
                } else {
                    XCTAssertTrue(departures.contains(name), name)
                }
                if cells[2][place + 1].hasPrefix("†") { XCTAssertTrue(trips.contains(name), "trip-details: \(name)") }
                named += 1
            }
        }
        XCTAssertGreaterThan(named, 50)
    }
}

/// A feed that stands in one text: `# stops.txt`, then its lines, and so on.
struct WrittenFeed {
    let folder: String

    init(_ path: String) throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: path), path)
        var files: [(name: String, lines: [Substring])] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            if line.hasPrefix("# ") {
                files.append((String(line.dropFirst(2)), []))
            } else {
                files[files.count - 1].lines.append(line)
            }
        }
        folder = TemporaryFolder.shared.folder()
        for file in files {
            _ = TemporaryFolder.shared.write(
                file.lines.map { $0 + "\n" }.joined(),
                String(folder.dropFirst(TemporaryFolder.shared.path.count + 1)) + "/" + file.name)
        }
    }

    /// The feed as records, in the order in which ingest writes them.
    func records() throws -> String {
        var options = IngestOptions()
        options.feed = folder
        let run = try InMemoryRun("ingest") { context in try Ingest(options, in: context).run() }
        XCTAssertEqual(run.status, .done)
        return TemporaryFolder.shared.write(run.output)
    }

    /// The feed in a store.
    func store() throws -> String {
        var options = IngestOptions()
        options.feed = folder
        options.sqlite = folder + ".db"
        let run = try InMemoryRun("ingest") { context in try Ingest(options, in: context).run() }
        XCTAssertEqual(run.status, .done, run.log)
        return folder + ".db"
    }
}
