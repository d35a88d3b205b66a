import Platform

/// A damped oscillator of mass 1, computed with a closed formula: x″ + 2ζω·x′ + ω²·x = 0, where x is the displacement
/// from the target.
///
/// The state at any time follows from the start state alone (Landau and Lifshitz, Mechanics, §25), so frames can be
/// computed in any order and at any distance.
public struct Spring: Sendable, Equatable {
    /// The period of an undamped oscillation in seconds, 2π/ω; above 0.
    public let response: Double
    /// The damping fraction ζ: 0 oscillates forever, below 1 overshoots, 1 is critically damped, above 1 approaches
    /// slowly.
    public let dampingFraction: Double

    /// - Parameters:
    ///   - response: the period in seconds.
    ///   - dampingFraction: ζ.
    /// - Returns: nil unless `response` is in 1e-6...1e6 and `dampingFraction` in 0...1e6; beyond these limits the
    ///   formulas lose precision.
    public init?(response: Double, dampingFraction: Double) {
        guard (1e-6...1e6).contains(response), (0...1e6).contains(dampingFraction) else { return nil }
        self.init(checked: response, dampingFraction)
    }

    private init(checked response: Double, _ dampingFraction: Double) {
        self.response = response
        self.dampingFraction = dampingFraction
    }

    /// Creates a spring from perceived duration and bounce: `response` is the duration; a bounce of 0 is critically
    /// damped, 1 oscillates forever, negative values are overdamped: ζ = 1 − bounce, or 1 / (1 + bounce) below 0.
    /// - Parameters:
    ///   - duration: seconds, above 0.
    ///   - bounce: above −1, at most 1.
    public init?(duration: Double, bounce: Double) {
        guard bounce > -1, bounce <= 1 else { return nil }
        self.init(response: duration, dampingFraction: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    }

    /// Creates a spring from stiffness and damping, for mass 1: ω = √stiffness, ζ = damping / 2ω.
    /// - Parameters:
    ///   - stiffness: k in 1/s², above 0.
    ///   - damping: c in 1/s, 0 or more.
    public init?(stiffness: Double, damping: Double) {
        guard stiffness > 0 else { return nil }
        let frequency = stiffness.squareRoot()
        self.init(response: 2 * .pi / frequency, dampingFraction: damping / (2 * frequency))
    }

    /// A spring for motion that follows a finger or a feed: response 0.15 s, ζ 0.86.
    public static let interactive = Spring(checked: 0.15, 0.86)

    /// The angular frequency ω in radians per second.
    @inlinable public var angularFrequency: Double { 2 * .pi / response }
    /// The stiffness k = (2π / response)² for mass 1, in 1/s².
    @inlinable public var stiffness: Double { angularFrequency * angularFrequency }
    /// The damping c = 4πζ / response for mass 1, in 1/s.
    @inlinable public var damping: Double { 2 * dampingFraction * angularFrequency }
    /// The perceived duration in seconds: the response.
    @inlinable public var duration: Double { response }
    /// The bounce: 1 − ζ, or 1/ζ − 1 if ζ is above 1.
    @inlinable public var bounce: Double { dampingFraction <= 1 ? 1 - dampingFraction : 1 / dampingFraction - 1 }

    /// The state of a spring after a fixed time as two factors, which apply to each animated property, so that a frame
    /// computes them only once.
    public struct Propagator: Sendable {
        /// e^(−ζωt) · cos ω′t, with ω′ = ω√(1−ζ²); the hyperbolic functions where ζ is above 1.
        let cosine: Double
        /// e^(−ζωt) · sin ω′t / ω′.
        let sine: Double
        /// ζω and ω².
        let decay: Double
        let stiffness: Double

        /// Returns displacement and velocity at the propagator's time.
        ///
        /// - Parameter start: displacement from the target and velocity at time 0.
        public func callAsFunction<Value: Animatable>(_ start: Movement<Value>) -> Movement<Value> {
            Movement(displacement(start), velocity: velocity(start))
        }

        func displacement<Value: Animatable>(_ start: Movement<Value>) -> Value {
            start.value.scaled(by: cosine + decay * sine) + start.velocity.scaled(by: sine)
        }

        func velocity<Value: Animatable>(_ start: Movement<Value>) -> Value {
            start.velocity.scaled(by: cosine - decay * sine) - start.value.scaled(by: stiffness * sine)
        }
    }

    /// Returns the propagator for a time.
    ///
    /// - Parameter time: seconds since the start, 0 or more.
    public func propagator(after time: Double) -> Propagator {
        let frequency = angularFrequency
        let decay = dampingFraction * frequency
        let discriminant = (1 - dampingFraction) * (1 + dampingFraction)
        let cosine: Double
        let sine: Double
        if discriminant > 0 {
            let damped = frequency * discriminant.squareRoot()
            let envelope = exp(-decay * time)
            cosine = envelope * cos(damped * time)
            // A swing of which nothing has been seen yet: the limit, as where the damping is critical.
            sine = damped * time < 1e-8 ? envelope * time : envelope * sin(damped * time) / damped
        } else {
            let rate = frequency * (-discriminant).squareRoot()
            // The slow exponent is ζω − rate, without taking large numbers from each other: ω² / (ζω + rate).
            let slow = exp(-stiffness / (decay + rate) * time)
            let fast = exp(-(decay + rate) * time)
            cosine = (slow + fast) / 2
            sine = rate * time < 1e-8 ? slow * time : slow * -expm1(-2 * rate * time) / (2 * rate)
        }
        return Propagator(cosine: cosine, sine: sine, decay: decay, stiffness: stiffness)
    }

    /// Returns value and velocity of a value that moves to a target.
    /// - Parameters:
    ///   - start: value and velocity at time 0.
    ///   - target: the value at rest.
    ///   - time: seconds, 0 or more.
    public func movement<Value: Animatable>(
        from start: Movement<Value>, to target: Value, at time: Double
    ) -> Movement<Value> {
        let now = propagator(after: time)(Movement(start.value - target, velocity: start.velocity))
        return Movement(target + now.value, velocity: now.velocity)
    }
}
