import Contract
import GeoJSON
import Geometry
import Motion
import StageKit

/// A line that vehicles move along.
final class WayLine {
    private let points: [Coordinate]
    /// The way to each point in metres on the mean sphere.
    private let metres: [Double]

    /// - Parameter points: two at least, no point twice in a row, no jump at the antimeridian.
    init(_ points: [Coordinate]) {
        self.points = points
        var metres = [0.0]
        for (from, to) in zip(points, points.dropFirst()) {
            metres.append(metres[metres.count - 1] + SphereCenter.metres(SphereCenter(from).offset(of: to)))
        }
        self.metres = metres
    }

    var length: Double { metres[metres.count - 1] }

    private func segment(at distance: Double) -> Int {
        var low = 0
        var high = points.count - 2
        while low < high {
            let middle = (low + high + 1) / 2
            if metres[middle] <= distance { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The place so many metres along; past its ends the line goes straight on, as a spring may overshoot them.
    func place(at distance: Double) -> Coordinate {
        let index = segment(at: distance)
        let length = metres[index + 1] - metres[index]
        let share = length > 0 ? (distance - metres[index]) / length : 0
        let from = points[index]
        let to = points[index + 1]
        let longitude = from.longitude + share * (to.longitude - from.longitude)
        return Coordinate(
            latitude: from.latitude + share * (to.latitude - from.latitude),
            longitude: abs(longitude) > 180 ? longitude - (longitude / 360).rounded() * 360 : longitude)
    }

    /// The direction of the line there, of length 1.
    func direction(at distance: Double) -> SphereOffset {
        let index = segment(at: distance)
        let offset = SphereCenter(points[index]).offset(of: points[index + 1])
        return offset.magnitude > 0 ? offset.scaled(by: 1 / offset.magnitude) : SphereOffset(east: 0, north: 1)
    }

    /// The places of the line that are nearest to a position within a limit: one of each stretch that is.
    /// - Returns: metres along, and metres beside.
    func near(_ place: Coordinate, within limit: Double) -> [(along: Double, beside: Double)] {
        let scale = Ellipsoid.metresPerDegree(atLatitude: place.latitude)
        var found: [(along: Double, beside: Double)] = []
        var best: (along: Double, beside: Double)?
        for index in 0..<(points.count - 1) {
            // In the plane about the position, on whichever side of the antimeridian.
            let degrees = points[index].longitude - place.longitude
            let x = (degrees - (degrees / 360).rounded() * 360) * scale.longitude
            let y = (points[index].latitude - place.latitude) * scale.latitude
            let dx = (points[index + 1].longitude - points[index].longitude) * scale.longitude
            let dy = (points[index + 1].latitude - points[index].latitude) * scale.latitude
            let square = dx * dx + dy * dy
            let share = square > 0 ? min(1, max(0, -(x * dx + y * dy) / square)) : 0
            let beside = ((x + share * dx) * (x + share * dx) + (y + share * dy) * (y + share * dy)).squareRoot()
            if beside <= limit {
                if best.map({ beside < $0.beside }) ?? true {
                    best = (metres[index] + share * (metres[index + 1] - metres[index]), beside)
                }
            } else if let ended = best {
                found.append(ended)
                best = nil
            }
        }
        if let best { found.append(best) }
        return found
    }
}

/// The lines of `--along`, by the trips and routes that they are of.
final class Ways {
    private var byTrip: [String: [WayLine]] = [:]
    private var byRoute: [String: [WayLine]] = [:]

    var isEmpty: Bool { byTrip.isEmpty && byRoute.isEmpty }

    func add(_ line: WayLine, trip: String?, route: String?) {
        if let trip { byTrip[trip, default: []].append(line) }
        if trip == nil, let route { byRoute[route, default: []].append(line) }
    }

    /// The lines of a trip, else of a route.
    func lines(trip: String?, route: String?) -> [WayLine] {
        trip.flatMap { byTrip[$0] } ?? route.flatMap { byRoute[$0] } ?? []
    }

    /// The way from a place to another along one of some lines.
    ///
    /// - Parameter known: the line on which the vehicle is, and how far along it.
    /// - Returns: nil unless both lie near one line, the second not behind.
    static func way(
        from place: Coordinate, on known: (line: WayLine, metres: Double)?, to next: Coordinate, along lines: [WayLine]
    ) -> (line: WayLine, from: Double, to: Double)? {
        guard !lines.isEmpty else { return nil }
        let straight = SphereCenter.metres(SphereCenter(place).offset(of: next))
        var best: (line: WayLine, from: Double, to: Double, cost: Double)?
        for line in lines {
            let ends = line.near(next, within: UsualMotion.alongMetres)
            guard !ends.isEmpty else { continue }
            let starts =
                known?.line === line
                ? [(along: known?.metres ?? 0, beside: 0)] : line.near(place, within: UsualMotion.alongMetres)
            for start in starts {
                for end in ends {
                    let length = end.along - start.along
                    guard length >= 0, length <= straight * UsualMotion.detour.factor + UsualMotion.detour.metres else {
                        continue
                    }
                    // Nearness decides; of two places as near, as where a line runs back, the shorter way.
                    let cost = start.beside + end.beside + length / 100
                    if best.map({ cost < $0.cost }) ?? true { best = (line, start.along, end.along, cost) }
                }
            }
        }
        return best.map { ($0.line, $0.from, $0.to) }
    }
}

/// Reads the lines that vehicles move along.
struct WaysReader: RecordStage {
    let tables = [Tables.Polylines.name]
    let columns: [any AnyColumn] = [
        Tables.Feature.columns.properties, Tables.Feature.columns.geometry, Tables.Polylines.columns.tripID,
        Tables.Polylines.columns.routeID,
    ]
    private let properties = ColumnScanner([Tables.Polylines.columns.tripID, Tables.Polylines.columns.routeID])
    let ways = Ways()

    mutating func process(_ record: Record) throws {
        guard let geometry = FeatureGeometry(record[Tables.Feature.columns.geometry]) else { return }
        properties.scan(record[Tables.Feature.columns.properties])
        for line in geometry.lines {
            ways.add(
                WayLine(line.coordinates), trip: properties.value(Tables.Polylines.columns.tripID),
                route: properties.value(Tables.Polylines.columns.routeID))
        }
    }

    mutating func finish() throws {}
}
