/// A pair of numbers that wander about 0 (a stationary first-order Gauss-Markov process, in whole seconds an AR(1)).
///
/// Each number has standard deviation 1 at any instant. Two values s seconds apart have the correlation e^(−s/45), and the
/// two numbers do not depend on each other. A value follows from the seed and the instant alone, whatever was asked for
/// before: the process is bisected between instants 4096 seconds apart, whose correlation is below 10⁻³⁹. A value costs at
/// most 14 draws of two normal numbers.
struct GaussMarkov {
    /// The correlation of two values one second apart: e^(−1/45).
    private static let correlation = 0.9780228724846005
    private static let levels = 12
    private static let span = 1 << levels

    /// What a value half way between two others has of each of them, and the standard deviation of what is new in it, by
    /// the binary logarithm of the seconds between it and them.
    private static let halves: [(share: Double, deviation: Double)] = {
        var halves: [(share: Double, deviation: Double)] = []
        var correlation = GaussMarkov.correlation
        for _ in 0..<levels {
            let square = correlation * correlation
            halves.append((correlation / (1 + square), ((1 - square) / (1 + square)).squareRoot()))
            correlation = square
        }
        return halves
    }()

    let seed: UInt64
    let stream: Int
    /// Which of many processes this is, the index of a vehicle for instance.
    let index: Int

    func value(at time: Int) -> Place {
        var from = time - time % GaussMarkov.span
        var (left, right) = (draw(from), draw(from + GaussMarkov.span))
        var level = GaussMarkov.levels
        while from < time {
            level -= 1
            let middle = from + 1 << level
            let (share, deviation) = GaussMarkov.halves[level]
            let new = draw(middle)
            let value = Place(
                x: share * (left.x + right.x) + deviation * new.x, y: share * (left.y + right.y) + deviation * new.y)
            if time >= middle { (from, left) = (middle, value) } else { right = value }
        }
        return left
    }

    /// Two normal numbers that belong to an instant.
    private func draw(_ instant: Int) -> Place {
        var random = SimulationRandom(seed: seed, stream, index, instant)
        return Place(x: random.normal(), y: random.normal())
    }
}
