import MapTiles
import TestSupport
import XCTest

/// `fetch-tiles` cut off and gone on with, and what lies under the names that it is to write.
final class FetchTilesResumeTests: FetchTilesTestCase {
    private final class Switch: @unchecked Sendable {
        var isOn = false
    }

    private let good = SampleTiles.png()
    private let outputs = ["t.mbtiles", "t.pmtiles", "d"]
    private var row: String { (0..<8).map { "3/\($0)/0" }.joined(separator: " ") }

    private func count(_ output: String) throws -> Int {
        if output.hasSuffix("d") { return files(output).filter { $0.hasSuffix(".png") }.count }
        if output.hasSuffix(".pmtiles") {
            return Int(try PMTilesReader(folder.path + "/" + output).header.addressedTiles)
        }
        return Int(try query(output, "SELECT count(*) FROM tiles")[0]) ?? 0
    }

    /// A server that gives the first five tiles of the row, and the others only when it is switched on; until then it
    /// says nothing, and makes the file `asked`.
    private func stalling(_ flow: Switch) -> LoopbackServer {
        let asked = folder.path + "/asked"
        return serve { [good] request in
            if flow.isOn || Int(request.path.split(separator: "/")[1]) ?? 0 < 5 { return .ok(good) }
            TemporaryFolder.put([], at: asked)
            return .hang
        }
    }

    private func command(_ server: LoopbackServer, _ output: String, jobs: Int = 1) -> String {
        "linefeed fetch-tiles in --template '\(server.url)/{z}/{x}/{y}' --jobs \(jobs) --into \(output) --attribution x"
    }

    /// Goes on with five tiles of eight.
    private func goOn(_ server: LoopbackServer, _ output: String, _ name: String) throws {
        let before = server.requests.count
        let again = run(command(server, output))
        XCTAssertEqual(again.status, 0, again.errors)
        XCTAssertEqual(values(again, ".source").filter { $0 == "kept" }.count, 5, name)
        XCTAssertEqual(server.requests.dropFirst(before).map(\.path), (5..<8).map { "/3/\($0)/0" }, name)
        XCTAssertEqual(try count(output), 8, name)
        XCTAssertEqual(files().filter { $0.hasPrefix(output + ".part") || $0.hasPrefix(output + "-") }, [], name)
    }

    func testAStopLeavesWhatCameAndTheNextRunGoesOn() throws {
        for output in outputs {
            for (signal, status) in [("INT", "130"), ("TERM", "143")] {
                let flow = Switch()
                let server = stalling(flow)
                let stopped = run(
                    """
                    rm -rf t.* d asked; \(records(row)) > in
                    env --default-signal=INT \(command(server, output)) -v > records & child=$!
                    until [ -e asked ]; do sleep 0.02; done; kill -\(signal) $child; wait $child; echo $?
                    """)
                XCTAssertEqual(stopped.lines, [status], stopped.errors)
                XCTAssertTrue(stopped.errors.contains("stopped with 5 of 8 tiles"), stopped.errors)
                XCTAssertEqual(try count(output), 5, output)
                flow.isOn = true
                try goOn(server, output, "\(output) \(signal)")
            }
        }
    }

    func testADamagedArchiveEndsTheRunAndIsNoTilesMatter() throws {
        let server = serve { [good] _ in .ok(good) }
        let before = run("\(records(row)) > in; \(command(server, "t.mbtiles"))")
        XCTAssertEqual(before.status, 0, before.errors)
        let asked = server.requests.count
        let after = run(
            """
            page=$(sqlite3 t.mbtiles "SELECT rootpage FROM sqlite_schema WHERE name = 'images'")
            head -c 8192 /dev/zero | tr '\\0' x | dd of=t.mbtiles bs=8192 seek=$((page - 1)) conv=notrunc status=none
            \(records("4/0/0 4/1/0 4/2/0")) > in; \(command(server, "t.mbtiles"))
            """)
        XCTAssertEqual(after.status, 65, after.errors)
        XCTAssertTrue(after.errors.contains("t.mbtiles: database disk image is malformed"), after.errors)
        XCTAssertEqual(after.lines, [], "no tile is told of that is not kept")
        XCTAssertEqual(server.requests.count, asked + 1, "no more is asked for")
    }

    func testAStopBetweenKeptTilesLosesNone() throws {
        // A run that is over before it has looked at all that an earlier one brought.
        let flow = Switch()
        flow.isOn = true
        let server = stalling(flow)
        _ = run("\(records(row)) > in; \(records("3/7/7")) > one")
        for output in outputs {
            XCTAssertEqual(run(command(server, output)).status, 0)
            let other = run(command(server, output).replacing("fetch-tiles in", with: "fetch-tiles one"))
            XCTAssertEqual(other.status, 0, other.errors)
            XCTAssertEqual(try count(output), 9, "\(output): what is not asked for this time stays")
        }
    }

    func testAKilledRunIsGoneOnWith() throws {
        _ = run("\(records(row)) > in")
        var servers: [LoopbackServer] = []
        let flow = Switch()
        for _ in outputs { servers.append(stalling(flow)) }
        let killed = run(
            """
            \(zip(servers, outputs).map { command($0, $1) + " > /dev/null & all=\"$all $!\"" }.joined(separator: "\n"))
            until [ -e asked ]; do sleep 0.02; done; sleep 5; kill -KILL $all; wait
            """)
        XCTAssertEqual(killed.status, 0, killed.errors)
        flow.isOn = true
        for (server, output) in zip(servers, outputs) { try goOn(server, output, output) }
    }

    func testARunKilledAtItsBeginningLeavesNothingInTheWay() throws {
        // SQLite's empty database with a page, as a rolled-back first transaction leaves it.
        _ = run(
            "\(records("0/0/0")) > in; sqlite3 t.mbtiles 'CREATE TABLE x (y); DROP TABLE x; VACUUM'; cp t.mbtiles c")
        XCTAssertGreaterThan(bytes("t.mbtiles")?.count ?? 0, 0)
        let server = serve { [good] _ in .ok(good) }
        let run = run(command(server, "t.mbtiles") + " --cache c")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(try count("t.mbtiles"), 1)
    }

    func testTwoRunsAtOnce() throws {
        for output in outputs {
            let flow = Switch()
            let server = stalling(flow)
            let both = run(
                """
                rm -f asked; \(records(row)) > in; \(command(server, output)) --cache c > /dev/null & child=$!
                until [ -e asked ]; do sleep 0.02; done
                \(command(server, output)) --cache c > second; echo $?; kill -TERM $child; wait $child; echo $?
                """)
            XCTAssertEqual(both.lines, ["75", "143"], output + both.errors)
            XCTAssertTrue(both.errors.contains("another run"), both.errors)
            XCTAssertEqual(try count(output), 5, "the first is not disturbed")
        }
    }

    func testRunsShareACache() {
        let server = serve { [good] _ in .ok(good, ["Cache-Control: max-age=60"]) }
        let run = run(
            """
            linefeed cover-tiles --bbox=-180,-85,180,85 --zoom 0-3 > in
            for i in 1 2 3 4; do \(command(server, "d$i", jobs: 8)) --cache c > /dev/null & all="$all $!"; done
            for child in $all; do wait $child; echo $?; done
            """)
        XCTAssertEqual(run.lines, ["0", "0", "0", "0"], run.errors)
        let before = server.requests.count
        XCTAssertEqual(self.run(command(server, "d5") + " --cache c").status, 0)
        XCTAssertEqual(server.requests.count, before)
    }

    // MARK: What is in the way

    func testFilesThatAreSomethingElseAreNotTouched() throws {
        let server = serve { [good] _ in .ok(good) }
        let made = run(
            """
            \(records("0/0/0")) > in; mkdir folder.mbtiles folder.pmtiles
            for name in text.mbtiles text.pmtiles d text.cache; do echo 'something else entirely' > $name; done
            sqlite3 other.mbtiles 'CREATE TABLE t (x); INSERT INTO t VALUES (1)'; cp other.mbtiles other.cache
            sqlite3 foreign.mbtiles 'CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column,
              tile_row, tile_data); CREATE TABLE map (x); CREATE TABLE images (x)'
            mkdir described; echo '{"name":"mine"}' > described/metadata.json; mkdir -p blocked/metadata.json
            sha256sum *.mbtiles *.pmtiles d *.cache described/* > before 2> /dev/null; true
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        for output in [
            "text.mbtiles", "text.pmtiles", "d", "other.mbtiles", "foreign.mbtiles", "folder.mbtiles", "folder.pmtiles",
            "described", "blocked", "no/such/place.mbtiles", "no/such/place.pmtiles", "no/such/place",
        ] {
            let run = run(command(server, output))
            XCTAssertEqual(run.status, 73, "\(output): \(run.errors)")
            XCTAssertTrue(run.errors.contains(output), "\(output): \(run.errors)")
        }
        for cache in ["text.cache", "other.cache", "described", "no/such/cache"] {
            let run = run(command(server, "fresh") + " --cache \(cache)")
            XCTAssertEqual(run.status, 73, "\(cache): \(run.errors)")
            XCTAssertTrue(run.errors.contains(cache), "\(cache): \(run.errors)")
        }
        XCTAssertEqual(server.requests.count, 0)
        let after = run("sha256sum *.mbtiles *.pmtiles d *.cache described/* 2> /dev/null | diff - before")
        XCTAssertEqual(after.output, "", "nothing is touched")
    }

    func testTilesOfAnotherOriginAreNotMixedIn() throws {
        let server = serve { [good] _ in .ok(good) }
        _ = run("\(records("0/0/0")) > in; \(records("1/0/0")) > other")
        for output in outputs {
            XCTAssertEqual(run(command(server, output)).status, 0)
            let mixed = run(
                command(server, output).replacing("/{z}", with: "/x/{z}").replacing("tiles in", with: "tiles other"))
            XCTAssertEqual(mixed.status, 73, mixed.errors)
            XCTAssertTrue(mixed.errors.contains("tiles from another source (\(server.url)/{z}/{x}/{y})"), mixed.errors)
            XCTAssertEqual(try count(output), 1)
        }
        // What an earlier run said stays said.
        for output in outputs {
            let silent = run(command(server, output).replacing(" --attribution x", with: ""))
            XCTAssertEqual(silent.status, 0, silent.errors)
        }
        XCTAssertEqual(try MBTilesReader(folder.path + "/t.mbtiles").metadata.attribution, "x")
        XCTAssertEqual(try PMTilesReader(folder.path + "/t.pmtiles").metadata.attribution, "x")
        XCTAssertEqual(try TileFolder(folder.path + "/d", makes: false).metadata.attribution, "x")
    }

    func testNoTileLeavesTheFolder() throws {
        let server = serve { [good] _ in .ok(good) }
        _ = run(
            """
            \(records("1/0/0 1/1/1")) > in; mkdir out a b c e; ln -s ../out a/1; mkdir b/1; ln -s ../../out b/1/1
            mkdir -p c/1/0 e/1/0 e/1/1/1.png; ln -s ../../../out/x c/1/0/0.png; ln -s ../../../out/y c/1/0/0.png.part
            echo mine > e/1/0/0.png.txt; : > e/1/0/0.png; echo file > f1; mkdir f; echo file > f/1
            """)
        for (name, status) in [("a", 73), ("b", 73), ("c", 0), ("e", 73), ("f", 73)] as [(String, Int32)] {
            let run = run(command(server, name))
            XCTAssertEqual(run.status, status, "\(name): \(run.errors)")
            if status != 0 { XCTAssertTrue(run.errors.contains("left unchanged"), "\(name): \(run.errors)") }
        }
        XCTAssertEqual(files("out"), [])
        XCTAssertEqual(files("b"), ["1/0/0.png", "metadata.json"])
        XCTAssertEqual(files("c"), ["1/0/0.png", "1/1/1.png", "metadata.json"])
        XCTAssertEqual(bytes("e/1/0/0.png"), good, "an empty file is no tile")
        XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/f/1"), "file\n")
    }

    func testAFullDiskKeepsWhatFits() throws {
        // 40 KB each, and each another.
        let server = serve { request in
            .ok(SampleTiles.png(UInt8(request.path.split(separator: "/")[1]) ?? 0, size: 200))
        }
        let tiles = (0..<64).map { "6/\($0)/0" }.joined(separator: " ")
        _ = run("\(records(tiles)) > in")
        for output in ["t.mbtiles", "t.pmtiles"] {
            let full = run("ulimit -f 1800; \(command(server, output)) -o /dev/null")
            XCTAssertEqual(full.status, 74, "\(output): \(full.errors)")
            XCTAssertTrue(full.errors.contains(output), full.errors)
            let before = server.requests.count
            let again = run(command(server, output))
            XCTAssertEqual(again.status, 0, again.errors)
            XCTAssertGreaterThan(values(again, ".source").filter { $0 == "kept" }.count, 20, output)
            XCTAssertLessThan(server.requests.count - before, 44, output)
            XCTAssertEqual(try count(output), 64)
        }
        let one = run("ulimit -f 30; \(command(server, "d")) -o /dev/null")
        XCTAssertEqual(one.status, 74, one.errors)
        XCTAssertTrue(one.errors.contains("File too large"), one.errors)
        XCTAssertEqual(files("d").filter { $0.hasSuffix(".png") || $0.hasSuffix(".part") }, [])
        let cache = run("ulimit -f 900; \(command(server, "fresh")) --cache c -o /dev/null")
        XCTAssertEqual(cache.status, 74, cache.errors)
        XCTAssertGreaterThan(files("fresh").count, 10)
    }

    func testDevFull() {
        let server = serve { [good] _ in .ok(good) }
        _ = run("\(records("0/0/0")) > in; ln -s /dev/full t.mbtiles; ln -s /dev/full c; ln -s /dev/full t.pmtiles")
        for options in ["t.mbtiles", "t.pmtiles", "x.mbtiles --cache c"] {
            let run = run(command(server, options))
            XCTAssertTrue([73, 74].contains(run.status), "\(options): \(run.status) \(run.errors)")
            XCTAssertFalse(run.errors.isEmpty)
        }
    }

    func testWithoutANetworkNothingIsMade() {
        let run = run(
            """
            mkdir lib; for flavour in '' -gnutls -nss; do echo no library > lib/libcurl$flavour.so.4; done
            \(records("0/0/0")) > in
            LD_LIBRARY_PATH=$PWD/lib linefeed fetch-tiles in --template http://127.0.0.1:1/{z}/{x}/{y} --into t.mbtiles --cache c
            """)
        XCTAssertEqual(run.status, 69)
        XCTAssertTrue(run.errors.contains("libcurl4"), run.errors)
        XCTAssertEqual(self.run("ls -A").lines, ["in", "lib"])
    }
}
