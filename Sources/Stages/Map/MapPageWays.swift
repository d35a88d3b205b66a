import Networks

/// The lines of a page as it counts them: those of one route, then pieces of way; and where stops lie across these.
struct MapPageWays {
    enum Line {
        case single(NetworkLine)
        /// By its place among the network's pieces.
        case piece(Int)
    }

    struct Capsule {
        /// The piece's place among the lines.
        let line: Int
        let bar: StationBars.Bar
    }

    let network: NetworkWays
    let lines: [Line]
    private let first: Int
    private let stations: StationBars

    init(_ model: MapModel, _ stops: [NetworkStop]) {
        network = model.ways
        let single = model.lines.filter(\.routes.isEmpty)
        first = single.count
        lines = single.map(Line.single) + network.pieces.indices.map(Line.piece)
        stations = StationBars(stops, on: network)
    }

    /// Ends of pieces as numbers: twice the line's place, and 1 more for its last position.
    func ends(_ ends: [NetworkWays.End]) -> [Int] { ends.map { 2 * (first + $0.piece) + ($0.isFirst ? 0 : 1) } }

    func capsules(of stop: Int) -> [Capsule] { stations.bars[stop].map { Capsule(line: first + $0.piece, bar: $0) } }
}
