/// Angles in degrees on a circle, as bearings have them: clockwise from north.
public enum Angle {
    /// The angle brought into 0..<360.
    @inlinable
    public static func normalized(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // A negative one too small to be seen beside 360.
        return positive >= 360 ? 0 : positive
    }

    /// The turn from one angle to another the short way round: above −180, at most 180.
    @inlinable
    public static func turn(from: Double, to: Double) -> Double {
        let turn = normalized(to - from)
        return turn > 180 ? turn - 360 : turn
    }

    /// The angle `progress` of the way between two the short way round, in 0..<360.
    @inlinable
    public static func interpolated(from: Double, to: Double, _ progress: Double) -> Double {
        normalized(from + turn(from: from, to: to) * progress)
    }
}
