import MapTiles
import StageKit
import TestSupport
import XCTest

@testable import linefeed

/// `fetch-tiles` with servers and command lines that mean it badly: a message, a status, and what is good is kept.
final class FetchTilesHostileTests: FetchTilesTestCase {
    private let good = SampleTiles.png()

    private func isRefused(_ words: [String]) -> Bool {
        do {
            return try FetchTilesCommand.parse(words).options().problem != nil
        } catch {
            return true
        }
    }

    func testUsage() {
        for arguments in [
            "", "--template http://h/{z}/{x}.png", "--template http://h/tiles.png", "--template ftp://h/{z}/{x}/{y}",
            "--template /tiles/{z}/{x}/{y}", "--template javascript:{z}{x}{y}", "--template 'http://h/{z}/{x}/{y}/{w}'",
            "--template 'http://h/{z}/{x}/{y'", "--template 'http://h/{z}/{x}/{y}/{frame}'",
            "--template 'http://h/{z}/{x}/{y}' --frames 0-3", "--template 'http://h/{z}/{x}/{y}/{frame}' --frames 3-0",
            "--template 'http://h/{z}/{x}/{y}/{frame}' --frames a,..",
            "--template 'http://h/{quadkey}/{frame}' --frames a,a",
            "--template 'http://h/{quadkey}/{frame}' --frames a/b",
            "--template 'http://h/{quadkey}/{frame}' --frames ''",
            "--template 'http://h/{quadkey}/{frame}' --frames metadata.json --into d",
            "--template 'http://h/{quadkey}/{frame}' --frames 0-1 --into x.pmtiles",
            "--template 'http://h/{quadkey}' --jobs 0", "--template 'http://h/{quadkey}' --jobs 65",
            "--template 'http://h/{quadkey}' --jobs-per-host 0", "--template 'http://h/{quadkey}' --retries -1",
            "--template 'http://h/{quadkey}' --max-tiles 0", "--template 'http://h/{quadkey}' --max-zoom 30",
            "--template 'http://h/{quadkey}' --timeout 0s", "--template 'http://h/{quadkey}' --into ''",
            "--template 'http://h/{quadkey}' --into -", "--template 'http://h/{quadkey}' --cache -",
            "--template 'file://h/{quadkey}'",
            "--template 'file:a%00/{quadkey}'", "--template 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'",
            "--template 'https://{s}.TILE.openstreetmap.org/{z}/{x}/{y}.png'",
            "--template 'https://tile.openstreetmap.org./{z}/{x}/{y}.png'",
            "--template 'https://{frame}.openstreetmap.org/{z}/{x}/{y}.png' --frames a,tile",
        ] {
            // The process's start is spared: there are many.
            let words = Shell("printf '%s\\n' \(arguments)").output.split(
                separator: "\n", omittingEmptySubsequences: false)
            XCTAssertTrue(isRefused(words.dropLast().map(String.init)), arguments)
        }
        XCTAssertFalse(isRefused(["--template", "https://h/{z}/{x}/{y}.png"]))
        let run = run(
            records("0/0/0") + " | linefeed fetch-tiles --template 'http://h/{quadkey}' --into same --cache ./same")
        XCTAssertEqual(run.status, 64, run.errors)
        XCTAssertEqual(self.run("ls -A").output, "", "nothing is made")
        XCTAssertTrue(
            fetch("0/0/0", nil, "https://tile.openstreetmap.org/{z}/{x}/{y}.png").errors.contains("forbids"))
    }

    func testAPlanetIsNotAskedForByMistake() {
        let server = serve { [good] _ in .ok(good) }
        let tiles = FetchTilesHostileTests.pyramid(2)
        let many = fetch(tiles, server, "/{z}/{x}/{y}", "--max-tiles 20 --into t.mbtiles")
        XCTAssertEqual(many.status, 64, many.errors)
        XCTAssertTrue(many.errors.contains("more than 20 tiles"), many.errors)
        XCTAssertEqual(fetch(tiles, server, "/{frame}/{z}/{x}/{y}", "--frames 0-1 --max-tiles 41").status, 64)
        XCTAssertEqual(fetch("0/0/0", server, "/{frame}/{z}/{x}/{y}", "--frames 0-9 --max-tiles 3").status, 64)
        XCTAssertEqual(server.requests.count, 0)
        XCTAssertEqual(run("ls -A").lines.filter { $0.contains("mbtiles") }, [])
        XCTAssertEqual(fetch(tiles + " 2/0/0 2/0/0", server, "/{z}/{x}/{y}", "--max-tiles 21").status, 0)
        XCTAssertEqual(server.requests.count, 21, "each once")
    }

    func testRecordsThatAreNoTiles() {
        let server = serve { [good] _ in .ok(good) }
        let run = fetch("0/0/0 1/2/0 -1/0/0 99999999999999999999/0/0 30/0/0 1/-1/0", server)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.lines.count, 1)
        XCTAssertEqual(run.errors.ranges(of: "are not a tile of zooms 0 to 29").count, 5, run.errors)
        XCTAssertEqual(fetch("1/2/0", server).status, 65)
    }

    /// One bad tile among good ones: it is told of, and the rest is kept.
    func testBadAnswers() throws {
        let good = good
        var flipped = good
        flipped[50] ^= 1
        var lying = good
        lying[8...11] = [0x7F, 0xFF, 0xFF, 0xFF]
        let giant = LoopbackAnswer([
            .send(LoopbackAnswer.head(200, ["Content-Length: 1073741824"])),
            .endless([UInt8](repeating: 0x89, count: 1 << 16)),
        ])
        let cases: [(answer: LoopbackAnswer, message: String)] = [
            (.hang, "no data arrived for 1.5 s"), (.hangUp, ""),
            (.slowHead(milliseconds: 9000), "no data arrived for 1.5 s"),
            (.dripping(good, milliseconds: 100), "fewer than 1000 bytes per second"),
            (.cutOff(good, after: 20), ""), (.cutOff(good, after: 20, byReset: true), ""), (.chunkedCutOff(good), ""),
            (.redirect("?1"), "it redirects in a circle"), (.redirect("file:///etc/passwd"), "redirects to a 'file:'"),
            (.ok("\n <!DOCTYPE html><p>"), "it is an HTML page, not a tile"), (.ok("{\"error\":1}"), "it is JSON"),
            (.ok("<?xml?>"), "it is XML"), (.ok("no"), "neither PNG"), (giant, "has 1073741824 bytes"),
            (.endless, "has more than 33554432 bytes"), (.ok(flipped), "the PNG is corrupt"),
            (.ok(lying), "the PNG is cut off"), (.ok(Array(good.prefix(30))), "the PNG is cut off"),
            (.ok(Array(SampleTiles.jpeg.dropLast())), "the JPEG is cut off"),
            (.ok(Array(SampleTiles.webp.dropLast())), "the WebP is cut off"),
            (.ok([0x1A, 0x7F, 0]), "the vector tile is cut off"), (.ok([0x1F, 0x8B, 8, 0]), "not whole gzip"),
            (.ok(good, ["Content-Encoding: br"]), "compressed with a method"),
            (.ok(good, ["Content-Encoding: gzip"]), "is not"),
            (.status(500), "HTTP 500"), (.status(403), "HTTP 403"), (.status(206, body: good), "HTTP 206"),
            (.status(304), "HTTP 304"), (.endlessHeaders, "headers"),
            (LoopbackAnswer([.send([0, 1, 2]), .close]), ""),
        ]
        let server = serve { request in
            // Each case has a row of tiles of its own.
            let parts = request.path.split(separator: "/")
            return parts[2] == "1" ? cases[Int(parts[0]) ?? 0].answer : .ok(good)
        }
        let script = cases.indices.map { place in
            records("1/0/0 1/0/1 1/1/1")
                + " | linefeed fetch-tiles --template '\(server.url)/\(place)/{x}/{y}?{z}' --retries 0 --timeout 1500ms"
                + " --into \(place).mbtiles --attribution x > \(place).out 2> \(place).err; echo $? > \(place).status"
        }
        // y is the third part: 1/0/1 and 1/1/1 are bad.
        for (place, line) in script.enumerated() { folder.write(line, "\(place).sh") }
        let run = run("seq 0 \(cases.count - 1) | xargs -P 4 -I @ bash @.sh")
        XCTAssertEqual(run.status, 0, run.errors)
        for (place, bad) in cases.enumerated() {
            let errors = TemporaryFolder.text(of: folder.path + "/\(place).err") ?? ""
            XCTAssertTrue(errors.contains(bad.message.isEmpty ? "/1?1: " : bad.message), "\(place): \(errors)")
            XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/\(place).status"), "69\n", "\(place): \(errors)")
            XCTAssertEqual(try query("\(place).mbtiles", "SELECT count(*) FROM tiles"), ["1"], "\(place): \(errors)")
            let output = TemporaryFolder.text(of: folder.path + "/\(place).out") ?? ""
            XCTAssertEqual(output.ranges(of: "\"error\":").count, 2, output)
        }
    }

    func testABodyLongerThanItsLengthIsCut() {
        let good = good
        let server = serve { _ in
            LoopbackAnswer([
                .send(LoopbackAnswer.head(200, ["Content-Length: \(good.count)"]) + good + [1, 2, 3]), .close,
            ])
        }
        let run = fetch("0/0/0", server, "/{z}/{x}/{y}", "--into d")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(bytes("d/0/0/0.png"), good)
    }

    func testAGzipBombIsNotInflated() {
        let made = run("head -c 200000000 /dev/zero | gzip -1 > bomb")
        XCTAssertEqual(made.status, 0)
        let bomb = bytes("bomb") ?? []
        let server = serve { .ok(bomb, $0.path.hasSuffix("t") ? ["Content-Encoding: gzip"] : []) }
        for (template, message) in [("/{quadkey}/t", "more than 33554432 bytes"), ("/{quadkey}/u", "not whole gzip")] {
            let run = run(
                "ulimit -v 1000000; " + records("0/0/0")
                    + " | linefeed fetch-tiles --template '\(server.url)\(template)' --retries 0")
            XCTAssertEqual(run.status, 69, run.errors)
            XCTAssertTrue(run.errors.contains(message), run.errors)
        }
    }

    func testAPictureThatCannotBeScaledIsOneRecord() {
        let broken = SampleTiles.brokenPicture
        let server = serve { [good] in .ok($0.path == "/1/0/0" ? broken : good) }
        let run = fetch("2/0/0 2/1/1 2/3/3", server, "/{z}/{x}/{y}", "--max-zoom 1 --into t.mbtiles --attribution x")
        XCTAssertEqual(run.status, 69, run.errors)
        XCTAssertEqual(
            values(run, "\"\\(.x) \\(.source) \\(.error != null)\"").sorted(),
            ["0 null true", "1 null true", "3 server false"])
        XCTAssertEqual(try query("t.mbtiles", "SELECT count(*) FROM tiles"), ["1"])
    }

    func testFormatsThatDoNotMix() {
        let server = serve { [good] in .ok($0.path == "/1/0/1" ? SampleTiles.vector : good) }
        let into = "--attribution x --jobs 1 --into"
        let pmtiles = fetch("1/0/0 1/0/1 1/1/1", server, "/{z}/{x}/{y}", "\(into) t.pmtiles")
        XCTAssertEqual(pmtiles.status, 69, pmtiles.errors)
        XCTAssertTrue(pmtiles.errors.contains("the archive has png tiles, but this tile is pbf"), pmtiles.errors)
        XCTAssertEqual(try PMTilesReader(folder.path + "/t.pmtiles").header.addressedTiles, 2)
        let mbtiles = fetch("1/0/0 1/0/1 1/1/1", server, "/{z}/{x}/{y}", "\(into) t.mbtiles -v")
        XCTAssertEqual(mbtiles.status, 0, mbtiles.errors)
        XCTAssertTrue(mbtiles.errors.contains("some tiles are png and some pbf"), mbtiles.errors)
        let deep = fetch("27/0/0 1/0/0", server, "/{z}/{x}/{y}", "\(into) u.pmtiles")
        XCTAssertEqual(deep.status, 69)
        XCTAssertTrue(deep.errors.contains("PMTiles archives hold zooms up to 26"), deep.errors)
        XCTAssertEqual(try PMTilesReader(folder.path + "/u.pmtiles").header.addressedTiles, 1)
    }

    func testSecretsAreNowhere() {
        let server = serve { request in
            request.path == "/0/0/0" ? .ok(SampleTiles.png(), ["ETag: \"e\""]) : .status(500)
        }
        let address = server.url.replacing("http://", with: "http://user:hushhush@")
        for (into, tiles) in [("a.mbtiles", "0/0/0 1/0/0"), ("a.pmtiles", "0/0/0 1/0/0"), ("dir", "0/0/0")] {
            let run = run(
                records(tiles)
                    + " | linefeed fetch-tiles --template '\(address)/{z}/{x}/{y}?key=quietquiet' --retries 1 --into \(into)"
                    + " --cache c -vv --diagnostics d-\(into) --summary s-\(into) -o o-\(into)")
            XCTAssertEqual(run.status, tiles == "0/0/0" ? 0 : 69, run.errors)
            XCTAssertFalse((run.errors + run.output).contains("quietquiet"), run.errors)
            XCTAssertFalse((run.errors + run.output).contains("hushhush"), run.errors)
        }
        XCTAssertEqual(server.requests[0].query, "key=quietquiet")
        XCTAssertEqual(server.requests[0].header("authorization"), "Basic dXNlcjpodXNoaHVzaA==")
        XCTAssertEqual(run("grep -rl -e quietquiet -e hushhush . ; true").output, "")
        XCTAssertEqual(run("gzip -dc < /dev/null; strings a.pmtiles | grep quiet; true").output, "")
        // A key that changed is no other origin.
        let next = run(
            records("0/0/0") + " | linefeed fetch-tiles --template '\(address)/{z}/{x}/{y}?key=other' --into a.mbtiles")
        XCTAssertEqual(next.status, 0, next.errors)
        XCTAssertEqual(values(next, ".source"), ["kept"])
    }

    func testAServerThatRefusesIsLeftAlone() {
        let server = serve { _ in .status(403) }
        let run = fetch(FetchTilesHostileTests.pyramid(3), server, "/{z}/{x}/{y}", "--jobs 1 --into t.mbtiles")
        XCTAssertEqual(run.status, 69, run.errors)
        XCTAssertTrue(run.errors.contains("refused 20 tiles in a row"), run.errors)
        XCTAssertEqual(server.requests.count, 20)
    }

    func testManyJobsAndManyTiles() throws {
        let server = serve { [good] _ in .ok(good) }
        let run = run(
            "linefeed cover-tiles --bbox=-180,-85,180,85 --zoom 0-5 | linefeed fetch-tiles --jobs 64 --into t.mbtiles"
                + " --template '\(server.url)/{z}/{x}/{y}' --attribution x")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.lines.count, 1365)
        XCTAssertEqual(try query("t.mbtiles", "SELECT count(*), (SELECT count(*) FROM images) FROM tiles"), ["1365|1"])
        XCTAssertEqual(Set(server.requests.map(\.path)).count, 1365)
        XCTAssertEqual(server.requests.count, 1365, "nothing twice")
    }
}
