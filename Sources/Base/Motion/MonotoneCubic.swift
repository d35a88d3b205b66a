/// A distance that grows from 0 to a length, by a cubic that never turns back and keeps its speed from one piece to the
/// next.
///
/// A cubic between two values is monotone if its slopes at both ends are at most three times the mean slope (Fritsch and
/// Carlson, SIAM Journal on Numerical Analysis 17, 1980). Slopes beyond that are reduced to it.
public struct MonotoneCubic: Sendable, Equatable {
    /// The distance covered, 0 or more.
    public let length: Double
    /// Seconds, above 0.
    public let duration: Double
    public let startSpeed: Double
    public let endSpeed: Double

    /// - Parameters:
    ///   - length: the distance; 0 if it is negative.
    ///   - duration: seconds, above 0.
    ///   - startSpeed: the speed at the beginning, reduced to 0 … 3 × length / duration.
    ///   - endSpeed: the speed at the end, reduced in the same way.
    public init(length: Double, duration: Double, startSpeed: Double, endSpeed: Double) {
        self.length = max(0, length)
        self.duration = duration
        let limit = duration > 0 ? 3 * self.length / duration : 0
        self.startSpeed = min(max(startSpeed, 0), limit)
        self.endSpeed = min(max(endSpeed, 0), limit)
    }

    /// Returns the distance covered and the speed at a time in seconds since the beginning.
    public func movement(at time: Double) -> Movement<Double> {
        guard duration > 0, time < duration else { return Movement(length) }
        guard time > 0 else { return Movement(0, velocity: startSpeed) }
        let share = time / duration
        let start = startSpeed * duration
        let end = endSpeed * duration
        // Hermite's form: share³ (start + end − 2 length) + share² (3 length − 2 start − end) + share · start.
        let cubic = start + end - 2 * length
        let square = 3 * length - 2 * start - end
        return Movement(
            min(length, max(0, ((cubic * share + square) * share + start) * share)),
            velocity: max(0, ((3 * cubic * share + 2 * square) * share + start) / duration))
    }

    /// Returns the speed at the knot between two pieces: the weighted harmonic mean of their mean speeds, which is at
    /// most three times either of them; 0 if one of the pieces has no length or no duration.
    ///
    /// - Parameter turn: the cosine of the angle between the directions of the pieces at the knot. Up to 60° the speed
    ///   is kept; from there it falls, to 0 at 120°.
    public static func speed(
        between before: (length: Double, duration: Double), and after: (length: Double, duration: Double), turn: Double
    ) -> Double {
        guard before.length > 0, before.duration > 0, after.length > 0, after.duration > 0 else { return 0 }
        let first = 2 * after.duration + before.duration
        let second = after.duration + 2 * before.duration
        let mean =
            (first + second) / (first * before.duration / before.length + second * after.duration / after.length)
        return mean * min(1, max(0, 0.5 + turn))
    }
}
