import Platform

extension Spring {
    /// Seconds after which the value stays within a threshold of its target for good.
    ///
    /// Exact to a microsecond: the last swing that leaves the threshold is found by the maxima, which follow each other
    /// at half the damped period and shrink by one factor, and in it the last crossing by halving.
    ///
    /// - Parameters:
    ///   - displacement: from the target at the start.
    ///   - velocity: a second, at the start.
    ///   - threshold: above 0, in the same unit.
    /// - Returns: infinity for what never comes to rest.
    public func settlingTime(from displacement: Double = 1, velocity: Double = 0, threshold: Double = 0.001) -> Double {
        guard threshold > 0 else { return .infinity }
        let start = Movement(displacement, velocity: velocity)
        func distance(_ time: Double) -> Double { abs(propagator(after: time).displacement(start)) }
        let frequency = angularFrequency
        var low: Double
        var high: Double
        if dampingFraction < 1 {
            let damped = frequency * ((1 - dampingFraction) * (1 + dampingFraction)).squareRoot()
            // tan ω′t = ω′v₀ / (ω²x₀ + ζωv₀) where the velocity is 0.
            let decay = dampingFraction * frequency
            let half = Double.pi / damped
            var extremum = atan2(damped * velocity, stiffness * displacement + decay * velocity) / damped
            if extremum < 0 { extremum += half }
            let first = distance(extremum)
            guard first > threshold else { return distance(0) > threshold ? last(0, extremum, distance, threshold) : 0 }
            guard dampingFraction > 0 else { return .infinity }
            // Each maximum is e^(−ζω·half) of the one before.
            let swings = (log(first / threshold) / (decay * half)).rounded(.down)
            guard swings < 1e9 else { return .infinity }
            low = extremum + swings * half
            high = low + half
            // Rounding may have taken one too many or too few.
            if distance(low) <= threshold { (low, high) = (low - half, low) }
            if distance(high) > threshold { (low, high) = (high, high + half) }
        } else {
            // One maximum at the most, and after it nothing but decline.
            let extremum = self.extremum(displacement, velocity)
            low = extremum
            guard distance(low) > threshold else {
                return distance(0) > threshold ? last(0, low, distance, threshold) : 0
            }
            var step = response
            high = low + step
            while distance(high) > threshold {
                step *= 2
                high += step
                guard high.isFinite else { return .infinity }
            }
        }
        return last(low, high, distance, threshold)
    }

    /// The time at which a value without swings turns back; 0 if it never does.
    private func extremum(_ displacement: Double, _ velocity: Double) -> Double {
        guard velocity != 0 else { return 0 }
        let decay = dampingFraction * angularFrequency
        let pull = decay * velocity + stiffness * displacement
        // v(t) = 0: tanh(rate·t) / rate = v₀ / (ζωv₀ + ω²x₀); the limit of it where the damping is critical.
        let quotient = velocity / pull
        guard quotient > 0, quotient.isFinite else { return 0 }
        let rate = angularFrequency * max(0, (dampingFraction - 1) * (dampingFraction + 1)).squareRoot()
        guard rate * quotient > 1e-9 else { return quotient }
        guard rate * quotient < 1 else { return 0 }
        return atanh(rate * quotient) / rate
    }

    /// The time in a stretch at whose start the distance is above the threshold, and at whose end it is not, at which it
    /// comes below.
    private func last(_ from: Double, _ to: Double, _ distance: (Double) -> Double, _ threshold: Double) -> Double {
        var low = from
        var high = to
        while high - low > 1e-7 * max(1, high) {
            let middle = (low + high) / 2
            if distance(middle) > threshold { low = middle } else { high = middle }
        }
        return high
    }
}
