import Geometry

/// The pieces of way among lines, and the strands that routes are along them: where each lies, and where it runs on.
///
/// A strand's place counts from the left as the piece leads from its first to its last position.
public struct NetworkWays: Sendable {
    /// A route that runs along some piece.
    public struct Route: Sendable {
        public let feedID: String?
        /// What the first piece says of it; what it counts there is not of the route.
        public let facts: NetworkRoute
    }

    /// An end of a piece.
    public struct End: Hashable, Sendable {
        /// Its place in `pieces`.
        public let piece: Int
        /// Whether it is the piece's first position, not its last.
        public let isFirst: Bool
    }

    /// A route along a piece.
    public struct Strand: Sendable {
        /// Its place in `routes`.
        public let route: Int
        /// Rows of trips along the piece.
        public let tripCount: Int?
        public let runs: Int?
        /// The ends of other pieces on which it runs on at the piece's first position, in their order.
        public internal(set) var from: [End] = []
        /// The same at its last position.
        public internal(set) var to: [End] = []
    }

    /// A piece of way that does not stop in between.
    public struct Piece: Sendable {
        /// Its place among the lines.
        public let line: Int
        /// Unwrapped.
        public let path: Polyline
        /// From left to right.
        public internal(set) var strands: [Strand]
    }

    /// Where a route runs on from one piece to another: a strand at an end of either.
    public struct Link: Sendable {
        public let one: End
        public let other: End
        /// The strand's place on either piece.
        public let place: Int
        public let otherPlace: Int
    }

    public let routes: [Route]
    /// In the order of the lines; none of a line without routes.
    public let pieces: [Piece]

    /// By piece and route the strand's place.
    private let places: [StrandName: Int]

    private struct StrandName: Hashable {
        let piece: Int
        let route: Int
    }

    private struct Name: Hashable {
        let feed: String?
        let name: String
    }

    /// What a line says: that a route runs on from one of its ends to another line.
    private struct Claim: Hashable {
        let line: Int
        let isFirst: Bool
        let route: Int
        let other: Int
    }

    public init(_ lines: [NetworkLine]) {
        var routes: [Route] = []
        var routePlaces: [Name: Int] = [:]
        var pieces: [Piece] = []
        var places: [StrandName: Int] = [:]
        /// By line, where its first piece begins and its last one ends.
        var ends: [Int: (first: End, last: End)] = [:]
        var named: [Name: Int] = [:]
        for (number, line) in lines.enumerated() where !line.routes.isEmpty {
            var strands: [Strand] = []
            var known: Set<Int> = []
            for route in line.routes {
                let key = Name(feed: line.feedID, name: route.routeID)
                let place = routePlaces[key] ?? routes.count
                if place == routes.count {
                    routePlaces[key] = place
                    routes.append(Route(feedID: line.feedID, facts: route))
                }
                guard known.insert(place).inserted else { continue }
                strands.append(Strand(route: place, tripCount: route.tripCount, runs: route.runs))
            }
            let first = pieces.count
            for path in NetworkWays.joined(line.parts) {
                for (place, strand) in strands.enumerated() {
                    places[StrandName(piece: pieces.count, route: strand.route)] = place
                }
                pieces.append(Piece(line: number, path: path, strands: strands))
            }
            guard first < pieces.count else { continue }
            ends[number] = (End(piece: first, isFirst: true), End(piece: pieces.count - 1, isFirst: false))
            if let id = line.polylineID { named[Name(feed: line.feedID, name: id)] = number }
        }
        var claims: [Claim] = []
        for (number, line) in lines.enumerated() where ends[number] != nil {
            for route in line.routes {
                guard let place = routePlaces[Name(feed: line.feedID, name: route.routeID)] else { continue }
                for (isFirst, names) in [(true, route.fromPieces), (false, route.toPieces)] {
                    for name in names {
                        guard let other = named[Name(feed: line.feedID, name: name)] else { continue }
                        claims.append(Claim(line: number, isFirst: isFirst, route: place, other: other))
                    }
                }
            }
        }
        let made = Set(claims)
        for claim in claims {
            guard let own = ends[claim.line], let there = ends[claim.other] else { continue }
            let node = claim.isFirst ? lines[claim.line].fromNode : lines[claim.line].toNode
            let end = claim.isFirst ? own.first : own.last
            guard let place = places[StrandName(piece: end.piece, route: claim.route)] else { continue }
            for isFirst in [true, false] {
                // A piece that leads back to its own node has both ends there; its record tells which is meant.
                let back = Claim(line: claim.other, isFirst: isFirst, route: claim.route, other: claim.line)
                guard made.contains(back),
                    node == (isFirst ? lines[claim.other].fromNode : lines[claim.other].toNode)
                else { continue }
                let other = isFirst ? there.first : there.last
                if claim.isFirst {
                    pieces[end.piece].strands[place].from.append(other)
                } else {
                    pieces[end.piece].strands[place].to.append(other)
                }
            }
        }
        self.routes = routes
        self.pieces = pieces
        self.places = places
    }

    /// Parts that go on where the one before ends are one: a line is cut at the antimeridian in a record.
    private static func joined(_ parts: [Polyline]) -> [Polyline] {
        var joined: [Polyline] = []
        for part in parts {
            guard let last = joined.last?.coordinates.last, let first = part.coordinates.first else {
                joined.append(part)
                continue
            }
            let turns = ((last.longitude - first.longitude) / 360).rounded() * 360
            guard abs(first.longitude + turns - last.longitude) < 1e-6, abs(first.latitude - last.latitude) < 1e-6
            else {
                joined.append(part)
                continue
            }
            joined[joined.count - 1].coordinates += part.coordinates.dropFirst().map {
                Coordinate(latitude: $0.latitude, longitude: $0.longitude + turns)
            }
        }
        return joined
    }

    /// The place of a route's strand on a piece; nil where it does not run.
    public func place(of route: Int, on piece: Int) -> Int? { places[StrandName(piece: piece, route: route)] }

    // MARK: Side by side

    /// How many strands are as wide as they are alone; where there are more they share that width.
    public static let widest = 6

    /// The share of its width that a strand has where so many lie side by side.
    public static func width(of count: Int) -> Double { count > widest ? Double(widest) / Double(count) : 1 }

    /// How far right of the way's middle a strand lies, in widths of a strand alone.
    public static func offset(_ place: Int, of count: Int) -> Double {
        (Double(place) - Double(count - 1) / 2) * width(of: count)
    }

    public func offset(_ place: Int, on piece: Int) -> Double {
        NetworkWays.offset(place, of: pieces[piece].strands.count)
    }

    public func width(on piece: Int) -> Double { NetworkWays.width(of: pieces[piece].strands.count) }

    /// All links, each once.
    public var links: [Link] {
        var links: [Link] = []
        for (number, piece) in pieces.enumerated() {
            for (place, strand) in piece.strands.enumerated() {
                for (isFirst, ends) in [(true, strand.from), (false, strand.to)] {
                    let one = End(piece: number, isFirst: isFirst)
                    for other in ends where (one.piece, one.isFirst ? 0 : 1) < (other.piece, other.isFirst ? 0 : 1) {
                        guard let otherPlace = self.place(of: strand.route, on: other.piece) else { continue }
                        links.append(Link(one: one, other: other, place: place, otherPlace: otherPlace))
                    }
                }
            }
        }
        return links
    }

    /// The offset that a strand has at an end for one who comes along the piece to it, and for one who leaves it there:
    /// the sign turns where the piece leads the other way.
    public func offset(_ place: Int, arrivingAt end: End) -> Double {
        let offset = offset(place, on: end.piece)
        return end.isFirst ? -offset : offset
    }

    public func offset(_ place: Int, leaving end: End) -> Double { -offset(place, arrivingAt: end) }
}
