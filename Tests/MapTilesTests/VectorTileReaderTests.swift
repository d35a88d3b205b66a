import Geometry
import MapTiles
import TestSupport
import XCTest

final class VectorTileReaderTests: XCTestCase {
    private func complaint(_ bytes: [UInt8]) -> String? {
        do {
            _ = try VectorTileReader.read(bytes)
            return nil
        } catch {
            return error.message
        }
    }

    func testFieldsThatNobodyKnowsArePassedOver() throws {
        let strange = WireMessage().number(900, 7).text(901, "x").raw([0x8D, 0x02, 1, 2, 3, 4])  // field 33, four bytes
            .raw([0x91, 0x02, 1, 2, 3, 4, 5, 6, 7, 8])  // field 34, eight bytes
        let feature = WireMessage.feature(1, [9, 50, 34]).raw(strange.bytes).packed(2, [0, 0])
        let layer = WireMessage().raw(strange.bytes).message(2, feature).text(3, "k")
            .message(4, WireMessage().raw(strange.bytes).number(7, 1)).text(1, "lines").number(15, 2)
        let tile = try VectorTileReader.read(WireMessage().raw(strange.bytes).message(3, layer).bytes)
        XCTAssertEqual(
            tile,
            VectorTileSamples.tile(
                VectorTile.Feature(
                    type: .point, parts: [VectorTileSamples.positions([(25, 17)])],
                    properties: [VectorTile.Property("k", .bool(true))])))
    }

    /// Protobuf demands of readers that they take repeated numbers packed, one by one and in pieces.
    func testNumbersThatAreNotPacked() throws {
        let loose = WireMessage().number(3, 1).number(4, 9).number(4, 50).packed(4, [34])
        XCTAssertEqual(
            try VectorTileReader.read(WireMessage.tile(2, loose)),
            try VectorTileReader.read(WireMessage.tile(2, WireMessage.feature(1, [9, 50, 34]))))
    }

    func testValuesWithoutAKnownTypeAreCountedAndLeftOut() throws {
        let layer = WireMessage().number(15, 2).text(1, "lines").text(3, "k").text(3, "l").text(3, "m")
            .message(4, WireMessage()).message(4, WireMessage().number(4, 5))
            .message(4, WireMessage().number(4, 5).number(7, 1))
            .message(2, WireMessage.feature(1, [9, 50, 34]).packed(2, [0, 0, 1, 1, 2, 2]))
        let tile = try VectorTileReader.read(WireMessage().message(3, layer).bytes)
        XCTAssertEqual(tile.layers[0].unreadableValues, 2)
        XCTAssertEqual(tile.layers[0].features[0].properties, [VectorTile.Property("l", .int64(5))])
        XCTAssertEqual(tile.layers[0].features[0]["l"], .int64(5))
        XCTAssertNil(tile.layers[0].features[0]["k"])
        XCTAssertEqual(tile.problem, "layer 0 ('lines'): 2 of its values are not of exactly one known type")
    }

    func testALayerOfAnotherVersionDoesNotStopTheOthers() throws {
        let later = WireMessage().number(15, 3).text(1, "later").number(5, 512).number(2, 8).bytes(3, [0xFF])
        let bytes = WireMessage().message(3, later).bytes + WireMessage.tile(2, WireMessage.feature(1, [9, 50, 34]))
        let tile = try VectorTileReader.read(bytes)
        XCTAssertEqual(tile.layers.map(\.name), ["later", "lines"])
        XCTAssertEqual(tile["later"]?.extent, 512)
        XCTAssertEqual(tile["later"]?.features, [])
        XCTAssertEqual(tile["lines"]?.features.count, 1)
    }

    func testBrokenWireData() {
        let fine = WireMessage.tile(2, WireMessage.feature(1, [9, 50, 34]))
        for count in 1..<fine.count { XCTAssertNotNil(complaint(Array(fine[..<count])), "\(count)") }
        let expected: [(bytes: [UInt8], sentence: String)] = [
            ([0x1F, 0x8B, 8], "the vector tile is compressed with gzip"),
            ([0x1B], "vector tile, byte 0: field 3 has the wire type 3"),
            ([0x02, 0], "vector tile, byte 0: 0 is not a valid field number"),
            ([0x1A, 5, 0], "vector tile, layer 0, byte 1: a field claims 5 bytes, but only 1 remain"),
            (
                [0x1A] + [UInt8](repeating: 0xFF, count: 9) + [1],
                "vector tile, layer 0, byte 1: a field claims 18446744073709551615 bytes, but only 0 remain"
            ),
            (
                [UInt8](repeating: 0xFF, count: 10) + [1],
                "vector tile, byte 0: a number is longer than 64 bits"
            ),
            ([0x18, 0], "vector tile, layer 0, byte 0: the field 'layers' has the wire type 0 instead of 2"),
            ([0x1A, 2, 0x78, 2], "vector tile, layer 0, byte 2: the layer has no name"),
            ([0x1A, 5, 0x78, 2, 0x0A, 1, 0xC3], "vector tile, layer 0, byte 6: a string is not UTF-8"),
            (
                [0x1A, 9, 0x78, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0x0A, 1, 0x61],
                "vector tile, layer 0, byte 3: 34359738367 exceeds 32 bits"
            ),
        ]
        for (bytes, sentence) in expected { XCTAssertEqual(complaint(bytes), sentence) }
    }

    func testCommandsOutOfSequence() {
        let expected: [(type: UInt64, geometry: [UInt64], reason: String)] = [
            (1, [9, 0, 0, 9, 2, 2], "geometry integer 3 follows the single MoveTo of a point geometry"),
            (1, [1], "MoveTo at geometry integer 0 has a count below 1"),
            (1, [12, 0, 0], "geometry integer 0 is the unknown command 4"),
            (2, [9, 0, 0], "the geometry ends where LineTo should follow"),
            (2, [17, 0, 0, 2, 2, 10, 2, 2], "MoveTo at geometry integer 0 has a count other than 1"),
            (2, [9, 0, 0, 2], "LineTo at geometry integer 3 has a count below 1"),
            (2, [10, 2, 2], "geometry integer 0 is LineTo where MoveTo should be"),
            (2, [9, 0, 0, 10, 2, 2, 15], "geometry integer 6 is ClosePath where MoveTo should be"),
            (3, [9, 0, 0, 10, 2, 2, 15], "LineTo at geometry integer 3 has a count below 2"),
            (3, [9, 0, 0, 18, 2, 2, 2, 1], "the geometry ends where ClosePath should follow"),
        ]
        for (type, geometry, reason) in expected {
            let complaint = self.complaint(WireMessage.tile(2, WireMessage.feature(type, geometry)))
            XCTAssertEqual(complaint, "vector tile, layer 0 ('lines'), feature 0, byte 13: " + reason)
        }
    }

    func testVersion1DemandsNoSequence() throws {
        let expected: [(type: UInt64, geometry: [UInt64], parts: [[(Int32, Int32)]])] = [
            (1, [9, 2, 2, 9, 2, 2], [[(1, 1), (2, 2)]]),
            (2, [9, 2, 2, 10, 2, 2, 10, 2, 2], [[(1, 1), (2, 2), (3, 3)]]),
            (3, [9, 0, 0, 18, 4, 0, 0, 4], [[(0, 0), (2, 0), (2, 2)]]),
            // Closed by a position and by ClosePath.
            (3, [9, 0, 0, 26, 4, 0, 0, 4, 3, 3, 15], [[(0, 0), (2, 0), (2, 2)]]),
        ]
        for (type, geometry, parts) in expected {
            let tile = try VectorTileReader.read(WireMessage.tile(1, WireMessage.feature(type, geometry)))
            XCTAssertEqual(tile.layers[0].features[0].parts, parts.map(VectorTileSamples.positions))
        }
        XCTAssertNotNil(complaint(WireMessage.tile(1, WireMessage.feature(2, [10, 2, 2]))))
        XCTAssertNotNil(complaint(WireMessage.tile(1, WireMessage.feature(2, [15]))))
        XCTAssertNotNil(complaint(WireMessage.tile(1, WireMessage.feature(1, [80, 2, 2]))))
    }

    /// Geometry in the smallest pieces there are: what grows must not be copied for each of them.
    func testManySmallPieces() throws {
        var pieces = WireMessage().number(3, 3)
        for _ in 0..<20000 { pieces.bytes += [0x20, 10, 0x22, 1, 0, 0x20, 0] }
        let ring = WireMessage.feature(3, [9, 0, 0]).raw(pieces.bytes).number(4, 15)
        let tile = try VectorTileReader.read(WireMessage.tile(1, ring))
        XCTAssertEqual(tile.layers[0].features[0].parts, [VectorTileSamples.positions([(0, 0)])])
        XCTAssertEqual(VectorTileWriter().bytes(of: tile), [])
    }

    func testControlCharactersDoNotReachMessages() {
        let layer = WireMessage().number(15, 2).text(1, "a\u{1B}[31m" + String(repeating: "b", count: 99)).number(2, 1)
        XCTAssertEqual(
            complaint(WireMessage().message(3, layer).bytes),
            "vector tile, layer 0 ('a\u{FFFD}[31m" + String(repeating: "b", count: 34)
                + "…'), byte 111: the field 'features' has the wire type 0 instead of 2")
    }

    /// Whatever the bytes: a tile or a fault, and a tile that is read can be asked, cut and written; what is written is
    /// read again, and written the same.
    func testMutatedTiles() throws {
        var random = SeededGenerator(seed: 7)
        let writer = VectorTileWriter()
        var read = 0
        var refused = 0
        for _ in 0..<4000 {
            var bytes = writer.bytes(of: VectorTileSamples.random(&random))
            guard !bytes.isEmpty else { continue }
            for _ in 0..<Int.random(in: 1...2, using: &random) { mutate(&bytes, &random) }
            do {
                let tile = try VectorTileReader.read(bytes)
                read += 1
                _ = tile.problem
                let parent = Tile(z: 3, x: 4, y: 5)
                _ = tile.child(of: parent, Tile(z: 29, x: 5 << 26 - 1, y: 5 << 26), buffer: 64)
                let child = tile.child(of: parent, Tile(z: 4, x: 8, y: 10), buffer: 64)
                for tile in [tile, child] {
                    let again = try VectorTileReader.read(writer.bytes(of: tile))
                    XCTAssertEqual(writer.bytes(of: again), writer.bytes(of: tile))
                }
            } catch {
                XCTAssertEqual(error.kind, .unusable)
                refused += 1
            }
        }
        XCTAssertGreaterThan(read, 300)
        XCTAssertGreaterThan(refused, 400)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard let place = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...5, using: &random), bytes.count))
        case 3: bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        }
    }

    func testRandomBytes() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<5000 {
            var bytes: [UInt8] = [0x1A, UInt8.random(in: 0...60, using: &random), 0x78, 2, 0x0A, 0]
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                bytes.append(UInt8.random(in: 0...255, using: &random) & 0x3F)
            }
            _ = try? VectorTileReader.read(bytes)
        }
    }
}
