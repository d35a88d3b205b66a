extension Polyline {
    /// The parts of an unwrapped line, cut at the antimeridian (RFC 7946 §3.1.9), with longitudes in −180 to 180.
    ///
    /// A line that only touches the antimeridian is not cut. The latitude at a cut is interpolated linearly in degrees,
    /// as GeoJSON defines lines (§3.1.1).
    public var cutAtAntimeridian: [Polyline] {
        guard let first = coordinates.first else { return [] }
        if coordinates.allSatisfy({ abs($0.longitude) <= 180 }) { return [self] }
        var parts: [Polyline] = []
        var part = [first]
        /// The turn of the globe the part lies in; nil while it has only touched the antimeridian.
        var turn = Polyline.turn(first.longitude)
        for to in coordinates.dropFirst() {
            var from = part[part.count - 1]
            while true {
                guard let current = turn ?? Polyline.turn(between: from.longitude, to.longitude) else { break }
                turn = current
                let west = Double(current) * 360 - 180
                let east = west + 360
                if to.longitude >= west, to.longitude <= east { break }
                let border = to.longitude > east ? east : west
                if from.longitude != border {
                    let share = (border - from.longitude) / (to.longitude - from.longitude)
                    from = Coordinate(
                        latitude: from.latitude + share * (to.latitude - from.latitude), longitude: border)
                    part.append(from)
                }
                parts.append(Polyline.shifted(part, by: current))
                part = [from]
                turn = to.longitude > border ? current + 1 : current - 1
            }
            part.append(to)
        }
        parts.append(Polyline.shifted(part, by: turn ?? Polyline.turn(between: first.longitude, first.longitude)))
        return parts
    }

    /// The turn of the globe a longitude lies in, 0 for −180 to 180; nil on a border.
    private static func turn(_ longitude: Double) -> Int? {
        let turns = (longitude + 180) / 360
        let whole = turns.rounded(.down)
        return turns == whole ? nil : Int(whole)
    }

    /// The turn that a step from a border leads into; nil for a step along the border.
    private static func turn(between from: Double, _ to: Double) -> Int? {
        from == to ? nil : turn((from + to) / 2) ?? turn(to)
    }

    private static func shifted(_ part: [Coordinate], by turn: Int?) -> Polyline {
        guard let turn else {
            // A part along the antimeridian itself: either sign names the same meridian.
            return Polyline(
                part.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude.remainder(dividingBy: 360)) })
        }
        guard turn != 0 else { return Polyline(part) }
        return Polyline(
            part.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude - Double(turn) * 360) })
    }
}
