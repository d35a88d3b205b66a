import Drawing
import Geometry
import MapTiles
import TestSupport
import XCTest

/// `fetch-tiles` with servers that do as they should.
final class FetchTilesTests: FetchTilesTestCase {
    /// A PNG of its own for each path.
    private func colours() -> LoopbackServer {
        serve { request in
            .ok(SampleTiles.png(UInt8(request.path.utf8.reduce(0) { ($0 * 31 + Int($1)) % 251 })))
        }
    }

    func testIntoMBTiles() throws {
        let server = colours()
        let run = fetch("0/0/0 1/0/0 1/1/0", server, "/{z}/{x}/{y}.png", "--into t.mbtiles --attribution '© Ex <b>'")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.errors, "")
        XCTAssertEqual(values(run, "[.z,.x,.y,.status,.bytes,.source] | join(\" \")").count, 3)
        XCTAssertEqual(Set(values(run, "[.status,.bytes,.source] | join(\" \")")), ["200 74 server"], run.output)
        // The version without the commit.
        let version = Shell("linefeed --version").output.split { " \n".contains($0) }[1]
        XCTAssertEqual(server.requests[0].header("user-agent"), "linefeed/" + version)
        XCTAssertEqual(
            try query("t.mbtiles", "SELECT zoom_level, tile_column, tile_row FROM tiles ORDER BY 1, 2, 3"),
            ["0|0|0", "1|0|1", "1|1|1"], "rows from the south")
        let metadata = try query("t.mbtiles", "SELECT name, value FROM metadata ORDER BY name")
        for line in ["attribution|© Ex <b>", "format|png", "maxzoom|1", "minzoom|0", "name|tiles"] {
            XCTAssertTrue(metadata.contains(line), "\(metadata)")
        }
        XCTAssertTrue(metadata.contains("bounds|-180,0,180,85.051129"), "\(metadata)")
        let tile = try MBTilesReader(folder.path + "/t.mbtiles").tile(Tile(z: 0, x: 0, y: 0))
        XCTAssertEqual(tile?.prefix(4), [0x89, 0x50, 0x4E, 0x47])
        XCTAssertEqual(self.run("ls -A").lines.filter { $0.contains("journal") }, [])
    }

    func testIntoPMTilesAndAFolderIsTheSame() throws {
        let server = colours()
        let tiles = FetchTilesTests.pyramid(2)
        for into in ["t.pmtiles", "d", "t.mbtiles"] {
            let run = fetch(tiles, server, "/{z}/{x}/{y}.png", "--into \(into) --attribution x")
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(run.lines.count, 21)
        }
        let sources: [any TileSource] = [
            try PMTilesReader(folder.path + "/t.pmtiles"), try TileFolder(folder.path + "/d", makes: false),
            try MBTilesReader(folder.path + "/t.mbtiles"),
        ]
        for source in sources {
            var count = 0
            try source.forEachTile(zooms: 0...29) { tile, bytes in
                count += 1
                XCTAssertEqual(Array(bytes), self.bytes("d/\(tile.z)/\(tile.x)/\(tile.y).png"))
            }
            XCTAssertEqual(count, 21)
            XCTAssertEqual(source.metadata.attribution, "x")
        }
        XCTAssertEqual(files().filter { $0.hasSuffix(".part") || $0.hasPrefix(".linefeed") }, [])
    }

    func testFormatsPassThroughAndVectorTilesAreCompressed() throws {
        let packed = SampleTiles.gzip(SampleTiles.vector)
        let picture = SampleTiles.png()
        let pages: [String: LoopbackAnswer] = [
            "/png": .ok(picture), "/jpeg": .ok(SampleTiles.jpeg), "/webp": .ok(SampleTiles.webp),
            // Gzip on its way, and gzip that nobody tells of.
            "/sent": .ok(SampleTiles.gzip(picture), ["Content-Encoding: gzip"]),
            "/untold": .ok(SampleTiles.gzip(picture)), "/mvt": .ok(SampleTiles.vector), "/mvtz": .ok(packed),
            "/mvtsent": .ok(packed, ["Content-Encoding: gzip"]),
            "/twice": .ok(SampleTiles.gzip(packed), ["Content-Encoding: gzip"]),
        ]
        let server = serve { pages[String($0.path.dropLast(4))] ?? .status(404) }
        for (name, expected) in [
            ("png", picture), ("jpeg", SampleTiles.jpeg), ("webp", SampleTiles.webp), ("sent", picture),
            ("untold", picture),
        ] {
            for into in ["\(name).mbtiles", "\(name).pmtiles"] {
                let run = fetch("0/0/0", server, "/\(name)/{z}{x}{y}", "--into \(into)")
                XCTAssertEqual(run.status, 0, run.errors)
                let source: any TileSource =
                    into.hasSuffix("m") || into.hasSuffix("mbtiles")
                    ? try MBTilesReader(folder.path + "/" + into) : try PMTilesReader(folder.path + "/" + into)
                XCTAssertEqual(try source.tile(Tile(z: 0, x: 0, y: 0)), expected, into)
            }
        }
        for name in ["mvt", "mvtz", "mvtsent", "twice"] {
            let run = fetch("0/0/0", server, "/\(name)/{z}{x}{y}", "--into \(name).mbtiles")
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(try query("\(name).mbtiles", "SELECT value FROM metadata WHERE name='format'"), ["pbf"])
            let tile = try MBTilesReader(folder.path + "/\(name).mbtiles").tile(Tile(z: 0, x: 0, y: 0)) ?? []
            XCTAssertEqual(tile.prefix(2), [0x1F, 0x8B], name)
            XCTAssertEqual(
                try tile.withUnsafeBytes { try TileGzip.decompressed($0, limit: 100) }, SampleTiles.vector, name)
        }
    }

    func testWhatIsNotThereIsARecord() throws {
        let server = serve { request in
            switch request.path {
            case "/1/0/0": .ok(SampleTiles.png())
            case "/1/0/1": .status(404)
            case "/1/1/0": .status(204)
            case "/1/1/1": .ok([UInt8]())
            default: .status(410)
            }
        }
        let run = fetch("0/0/0 1/0/0 1/0/1 1/1/0 1/1/1", server, "/{z}/{x}/{y}", "--into t.mbtiles --attribution x -v")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(
            Set(values(run, "[.z,.x,.y,.status,.bytes,.source // \"-\"] | join(\" \")")),
            ["0 0 0 410 0 -", "1 0 0 200 74 server", "1 0 1 404 0 -", "1 1 0 204 0 -", "1 1 1 200 0 -"])
        XCTAssertTrue(run.errors.contains("4 of 5 tiles do not exist"), run.errors)
        XCTAssertEqual(try query("t.mbtiles", "SELECT count(*) FROM tiles"), ["1"])
        let none = fetch("2/0/0 2/1/1", server, "/{z}/{x}/{y}", "--into none.pmtiles")
        XCTAssertEqual(none.status, 69, "nothing at all is no success")
        XCTAssertTrue(none.errors.contains("is the template right?"), none.errors)
        XCTAssertFalse(files().contains { $0.hasPrefix("none.pmtiles") }, "\(files())")
    }

    func testEveryPlaceholder() {
        let server = colours()
        let run = fetch(
            "3/5/2", server, "/{frame}/{quadkey}/{z}-{x}-{y}-{-y}-{s}", "--frames 9-10 --into t.mbtiles --attribution x"
        )
        XCTAssertEqual(run.status, 0, run.errors)
        // 5 is 101 and 2 is 010 in the binary system; row 2 from the north is 5 from the south; 5 + 2 is 1 modulo 3.
        XCTAssertEqual(server.requests.map(\.path).sorted(), ["/10/121/3-5-2-5-b", "/9/121/3-5-2-5-b"])
        XCTAssertEqual(values(run, ".frame").sorted(), ["10", "9"])
        XCTAssertEqual(
            try query("t.mbtiles", "SELECT frame, typeof(frame) FROM tile_frames ORDER BY 1"),
            ["9|integer", "10|integer"])
        XCTAssertEqual(try query("t.mbtiles", "SELECT count(*) FROM tiles"), ["1"], "the first frame's")
        XCTAssertEqual(fetch("0/0/0", server, "/only{quadkey}").status, 0)
        XCTAssertEqual(server.requests.last?.path, "/only")
    }

    func testFramesWithNamesInAFolder() {
        let server = colours()
        let run = fetch("1/0/1", server, "/{frame}/{z}/{x}/{y}", "--frames day,night --into d --attribution x")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(files("d"), ["day/1/0/1.png", "metadata.json", "night/1/0/1.png"])
        XCTAssertNotEqual(bytes("d/day/1/0/1.png"), bytes("d/night/1/0/1.png"))
    }

    func testPastTheDeepestZoomThePartAboveIsScaled() throws {
        // Four quarters, each of a shade.
        var raster = Raster(width: 4, height: 4)
        for place in 0..<16 {
            let shade = UInt32([10, 60, 110, 160][place % 4 / 2 + place / 8 * 2])
            raster.pixels[place] = 0xFF << 24 | shade << 16 | shade << 8 | shade
        }
        let night = Raster(width: 4, height: 4)
        let pictures = ["/day": try ImageCodec.png.encode(raster), "/night": try ImageCodec.png.encode(night)]
        let server = serve { request in .ok(pictures[String(request.path.dropLast(6))] ?? []) }
        let run = fetch(
            "2/0/0 2/1/0 2/1/1 1/0/0 3/7/7", server, "/{frame}/{z}/{x}/{y}",
            "--frames day,night --max-zoom 1 --into d --attribution x")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(
            server.requests.map(\.path).sorted(), ["/day/1/0/0", "/day/1/1/1", "/night/1/0/0", "/night/1/1/1"])
        XCTAssertEqual(
            Set(values(run, "select(.frame == \"day\") | [.z,.x,.y,.overzoom_from] | map(tostring) | join(\" \")")),
            ["2 0 0 1", "2 1 0 1", "2 1 1 1", "1 0 0 null", "3 7 7 1"])
        func shades(_ name: String) throws -> Set<UInt32> {
            let bytes = try XCTUnwrap(bytes(name), name)
            return Set(try bytes.withUnsafeBytes { try ImageCodec.png.decode($0) }.pixels.map { $0 & 0xFF })
        }
        XCTAssertEqual(bytes("d/day/1/0/0.png"), pictures["/day"], "what is not scaled passes untouched")
        XCTAssertEqual(try shades("d/day/2/0/0.png").min(), 10)
        XCTAssertEqual(try shades("d/day/2/1/0.png").max(), 85, "60 and a quarter of the way to 160 below")
        XCTAssertEqual(try shades("d/day/2/1/1.png").max(), 160)
        XCTAssertEqual(try shades("d/day/3/7/7.png"), [160])
        XCTAssertEqual(try shades("d/night/2/1/1.png"), [0], "each frame has its own picture")
    }

    func testAttributionIsAskedForOnce() {
        let server = colours()
        XCTAssertTrue(fetch("0/0/0", server, "/{z}/{x}/{y}", "--into t.mbtiles -v").errors.contains("--attribution"))
        XCTAssertEqual(
            fetch("0/0/0", server, "/{z}/{x}/{y}", "-v").errors.ranges(of: "--attribution").count, 0,
            "without an archive nobody is owed anything in it")
        XCTAssertEqual(
            fetch("0/0/0", server, "/{z}/{x}/{y}", "--into u.mbtiles --attribution x -v").errors.ranges(
                of: "--attribution"
            ).count, 0)
    }

    func testTheCacheSparesTheServer() throws {
        let server = serve { request in
            switch request.path {
            case "/0/0/0": .ok(SampleTiles.png(1), ["Cache-Control: max-age=3600"])
            case "/1/0/0": .conditional(request, etag: "\"a\"", SampleTiles.png(2), ["Cache-Control: no-cache"])
            case "/1/0/1": .ok(SampleTiles.png(3), ["Cache-Control: no-store"])
            case "/1/1/0": request.earlier == 0 ? .status(404, ["Cache-Control: max-age=60"]) : .ok(SampleTiles.png(9))
            default:
                request.header("if-modified-since") == "Sun, 06 Nov 1994 08:49:37 GMT"
                    ? .status(304)
                    : .ok(
                        SampleTiles.png(4),
                        ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Date: Sun, 06 Nov 1994 08:50:37 GMT"])
            }
        }
        let tiles = "0/0/0 1/0/0 1/0/1 1/1/0 1/1/1"
        for (into, expected) in [
            ("a.mbtiles", ["server", "server", "server", "", "server"]),
            ("b.mbtiles", ["cache", "cache", "server", "", "cache"]),
        ] {
            let run = fetch(tiles, server, "/{z}/{x}/{y}", "--cache c --into \(into) --jobs 1 --attribution x")
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(
                values(run, "\"\\(.z)\\(.x)\\(.y) \\(.source // \"\")\"").sorted().map { String($0.dropFirst(4)) },
                expected)
        }
        XCTAssertEqual(
            server.requests.dropFirst(5).map(\.path).sorted(), ["/1/0/0", "/1/0/1"],
            "fresh ones are not asked for, and the last is fresh by a tenth of its age")
        XCTAssertEqual(try query("b.mbtiles", "SELECT count(*) FROM tiles"), ["4"])
        XCTAssertEqual(try query("c", "SELECT count(*) FROM answers"), ["4"], "no-store is not")
    }

    func testAnOlderCopyStandsInWhereTheServerIsDown() {
        let up = serve { request in
            .ok(SampleTiles.png(7), request.path == "/0/0/0" ? [] : ["Cache-Control: must-revalidate"])
        }
        let proxy = ["http_proxy": up.url]
        let command =
            records("0/0/0 1/0/0")
            + " | linefeed fetch-tiles --template 'http://tiles.example.com/{z}/{x}/{y}' --retries 0 -v --cache c --into"
        XCTAssertEqual(run(command + " a", proxy).status, 0)
        let down = run(command + " b", ["http_proxy": "http://127.0.0.1:\(LoopbackServer.refusingPort())"])
        XCTAssertEqual(down.status, 69, down.errors)
        XCTAssertEqual(
            values(down, "\"\\(.z) \\(.source) \\(.error != null)\"").sorted(), ["0 stale true", "1 null true"])
        XCTAssertTrue(down.errors.contains("an older copy is used instead"), down.errors)
        XCTAssertEqual(files("b"), ["0/0/0.png", "metadata.json"])
    }

    func testFileTemplates() {
        _ = run("mkdir -p 'a b/1/0' 'a b/1/1'; touch -d 2020-01-01 x")
        TemporaryFolder.put(SampleTiles.png(), at: folder.path + "/a b/1/0/0.png")
        TemporaryFolder.put(Array("<html>".utf8), at: folder.path + "/a b/1/0/1.png")
        _ = run("mkfifo 'a b/1/1/1.png'")
        for template in [
            "file:a%20b/{z}/{x}/{y}.png", "file:./a%20b/{z}/{x}/{y}.png", "file://\(folder.path)/a%20b/{z}/{x}/{y}.png",
            "file://localhost\(folder.path)/a%20b/{z}/{x}/{y}.png", "file:\(folder.path)/a b/{z}/{x}/{y}.png",
        ] {
            let run = fetch("1/0/0 1/0/1 1/1/0 1/1/1", nil, template)
            XCTAssertEqual(run.status, 69, run.errors)
            XCTAssertEqual(
                values(run, "[.x,.y,.source // \"-\",.error != null] | map(tostring) | join(\" \")"),
                ["0 0 file false", "0 1 - true", "1 0 - false", "1 1 - true"], template)
            XCTAssertTrue(run.errors.contains("it is an HTML page, not a tile"), run.errors)
            XCTAssertTrue(run.errors.contains("not a regular file"), run.errors)
        }
        XCTAssertEqual(fetch("1/0/0", nil, "file:a%20b/{z}/{x}/{y}.png").status, 0)
        XCTAssertEqual(fetch("1/1/0", nil, "file:a%20b/{z}/{x}/{y}.png").status, 69, "none at all")
    }
}
