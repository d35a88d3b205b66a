import Geometry
import Platform

/// Where stations lie across the ways that their routes run on.
///
/// Of a station each platform looks for the pieces near it on which its routes run; of these as many are taken as all its
/// routes ask for, those of the most routes first and the nearest of these.
public struct StationBars: Sendable {
    /// A place on a piece of way.
    public struct Bar: Sendable, Equatable {
        /// Its place among the network's pieces.
        public let piece: Int
        /// Of the piece's length, from its first position.
        public let share: Double
        public let coordinate: Coordinate
        /// Degrees clockwise from north: the direction that the piece has there.
        public let bearing: Double
    }

    /// By stop, in their order; none for one that lies at no piece of its routes.
    public let bars: [[Bar]]

    /// Metres between a platform and the way of its routes, at most. Shapes are drawn along streets, and platforms of rail
    /// lie beside the tracks; a station's entrance hall may be further.
    static let reach = 120.0
    /// Metres by which a way of a platform's routes may lie further off than the nearest one.
    private static let beside = 30.0
    /// A station has no more bars than that.
    private static let most = 4

    private struct Foot {
        var distance: Double
        var along: Double
    }

    public init(_ stops: [NetworkStop], on ways: NetworkWays) {
        guard !ways.pieces.isEmpty else {
            bars = Array(repeating: [], count: stops.count)
            return
        }
        let lines = ways.pieces.map { MeasuredLine($0.path.coordinates) }
        var index = SegmentIndex()
        for (piece, line) in lines.enumerated() {
            for (vertex, (from, to)) in zip(line.coordinates, line.coordinates.dropFirst()).enumerated() {
                index.append(SegmentIndex.Segment(from: from, to: to, line: Int32(piece), vertex: Int32(vertex)))
            }
        }
        var routes: [RouteName: Int] = [:]
        for (place, route) in ways.routes.enumerated() {
            routes[RouteName(feed: route.feedID, route: route.facts.routeID)] = place
        }
        bars = stops.map { stop in
            StationBars.bars(of: stop, ways, lines, index) { routes[RouteName(feed: stop.feedID, route: $0)] }
        }
    }

    private struct RouteName: Hashable {
        let feed: String?
        let route: String
    }

    private static func bars(
        of stop: NetworkStop, _ ways: NetworkWays, _ lines: [MeasuredLine], _ index: SegmentIndex,
        _ route: (String) -> Int?
    ) -> [Bar] {
        struct Candidate {
            var routes: Set<Int>
            /// The nearest place of each platform that lies there.
            var feet: [Foot]
            var distance: Double { feet.lazy.map(\.distance).min() ?? .infinity }
        }
        var candidates: [Int: Candidate] = [:]
        let places =
            stop.isStation ? stop.platforms.map { ($0.coordinate, $0.routeIDs) } : [(stop.coordinate, stop.routeIDs)]
        for (coordinate, routeIDs) in places {
            let wanted = Set(routeIDs.compactMap(route))
            guard !wanted.isEmpty else { continue }
            let near = feet(of: coordinate, index, lines)
            let bearers = near.compactMap { piece, foot -> (piece: Int, foot: Foot, routes: Set<Int>)? in
                let own = wanted.filter { ways.place(of: $0, on: piece) != nil }
                return own.isEmpty ? nil : (piece, foot, own)
            }
            let nearest = bearers.lazy.map(\.foot.distance).min() ?? 0
            for (piece, foot, own) in bearers where foot.distance <= nearest + beside {
                candidates[piece, default: Candidate(routes: [], feet: [])].routes.formUnion(own)
                candidates[piece]?.feet.append(foot)
            }
        }
        var bars: [Bar] = []
        var missing = candidates.values.reduce(into: Set<Int>()) { $0.formUnion($1.routes) }
        while !missing.isEmpty, bars.count < most {
            var best: (piece: Int, count: Int, distance: Double)?
            for (piece, candidate) in candidates.sorted(by: { $0.key < $1.key }) {
                let count = candidate.routes.intersection(missing).count
                guard count > 0 else { continue }
                let isBetter =
                    best.map { count > $0.count || count == $0.count && candidate.distance < $0.distance } ?? true
                if isBetter { best = (piece, count, candidate.distance) }
            }
            guard let best, let candidate = candidates[best.piece] else { break }
            missing.subtract(candidate.routes)
            candidates[best.piece] = nil
            // Platforms on both sides of the tracks lie at the place between them.
            let along = candidate.feet.map(\.along).reduce(0, +) / Double(candidate.feet.count)
            let line = lines[best.piece]
            guard let coordinate = line.coordinate(at: along), line.length > 0 else { continue }
            bars.append(
                Bar(
                    piece: best.piece, share: along / line.length, coordinate: coordinate,
                    bearing: bearing(of: line, at: along)))
        }
        return bars
    }

    private static func bearing(of line: MeasuredLine, at along: Double) -> Double {
        guard let from = line.coordinate(at: max(0, along - 1)), let to = line.coordinate(at: along + 1) else {
            return 0
        }
        let scale = Ellipsoid.metresPerDegree(atLatitude: from.latitude)
        let degrees =
            atan2(
                (to.longitude - from.longitude) * scale.longitude, (to.latitude - from.latitude) * scale.latitude)
            * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// The nearest place of each piece that comes near a position, by piece.
    private static func feet(
        of position: Coordinate, _ index: SegmentIndex, _ lines: [MeasuredLine]
    ) -> [(piece: Int, foot: Foot)] {
        var found: [Int: Foot] = [:]
        let scale = Ellipsoid.metresPerDegree(atLatitude: position.latitude)
        for turn in [-360.0, 0, 360] {
            let here = Coordinate(latitude: position.latitude, longitude: position.longitude + turn)
            index.forEach(in: SegmentIndex.Box(here, here).widened(by: reach)) { number in
                let segment = index.segments[number]
                let x = (segment.from.longitude - here.longitude) * scale.longitude
                let y = (segment.from.latitude - here.latitude) * scale.latitude
                let width = (segment.to.longitude - segment.from.longitude) * scale.longitude
                let height = (segment.to.latitude - segment.from.latitude) * scale.latitude
                let squared = width * width + height * height
                let share = squared > 0 ? max(0, min(1, -(x * width + y * height) / squared)) : 0
                let (east, north) = (x + share * width, y + share * height)
                let distance = (east * east + north * north).squareRoot()
                let piece = Int(segment.line)
                guard distance <= reach, distance < found[piece]?.distance ?? .infinity else { return true }
                let line = lines[piece]
                let vertex = Int(segment.vertex)
                found[piece] = Foot(
                    distance: distance,
                    along: line.distances[vertex] + share * (line.distances[vertex + 1] - line.distances[vertex]))
                return true
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
