import Drawing
import Networks

/// Names on a map, placed one after the other where they cover none that is there already.
struct StillLabels {
    private struct Label {
        let text: String
        let point: Point
        let size: Double
        let isBold: Bool
        let anchor: Picture.Anchor
        /// The plate behind the words, and its colour; nil for words with a halo.
        let plate: (frame: Frame, color: Color)?
    }

    let area: Frame
    private var labels: [Label] = []
    private var taken: [Frame] = []
    private var shown: [String: [Point]] = [:]
    private var crowd: StillCrowd

    init(area: Frame) {
        self.area = area
        crowd = StillCrowd(area: area)
    }

    /// Words would rather not cover these lines.
    mutating func avoid(_ points: [Point]) { crowd.add(points) }

    /// Words would rather not cover this disc.
    mutating func avoid(_ point: Point, radius: Double) { crowd.add(point, radius: radius) }

    /// Keeps a place free of words.
    mutating func keep(_ point: Point, radius: Double) {
        taken.append(Frame(point.x - radius, point.y - radius, 2 * radius, 2 * radius))
    }

    /// Writes a name beside a point, on the side where it covers least.
    /// - Parameters:
    ///   - room: how long it may be.
    ///   - most: how much it may cover; what covers more is left out.
    mutating func add(
        _ name: String, beside point: Point, gap: Double, size: Double, isBold: Bool = false, within room: Double = 180,
        covering most: Int
    ) {
        let text = TextWidth.cut(MarkupText.shown(name), to: room, size: size, isBold: isBold)
        guard !text.isEmpty else { return }
        // Stops across the street have one name.
        if let near = shown[text], near.contains(where: { $0.distance(to: point) < 60 }) { return }
        let width = TextWidth.of(text, size: size, isBold: isBold)
        let height = size * 1.15
        let sides: [(x: Double, y: Double, anchor: Picture.Anchor)] = [
            (gap, -height / 2, .start), (-gap - width, -height / 2, .end), (-width / 2, -gap - height, .middle),
            (-width / 2, gap, .middle), (gap * 0.7, -gap * 0.7 - height, .start), (gap * 0.7, gap * 0.7, .start),
            (-gap * 0.7 - width, -gap * 0.7 - height, .end), (-gap * 0.7 - width, gap * 0.7, .end),
        ]
        var best: (frame: Frame, anchor: Picture.Anchor, covered: Int)?
        for side in sides {
            let frame = Frame(point.x + side.x, point.y + side.y, width, height)
            guard isFree(frame) else { continue }
            let covered = crowd.covered(by: frame)
            if covered < best?.covered ?? most + 1 { best = (frame, side.anchor, covered) }
            if covered == 0 { break }
        }
        guard let (frame, anchor, _) = best else { return }
        let x: Double =
            switch anchor {
            case .start: frame.x
            case .middle: frame.x + width / 2
            case .end: frame.x + width
            }
        // The baseline lies a fifth of the height above the frame's foot.
        labels.append(
            Label(
                text: text, point: Point(x, frame.y + height * 0.8), size: size, isBold: isBold, anchor: anchor,
                plate: nil))
        take(frame, text, point)
    }

    /// Writes a name on a plate around a point; false where it is not free.
    mutating func addPlate(_ name: String, at point: Point, color: Color, size: Double) -> Bool {
        let text = TextWidth.cut(name, to: 90, size: size, isBold: true)
        let width = TextWidth.of(text, size: size, isBold: true) + 8
        let frame = Frame(point.x - width / 2, point.y - size * 0.75, width, size * 1.5)
        guard isFree(frame) else { return false }
        labels.append(
            Label(
                text: text, point: Point(point.x, point.y + size * 0.36), size: size, isBold: true, anchor: .middle,
                plate: (frame, color)))
        take(frame, text, point)
        return true
    }

    private func isFree(_ frame: Frame) -> Bool {
        area.contains(frame) && !taken.contains { $0.overlaps(frame) }
    }

    private mutating func take(_ frame: Frame, _ text: String, _ point: Point) {
        taken.append(frame)
        shown[text, default: []].append(point)
    }

    func draw(_ picture: inout Picture) {
        for label in labels {
            if let plate = label.plate {
                picture.rectangle(
                    plate.frame, fill: plate.color, outline: .init(RouteColors.casing(of: plate.color), 1.5))
            }
            picture.add(
                .text(
                    label.text, at: label.point, size: label.size, isBold: label.isBold, anchor: label.anchor,
                    color: label.plate.map { RouteColors.ink(on: $0.color) } ?? Still.ink,
                    halo: label.plate == nil ? .white : nil))
        }
    }
}

extension Still {
    /// Trips' stops first, ends before the others; then the routes, then the pins that most routes serve.
    func placeLabels(_ labels: inout StillLabels) {
        // The scale's corner stays free.
        labels.keep(Point(area.x + 90, area.y + area.height - 10), radius: 86)
        for vehicle in vehicles { labels.keep(view.point(vehicle.coordinate), radius: vehicleRadius * 1.3) }
        for line in model.lines where line.routes.isEmpty {
            for part in line.parts { labels.avoid(view.points(part)) }
        }
        for stroke in ways.strokes { labels.avoid(stroke.points) }
        for trip in model.trips { for piece in trip.pieces { labels.avoid(view.points(piece)) } }
        if pinRadius > 0 {
            for (number, stop) in stops.all.enumerated() where ways.isDrawn(number) {
                let bars = ways.bars(of: number)
                if bars.isEmpty { labels.avoid(view.point(stop.coordinate), radius: pinRadius) }
                for bar in bars { labels.avoid([bar.from, bar.to]) }
            }
        }
        for trip in model.trips { placeLabels(of: trip, &labels) }
        placeRouteLabels(&labels)
        placePinLabels(&labels)
    }

    private func placeLabels(of trip: MapTrip, _ labels: inout StillLabels) {
        let stops = trip.stops.compactMap { stop in stop.coordinate.map { (stop, view.point($0)) } }
        for (_, point) in stops { labels.keep(point, radius: 4) }
        if let vehicle = trip.vehicle?.coordinate { labels.keep(view.point(vehicle), radius: 8) }
        let ends = Set([0, stops.count - 1])
        for index in stops.indices.sorted(by: { (ends.contains($0) ? 0 : 1, $0) < (ends.contains($1) ? 0 : 1, $1) }) {
            let (stop, point) = stops[index]
            guard let name = stop.stopName ?? stop.stopID else { continue }
            labels.add(
                name, beside: point, gap: 8, size: 12, isBold: ends.contains(index), within: 260, covering: Int.max - 1)
        }
    }

    /// A plate with the route's name at the middle of its longest line in sight, or elsewhere along it.
    private func placeRouteLabels(_ labels: inout StillLabels) {
        guard !model.lines.isEmpty, routes.all.count <= 400 else { return }
        /// Of each route its lines in sight.
        var drawn: [[(points: [Point], length: Double)]] = Array(repeating: [], count: routes.all.count)
        func add(_ points: [Point], _ place: Int) {
            let length = ParallelLine.length(of: points)
            if length > Still.leastNamed { drawn[place].append((points, length)) }
        }
        for line in model.lines where line.routes.isEmpty {
            for part in line.parts { add(view.points(part), routes.place(line)) }
        }
        for stroke in ways.strokes { add(stroke.points, routes.place(ways.network.routes[stroke.route])) }
        for place in routes.sorted {
            let color = routes.all[place].color
            let lines = drawn[place].enumerated().sorted {
                (-$0.element.length, $0.offset) < (-$1.element.length, $1.offset)
            }
            search: for (_, line) in lines.prefix(Still.mostNamed) {
                for share in [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92] {
                    guard let point = ParallelLine.place(share * line.length, on: line.points) else { continue }
                    if labels.addPlate(routes.all[place].name, at: point, color: color, size: 10) { break search }
                }
            }
        }
    }

    /// Pixels of a line that may bear its route's name.
    private static let leastNamed = 30.0
    /// On how many of its lines a route's name is tried.
    private static let mostNamed = 12

    /// How many names are tried: far more than have room.
    private static let mostPinLabels = 800

    private func placePinLabels(_ labels: inout StillLabels) {
        guard pinRadius > 0 else { return }
        let all = stops.all
        let order = all.indices.sorted { (-all[$0].routeIDs.count, $0) < (-all[$1].routeIDs.count, $1) }
        for index in order.prefix(Still.mostPinLabels) {
            let bar = ways.bars(of: index).first
            let point = bar?.middle ?? view.point(all[index].coordinate)
            guard ways.isDrawn(index), view.contains(point), let name = all[index].stopName else { continue }
            let reach = (bar?.length ?? 0) / 2
            labels.add(name, beside: point, gap: reach + pinRadius + 3, size: 11, covering: 2)
        }
    }
}
