import Geometry
import Schedule

/// The places on a path at which fixes of a vehicle may lie: each fix is laid onto the path once, however often the fixes are
/// then placed as a sequence.
///
/// Memory: 24 bytes for each place, and 8 bytes for each fix.
package struct FixPlaces {
    struct Place {
        /// Metres from the beginning of the path; below 0 before it, more than its length behind its end.
        let along: Double
        /// Metres from the path.
        let offset: Double
        /// Whether the place lies before the path or behind it.
        let isBeyond: Bool
    }

    private(set) var places: [Place] = []
    /// Where the places of each fix end.
    private var ends: [Int] = []
    /// The last fix that was appended, as long as it is there.
    private var last: Fix?
    private var feet: [MeasuredLine.Foot] = []

    package init() {}

    init(_ fixes: [Fix], on way: Way) {
        places.reserveCapacity(fixes.count)
        ends.reserveCapacity(fixes.count)
        for fix in fixes { append(fix, on: way) }
        feet = []
    }

    /// The number of fixes.
    package var count: Int { ends.count }

    func places(of fix: Int) -> ArraySlice<Place> { places[begin(of: fix)..<ends[fix]] }

    private func begin(of fix: Int) -> Int { fix > 0 ? ends[fix - 1] : 0 }

    /// Lays a fix onto the path.
    package mutating func append(_ fix: Fix, on way: Way) {
        if let last, fix.isSamePlace(as: last) {
            for place in begin(of: ends.count - 1)..<places.count { places.append(places[place]) }
        } else if let position = fix.coordinate {
            feet.removeAll(keepingCapacity: true)
            way.line.appendFeet(of: position, within: PlacedFixes.limit, to: &feet)
            for foot in feet {
                // Vehicles come from somewhere and go on: what is short of the first stop, or past the last one, is not
                // there.
                let beyond = way.line.beyond(position, at: foot.along)
                places.append(
                    Place(
                        along: foot.along + beyond,
                        offset: beyond == 0
                            ? foot.offset : max(0, foot.offset * foot.offset - beyond * beyond).squareRoot(),
                        isBeyond: beyond != 0))
            }
        }
        ends.append(places.count)
        last = fix
    }

    /// Removes the places of a fix.
    package mutating func remove(at fix: Int) {
        let removed = begin(of: fix)..<ends[fix]
        for place in removed.upperBound..<places.count { places[place - removed.count] = places[place] }
        for _ in removed { places.removeLast() }
        for other in (fix + 1)..<max(ends.count, fix + 1) { ends[other - 1] = ends[other] - removed.count }
        ends.removeLast()
        if fix == ends.count { last = nil }
    }
}
