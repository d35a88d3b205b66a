import Drawing

/// A value that follows the zoom: between the zooms for which it is given it lies on the straight line between them.
struct ZoomValue: Sendable, Equatable {
    /// In ascending order, one at least.
    let stops: [Stop]

    struct Stop: Sendable, Equatable {
        let zoom: Double
        let value: Double
    }

    init(_ stops: KeyValuePairs<Double, Double>) { self.stops = stops.map { Stop(zoom: $0.key, value: $0.value) } }

    init(_ stops: [Stop]) { self.stops = stops.sorted { $0.zoom < $1.zoom } }

    subscript(zoom: Int) -> Double {
        let zoom = Double(zoom)
        guard let after = stops.firstIndex(where: { $0.zoom >= zoom }) else { return stops[stops.count - 1].value }
        guard after > 0 else { return stops[0].value }
        let (low, high) = (stops[after - 1], stops[after])
        return low.value + (zoom - low.zoom) / (high.zoom - low.zoom) * (high.value - low.value)
    }
}

/// How lines, pins and vehicles are drawn into tiles; docs/tiles.md has the file that says it.
///
/// Sizes are pixels of a tile of 256.
struct MapStyle: Sendable, Equatable {
    /// What is painted first; nil leaves tiles transparent.
    var background: Color?
    var lines = Lines()
    var pins = Pins()
    var vehicles = Vehicles()

    struct Lines: Sendable, Equatable {
        var width = ZoomValue([6: 1.2, 8: 1.8, 12: 3, 16: 7])
        /// On each side.
        var casing = ZoomValue([6: 0.4, 8: 0.6, 12: 1, 16: 1.4])
        /// nil takes what stands out from the line: white, or dark under light colours.
        var casingColor: Color?
        /// Of routes without a colour; nil takes colours that are told apart.
        var color: Color?
        var opacity = 1.0
        /// Of routes along pieces of way: from where their names stand on them, and how large.
        var namesFromZoom = 11
        var nameSize = ZoomValue([11: 8, 14: 10])
    }

    struct Pins: Sendable, Equatable {
        var fromZoom = 10
        var radius = ZoomValue([10: 1.8, 12: 2.8, 16: 6])
        var outline = ZoomValue([10: 0.8, 13: 1.4, 16: 2.2])
        /// No pin is drawn nearer to one of more routes than that.
        var spacing = ZoomValue([10: 12, 13: 11, 16: 14])
        var fill = Color.white
        var outlineColor = Color(0x1A, 0x1A, 0x1A)
        var labelsFromZoom = 13
        var labelSize = ZoomValue([13: 10, 16: 12])
        var labelColor = Color(0x1A, 0x1A, 0x1A)
        var labelHalo = Color.white
    }

    struct Vehicles: Sendable, Equatable {
        var radius = ZoomValue([9: 3, 12: 5, 16: 9])
    }
}
