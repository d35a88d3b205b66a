import Geometry

/// Chooses one of several places on a line for each of a sequence of positions.
package enum WayChoice {
    /// A tolerance in square metres: a line that returns on itself is equally far from a place both times except for
    /// rounding.
    private static let same = 1.0

    /// Returns the choice with the least cost: the sum of squared distances from the line and of the costs of steps; of
    /// two equal ones, the one closer to the start of the line.
    ///
    /// Cost: the product of the numbers of choices of neighbouring positions.
    ///
    /// - Parameters:
    ///   - choices: the choices for each position; empty for a position without a place.
    ///   - step: the cost of a step; called with the indices of the positions too.
    /// - Returns: the choice for each position; nil for positions without one.
    package static func cheapest(
        _ choices: [[MeasuredLine.Foot]],
        step: (_ before: Int, _ from: MeasuredLine.Foot, _ place: Int, _ to: MeasuredLine.Foot) -> Double
    ) -> [MeasuredLine.Foot?] {
        var result = [MeasuredLine.Foot?](repeating: nil, count: choices.count)
        var costs: [Double] = []
        var previous = -1
        // By position, by choice: the choice of the position before.
        var origins: [[Int32]] = Array(repeating: [], count: choices.count)
        for place in choices.indices where !choices[place].isEmpty {
            let feet = choices[place]
            if previous < 0 {
                costs = feet.map { $0.offset * $0.offset }
            } else {
                var next: [Double] = []
                next.reserveCapacity(feet.count)
                for foot in feet {
                    var best = Double.infinity
                    var origin: Int32 = 0
                    for (number, from) in choices[previous].enumerated() {
                        let cost = costs[number] + step(previous, from, place, foot)
                        if cost < best - same {
                            best = cost
                            origin = Int32(number)
                        }
                    }
                    origins[place].append(origin)
                    next.append(best + foot.offset * foot.offset)
                }
                costs = next
            }
            previous = place
        }
        guard previous >= 0 else { return result }
        var chosen = 0
        for number in costs.indices where costs[number] < costs[chosen] - same { chosen = number }
        for place in choices.indices.reversed() where !choices[place].isEmpty {
            result[place] = choices[place][chosen]
            if !origins[place].isEmpty { chosen = Int(origins[place][chosen]) }
        }
        return result
    }
}
