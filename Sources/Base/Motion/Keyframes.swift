/// A value to reach after a duration, and the way to move there.
public struct Keyframe<Value: Animatable>: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// Linear interpolation from the previous value.
        case linear
        /// A cubic Hermite curve. A missing velocity is the Catmull-Rom slope, from the previous value to the next one,
        /// so that the motion has no corners.
        case cubic(startVelocity: Value?, endVelocity: Value?)
        /// A spring that keeps the current velocity; nil is critically damped, with the keyframe's duration as
        /// response. If the keyframe before is a spring too, this one changes from that spring to its own in `blend`
        /// seconds.
        case spring(Spring?, blend: Double = 0)
        /// A jump at the end of the keyframe's duration.
        case move
    }

    public var value: Value
    /// The seconds since the previous keyframe.
    public var duration: Double
    public var kind: Kind

    /// Creates a keyframe.
    ///
    /// - Parameters:
    ///   - value: the value at the end of the keyframe.
    ///   - duration: seconds, 0 or more.
    ///   - kind: how the value moves there from the previous keyframe.
    public init(_ value: Value, duration: Double, _ kind: Kind = .cubic(startVelocity: nil, endVelocity: nil)) {
        self.value = value
        self.duration = duration
        self.kind = kind
    }
}

/// One animated property with its keyframes. Several tracks may run in parallel, each with its own times.
public struct KeyframeTrack<Value: Animatable>: Sendable {
    private struct Segment {
        var start: Double
        var duration: Double
        var from: Movement<Value>
        var to: Value
        var endVelocity: Value
        var kind: Keyframe<Value>.Kind
        /// The spring that the keyframe is, and the change to it from the one before.
        var spring: Spring?
        var blended: BlendedSpring?
    }

    public let initial: Value
    /// Seconds.
    public let duration: Double
    private let segments: [Segment]

    /// Creates a track from an initial value and keyframes.
    ///
    /// - Parameters:
    ///   - initial: the value at time 0.
    ///   - keyframes: in order; negative or undefined durations count as 0 seconds.
    public init(from initial: Value, _ keyframes: [Keyframe<Value>]) {
        self.initial = initial
        let durations = keyframes.map { $0.duration.isFinite ? max(0, $0.duration) : 0 }
        let values = [initial] + keyframes.map(\.value)
        /// The slope between the neighbours of a value; at the ends that of the only piece.
        func slope(_ place: Int) -> Value {
            let before = max(0, place - 1)
            let after = min(values.count - 1, place + 1)
            let time = durations[before..<after].reduce(0, +)
            return time > 0 ? (values[after] - values[before]).scaled(by: 1 / time) : .zero
        }
        var segments: [Segment] = []
        var time = 0.0
        var state = Movement(initial)
        for (place, keyframe) in keyframes.enumerated() {
            var segment = Segment(
                start: time, duration: durations[place], from: state, to: keyframe.value, endVelocity: .zero,
                kind: keyframe.kind)
            if case .spring(let given, let blend) = keyframe.kind {
                let spring = given ?? Spring(response: segment.duration, dampingFraction: 1)
                segment.spring = spring
                if let spring, let before = segments.last?.spring {
                    segment.blended = Curve.spring(spring, blend: blend).blended(after: .spring(before))
                }
            }
            if case .cubic(let start, let end) = keyframe.kind {
                // A spring that is still under way goes on as it is.
                var isAfterSpring = false
                if place > 0, case .spring = keyframes[place - 1].kind { isAfterSpring = true }
                segment.from.velocity = start ?? (isAfterSpring ? state.velocity : slope(place))
                segment.endVelocity = end ?? slope(place + 1)
            }
            segments.append(segment)
            time += segment.duration
            state = KeyframeTrack.movement(segment, after: segment.duration)
        }
        self.segments = segments
        duration = time
    }

    /// Returns the value at a time in seconds since the start; after the end, the last value.
    public func value(at time: Double) -> Value { movement(at: time).value }

    /// Returns value and velocity at a time in seconds since the start.
    public func movement(at time: Double) -> Movement<Value> {
        guard let last = segments.last else { return Movement(initial) }
        guard time < duration else { return Movement(last.to) }
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].start <= time { low = middle } else { high = middle - 1 }
        }
        return KeyframeTrack.movement(segments[low], after: max(0, time - segments[low].start))
    }

    private static func movement(_ segment: Segment, after time: Double) -> Movement<Value> {
        let way = segment.to - segment.from.value
        switch segment.kind {
        case .spring(let given, _):
            guard segment.duration > 0 || given != nil else { return Movement(segment.to) }
            guard let blended = segment.blended else {
                return (segment.spring ?? .interactive).movement(from: segment.from, to: segment.to, at: time)
            }
            let left = blended.displacement(
                from: Movement(segment.from.value - segment.to, velocity: segment.from.velocity), at: time)
            return Movement(segment.to + left.value, velocity: left.velocity)
        case .move:
            return Movement(time < segment.duration ? segment.from.value : segment.to)
        case .linear:
            guard segment.duration > 0 else { return Movement(segment.to) }
            return Movement(
                segment.from.value + way.scaled(by: min(1, time / segment.duration)),
                velocity: way.scaled(by: 1 / segment.duration))
        case .cubic:
            guard segment.duration > 0 else { return Movement(segment.to) }
            let length = segment.duration
            let s = min(1, time / length)
            // The basis of Hermite and its derivative.
            let start = segment.from.velocity.scaled(by: length * s * (1 - s) * (1 - s))
            let end = segment.endVelocity.scaled(by: -length * s * s * (1 - s))
            let value = segment.from.value + way.scaled(by: s * s * (3 - 2 * s)) + start + end
            let velocity =
                way.scaled(by: 6 * s * (1 - s) / length)
                + segment.from.velocity.scaled(by: (1 - s) * (1 - 3 * s))
                + segment.endVelocity.scaled(by: s * (3 * s - 2))
            return Movement(value, velocity: velocity)
        }
    }
}
