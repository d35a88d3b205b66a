import MapTiles
import TestSupport
import XCTest

final class VectorTileWriterTests: XCTestCase {
    private typealias Samples = VectorTileSamples

    /// The geometry's integers as they stand in the bytes of a tile of one feature without id and properties.
    private func integers(_ type: VectorTile.GeometryType, _ parts: [[(Int32, Int32)]]) throws -> [UInt8] {
        let tile = Samples.tile(VectorTile.Feature(type: type, parts: parts.map(Samples.positions)))
        let bytes = VectorTileWriter().bytes(of: tile)
        // 1a length, version (2), name (7), 12 length, type (2), 22 length.
        return bytes.isEmpty ? [] : Array(bytes[17..<(17 + Int(bytes[16]))])
    }

    func testTheExamplesOfTheSpecification() throws {
        XCTAssertEqual(try integers(.point, [[(25, 17)]]), [9, 50, 34])
        XCTAssertEqual(try integers(.point, [[(5, 7), (3, 2)]]), [17, 10, 14, 3, 9])
        XCTAssertEqual(try integers(.line, [[(2, 2), (2, 10), (10, 10)]]), [9, 4, 4, 18, 0, 16, 16, 0])
        XCTAssertEqual(
            try integers(.line, [[(2, 2), (2, 10), (10, 10)], [(1, 1), (3, 5)]]),
            [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8])
        XCTAssertEqual(try integers(.polygon, [[(3, 6), (8, 12), (20, 34)]]), [9, 6, 12, 18, 10, 12, 24, 44, 15])
        XCTAssertEqual(
            try integers(
                .polygon,
                [
                    [(0, 0), (10, 0), (10, 10), (0, 10)], [(11, 11), (20, 11), (20, 20), (11, 20)],
                    [(13, 13), (13, 17), (17, 17), (17, 13)],
                ]),
            [
                9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8, 8, 0,
                0, 7, 15,
            ])
    }

    func testWholeBytes() {
        var feature = VectorTile.Feature(type: .point, parts: [Samples.positions([(25, 17)])])
        feature.id = 1
        feature.properties = [VectorTile.Property("hello", .string("world"))]
        var other = feature
        other.id = 300
        other.properties = [VectorTile.Property("n", .sint64(-1)), VectorTile.Property("hello", .string("world"))]
        let name = Array("hello".utf8)
        let expected: [UInt8] =
            [0x1A, 68, 0x78, 2, 0x0A, 5] + Array("lines".utf8)
            + [0x12, 13, 8, 1, 0x12, 2, 0, 0, 0x18, 1, 0x22, 3, 9, 50, 34]
            + [0x12, 16, 8, 0xAC, 2, 0x12, 4, 1, 1, 0, 0, 0x18, 1, 0x22, 3, 9, 50, 34]
            + [0x1A, 5] + name + [0x1A, 1, 0x6E] + [0x22, 7, 0x0A, 5] + Array("world".utf8) + [0x22, 2, 0x30, 1]
            + [0x28, 0x80, 0x20]
        XCTAssertEqual(VectorTileWriter().bytes(of: Samples.tile(feature, other)), expected)
    }

    func testDegenerateGeometry() throws {
        XCTAssertEqual(try integers(.line, [[(2, 2), (2, 2)], [(1, 1)], []]), [])
        XCTAssertEqual(
            try integers(.line, [[(7, 7)], [(2, 2), (2, 2), (2, 10), (2, 10), (10, 10)]]),
            [9, 4, 4, 18, 0, 16, 16, 0])
        XCTAssertEqual(try integers(.point, [[]]), [])
        // Points may be in the same place.
        XCTAssertEqual(try integers(.point, [[(1, 1)], [(1, 1)]]), [17, 2, 2, 0, 0])
        XCTAssertEqual(try integers(.polygon, [[(0, 0), (5, 0), (9, 0)], [(0, 0), (1, 1), (0, 0)]]), [])
        // Closed by a position, which ClosePath does already.
        XCTAssertEqual(
            try integers(.polygon, [[(3, 6), (8, 12), (8, 12), (20, 34), (3, 6)]]),
            [9, 6, 12, 18, 10, 12, 24, 44, 15])
    }

    /// Version 1 knew no direction of rings.
    func testRingsThatTurnTheOtherWay() throws {
        let tile = Samples.tile(
            VectorTile.Feature(
                type: .polygon,
                parts: [
                    Samples.positions([(0, 0), (0, 9), (9, 9), (9, 0)]),
                    Samples.positions([(1, 1), (3, 1), (3, 3), (1, 3)]),
                    Samples.positions([(20, 0), (20, 9), (29, 9), (29, 0)]),
                ]))
        XCTAssertEqual(
            tile.problem, "layer 0 ('lines'), feature 0: the first ring has the winding order of an interior ring")
        let written = try VectorTileReader.read(VectorTileWriter().bytes(of: tile))
        XCTAssertNil(written.problem)
        XCTAssertEqual(
            written.layers[0].features[0].parts,
            [
                Samples.positions([(0, 0), (9, 0), (9, 9), (0, 9)]),
                Samples.positions([(1, 1), (1, 3), (3, 3), (3, 1)]),
                Samples.positions([(20, 0), (29, 0), (29, 9), (20, 9)]),
            ])
    }

    func testLayersWithoutFeaturesAreNotWritten() {
        var tile = VectorTile(layers: [VectorTile.Layer(name: "empty")])
        XCTAssertEqual(VectorTileWriter().bytes(of: tile), [])
        tile.layers[0].features = [VectorTile.Feature(type: .line, parts: [Samples.positions([(1, 1)])])]
        XCTAssertEqual(VectorTileWriter().bytes(of: tile), [])
    }

    /// Many keys and values, so that the tables grow, and values that differ in type or bits alone.
    func testTablesKeepEachKeyAndValueOnce() throws {
        var features: [VectorTile.Feature] = []
        for number in 0..<600 {
            let type = Int64(number % 300)
            features.append(
                VectorTile.Feature(
                    type: .point, parts: [Samples.positions([(1, 1)])],
                    properties: [
                        VectorTile.Property("key \(number % 200)", .int64(type)),
                        VectorTile.Property("other", .sint64(type)), VectorTile.Property("zero", .double(-0.0)),
                        VectorTile.Property("none", .double(0)), VectorTile.Property("é", .float(.nan)),
                        // The same text for Swift, other bytes.
                        VectorTile.Property("e\u{301}", .string("é")),
                    ]))
        }
        let tile = VectorTile(layers: [VectorTile.Layer(name: "lines", features: features)])
        let bytes = VectorTileWriter().bytes(of: tile)
        XCTAssertEqual(try VectorTileReader.read(bytes), tile)
        // 300 numbers twice, two zeros, NaN and a text; 205 keys.
        XCTAssertEqual(try tables(bytes, 4), 604)
        XCTAssertEqual(try tables(bytes, 3), 205)
    }

    /// How many entries a table of the one layer has, counted on the bytes.
    private func tables(_ bytes: [UInt8], _ field: UInt8) throws -> Int {
        func varint(_ place: inout Int) -> Int {
            var (value, shift) = (0, 0)
            while true {
                value |= Int(bytes[place] & 0x7F) << shift
                place += 1
                if bytes[place - 1] < 0x80 { return value }
                shift += 7
            }
        }
        var place = 1
        _ = varint(&place)
        var count = 0
        while place < bytes.count {
            let tag = bytes[place]
            place += 1
            let value = varint(&place)
            if tag & 7 == 2 { place += value }
            if tag == field << 3 | 2 { count += 1 }
        }
        return count
    }

    func testRandomTilesComeBack() throws {
        var random = SeededGenerator(seed: 3)
        let writer = VectorTileWriter()
        for _ in 0..<1500 {
            let tile = VectorTileSamples.random(&random)
            let bytes = writer.bytes(of: tile)
            let read = try VectorTileReader.read(bytes)
            XCTAssertEqual(read, tile)
            XCTAssertNil(read.problem)
            XCTAssertEqual(VectorTileWriter().bytes(of: read), bytes)
        }
    }

    func testProblems() {
        let point = VectorTile.Feature(type: .point, parts: [Samples.positions([(1, 1)])])
        let layer = VectorTile.Layer(name: "lines", features: [point])
        XCTAssertNil(VectorTile(layers: [layer]).problem)
        func problem(_ change: (inout VectorTile.Layer) -> Void) -> String? {
            var changed = layer
            change(&changed)
            return VectorTile(layers: [changed]).problem
        }
        XCTAssertEqual(problem { $0.name = "" }, "layer 0 has no name")
        XCTAssertEqual(problem { $0.version = 0 }, "layer 0 ('lines') has no version")
        XCTAssertEqual(problem { $0.version = 3 }, "layer 0 ('lines') is of version 3")
        XCTAssertEqual(problem { $0.extent = 0 }, "layer 0 ('lines') has an extent of 0")
        XCTAssertEqual(VectorTile(layers: [layer, layer]).problem, "layer 1 ('lines') has the name of another layer")
        let feature = "layer 0 ('lines'), feature 0: "
        XCTAssertEqual(
            problem { $0.features[0].parts = [] }, feature + "it has no geometry, or an empty part")
        XCTAssertEqual(problem { $0.features[0].type = .unknown }, feature + "it has no geometry")
        XCTAssertEqual(problem { $0.features[0].type = .line }, feature + "line 0 has a single position")
        XCTAssertEqual(problem { $0.features[0].type = .polygon }, feature + "ring 0 has 1 positions")
        XCTAssertEqual(
            problem {
                $0.features[0].type = .polygon
                $0.features[0].parts = [Samples.positions([(0, 0), (1, 0), (1, 1), (0, 0)])]
            }, feature + "ring 0 repeats its first position as its last")
        for count in [1, 20] {
            XCTAssertEqual(
                problem {
                    $0.features[0].properties = (0..<count).map { VectorTile.Property("\($0)", .bool(true)) }
                    $0.features[0].properties.append(VectorTile.Property("0", .bool(false)))
                }, feature + "it has the property '0' twice")
        }
    }
}
