import Networks

/// Lines and stops, and how they hang together whatever the zoom: what is worked out once for all tiles.
struct WayNetwork: Sendable {
    let lines: [NetworkLine]
    let stops: [NetworkStop]
    /// Pieces of way among the lines, with their routes.
    let ways: NetworkWays
    /// By stop, where it lies across pieces of way.
    let bars: [[StationBars.Bar]]

    init(_ lines: [NetworkLine], _ stops: [NetworkStop]) {
        self.lines = lines
        self.stops = stops
        ways = NetworkWays(lines)
        bars = StationBars(stops, on: ways).bars
    }
}
