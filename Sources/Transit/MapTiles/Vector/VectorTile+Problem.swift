extension VectorTile {
    /// The first thing in which the tile breaks a MUST of the specification, as a sentence; nil where there is none.
    ///
    /// Seen to are names, versions and extents of layers, that features have a geometry, that no property comes twice,
    /// and in layers of version 2 that no line stands still, no ring repeats its first position and the first ring of
    /// a polygon is an exterior one. Whether rings cut themselves or each other is not looked at. What the reader
    /// refuses already cannot be asked any more.
    /// Cost: one pass.
    public var problem: String? {
        var names: Set<[UInt8]> = []
        for (place, layer) in layers.enumerated() {
            let mark = "layer \(place) (\(VectorTile.quoted(layer.name)))"
            if layer.name.isEmpty { return "layer \(place) has no name" }
            // Byte for byte: Swift's texts are equal where their canonical forms are.
            guard names.insert(Array(layer.name.utf8)).inserted else { return "\(mark) has the name of another layer" }
            if layer.version == 0 { return "\(mark) has no version" }
            guard (1...2).contains(layer.version) else { return "\(mark) is of version \(layer.version)" }
            guard layer.extent > 0 else { return "\(mark) has an extent of 0" }
            if layer.unreadableValues > 0 {
                return "\(mark): \(layer.unreadableValues) of its values are not of exactly one known type"
            }
            for (number, feature) in layer.features.enumerated() {
                if let problem = feature.problem(version: layer.version) {
                    return "\(mark), feature \(number): \(problem)"
                }
            }
        }
        return nil
    }
}

extension VectorTile.Feature {
    fileprivate func problem(version: UInt32) -> String? {
        if type == .unknown {
            if uninterpreted.isEmpty { return "it has no geometry" }
        } else if parts.isEmpty || parts.contains(where: \.isEmpty) {
            return "it has no geometry, or an empty part"
        }
        if let name = repeatedName { return "it has the property \(VectorTile.quoted(name)) twice" }
        guard version == 2, type == .line || type == .polygon else { return nil }
        for (place, part) in parts.enumerated() {
            guard part.count > (type == .line ? 1 : 2) else {
                return type == .line
                    ? "line \(place) has a single position" : "ring \(place) has \(part.count) positions"
            }
            for (before, after) in zip(part, part.dropFirst()) where before == after {
                return "part \(place) has a segment of zero length at (\(after.x), \(after.y))"
            }
            if type == .polygon, part.first == part.last {
                return "ring \(place) repeats its first position as its last"
            }
        }
        if type == .polygon, let first = parts.first, TileRing.doubleArea(first) < 0 {
            return "the first ring has the winding order of an interior ring"
        }
        return nil
    }

    /// A name that more than one property has.
    private var repeatedName: String? {
        if properties.count < 12 {
            for (place, property) in properties.enumerated() {
                for other in properties[..<place] where other.name == property.name { return property.name }
            }
            return nil
        }
        var names: Set<String> = []
        return properties.first { !names.insert($0.name).inserted }?.name
    }
}
