import Geometry
import MapTiles
import TestSupport
import XCTest

final class TileFolderTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let tile = Tile(z: 2, x: 3, y: 1)

    private func put(_ sink: TileFolder, _ tile: Tile, _ bytes: [UInt8], frame: TileFrame? = nil) throws {
        try bytes.withUnsafeBytes { try sink.put(tile, frame: frame, $0) }
    }

    private func names(_ below: String) -> [String] {
        Shell("find . -type f | sort", in: folder.path + "/" + below).lines
    }

    func testRoundTripOfEveryFormat() throws {
        for (name, bytes) in [
            ("png", SampleTiles.png()), ("jpg", SampleTiles.jpeg), ("webp", SampleTiles.webp),
            ("pbf", SampleTiles.vector),
        ] {
            let sink = try TileFolder(folder.path + "/" + name, makes: true)
            try put(sink, tile, [1])
            try put(sink, tile, bytes)
            try put(sink, Tile(z: 0, x: 0, y: 0), bytes)
            var metadata = TileMetadata()
            metadata.attribution = "\"© <a>\n"
            metadata.others = [.init("linefeed:origin", "http://h/{z}")]
            try sink.finish(metadata)
            XCTAssertTrue(names(name).contains("./2/3/1.\(name)"), "\(names(name))")
            let source = try TileFolder(folder.path + "/" + name, makes: false)
            XCTAssertEqual(source.metadata.attribution, "\"© <a>\n")
            XCTAssertEqual([source.metadata.minZoom, source.metadata.maxZoom], [0, 2])
            XCTAssertEqual(source.metadata.others.map(\.value), ["http://h/{z}"])
            XCTAssertTrue(source.isDescribed)
            XCTAssertNil(try source.tile(Tile(z: 2, x: 1, y: 3)))
        }
    }

    func testAllTilesInOrder() throws {
        let sink = try TileFolder(folder.path + "/t", makes: true)
        for (z, x, y) in [(4, 10, 2), (4, 9, 15), (4, 10, 1), (1, 0, 0)] {
            try put(sink, Tile(z: z, x: x, y: y), SampleTiles.png())
        }
        // What is no tile is passed over.
        _ = Shell(
            "mkdir -p 4/x 4/11 4/-1 4/99 99/0; touch 4/11/0.png 4/99/0.png 99/0/0.png 4/9/3.txt 4/9/abc.png; mkfifo 4/9/4.png",
            in: sink.root)
        var found: [String] = []
        try sink.forEachTile(zooms: 1...4) { tile, bytes in found.append("\(tile.z)/\(tile.x)/\(tile.y) \(bytes.count)")
        }
        XCTAssertEqual(found, ["1/0/0 74", "4/9/15 74", "4/10/1 74", "4/10/2 74"])
        found = []
        try sink.forEachTile(zooms: 2...3) { tile, _ in found.append("\(tile)") }
        XCTAssertEqual(found, [])
    }

    func testFramesKeepTheirTimes() throws {
        let path = folder.path + "/timed"
        let sink = try TileFolder(path, makes: true)
        sink.add(TileFrame("7", time: 1_772_402_400.25, duration: 0.5))
        sink.add(TileFrame("b"))
        sink.add(TileFrame("7", time: 1_772_402_401.5, duration: 0.25))
        try sink.finish(TileMetadata())
        XCTAssertEqual(
            try TileFolder(path, makes: false).frames,
            [TileFrame("7", time: 1_772_402_401.5, duration: 0.25), TileFrame("b")])
        let named = [TileFrame("b"), TileFrame("7"), TileFrame("c")]
        let timed = [named[0], TileFrame("7", time: 1_772_402_401.5, duration: 0.25), named[2]]
        for (template, expected) in [
            ("file:\(path)/{frame}/{z}/{x}/{y}.png", timed), ("file://\(path)/{frame}/{z}/{x}/{y}.png", timed),
            ("file:\(path)/{z}/{frame}/{x}/{y}.png", named), ("http://example.org/{frame}/{z}/{x}/{y}.png", named),
        ] {
            XCTAssertEqual(TileFolder.timed(named, of: try TileTemplate(template)), expected, template)
        }
        // What is no list of frames says nothing.
        for text in ["{\"linefeed:frames\":[1,{\"time\":5},\"a\"]}", "{\"linefeed:frames\":{}}", "[", ""] {
            try text.write(toFile: path + "/metadata.json", atomically: true, encoding: .utf8)
            XCTAssertEqual(try TileFolder(path, makes: false).frames, [], text)
        }
    }

    func testFramesHaveFoldersOfTheirOwn() throws {
        let sink = try TileFolder(folder.path + "/t", makes: true)
        for name in ["0", "night"] { try put(sink, tile, SampleTiles.png(), frame: TileFrame(name)) }
        XCTAssertEqual(names("t"), ["./0/2/3/1.png", "./night/2/3/1.png"])
        XCTAssertEqual(sink.path(of: tile, frame: TileFrame("0")), sink.root + "/0/2/3/1.png")
        XCTAssertNil(sink.path(of: tile, frame: nil))
        XCTAssertNil(sink.path(of: tile, frame: TileFrame("day")))
    }

    func testOneWriterAtATime() throws {
        var first: TileFolder? = try TileFolder(folder.path + "/t", makes: true)
        XCTAssertThrowsError(try TileFolder(folder.path + "/t", makes: true)) {
            XCTAssertEqual(($0 as? TileFault)?.kind, .locked)
        }
        XCTAssertNoThrow(try TileFolder(folder.path + "/t", makes: false), "who reads does not wait")
        XCTAssertNotNil(first)
        first = nil
        XCTAssertNoThrow(try TileFolder(folder.path + "/t", makes: true))
    }

    func testFaults() throws {
        let file = folder.write("x", "file")
        for (path, makes, kind) in [
            (file, true, TileFault.Kind.cannotCreate), (file, false, .missing),
            (folder.path + "/none", false, .missing),
            (folder.path + "/no/such", true, .cannotCreate),
        ] {
            XCTAssertThrowsError(try TileFolder(path, makes: makes)) {
                XCTAssertEqual(($0 as? TileFault)?.kind, kind, "\(path) \($0)")
                XCTAssertTrue("\($0)".contains(path))
            }
        }
        _ = Shell("mkfifo pipe; truncate -s 100M giant; ln -s loop loop; mkdir d", in: folder.path)
        for (name, kind) in [
            ("pipe", TileFault.Kind.unusable), ("giant", .unusable), ("loop", .ioFailed), ("d", .unusable),
        ] {
            XCTAssertThrowsError(try TileFolder.read(folder.path + "/" + name)) {
                XCTAssertEqual(($0 as? TileFault)?.kind, kind, name)
            }
        }
        XCTAssertNil(try TileFolder.read(folder.path + "/none"))
        XCTAssertNil(try TileFolder.read(file + "/below"))
        XCTAssertEqual(try TileFolder.read(file), [0x78])
    }

    func testLinksAreNotFollowedOut() throws {
        _ = Shell("mkdir out t; ln -s ../out t/2; mkdir -p u/2 u/2/3/1.png; : > u/2/2", in: folder.path)
        for (name, tile) in [("t", tile), ("u", tile), ("u", Tile(z: 2, x: 2, y: 1))] {
            let sink = try TileFolder(folder.path + "/" + name, makes: true)
            XCTAssertThrowsError(try put(sink, tile, SampleTiles.png())) {
                XCTAssertEqual(($0 as? TileFault)?.kind, .cannotCreate)
                XCTAssertTrue("\($0)".contains("left unchanged"), "\($0)")
            }
        }
        XCTAssertEqual(names("out"), [])
        XCTAssertEqual(names("u"), ["./2/2"], "nothing half is left")
    }
}
