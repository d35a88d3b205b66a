/// Lays out a city from its centre: a railway across it, roads out of it that bend and fork, arcs around it.
struct CityBuilder {
    private let plan: NetworkPlan
    private var random: SimulationRandom
    private var names: CityNames
    private(set) var stops: [SimulatedStop] = []
    private(set) var routes: [SimulatedRoute] = []
    private var stands: [Int] = []
    private var nextStop = 1
    private var nextStand = 0

    private static let colors = [
        "0B6E4F", "C8553D", "2E5EAA", "8E3B8A", "B8860B", "1B998B", "A4243B", "4A5899", "6B8E23", "D9730D", "386FA4",
        "7B506F",
    ]

    init(_ options: SimulateOptions) {
        plan = NetworkPlan(routes: options.routes, stops: options.stops)
        random = SimulationRandom(seed: options.seed, 2)
        names = CityNames(seed: options.seed)
    }

    mutating func build() {
        let pairs = plan.radials >= 3 && plan.shares[0] >= 6 ? plan.radials / 3 : 0
        let corridors = plan.radials - pairs
        let slots = corridors + (plan.hasTrain ? 2 : 0)
        let turn = random.between(0, 2 * Trigonometry.pi)
        let slice = 2 * Trigonometry.pi / Double(slots)
        let central = addCentre()
        var free = Array(0..<slots)
        if plan.hasTrain {
            addTrain(central, turn, turn + slice * Double(slots / 2))
            free.remove(at: slots / 2)
            free.removeFirst()
        }
        var radial = 0
        for corridor in 0..<corridors {
            let angle = turn + slice * (Double(free[corridor]) + random.between(-0.12, 0.12))
            if corridor < pairs {
                addFork(angle, slice, plan.shares[radial], plan.shares[radial + 1], "\(corridor + 1)")
                radial += 2
            } else {
                addRadial(angle, plan.shares[radial], "\(corridor + 1)0")
                radial += 1
            }
        }
        for orbital in 0..<plan.orbitals { addOrbital(plan.shares[plan.radials + orbital], orbital) }
        if plan.hasLoop { addLoop() }
    }

    // MARK: Stops

    private mutating func addStop(_ name: String, _ place: Place, wheelchair: Int? = 1) -> Int {
        let digits = String(nextStop)
        // Ids with leading zeros are common, and lost by readers that take them for numbers.
        let code = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
        nextStop += 1
        stops.append(SimulatedStop(id: code, code: code, name: name, place: place, wheelchair: wheelchair))
        return stops.count - 1
    }

    private mutating func addStation(_ number: Int, _ name: String, _ place: Place) -> Int {
        let id = "S" + (number < 10 ? "0" : "") + String(number)
        // One station in four has stairs only.
        stops.append(
            SimulatedStop(id: id, name: name, place: place, isStation: true, wheelchair: number % 4 == 3 ? 2 : 1))
        return stops.count - 1
    }

    private mutating func addPlatform(_ station: Int, _ code: String, _ label: String, _ place: Place) -> Int {
        let parent = stops[station]
        stops.append(
            SimulatedStop(
                id: parent.id + "-" + code, name: parent.name + ", " + label + " " + code, place: place,
                parent: station, platform: code))
        return stops.count - 1
    }

    /// The station in the middle with the stands of the buses around it.
    private mutating func addCentre() -> Int {
        let station = addStation(0, CityNames.city + " Central", Place(x: 0, y: 0))
        let corners = [Place(x: 62, y: 34), Place(x: -58, y: -38), Place(x: 44, y: -52), Place(x: -40, y: 56)]
        for stand in 0..<plan.stands {
            stands.append(addPlatform(station, ["A", "B", "C", "D"][stand], "Stand", corners[stand]))
        }
        return station
    }

    private mutating func nextFreeStand() -> Int {
        defer { nextStand += 1 }
        return stands[nextStand % stands.count]
    }

    // MARK: Lines

    /// Distances from one stop to the next, in metres.
    private mutating func spacings(_ count: Int, _ low: Double, _ high: Double) -> [Double] {
        (0..<count).map { _ in random.between(low, high).rounded() }
    }

    /// Walks from a place for `length` metres, bending left and right, away from the centre and within a sector.
    /// - Parameters:
    ///   - heading: the first step's direction; the sector's where nil.
    ///   - sector: the direction from the centre that the line keeps to.
    private mutating func walk(
        from start: Place, heading first: Double? = nil, sector: Double, length: Double, step: Double, bend: Double
    ) -> [Place] {
        var places = [start]
        var here = start
        var heading = first ?? sector
        var bias = 0.0
        var untilBend = step * 8
        var walked = 0.0
        while walked < length {
            let stride = min(step, length - walked)
            if stride < 1, walked > 0 { break }
            here = Place(
                x: here.x + stride * Trigonometry.cosine(heading), y: here.y + stride * Trigonometry.sine(heading))
            places.append(here)
            walked += stride
            untilBend -= stride
            if untilBend <= 0 {
                bias = random.between(-bend, bend)
                untilBend = random.between(500, 1300)
            }
            var wanted = sector
            if here.distance(to: Place(x: 0, y: 0)) > 400 {
                let outward = Trigonometry.arctangent(y: here.y, x: here.x)
                wanted = outward + bias + max(-0.9, min(0.9, 2.5 * CityBuilder.turn(from: outward, to: sector)))
            }
            heading += max(-0.16, min(0.16, CityBuilder.turn(from: heading, to: wanted) * 0.3))
        }
        return places
    }

    /// The turn from one direction to another, the short way round.
    private static func turn(from: Double, to: Double) -> Double {
        let turn = to - from
        return turn - (turn / (2 * Trigonometry.pi)).rounded() * 2 * Trigonometry.pi
    }

    /// Puts stops beside a path at the given distances, named after the road and the streets it crosses.
    private mutating func addStops(along path: Path, _ distances: [Double], _ road: String) -> [Int] {
        distances.map { distance in
            let name = road + " at " + names.crossing()
            let chance = random.below(10)
            return addStop(
                name, path.roadside(at: distance, metres: 7), wheelchair: chance < 7 ? 1 : chance < 9 ? 2 : 0)
        }
    }

    private func sums(_ spacings: [Double], from start: Double = 0) -> [Double] {
        var sum = start
        return spacings.map { spacing in
            sum += spacing
            return sum
        }
    }

    private mutating func addTrain(_ central: Int, _ first: Double, _ second: Double) {
        let before = plan.stations / 2
        let after = plan.stations - 1 - before
        let outA = spacings(before, 1150, 1850)
        let outB = spacings(after, 1150, 1850)
        let centre = Place(x: 0, y: 0)
        let lineA = walk(from: centre, sector: first, length: outA.reduce(0, +), step: 100, bend: 0.4)
        let lineB = walk(from: centre, sector: second, length: outB.reduce(0, +), step: 100, bend: 0.4)
        let path = Path(lineA.reversed() + lineB.dropFirst())
        let lengthA = Path(lineA).length
        var distances = sums(outA).reversed().map { max(0, lengthA - $0) }
        distances.append(lengthA)
        distances += sums(outB, from: lengthA).map { min($0, path.length) }
        var number = 1
        var firstPlatforms: [Int] = []
        var secondPlatforms: [Int] = []
        var ends: [String] = []
        for (index, distance) in distances.enumerated() {
            var station = central
            if index != before {
                let suburb = names.suburb()
                ends.append(suburb)
                station = addStation(number, suburb + " Station", path.place(at: distance))
                number += 1
            }
            firstPlatforms.append(addPlatform(station, "1", "Platform", path.roadside(at: distance, metres: 4)))
            secondPlatforms.append(addPlatform(station, "2", "Platform", path.roadside(at: distance, metres: -4)))
        }
        let length = path.length
        add(
            "T1", kind: .train, longName: ends[0] + " to " + ends[ends.count - 1] + " via Central", color: "F6A800",
            patterns: [
                Pattern(path: path, stops: firstPlatforms, distances: distances, headsign: ends[ends.count - 1]),
                Pattern(
                    path: path.reversed(), stops: secondPlatforms.reversed(),
                    distances: distances.reversed().map { length - $0 }, headsign: ends[0]),
            ])
    }

    private mutating func addRadial(_ angle: Double, _ count: Int, _ name: String) {
        let stand = nextFreeStand()
        let gaps = spacings(count, 430, 780)
        let path = Path(
            walk(from: stops[stand].place, sector: angle, length: gaps.reduce(0, +), step: 60, bend: 0.65))
        let distances = sums(gaps).map { min($0, path.length) }
        let own = addStops(along: path, distances, names.mainRoad())
        addThereAndBack(name, path, [stand] + own, [0] + distances)
    }

    /// Two routes that share a road out of the centre and part on the way.
    private mutating func addFork(_ angle: Double, _ slice: Double, _ first: Int, _ second: Int, _ name: String) {
        let shared = min(4, first / 3)
        let stand = nextFreeStand()
        let gaps = spacings(shared, 430, 780)
        let trunk = walk(from: stops[stand].place, sector: angle, length: gaps.reduce(0, +), step: 60, bend: 0.3)
        let trunkPath = Path(trunk)
        let trunkDistances = sums(gaps).map { min($0, trunkPath.length) }
        let trunkStops = addStops(along: trunkPath, trunkDistances, names.mainRoad())
        let heading = trunkPath.direction(at: trunkPath.length)
        let ahead = Trigonometry.arctangent(y: heading.y, x: heading.x)
        for (branch, count) in [first - (shared + 1) / 2, second - shared / 2].enumerated() {
            let gaps = spacings(count, 430, 780)
            let side = branch == 0 ? 0.6 : -0.6
            let far = walk(
                from: trunk[trunk.count - 1], heading: ahead + side, sector: angle + side * slice / 2.6,
                length: gaps.reduce(0, +), step: 60, bend: 0.65)
            let path = Path(trunk + far.dropFirst())
            let distances = sums(gaps, from: trunkPath.length).map { min($0, path.length) }
            let own = addStops(along: path, distances, names.mainRoad())
            addThereAndBack(name + String(branch), path, [stand] + trunkStops + own, [0] + trunkDistances + distances)
        }
    }

    private mutating func addThereAndBack(_ name: String, _ path: Path, _ servedStops: [Int], _ distances: [Double]) {
        let suburb = names.suburb()
        let length = path.length
        add(
            name, kind: .radial, longName: "Central to " + suburb, color: nil,
            patterns: [
                Pattern(path: path, stops: servedStops, distances: distances, headsign: suburb),
                Pattern(
                    path: path.reversed(), stops: servedStops.reversed(),
                    distances: distances.reversed().map { length - $0 },
                    headsign: CityNames.city + " Central"),
            ])
    }

    private mutating func addOrbital(_ count: Int, _ number: Int) {
        let gaps = spacings(max(count - 1, 1), 480, 820)
        let length = gaps.reduce(0, +)
        let sweep = random.between(2.6, 4.6)
        let path = arc(
            around: Place(x: 0, y: 0), radius: length / sweep, from: random.between(0, 6.28), length: length,
            wobble: 0.09)
        let distances = [0] + sums(gaps).map { min($0, path.length) }
        let servedStops = addStops(along: path, distances, names.mainRoad())
        let ends = (names.suburb(), names.suburb())
        let total = path.length
        add(
            "O\(number + 1)", kind: .orbital, longName: ends.0 + " to " + ends.1 + " around the city", color: nil,
            patterns: [
                Pattern(path: path, stops: servedStops, distances: distances, headsign: ends.1),
                Pattern(
                    path: path.reversed(), stops: servedStops.reversed(),
                    distances: distances.reversed().map { total - $0 },
                    headsign: ends.0),
            ])
    }

    private mutating func addLoop() {
        let gaps = spacings(plan.loopStops + 1, 400, 560)
        let length = gaps.reduce(0, +)
        let radius = length / (2 * Trigonometry.pi)
        let start = stops[stands[0]].place
        let angle = random.between(0, 6.28)
        let middle = Place(
            x: start.x - radius * Trigonometry.cosine(angle), y: start.y - radius * Trigonometry.sine(angle))
        var places = arc(around: middle, radius: radius, from: angle, length: length, wobble: 0).places
        // The circle closes on the stand, to the metre.
        places[0] = start
        places[places.count - 1] = start
        let path = Path(places)
        let distances = sums(gaps.dropLast()).map { min($0, path.length) }
        let own = addStops(along: path, distances, "Circle")
        let servedStops = [stands[0]] + own + [stands[0]]
        add(
            "C", kind: .loop, longName: "City Circle", color: "D7263D",
            patterns: [
                Pattern(
                    path: path, stops: servedStops, distances: [0] + distances + [path.length], headsign: "City Circle")
            ])
    }

    private func arc(around middle: Place, radius: Double, from start: Double, length: Double, wobble: Double) -> Path {
        let steps = max(2, Int(length / 60))
        return Path(
            (0...steps).map { step in
                let angle = start + length / radius * Double(step) / Double(steps)
                let reach = radius * (1 + wobble * Trigonometry.sine(angle * 5 - start))
                return Place(
                    x: middle.x + reach * Trigonometry.cosine(angle), y: middle.y + reach * Trigonometry.sine(angle))
            })
    }

    private mutating func add(
        _ shortName: String, kind: RouteKind, longName: String, color: String?, patterns: [Pattern]
    ) {
        let index = routes.count
        routes.append(
            SimulatedRoute(
                id: (kind == .train ? "R-" : "B-") + shortName, shortName: shortName, longName: longName, kind: kind,
                color: color ?? CityBuilder.colors[index % CityBuilder.colors.count],
                textColor: kind == .train ? "000000" : "FFFFFF", patterns: patterns,
                popularity: kind == .train ? 1.1 : random.between(0.72, 1.28),
                sendsPercentage: kind == .train || index % 3 == 1))
    }
}
