import MapTiles

/// The schemas of vector tiles that a page has a style for.
enum GroundSchema: String, CaseIterable {
    case openMapTiles = "openmaptiles"
    case protomaps
    case shortbread
    /// What `render-tiles --vector` writes.
    case linefeed

    /// As people call it.
    var name: String {
        switch self {
        case .openMapTiles: "OpenMapTiles"
        case .protomaps: "Protomaps 4"
        case .shortbread: "Shortbread"
        case .linefeed: "render-tiles"
        }
    }

    /// A layer that tiles of no other schema have: one of these must be there.
    private var marks: Set<String> {
        switch self {
        case .openMapTiles: ["transportation"]
        case .protomaps: ["earth"]
        case .shortbread: ["streets", "water_polygons"]
        case .linefeed: ["routes"]
        }
    }

    /// Layers that are drawn: two of these must be there, so that one name in common is none.
    private var drawn: Set<String> {
        switch self {
        case .openMapTiles:
            ["transportation", "water", "waterway", "landcover", "landuse", "park", "building", "boundary", "aeroway"]
        case .protomaps: ["earth", "water", "landuse", "landcover", "roads", "buildings", "boundaries"]
        case .shortbread:
            [
                "streets", "water_polygons", "ocean", "water_lines", "land", "sites", "buildings", "boundaries",
                "street_polygons",
            ]
        case .linefeed: ["routes", "stops"]
        }
    }

    /// The schema of tiles with these layers; nil for one that is not known.
    init?(_ layers: VectorLayers) {
        let names = Set(layers.names)
        // Until version 4 Protomaps' attributes had another name.
        let isOld = layers.names.contains { layers.hasField("pmap:kind", in: $0) }
        // "routes" is a common word; what its features have is not.
        let isOurs = layers.hasField("polyline_id", in: "routes")
        let found = GroundSchema.allCases.filter {
            !$0.marks.isDisjoint(with: names) && !($0 == .protomaps && isOld)
                && ($0 == .linefeed ? isOurs : $0.drawn.intersection(names).count > 1)
        }
        guard let best = found.max(by: { $0.drawn.intersection(names).count < $1.drawn.intersection(names).count })
        else { return nil }
        self = best
    }

    /// Whom tiles that say nothing themselves are owed to: those of the public schemas are made of OpenStreetMap's data.
    var attribution: String? { self == .linefeed ? nil : "© OpenStreetMap contributors" }
}
