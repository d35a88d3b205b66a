import Geometry

/// Where a page's maps look, and which tiles they ask for: of the ground under the lines, and of what lies over them.
struct PageArea {
    /// Around what the maps show at first.
    let data: Bounds
    /// The same and a fifth more of its width and height, half of that on each side.
    let wide: Bounds
    /// What maps of other shapes than the data's show of the world at first: the lowest zoom has all of it.
    let framed: Bounds

    /// Nearer than this a page does not begin, so a single stop has something around it too: degrees, 2 km at the
    /// equator.
    static let leastExtent = 0.02
    /// The window that the fitting zoom is of: pixels.
    static let window = (width: 1280.0, height: 800.0)
    /// What is left of the map in a trip's card on a phone, less its margins: no map of a page is smaller.
    static let smallest = (width: 292.0, height: 132.0)
    /// The zoom of MapLibre's that a page begins with at the most.
    private static let closest = 16.0
    private static let share = 0.2
    /// How much wider and higher than the data a map shows the world at first, by its margins, and how much wider than
    /// the data are high: a trip's card is low. A phone's map is as high as wide.
    private static let margin = 1.5
    private static let low = 3.2

    init(_ bounds: Bounds) {
        let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
        data = PageArea.box(
            bounds.west, bounds.south, east, bounds.north,
            across: max(0, PageArea.leastExtent - (east - bounds.west)) / 2,
            along: max(0, PageArea.leastExtent - (bounds.north - bounds.south)) / 2)
        let full = data.crossesAntimeridian ? data.east + 360 : data.east
        wide = PageArea.box(
            data.west, data.south, full, data.north, across: (full - data.west) * PageArea.share / 2,
            along: (data.north - data.south) * PageArea.share / 2)
        let corner = WebMercator.point(Coordinate(latitude: data.north, longitude: data.west))
        let opposite = WebMercator.point(Coordinate(latitude: data.south, longitude: full))
        let (across, down) = (opposite.x - corner.x, opposite.y - corner.y)
        let width = max(across * PageArea.margin, down * PageArea.low)
        let height = max(down, across) * PageArea.margin
        let middle = (corner.y + opposite.y) / 2
        let top = WebMercator.coordinate(WorldPoint(x: 0, y: max(0, middle - height / 2)))
        let bottom = WebMercator.coordinate(WorldPoint(x: 0, y: min(1, middle + height / 2)))
        framed = PageArea.box(
            data.west, bottom.latitude, full, top.latitude, across: (width - across) * 180, along: 0)
    }

    /// A box that is wider by so many degrees on each side, as `Bounds` has it.
    private static func box(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double, across: Double, along: Double
    ) -> Bounds {
        var (west, east) = (west - across, east + across)
        if east - west >= 360 {
            (west, east) = (-180, 180)
        } else {
            if west < -180 { west += 360 }
            if east > 180 { east -= 360 }
        }
        return Bounds(west: west, south: max(south - along, -90), east: east, north: min(north + along, 90))
    }

    /// The largest whole zoom at which the data fit the window.
    /// - Parameter tileSize: pixels of a tile.
    func fittingZoom(tileSize: Int) -> Int { zoom(PageArea.window.width, PageArea.window.height, tileSize) }

    /// The zooms that a page carries: from the fitting one less one, or the one that its smallest map begins with, to
    /// the fitting one plus four.
    func zooms(tileSize: Int) -> ClosedRange<Int> {
        let fitting = fittingZoom(tileSize: tileSize)
        let smallest = zoom(PageArea.smallest.width, PageArea.smallest.height, tileSize)
        return max(0, min(fitting - 1, smallest))...min(fitting + 4, Tile.deepest)
    }

    /// The tiles of a zoom.
    /// - Parameter lowest: of the zooms that are wanted.
    func tiles(z zoom: Int, lowest: Int) -> TileBox { TileBox(zoom > lowest ? wide : framed, z: zoom) }

    private func zoom(_ width: Double, _ height: Double, _ tileSize: Int) -> Int {
        // A tile of 256 pixels is shown one zoom earlier than one of 512.
        let closest = PageArea.closest + (tileSize == 256 ? 1 : 0)
        let exact = WebMercator.zoom(fitting: data, width: width, height: height, tileSize: Double(tileSize))
        return Int(max(0, min(exact, closest)).rounded(.down))
    }
}

extension MapModel {
    /// The box around what the maps of a page show at first: that of the network, or of vehicles where there is none,
    /// and those of the trips' cards. Nil without coordinates.
    var shownBounds: Bounds? {
        let network = lines.flatMap(\.parts) + pins.map { Polyline([$0.coordinate]) }
        let shown = network.isEmpty ? (vehicles.map(\.coordinate) + played).map { Polyline([$0]) } : network
        return Bounds(around: shown + trips.flatMap(\.pieces))
    }
}
