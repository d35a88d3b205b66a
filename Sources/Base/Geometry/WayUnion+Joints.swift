/// How what is drawn hangs together.
extension WayUnion {
    /// The way from a place beside what is drawn onto it: along the line for a while, then straight.
    struct Joint {
        /// Where the line is left.
        var place: Course.Place
        /// Metres along the line.
        var walked: Double
        /// Metres from there to the drawn way.
        var gap: Double
        /// Where the drawn way is met; nil where none is near.
        var target: (segment: Int, coordinate: Coordinate)?

        var length: Double { target == nil ? 0 : walked + gap }
        /// Metres along the line count half, so it is followed as long as it comes nearer by half a metre each.
        var cost: Double { walked / 2 + gap }
    }

    /// How many drawn pieces are looked at beside a stretch: far more than lie beside one that is not drawn again.
    private static let most = 128

    /// The joint from a place on a line onto what is drawn, walking towards another place on it.
    mutating func joint(_ course: Course, from start: Course.Place, to limit: Course.Place) -> Joint {
        let isForward = course.metres(limit) >= course.metres(start)
        var best = Joint(place: start, walked: 0, gap: .infinity)
        var here = start
        var walked = 0.0
        repeat {
            let next = step(from: here, to: limit, isForward)
            let length = abs(course.metres(next) - course.metres(here))
            improve(&best, course, from: here, to: next, walked, length)
            guard best.target != nil, best.gap > WayUnion.same, length > 0 else { break }
            walked += length
            here = next
        } while walked / 2 < best.cost
        return best
    }

    /// The next position on the way to a place, or that place.
    private func step(from here: Course.Place, to limit: Course.Place, _ isForward: Bool) -> Course.Place {
        if isForward {
            return limit.vertex > here.vertex ? Course.Place(here.vertex + 1) : limit
        }
        let before = here.share > 0 ? here.vertex : here.vertex - 1
        return before > limit.vertex || (before == limit.vertex && limit.share == 0) ? Course.Place(before) : limit
    }

    /// Looks for a better place to leave the line on a straight piece of it.
    private mutating func improve(
        _ best: inout Joint, _ course: Course, from: Course.Place, to: Course.Place, _ walked: Double, _ length: Double
    ) {
        let start = course.coordinate(from)
        // Beyond two tolerances a joint costs more than the straight way from where it began.
        let share = length > 0 ? min(1, max(0, (2 * tolerance - walked) / length)) : 0
        let stop = start.toward(course.coordinate(to), share)
        let plane = LocalPlane(start, latitude: start.latitude)
        let end = plane.point(stop)
        var near: [(segment: Int, piece: PlaneSegment)] = []
        looks += index.forEach(in: SegmentIndex.Box(start, stop).widened(by: tolerance + WayUnion.same)) { place in
            let segment = index.segments[place]
            near.append((place, PlaneSegment(start: plane.point(segment.from), end: plane.point(segment.to))))
            return near.count < WayUnion.most
        }
        guard !near.isEmpty else { return }
        let own = PlaneSegment(start: PlanePoint(x: 0, y: 0), end: end)
        var shares = [0.0, 1.0]
        for (_, piece) in near {
            shares.append(own.distance(to: piece.start).share)
            shares.append(own.distance(to: piece.end).share)
            if let crossing = piece.crossing(from: own.start, to: own.end) { shares.append(crossing) }
        }
        shares.sort()
        looks += near.count * shares.count
        for candidate in shares {
            let way = walked + candidate * share * length
            if way / 2 >= best.cost { return }
            let point = candidate * end
            for (segment, piece) in near {
                let (distance, place) = piece.distance(to: point)
                guard way / 2 + distance < best.cost - 1e-6, distance <= tolerance * 1.01 + WayUnion.same else {
                    continue
                }
                let drawn = index.segments[segment]
                var target = drawn.from.toward(drawn.to, place)
                let ends = piece.end - piece.start
                if place * ends.length < WayUnion.same { target = drawn.from }
                if (1 - place) * ends.length < WayUnion.same { target = drawn.to }
                best = Joint(
                    place: WayUnion.place(course, from, to, candidate * share), walked: way, gap: distance,
                    target: (segment, target))
            }
        }
    }

    /// The place at a share of the way between two places on one straight piece.
    private static func place(
        _ course: Course, _ from: Course.Place, _ to: Course.Place, _ share: Double
    ) -> Course.Place {
        if share <= 0 { return from }
        if share >= 1 { return to }
        let base = min(from.vertex, to.vertex)
        let start = from.vertex > base ? 1 : from.share
        let end = to.vertex > base ? 1 : to.share
        return Course.Place(base, start + share * (end - start))
    }
}
