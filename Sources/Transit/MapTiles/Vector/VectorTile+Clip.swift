import Geometry

extension VectorTile {
    /// A box in tile coordinates; its borders belong to it.
    struct Box {
        var minX: Int32
        var minY: Int32
        var maxX: Int32
        var maxY: Int32
    }

    /// The tile without what lies further than `buffer` units of each layer outside of it; layers and features of
    /// which nothing remains are left out.
    public func clipped(buffer: Int) -> VectorTile {
        kept { layer in TileClipper(Box(extent: layer.extent, buffer: buffer)) }
    }

    /// What a deeper tile shows of this one: the features at the scale of the child, cut at its borders and `buffer`
    /// units of the child around them. Extents stay; layers and features of which nothing remains are left out, and so
    /// are features of unknown type, whose integers nobody can scale.
    ///
    /// - Parameters:
    ///   - parent: the tile that this one is.
    ///   - child: the same tile or one in it. Of a tile elsewhere there is nothing.
    public func child(of parent: Tile, _ child: Tile, buffer: Int) -> VectorTile {
        guard parent.isValid, child.isValid, child.z >= parent.z, child.ancestor(z: parent.z) == parent else {
            return VectorTile()
        }
        let depth = child.z - parent.z
        let column = Double(child.x - parent.x << depth)
        let row = Double(child.y - parent.y << depth)
        return kept { layer in
            TileClipper(
                Box(extent: layer.extent, buffer: buffer),
                TileClipper.Placement(
                    scale: Double(1 << depth), west: column * Double(layer.extent),
                    north: row * Double(layer.extent)))
        }
    }

    private func kept(_ clipper: (Layer) -> TileClipper) -> VectorTile {
        var tile = VectorTile()
        for layer in layers {
            var clipper = clipper(layer)
            var kept = layer
            kept.features = layer.features.compactMap { clipper.feature($0) }
            if !kept.features.isEmpty { tile.layers.append(kept) }
        }
        return tile
    }
}

extension VectorTile.Box {
    /// The tile with a margin of `buffer` units around it; with a negative one, inside it.
    init(extent: UInt32, buffer: Int) {
        let margin = max(min(buffer, Int(Int32.max)), -Int(Int32.max))
        minX = Int32(clamping: -margin)
        minY = minX
        maxX = Int32(clamping: Int(extent) + margin)
        maxY = maxX
    }
}
