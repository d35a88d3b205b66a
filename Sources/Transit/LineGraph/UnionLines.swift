import Geometry

/// The drawn ways of many lines, on which places are found again, and how they hang together.
struct UnionLines {
    /// A place on a drawn line.
    struct Place: Equatable {
        var line: Int
        /// Metres from its beginning.
        var along: Double
    }

    /// Where one drawn line meets another, or itself: the same position on both.
    struct Joint {
        /// Metres along the one whose joint it is.
        let along: Double
        let other: Place
    }

    /// What of a drawn line is near to some position.
    struct Foot {
        var place: Place
        /// Metres between the two.
        var offset: Double
        /// The direction of the line there: a unit vector, east and north.
        var direction: (x: Double, y: Double)
    }

    let lines: [MeasuredLine]
    /// By line, in its order.
    let joints: [[Joint]]
    /// Longitude that positions are brought near to, as the drawn lines are.
    let reference: Double
    /// The straight pieces of the drawn lines.
    private(set) var index = SegmentIndex()

    init(_ ways: [WayUnion.Way], reference: Double) {
        self.reference = reference
        lines = ways.map { MeasuredLine($0.line.coordinates) }
        /// Ends and joined positions by where they are.
        var meetings: [Spot: [Place]] = [:]
        for (number, line) in lines.enumerated() {
            let last = line.coordinates.count - 1
            for vertex in Set(ways[number].nodes + [0, last]).sorted() where vertex <= last {
                meetings[Spot(line.coordinates[vertex]), default: []].append(
                    Place(line: number, along: line.distances[vertex]))
            }
            for vertex in 0..<last {
                index.append(
                    SegmentIndex.Segment(
                        from: line.coordinates[vertex], to: line.coordinates[vertex + 1], line: Int32(number),
                        vertex: Int32(vertex)))
            }
        }
        var joints: [[Joint]] = Array(repeating: [], count: lines.count)
        for places in meetings.values where places.count > 1 {
            for (one, place) in places.enumerated() {
                for (other, met) in places.enumerated() where other != one {
                    joints[place.line].append(Joint(along: place.along, other: met))
                }
            }
        }
        self.joints = joints.map { joints in
            joints.sorted { ($0.along, $0.other.line, $0.other.along) < ($1.along, $1.other.line, $1.other.along) }
        }
    }

    /// A position as a key.
    private struct Spot: Hashable {
        let latitude: UInt64
        let longitude: UInt64

        init(_ coordinate: Coordinate) {
            latitude = coordinate.latitude.bitPattern
            longitude = coordinate.longitude.bitPattern
        }
    }

    /// The positions of a line that is walked along, brought to the turn of the globe that the drawn lines are on, none
    /// twice in a row.
    func course(_ coordinates: [Coordinate]) -> MeasuredLine {
        var points = Polyline(coordinates).unwrapped.coordinates
        guard let first = points.first else { return MeasuredLine([]) }
        let shift = ((first.longitude - reference) / 360).rounded() * 360
        if shift != 0 { for index in points.indices { points[index].longitude -= shift } }
        return MeasuredLine(points)
    }

    func coordinate(_ place: Place) -> Coordinate {
        lines[place.line].coordinate(at: place.along) ?? Coordinate(latitude: 0, longitude: 0)
    }

    /// The shortest way from one place to another through one joint at most, and that joint; nil where none leads there.
    func way(from start: Place, to end: Place) -> (metres: Double, joint: Joint?)? {
        var best: (metres: Double, joint: Joint?)?
        if start.line == end.line { best = (abs(end.along - start.along), nil) }
        for joint in joints[start.line] where joint.other.line == end.line {
            let metres = abs(joint.along - start.along) + abs(end.along - joint.other.along)
            if metres < best?.metres ?? .infinity { best = (metres, joint) }
        }
        return best
    }

    /// How many places of one position are weighed: the nearest ones.
    private static let most = 8

    /// The place of a drawn straight piece that is nearest to a position; nil if it is further away than `radius` metres.
    /// - Parameter scale: metres per degree at the position.
    @inline(__always)
    func foot(
        of position: Coordinate, on piece: Int, _ scale: (longitude: Double, latitude: Double), within radius: Double
    ) -> Foot? {
        let segment = index.segments[piece]
        let x = (segment.from.longitude - position.longitude) * scale.longitude
        let y = (segment.from.latitude - position.latitude) * scale.latitude
        let width = (segment.to.longitude - segment.from.longitude) * scale.longitude
        let height = (segment.to.latitude - segment.from.latitude) * scale.latitude
        let squared = width * width + height * height
        guard squared > 0 else { return nil }
        let share = max(0, min(1, -(x * width + y * height) / squared))
        let east = x + share * width
        let north = y + share * height
        let offset = (east * east + north * north).squareRoot()
        guard offset <= radius else { return nil }
        let line = Int(segment.line)
        let vertex = Int(segment.vertex)
        let distances = lines[line].distances
        let length = squared.squareRoot()
        return Foot(
            place: Place(line: line, along: distances[vertex] + share * (distances[vertex + 1] - distances[vertex])),
            offset: offset, direction: (width / length, height / length))
    }

    /// Appends the places that lie nearer to a position than those around it, each line's within `radius` metres.
    /// - Parameters:
    ///   - pieces: the drawn pieces that may be so near, in their order.
    ///   - scale: metres per degree at the position.
    func appendFeet(
        of position: Coordinate, on pieces: [Int], _ scale: (longitude: Double, latitude: Double),
        within radius: Double, to feet: inout [Foot]
    ) {
        let first = feet.count
        for piece in pieces {
            if let foot = foot(of: position, on: piece, scale, within: radius) { feet.append(foot) }
        }
        guard feet.count > first + 1 else { return }
        UnionLines.sort(&feet, from: first) {
            ($0.place.line, $0.place.along, $0.offset) < ($1.place.line, $1.place.along, $1.offset)
        }
        // Neighbouring pieces have their nearest places where they meet: of those that are near each other the nearest.
        var last = first
        for next in (first + 1)..<feet.count {
            let foot = feet[next]
            if feet[last].place.line == foot.place.line, foot.place.along - feet[last].place.along < radius {
                if foot.offset < feet[last].offset { feet[last] = foot }
            } else {
                last += 1
                feet[last] = foot
            }
        }
        feet.removeLast(feet.count - last - 1)
        if feet.count - first > UnionLines.most {
            UnionLines.sort(&feet, from: first) {
                ($0.offset, $0.place.line, $0.place.along) < ($1.offset, $1.place.line, $1.place.along)
            }
            feet.removeLast(feet.count - first - UnionLines.most)
        }
    }

    /// Sorts the places from one on, without a copy of them.
    @inline(__always)
    private static func sort(_ feet: inout [Foot], from first: Int, by isBefore: (Foot, Foot) -> Bool) {
        feet.withUnsafeMutableBufferPointer {
            var last = UnsafeMutableBufferPointer(rebasing: $0[first...])
            last.sort(by: isBefore)
        }
    }
}
