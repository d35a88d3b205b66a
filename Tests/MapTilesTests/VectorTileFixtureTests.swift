import MapTiles
import NDJSON
import TestSupport
import XCTest

/// The tiles of mapbox/mvt-fixtures, right ones and wrong ones, each with what it has inside as JSON.
final class VectorTileFixtureTests: XCTestCase {
    /// Not valid in version 2 by their descriptions, and read without a complaint.
    private static let accepted = [
        "003": "no type: byte for byte the same tile as 016, which counts as valid",
        "006": "a type that is not in the list counts as unknown, as readers of proto2 have it",
    ]

    /// Valid by their descriptions, and refused.
    private static let refused = [
        "057": "a MoveTo that counts more points than there are bytes, which its twins 051 and 058 call invalid"
    ]

    /// Valid in version 1 by their descriptions, and with a problem.
    private static let unversioned = [
        "061": "it does not say its version, which makes 024 invalid in version 1 as well; read as of version 1"
    ]

    /// Valid, and not the same when written again.
    private static let changed = [
        "025": "a layer without features is not written",
        "039": "what is written is of version 2",
    ]

    private struct Fixture {
        let name: String
        let bytes: [UInt8]
        /// By version of the specification.
        let isValid: (first: Bool, second: Bool)
        let tile: VectorTile
    }

    func testValidTilesAreWhatTheirDescriptionsSay() throws {
        var count = 0
        for fixture in try fixtures() {
            let isFirst = fixture.tile.layers.contains { $0.version == 1 }
            guard isFirst ? fixture.isValid.first : fixture.isValid.second else { continue }
            count += 1
            if VectorTileFixtureTests.refused[fixture.name] != nil {
                XCTAssertThrowsError(try VectorTileReader.read(fixture.bytes), fixture.name)
                continue
            }
            var tile = try VectorTileReader.read(fixture.bytes)
            if VectorTileFixtureTests.unversioned[fixture.name] != nil {
                XCTAssertEqual(tile.problem, "layer 0 ('hello') has no version")
                tile.layers[0].version = 1
            }
            XCTAssertEqual(tile, fixture.tile, fixture.name)
            XCTAssertNil(tile.problem, fixture.name)
        }
        XCTAssertGreaterThan(count, 40)
    }

    func testInvalidTilesAreRefusedOrHaveAProblem() throws {
        var count = 0
        for fixture in try fixtures() where !fixture.isValid.second {
            count += 1
            let complaint: String?
            do {
                complaint = try VectorTileReader.read(fixture.bytes).problem
            } catch {
                XCTAssertEqual(error.kind, .unusable, fixture.name)
                complaint = error.message
            }
            XCTAssertEqual(
                complaint == nil, VectorTileFixtureTests.accepted[fixture.name] != nil,
                "\(fixture.name): \(complaint ?? "nothing")")
        }
        XCTAssertGreaterThan(count, 20)
    }

    func testValidTilesWrittenAgainAreTheSame() throws {
        let writer = VectorTileWriter()
        for fixture in try fixtures() where fixture.isValid.second {
            guard let tile = try? VectorTileReader.read(fixture.bytes) else { continue }
            let again = try VectorTileReader.read(writer.bytes(of: tile))
            if VectorTileFixtureTests.changed[fixture.name] == nil {
                XCTAssertEqual(again, tile, fixture.name)
            } else {
                XCTAssertNotEqual(again, tile, fixture.name)
                var expected = tile
                expected.layers.removeAll { $0.features.isEmpty }
                for place in expected.layers.indices { expected.layers[place].version = 2 }
                XCTAssertEqual(again, expected, fixture.name)
            }
        }
    }

    func testAClosedLineOfVersion1LeadsBackToItsStart() throws {
        let fixture = try XCTUnwrap(try fixtures().first { $0.name == "061" })
        let tile = try VectorTileReader.read(fixture.bytes)
        XCTAssertEqual(
            tile.layers.first?.features.first?.parts,
            [VectorTileSamples.positions([(2, 2), (2, 10), (10, 10), (2, 2)])])
    }

    /// What each complaint says, of those that say it best.
    func testComplaintsSayWhereAndWhat() throws {
        let fixtures = try fixtures()
        let expected = [
            "005": "vector tile, layer 0 ('hello'), feature 0, byte 13: the feature has an odd number of tags, 1",
            "007": "vector tile, layer 0, byte 2: the field 'version' has the wire type 2 instead of 0",
            "024": "layer 0 ('howdy') has no version",
            "012": "layer 0 ('hello') is of version 99",
            "015": "layer 1 ('hello') has the name of another layer",
            "026": "layer 0 ('howdy'): 1 of its values are not of exactly one known type",
            "042": "vector tile, layer 0 ('hello'), feature 0, byte 13: value 2 does not exist; the layer has 1 values",
            "046": "layer 0 ('hello'), feature 0: part 0 has a segment of zero length at (2, 10)",
            "051": "vector tile, layer 0 ('hello'), feature 0, byte 13: MoveTo at geometry integer 0 has a count of"
                + " 536870911, and 2 integers follow",
        ]
        for (name, sentence) in expected {
            let fixture = try XCTUnwrap(fixtures.first { $0.name == name })
            var complaint: String?
            do { complaint = try VectorTileReader.read(fixture.bytes).problem } catch { complaint = error.message }
            XCTAssertEqual(complaint, sentence, name)
        }
    }

    // MARK: The descriptions

    private func fixtures() throws -> [Fixture] {
        guard let path = RealData.path("vectors/mvt-fixtures/fixtures") else {
            throw XCTSkip("no real feeds: set LINEFEED_REAL_DATA")
        }
        let names = Checkout.names(in: path)
        try XCTSkipIf(names.isEmpty, "no vector tiles among the real data")
        return try names.map { name in
            let info = try document(path + "/\(name)/info.json", "validity", "description")
            var isValid = (first: false, second: false)
            info[0].forEachMember { key, value in
                if key.string == "v1" { isValid.first = value.bool == true }
                if key.string == "v2" { isValid.second = value.bool == true }
            }
            return Fixture(
                name: name, bytes: try XCTUnwrap(TemporaryFolder.bytes(of: path + "/\(name)/tile.mvt")),
                isValid: isValid, tile: try tile(path + "/\(name)/tile.json"))
        }
    }

    /// The named members of a file; its bytes stay for the run.
    private func document(_ path: String, _ names: String...) throws -> RecordScanner {
        let bytes = try XCTUnwrap(TemporaryFolder.bytes(of: path), path)
        let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        kept.copyBytes(from: bytes)
        addTeardownBlock { [address = UInt(bitPattern: kept.baseAddress)] in
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
        let scanner = RecordScanner(fields: names)
        try scanner.scan(UnsafeRawBufferPointer(kept))
        return scanner
    }

    private func tile(_ path: String) throws -> VectorTile {
        var tile = VectorTile()
        let scanner = try document(path, "layers")
        scanner[0].forEachElement { tile.layers.append(layer($0)) }
        return tile
    }

    private func layer(_ value: JSONValue) -> VectorTile.Layer {
        var layer = VectorTile.Layer(name: "")
        var keys: [String] = []
        var values: [VectorTile.Value] = []
        var features: [JSONValue] = []
        value.forEachMember { key, value in
            switch key.string {
            case "name": layer.name = value.string ?? ""
            case "version": layer.version = UInt32(value.integer ?? 0)
            case "extent": layer.extent = UInt32(value.integer ?? 0)
            case "keys": value.forEachElement { keys.append($0.string ?? "") }
            case "values": value.forEachElement { $0.forEachMember { values.append(self.value($0, $1)) } }
            default: value.forEachElement { features.append($0) }
            }
        }
        layer.features = features.map { feature($0, keys, values) }
        return layer
    }

    private func value(_ key: JSONValue, _ value: JSONValue) -> VectorTile.Value {
        switch key.string {
        case "float_value": .float(Float(value.double ?? 0))
        case "double_value": .double(value.double ?? 0)
        case "int_value": .int64(Int64(value.integer ?? 0))
        case "uint_value": .uint64(value.unsigned ?? 0)
        case "sint_value": .sint64(Int64(value.integer ?? 0))
        case "bool_value": .bool(value.bool == true)
        // 076 has a text of digits, and a number in its description.
        default: .string(value.string ?? String(decoding: value.raw, as: UTF8.self))
        }
    }

    private func feature(_ value: JSONValue, _ keys: [String], _ values: [VectorTile.Value]) -> VectorTile.Feature {
        var feature = VectorTile.Feature(type: .unknown, parts: [])
        var tags: [Int] = []
        var geometry: [UInt32] = []
        value.forEachMember { key, value in
            switch key.string {
            case "id": feature.id = value.unsigned
            case "type": feature.type = VectorTile.GeometryType(rawValue: UInt8(value.integer ?? 0)) ?? .unknown
            case "tags": value.forEachElement { tags.append($0.integer ?? -1) }
            default: value.forEachElement { geometry.append(UInt32($0.integer ?? 0)) }
            }
        }
        for place in stride(from: 0, to: tags.count - 1, by: 2)
        where keys.indices.contains(tags[place]) && values.indices.contains(tags[place + 1]) {
            feature.properties.append(VectorTile.Property(keys[tags[place]], values[tags[place + 1]]))
        }
        if feature.type == .unknown {
            feature.uninterpreted = geometry
        } else {
            feature.parts = parts(geometry, isLine: feature.type == .line)
        }
        return feature
    }

    /// The parts of a geometry that is known to be right; nothing of one that is not.
    private func parts(_ integers: [UInt32], isLine: Bool) -> [[TilePosition]] {
        var parts: [[TilePosition]] = []
        var rest = integers[...]
        var (x, y): (Int32, Int32) = (0, 0)
        while let command = rest.popFirst() {
            let (id, count) = (command & 7, command >> 3)
            if id == 7 {
                // The one line that is closed is of version 1.
                if isLine, let first = parts.last?.first { parts[parts.count - 1].append(first) }
                continue
            }
            if id == 1 { parts.append([]) }
            guard !parts.isEmpty, rest.count >= 2 * Int(count) else { return [] }
            for _ in 0..<count {
                x &+= difference(rest.removeFirst())
                y &+= difference(rest.removeFirst())
                parts[parts.count - 1].append(TilePosition(x: x, y: y))
            }
        }
        return parts
    }

    private func difference(_ integer: UInt32) -> Int32 {
        integer.isMultiple(of: 2) ? Int32(integer / 2) : -Int32(integer / 2) - 1
    }
}
