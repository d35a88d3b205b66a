import XCTest

@testable import MapTiles

/// The `vector_layers` that archives say.
final class VectorLayersTests: XCTestCase {
    private func tile(_ layers: [(String, [(String, VectorTile.Value)])]) -> VectorTile {
        VectorTile(
            layers: layers.map { name, properties in
                var layer = VectorTile.Layer(name: name)
                layer.features = [
                    VectorTile.Feature(
                        type: .point, parts: [[TilePosition(x: 1, y: 2)]],
                        properties: properties.map { VectorTile.Property($0.0, $0.1) })
                ]
                return layer
            })
    }

    func testWhatTilesHaveIsGathered() {
        var layers = VectorLayers()
        XCTAssertTrue(layers.isEmpty)
        layers.take(tile([("water", [("kind", .string("sea")), ("area", .double(2))])]), zoom: 5)
        layers.take(tile([("roads", [("lanes", .int64(2))]), ("water", [("salt", .bool(true))])]), zoom: 7)
        layers.take(tile([("water", [("area", .string("large"))])]), zoom: 3)
        let json =
            "[{\"id\":\"water\",\"fields\":{\"kind\":\"String\",\"area\":\"String\",\"salt\":\"Boolean\"},\"minzoom\":3,"
            + "\"maxzoom\":7},{\"id\":\"roads\",\"fields\":{\"lanes\":\"Number\"},\"minzoom\":7,\"maxzoom\":7}]"
        XCTAssertEqual(layers.json, json)
        // Gone on with by the next run.
        XCTAssertEqual(VectorLayers(json: json), layers)
        XCTAssertEqual(VectorLayers(json: json).json, json)
        XCTAssertTrue(VectorLayers(json: "{\"a\":1}").isEmpty)
        XCTAssertTrue(VectorLayers(json: "nonsense").isEmpty)
    }
}
