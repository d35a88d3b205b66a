/// Functions on angles in degrees, clockwise from north as in bearings.
public enum Angle {
    /// Returns the equivalent angle in 0..<360.
    @inlinable
    public static func normalized(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // The rest was a negative number too small to change 360.
        return positive >= 360 ? 0 : positive
    }

    /// Returns the shorter turn from one angle to another: above −180, at most 180.
    @inlinable
    public static func turn(from: Double, to: Double) -> Double {
        let turn = normalized(to - from)
        return turn > 180 ? turn - 360 : turn
    }

    /// Returns the angle at a fraction `progress` of the shorter turn between two angles, in 0..<360.
    @inlinable
    public static func interpolated(from: Double, to: Double, _ progress: Double) -> Double {
        normalized(from + turn(from: from, to: to) * progress)
    }
}
