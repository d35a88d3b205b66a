import Containers

/// A place in the city: metres east (`x`) and north (`y`) of its centre.
struct Place: Equatable {
    var x: Double
    var y: Double

    func distance(to other: Place) -> Double {
        let (east, north) = (other.x - x, other.y - y)
        return (east * east + north * north).squareRoot()
    }
}

/// The few functions the city needs beyond + − × ÷ and the square root, built from those.
///
/// IEEE 754 rounds those five the same on every machine; a C library's sine it does not, and the same seed has to give
/// the same bytes. Errors are below 10⁻⁹.
enum Trigonometry {
    static let pi = 3.141592653589793

    static func sine(_ angle: Double) -> Double {
        let turns = (angle / (2 * pi)).rounded()
        var x = angle - turns * 2 * pi
        if x > pi / 2 { x = pi - x } else if x < -pi / 2 { x = -pi - x }
        // Taylor's series, whose next term is below 10⁻¹² here.
        let square = x * x
        var sum = 0.0
        var term = x
        var n = 1.0
        for _ in 0..<9 {
            sum += term
            term *= -square / ((n + 1) * (n + 2))
            n += 2
        }
        return sum
    }

    static func cosine(_ angle: Double) -> Double { sine(angle + pi / 2) }

    /// The angle of a direction from −π to π, from the x axis towards the y axis.
    static func arctangent(y: Double, x: Double) -> Double {
        if x == 0, y == 0 { return 0 }
        if y.magnitude > x.magnitude {
            return y > 0 ? pi / 2 - arctangent(y: x, x: y) : -pi / 2 - arctangent(y: -x, x: -y)
        }
        if x < 0 { return (y < 0 ? -pi : pi) + arctangent(y: -y, x: -x) }
        // Halving the angle twice leaves a slope of at most 0.2.
        var slope = y / x
        for _ in 0..<2 { slope /= 1 + (1 + slope * slope).squareRoot() }
        let square = slope * slope
        var sum = 0.0
        var power = slope
        for n in 0..<8 {
            sum += power / Double(2 * n + 1)
            power *= -square
        }
        return 4 * sum
    }
}

/// Where the city lies: a plain in Queensland that has no city.
enum Location {
    private static let latitude = -25.28
    private static let longitude = 150.24
    /// Metres of a degree of latitude on a sphere of 6371 km, the mean radius that GTFS consumers use.
    private static let degree = Trigonometry.pi / 180 * 6_371_000
    private static let longitudeDegree = degree * Trigonometry.cosine(latitude * Trigonometry.pi / 180)

    static func latitude(_ place: Place) -> Double { latitude + place.y / degree }
    static func longitude(_ place: Place) -> Double { longitude + place.x / longitudeDegree }
}

/// A line through the city that is measured from its beginning in metres.
struct Path {
    let places: [Place]
    let distances: [Double]

    /// - Parameter places: at least two, no two in a row the same.
    init(_ places: [Place]) {
        self.places = places
        var distances = [0.0]
        for index in 1..<places.count {
            distances.append(distances[index - 1] + places[index - 1].distance(to: places[index]))
        }
        self.distances = distances
    }

    var length: Double { distances[distances.count - 1] }

    func reversed() -> Path { Path(places.reversed()) }

    /// The place a distance from the beginning; the ends for what is past them.
    func place(at distance: Double) -> Place {
        let high = (1..<places.count - 1).firstPlace { distances[$0] > distance }
        let low = high - 1
        let share = max(0, min(1, (distance - distances[low]) / (distances[high] - distances[low])))
        let (from, to) = (places[low], places[high])
        return Place(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
    }

    /// The unit vector of travel around a distance.
    func direction(at distance: Double) -> Place {
        let middle = max(10, min(length - 10, distance))
        let (from, to) = (place(at: middle - 10), place(at: middle + 10))
        let span = max(from.distance(to: to), 1e-6)
        return Place(x: (to.x - from.x) / span, y: (to.y - from.y) / span)
    }

    /// The bearing of travel at a distance: degrees clockwise from north, 0 to below 360.
    func bearing(at distance: Double) -> Double {
        let direction = direction(at: distance)
        let degrees = Trigonometry.arctangent(y: direction.x, x: direction.y) * 180 / Trigonometry.pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// The place beside the line, on the left of travel.
    func roadside(at distance: Double, metres: Double) -> Place {
        let (place, direction) = (place(at: distance), direction(at: distance))
        return Place(x: place.x - direction.y * metres, y: place.y + direction.x * metres)
    }
}
