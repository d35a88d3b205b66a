import Geometry

/// Chooses one of several places on a line for each of a row of positions.
package enum WayChoice {
    /// Square metres that make no difference: a line that comes back on itself is as far from a place both times, but
    /// for the last digits.
    private static let same = 1.0

    /// The choice of least cost: the squares of the distances from the line and what each step costs, added up; of two
    /// as cheap that with the places nearer to the line's beginning.
    ///
    /// Cost: the product of the choices of neighbours.
    ///
    /// - Parameters:
    ///   - choices: by position; none for one that has no place.
    ///   - step: called with the positions' places too.
    /// - Returns: by position; nil where there was no choice.
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
