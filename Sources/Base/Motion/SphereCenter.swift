import Geometry
import Platform

/// A displacement on the sphere from a place: radians of arc towards east and north along the great circle that leaves
/// the place in that direction.
public struct SphereOffset: Animatable {
    public var east: Double
    public var north: Double

    @inlinable
    public init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    public static let zero = SphereOffset(east: 0, north: 0)

    @inlinable
    public static func + (left: SphereOffset, right: SphereOffset) -> SphereOffset {
        SphereOffset(east: left.east + right.east, north: left.north + right.north)
    }

    @inlinable
    public static func - (left: SphereOffset, right: SphereOffset) -> SphereOffset {
        SphereOffset(east: left.east - right.east, north: left.north - right.north)
    }

    @inlinable
    public func scaled(by factor: Double) -> SphereOffset {
        SphereOffset(east: east * factor, north: north * factor)
    }

    /// Radians of arc.
    @inlinable public var magnitude: Double { (east * east + north * north).squareRoot() }
}

/// Positions as offsets from a place on the sphere (the azimuthal equidistant projection; Snyder, Map Projections: A
/// Working Manual, §25). A straight line through the place is a great circle.
///
/// A vehicle that moves to the place is an offset that a spring or a curve reduces to 0.
public struct SphereCenter: Sendable {
    public let place: Coordinate
    private let sine: Double
    private let cosine: Double

    public init(_ place: Coordinate) {
        self.place = place
        sine = sin(place.latitude * .pi / 180)
        cosine = cos(place.latitude * .pi / 180)
    }

    /// Returns the offset of a position; the offset of the antipode points north.
    public func offset(of position: Coordinate) -> SphereOffset {
        if position == place { return .zero }
        let latitude = position.latitude * .pi / 180
        let difference = (position.longitude - place.longitude) * .pi / 180
        let (sin2, cos2) = (sin(latitude), cos(latitude))
        let east = cos2 * sin(difference)
        // cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ, without taking near numbers from each other.
        let half = sin(difference / 2)
        let north = sin((position.latitude - place.latitude) * .pi / 180) + 2 * sine * cos2 * half * half
        let across = (east * east + north * north).squareRoot()
        let along = sine * sin2 + cosine * cos2 * cos(difference)
        let arc = atan2(across, along)
        guard across > 0 else { return SphereOffset(east: 0, north: arc) }
        return SphereOffset(east: east / across * arc, north: north / across * arc)
    }

    /// Returns the position at an offset, with the longitude in −180...180.
    public func position(at offset: SphereOffset) -> Coordinate {
        let arc = offset.magnitude
        guard arc > 0 else { return place }
        let (sinArc, cosArc) = (sin(arc), cos(arc))
        let (east, north) = (offset.east / arc * sinArc, offset.north / arc * sinArc)
        let up = sine * cosArc + cosine * north
        let away = cosine * cosArc - sine * north
        let latitude = atan2(up, (away * away + east * east).squareRoot())
        let longitude = place.longitude + atan2(east, away) * 180 / .pi
        return Coordinate(
            latitude: latitude * 180 / .pi,
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }

    /// Returns the same movement relative to another place, with its velocity on the ground: for a vehicle that gets a
    /// new target while it moves.
    ///
    /// The velocity component along the great circle through the place is unchanged. The component across it is shorter
    /// on the ground than in the projection by sin r / r, where r is the arc.
    public func moved(_ movement: Movement<SphereOffset>, to other: SphereCenter) -> Movement<SphereOffset> {
        let position = position(at: movement.value)
        let offset = other.offset(of: position)
        // Directions at the position, from north clockwise, that lead away from each place.
        let here = direction(of: movement.value, at: position)
        let there = other.direction(of: offset, at: position)
        let velocity = movement.velocity
        let along = (velocity.east * here.inner.east + velocity.north * here.inner.north)
        let across = (velocity.east * here.inner.north - velocity.north * here.inner.east) * here.narrowing
        // The same vector on the ground, along and across the direction from the other place.
        let turn = (
            cosine: here.outer.east * there.outer.east + here.outer.north * there.outer.north,
            sine: here.outer.east * there.outer.north - here.outer.north * there.outer.east
        )
        let away = along * turn.cosine - across * turn.sine
        let beside = (along * turn.sine + across * turn.cosine) / there.narrowing
        return Movement(
            offset,
            velocity: SphereOffset(
                east: away * there.inner.east + beside * there.inner.north,
                north: away * there.inner.north - beside * there.inner.east))
    }

    /// The direction away from the place as seen from the place and from a position, and how much shorter than in the
    /// projection lengths across it are there.
    private func direction(
        of offset: SphereOffset, at position: Coordinate
    ) -> (inner: SphereOffset, outer: SphereOffset, narrowing: Double) {
        let arc = offset.magnitude
        guard arc > 1e-12 else {
            let north = SphereOffset(east: 0, north: 1)
            return (north, north, 1)
        }
        let inner = offset.scaled(by: 1 / arc)
        // Back to the place, turned round.
        let back = SphereCenter(position).offset(of: place)
        let length = back.magnitude
        guard length > 0 else { return (inner, inner, 1) }
        return (inner, back.scaled(by: -1 / length), max(1e-9, sin(arc) / arc))
    }

    /// Returns the initial course of the great circle to a position, in degrees clockwise from north, 0..<360.
    public func course(to position: Coordinate) -> Double {
        let offset = offset(of: position)
        return Angle.normalized(atan2(offset.east, offset.north) * 180 / .pi)
    }

    /// Metres on the mean sphere of an offset.
    public static func metres(_ offset: SphereOffset) -> Double { offset.magnitude * Ellipsoid.meanRadius }
}
