import Addresses
import FetchStage
import Glibc
import HTTP
import Hashing
import StageKit
import StageTestSupport
import TestSupport
import XCTest

/// What `fetch` keeps, where, and what it does not keep twice.
final class FetchArchiveTests: FetchTestCase {
    private let second: UInt64 = 1_000_000_000

    func testNothingIsStoredTwiceAcrossRunsAndFlapping() throws {
        // A server behind which two machines disagree: A, B, A, B, then C.
        let contents = ["A", "B", "A", "B", "C", "A"]
        var unchanged: [Bool] = []
        for content in contents {
            let run = try fetch(try options(), FetchWorld { _, _ in .ok(content) })
            unchanged += try FetchedLine.all(run).map(\.isUnchanged)
        }
        XCTAssertEqual(archived().map(\.text).sorted(), ["A", "B", "C"])
        XCTAssertEqual(unchanged, [false, false, true, true, false, true])
        XCTAssertEqual(
            archived().map(\.path).sorted(),
            ["", "-2", "-3"].map { "2026/11/21/a-20261121T080000Z\($0).pb" }.sorted(), "one second, three names")
    }

    func testFlappingOverMidnight() throws {
        let world = FetchWorld { asked, _ in .ok(Int(asked.at / 600) % 2 == 0 ? "A" : "B") }
        world.wall += 15 * 3600
        _ = try fetch(
            try options { options in
                options.interval = 600 * second
                options.turns = 20
            }, world)
        XCTAssertEqual(archived().map(\.text).sorted(), ["A", "B"])
    }

    func testTwoRunsInterleaved() throws {
        // Both processes see the same contents, each on its own schedule, in one archive.
        let first = FetchWorld { asked, _ in .ok("\(Int(asked.at / 20))") }
        let nested = try options { options in
            options.interval = 5 * second
            options.turns = 12
        }
        let outer = FetchWorld { [self] asked, world in
            if world.asked.count == 3 { XCTAssertEqual(try? fetch(nested, first).status, .done) }
            return .ok("\(Int(asked.at / 20))")
        }
        _ = try fetch(nested, outer)
        XCTAssertEqual(archived().map(\.text).sorted(), ["0", "1", "2"])
    }

    func testValidatorsOutliveTheRun() throws {
        let server: (FetchWorld.Asked, FetchWorld) -> FetchWorld.Answer = { _, _ in .ok("A", etag: "\"1\"") }
        _ = try fetch(try options(), FetchWorld(server))
        let world = FetchWorld(server)
        let run = try fetch(try options(), world)
        XCTAssertEqual(world.asked[0].validators.etag, "\"1\"")
        let line = try XCTUnwrap(FetchedLine.all(run).first)
        XCTAssertEqual(line.status, 304)
        XCTAssertTrue(line.isUnchanged)
        XCTAssertEqual(line.sha256, Array("A".utf8).withUnsafeBytes(SHA256.digest))
        XCTAssertEqual(line.storedAs, folder.path + "/archive/a/2026/11/21/a-20261121T080000Z.pb")
        // The same archive under another name, and another address of the same name.
        symlink(folder.path + "/archive", folder.path + "/other")
        let moved = FetchWorld(server)
        let renamed = try fetch(try options { $0.archive = self.folder.path + "/other" }, moved)
        XCTAssertEqual(moved.asked[0].validators.etag, "\"1\"")
        XCTAssertEqual(
            try FetchedLine.all(renamed).first?.storedAs,
            folder.path + "/other/a/2026/11/21/a-20261121T080000Z.pb")
        let elsewhere = FetchWorld(server)
        _ = try fetch(try options("a=http://another.example/a"), elsewhere)
        XCTAssertTrue(elsewhere.asked[0].validators.isEmpty)
    }

    func testAMemoryThatIsNotWholeCostsADownload() throws {
        let server: (FetchWorld.Asked, FetchWorld) -> FetchWorld.Answer = { _, _ in .ok("A", etag: "\"1\"") }
        _ = try fetch(try options(), FetchWorld(server))
        for damage in [
            "", "{", "{\"url\":7}", "\u{0}\u{1}", "{\"url\":\"http://feeds.example/a.pb\",\"etag\":\"a\\r\\nX: y\"}",
        ] {
            let path = folder.path + "/archive/a/newest.json"
            let file = try XCTUnwrap(fopen(path, "w"))
            fputs(damage, file)
            fclose(file)
            let world = FetchWorld(server)
            XCTAssertEqual(try fetch(try options(), world).status, .done)
            XCTAssertTrue(world.asked[0].validators.isEmpty, damage)
        }
        XCTAssertEqual(archived().count, 1)
    }

    func testWhatAKilledRunLeftIsMended() throws {
        _ = try fetch(try options(), FetchWorld { _, _ in .ok("A") })
        let root = folder.path + "/archive/a"
        // Killed after its file was in place and before it was listed; in the middle of a list's line; in mid-body.
        XCTAssertEqual(
            Shell(
                """
                cd '\(root)' && printf B > 2026/11/21/a-20261121T080001Z.pb
                printf '{"table":"fetches","sha' >> 2026/11/21/fetches.ndjson
                echo half > .incoming.abcdefghij.linefeed; rm newest.json
                """
            ).status, 0)
        let held = open(root + "/.incoming.heldheldhe.linefeed", O_CREAT | O_RDWR, 0o600)
        XCTAssertEqual(flock(held, LOCK_EX | LOCK_NB), 0)
        defer { close(held) }
        for content in ["B", "A", "C", "C"] {
            XCTAssertEqual(try fetch(try options(), FetchWorld { _, _ in .ok(content) }).status, .done)
        }
        XCTAssertEqual(archived().map(\.text).sorted(), ["A", "B", "C"])
        // A process sweeps a folder once, so another one has to.
        XCTAssertEqual(
            Shell("linefeed fetch a=http://127.0.0.1:1/ --archive '\(folder.path)/archive' --retries 0").status, 69)
        let left = Checkout.names(in: root).filter { $0.hasPrefix(".incoming") }
        XCTAssertEqual(left, [".incoming.heldheldhe.linefeed"], "that of a living process stays")
        let list = TemporaryFolder.text(of: root + "/2026/11/21/fetches.ndjson") ?? ""
        XCTAssertEqual(list.split(separator: "\n").filter { $0.hasSuffix("}") }.count, 3, list)
    }

    func testKeepRemovesOldDaysOfItsOwnFilesOnly() throws {
        let day: UInt64 = 86_400 * second
        let world = FetchWorld { asked, _ in .ok("day \(Int(asked.at / 86_400))") }
        let keeping = try options { options in
            options.interval = day
            options.turns = 40
            options.keep = 30 * 86_400
        }
        let early = folder.path + "/archive/a/2026/11/22"
        XCTAssertEqual(
            Shell("mkdir -p '\(early)' && touch '\(early)/mine.txt' && mkdir -p '\(folder.path)/archive/a/notes/empty'")
                .status, 0)
        let run = try fetch(keeping, world)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(archived().map(\.text), (9..<40).map { "day \($0)" }, "thirty whole days and today")
        XCTAssertEqual(Checkout.names(in: early), ["mine.txt"])
        XCTAssertEqual(Checkout.names(in: folder.path + "/archive/a/notes"), ["empty"])
        XCTAssertFalse(Checkout.names(in: folder.path + "/archive/a/2026/11").contains("21"))
    }

    func testAContentThatKeepOutlivedIsStoredAgain() throws {
        let server: (FetchWorld.Asked, FetchWorld) -> FetchWorld.Answer = { _, _ in .ok("A", etag: "\"1\"") }
        let world = FetchWorld(server)
        _ = try fetch(
            try options { options in
                options.interval = 86_400 * second
                options.turns = 5
                options.keep = 2 * 86_400
            }, world)
        XCTAssertEqual(archived().map(\.text), ["A"], "never none")
    }

    func testWhatIsNotTheFeedIsKeptAside() throws {
        let page = "<!DOCTYPE html><html><body>Maintenance</body></html>"
        let zip = ZipBuilder([.init("readme.txt", "x")]).bytes
        let cases: [(ExpectedFeed, [UInt8], String, String)] = [
            (.gtfs, Array(page.utf8), "html", "it is not a zip but a web page"),
            (.gtfsRealtime, Array(page.utf8), "html", "it is not a GTFS-Realtime message but a web page"),
            (.gtfsRealtime, Array("OK".utf8), "pb", "it is not a GTFS-Realtime message"),
            (.gtfsRealtime, zip, "zip", "it is not a GTFS-Realtime message"),
            (.gtfs, zip, "zip", "it holds no GTFS table; it holds readme.txt"),
            (.gtfs, Array(zip.dropLast(30)), "zip", "it is truncated"),
        ]
        for (index, (expected, body, ending, reason)) in cases.enumerated() {
            let name = "n\(index)"
            let world = FetchWorld { _, _ in FetchWorld.Answer(body: body, etag: "\"page\"") }
            let run = try fetch(try options("\(name)=http://h/x.pb") { $0.expected = expected }, world)
            XCTAssertEqual(run.status, .serviceFailed)
            let line = try XCTUnwrap(FetchedLine.all(run).first)
            XCTAssertTrue(line.error?.contains(reason) == true, line.error ?? "none")
            XCTAssertFalse(line.error?.contains(".incoming") == true, line.error ?? "")
            XCTAssertEqual(
                line.storedAs, folder.path + "/archive/\(name)/rejected/2026/11/21/\(name)-20261121T080000Z.\(ending)")
            XCTAssertEqual(archived(name).count, 0)
            XCTAssertTrue(run.log.contains("kept as"), run.log)
            let again = FetchWorld { _, _ in FetchWorld.Answer(body: body, etag: "\"page\"") }
            _ = try fetch(try options("\(name)=http://h/x.pb") { $0.expected = expected }, again)
            XCTAssertTrue(again.asked[0].validators.isEmpty, "a page's validators are not the feed's")
        }
    }

    /// A message that begins well and breaks off is not the feed, however far it goes.
    func testATruncatedMessageIsKeptAside() throws {
        let samples = Checkout.root + "/samples/"
        let name = try XCTUnwrap(Checkout.names(in: samples).first { $0.hasPrefix("vehicles-") })
        let whole = try XCTUnwrap(TemporaryFolder.bytes(of: samples + name))
        func run(_ name: String, _ body: [UInt8], _ limit: Int = 1 << 30) throws -> FetchedLine {
            let run = try fetch(
                try options("\(name)=http://h/x") {
                    $0.expected = .gtfsRealtime
                    $0.maxBytes = limit
                }, FetchWorld { _, _ in FetchWorld.Answer(body: body) })
            return try XCTUnwrap(FetchedLine.all(run).first)
        }
        for (index, cut) in [1, 20, whole.count / 2].enumerated() {
            let line = try run("c\(index)", Array(whole.dropLast(cut)))
            XCTAssertTrue(
                line.error?.hasPrefix("the message is truncated or corrupt: a field is ") == true, line.error ?? "none")
            XCTAssertEqual(line.storedAs?.contains("/rejected/"), true)
            XCTAssertEqual(line.storedAs?.hasSuffix(".pb"), true)
            XCTAssertEqual(archived("c\(index)").count, 0)
        }
        var damaged = whole
        damaged[whole.count - 1] = 0xFF
        XCTAssertNotNil(try run("damaged", damaged).error)
        XCTAssertNil(try run("whole", whole).error)
        let path = folder.write(bytes: whole)
        XCTAssertEqual(Shell("gzip -k '\(path)'; head -c 200 '\(path).gz' > '\(path).cut'").status, 0)
        let zipped = try XCTUnwrap(TemporaryFolder.bytes(of: path + ".gz"))
        XCTAssertEqual(try run("gz", zipped).storedAs?.hasSuffix(".pb.gz"), true)
        XCTAssertEqual(try run("gz-cut", try XCTUnwrap(TemporaryFolder.bytes(of: path + ".cut"))).error != nil, true)
        XCTAssertEqual(try run("bomb", zipped, whole.count - 1).error?.contains("--max-bytes"), true)
    }

    /// Whoever may write to a folder can put links and files of known names there; none is followed or believed.
    func testWhatOthersPlantIsNotFollowed() throws {
        let victim = folder.write("precious", "victim")
        let path = folder.path + "/s.pb"
        XCTAssertEqual(symlink(victim, folder.path + "/.s.pb.fetch"), 0)
        func save() throws -> InMemoryRun {
            try fetch(
                try options { options in
                    options.archive = nil
                    options.save = path
                }, FetchWorld { _, _ in .ok("A", etag: "\"A\"") })
        }
        XCTAssertEqual(try save().status, .done)
        XCTAssertEqual(TemporaryFolder.text(of: victim), "precious")
        XCTAssertEqual(TemporaryFolder.text(of: path), "A")
        XCTAssertEqual(try FetchedLine.all(save()).first?.status, 304, "what is ours is remembered")
        if geteuid() == 0 {
            XCTAssertEqual(chown(folder.path + "/.s.pb.fetch", 65_534, 65_534), 0)
            XCTAssertEqual(try FetchedLine.all(save()).first?.status, 200, "somebody else's is not")
        }
        // The list of a day, and the lock.
        let day = folder.path + "/archive/a/2026/11/21"
        XCTAssertEqual(Shell("mkdir -p '\(day)' && ln -s '\(victim)' '\(day)/fetches.ndjson'").status, 0)
        XCTAssertEqual(try fetch(try options(), FetchWorld { _, _ in .ok("A") }).status, .ioFailed)
        XCTAssertEqual(TemporaryFolder.text(of: victim), "precious")
    }

    func testLinesOfALastingRunTellTheTime() throws {
        for interval in [nil, 60 * second] as [UInt64?] {
            let run = try fetch(
                try options("a=http://h/\(interval ?? 0)") { options in
                    options.interval = interval
                    options.turns = interval == nil ? nil : 1
                    options.retries = 0
                }, FetchWorld { _, _ in .status(404) })
            // A failure of a run that lasts is one that it may get over.
            let lines =
                interval.map {
                    [
                        "2026-11-21T08:00:00Z linefeed fetch: warning: http://h/\($0): HTTP 404",
                        "2026-11-21T08:00:00Z linefeed fetch: error: http://h/\($0): no fetch of this run succeeded: "
                            + "HTTP 404",
                    ]
                } ?? ["linefeed fetch: error: http://h/0: HTTP 404"]
            XCTAssertEqual(run.log, lines.joined(separator: "\n"))
        }
    }

    func testLeavingTLSIsTold() throws {
        let world = FetchWorld { _, _ in
            var answer = FetchWorld.Answer.ok("A")
            answer.leftTLS = AddressWithoutSecrets("http://u:p@h/b?key=abc")
            return answer
        }
        let run = try fetch(try options("a=https://h/a"), world)
        XCTAssertEqual(run.status, .done)
        XCTAssertTrue(run.log.contains("warning: https://h/a: it redirects from https: to http://h/b?key=…"), run.log)
    }

    func testADayOfPagesFillsNoDisk() throws {
        let world = FetchWorld { asked, _ in .ok("<html>\(asked.at)</html>") }
        _ = try fetch(
            try options { options in
                options.expected = .gtfs
                options.interval = 60 * second
                options.turns = 300
            }, world)
        let kept = files(folder.path + "/archive/a/rejected", "").filter { $0.path.hasSuffix(".html") }
        XCTAssertEqual(kept.count, 100)
    }

    func testRealFeedsAreTaken() throws {
        let samples = Checkout.root + "/samples/"
        let vehicles = try XCTUnwrap(Checkout.names(in: samples).first { $0.hasPrefix("vehicles-") })
        for (expected, file, ending) in [
            (ExpectedFeed?.some(.gtfs), "feed.zip", "zip"), (.gtfsRealtime, vehicles, "pb"), (nil, "feed.zip", "zip"),
            (nil, vehicles, "pb"),
        ] {
            let body = try XCTUnwrap(TemporaryFolder.bytes(of: samples + file))
            let name = "\(ending)\(expected == nil ? 1 : 2)"
            let run = try fetch(
                try options("\(name)=http://h/download?x=1") { $0.expected = expected },
                FetchWorld { _, _ in FetchWorld.Answer(body: body) })
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(
                try FetchedLine.all(run).first?.storedAs?.hasSuffix("/\(name)-20261121T080000Z.\(ending)"), true)
        }
    }

    func testSaveIsTheNewestContent() throws {
        let path = folder.path + "/feed.zip"
        func run(_ content: String) throws -> (InMemoryRun, FetchWorld) {
            let world = FetchWorld { _, _ in content == "down" ? .status(404) : .ok(content, etag: "\"\(content)\"") }
            let run = try fetch(
                try options { options in
                    options.archive = nil
                    options.save = path
                }, world)
            return (run, world)
        }
        XCTAssertEqual(try run("A").0.status, .done)
        XCTAssertEqual(TemporaryFolder.text(of: path), "A")
        XCTAssertEqual(try run("down").0.status, .serviceFailed)
        XCTAssertEqual(TemporaryFolder.text(of: path), "A", "the old file stays")
        var before = stat()
        stat(path, &before)
        let (again, world) = try run("A")
        XCTAssertEqual(world.asked[0].validators.etag, "\"A\"")
        XCTAssertEqual(try FetchedLine.all(again).first?.storedAs, path)
        var after = stat()
        stat(path, &after)
        XCTAssertEqual(before.st_ino, after.st_ino, "an unchanged file is not touched")
        XCTAssertEqual(Shell("printf changed > '\(path)'").status, 0)
        XCTAssertTrue(try run("A").1.asked[0].validators.isEmpty, "somebody changed it")
        XCTAssertEqual(TemporaryFolder.text(of: path), "A")
        _ = try run("B")
        _ = try run("A")
        XCTAssertEqual(TemporaryFolder.text(of: path), "A", "the newest, had before or not")
        XCTAssertEqual(Checkout.names(in: folder.path), [".feed.zip.fetch", "feed.zip"])
    }

    func testSaveAndArchiveTogether() throws {
        let path = folder.path + "/now.pb"
        for content in ["A", "B", "A"] {
            let run = try fetch(
                try options { $0.save = path }, FetchWorld { _, _ in .ok(content, etag: "\"\(content)\"") })
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(TemporaryFolder.text(of: path), content)
        }
        XCTAssertEqual(archived().count, 2)
        unlink(path)
        _ = try fetch(try options { $0.save = path }, FetchWorld { _, _ in .ok("A", etag: "\"A\"") })
        XCTAssertEqual(TemporaryFolder.text(of: path), "A")
    }

    func testAnArchiveThatCannotBeMadeIs73() throws {
        folder.write("x", "archive")
        let run = try fetch(try options(), FetchWorld { _, _ in .ok("A") })
        XCTAssertEqual(run.status, .outputUncreatable, run.log)
        XCTAssertTrue(run.log.contains("archive"), run.log)
    }

    func testARecordsColumnsAreTheSchemas() throws {
        let run = try fetch(
            try options { $0.format = .table(.csv) },
            FetchWorld { _, world in world.asked.count == 1 ? .status(500) : .ok("A") })
        XCTAssertEqual(run.lines[0], "url,at,attempt,status,bytes,sha256,elapsed_ms,stored_as,unchanged,error")
        XCTAssertEqual(run.lines[1], "http://feeds.example/a.pb,1795248000,1,500,0,,50,,false,HTTP 500")
        XCTAssertEqual(run.lines.count, 3)
    }

    func testSecretsStayOutOfEverythingWritten() throws {
        let feed = "a=http://someone:opensesame@h/a.pb?api_key=hushhush&agency=1"
        let header = try XCTUnwrap(RequestHeader(name: "X-Key", value: "headersecret", isSecret: true))
        let world = FetchWorld { _, world in
            world.asked.count == 1
                ? FetchWorld.Answer(status: nil, fault: DownloadFault(.passing, "no opensesame hushhush headersecret"))
                : .ok("A")
        }
        let run = try fetch(try options(feed) { $0.headers = [header] }, world)
        XCTAssertEqual(world.asked.last?.headers, [header])
        XCTAssertEqual(
            try FetchedLine.all(run).map(\.url),
            ["http://h/a.pb?api_key=…&agency=1", "http://h/a.pb?api_key=…&agency=1"])
        let everything = run.output + run.log + files(folder.path, "").map { $0.path + $0.text }.joined()
        for secret in ["opensesame", "hushhush", "headersecret", "someone"] {
            XCTAssertFalse(everything.contains(secret), "\(secret) in \(everything)")
        }
    }

    func testNamesAndComplaints() throws {
        XCTAssertEqual(NamedFeed("http://h/x?a=b")?.name, "h-x-a-b")
        XCTAssertEqual(NamedFeed("a.b-c_1=http://h/x?a=b")?.name, "a.b-c_1")
        for text in ["../x=http://h/", ".x=http://h/", "a/b=http://h/", "=http://h/", "x=file:///etc/passwd", "x="] {
            XCTAssertNil(NamedFeed(text), text)
        }
        var options = FetchOptions()
        XCTAssertNotNil(options.problem)
        options.feeds = try ["http://h/x?key=1", "http://h/x?key=2"].map { try XCTUnwrap(NamedFeed($0)) }
        XCTAssertTrue(options.problem?.contains("both be called h-x") == true, options.problem ?? "")
        XCTAssertFalse(options.problem?.contains("key=1") == true)
    }
}
