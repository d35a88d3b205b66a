import Drawing
import Networks
import Occupancy

/// What the colours and symbols of a still mean.
struct StillLegend {
    private enum Symbol {
        case line(Color)
        case stop
        case vehicle(OccupancyLevel?)
        case none
    }

    private struct Item {
        let symbol: Symbol
        let text: String
        var at = Point(0, 0)
        var room = 0.0
    }

    private var routes: [StillRoutes.Route] = []
    private var otherItems: [Item] = []
    private var placed: [Item] = []
    private var frame: Frame?

    private static let pitch = 21.0
    private static let swatch = 26.0
    private static let size = 12.0

    /// A legend that says nothing.
    init() {}

    init(_ model: MapModel, _ routes: StillRoutes, showsPins: Bool) {
        self.routes = routes.sorted.map { routes.all[$0] }
        if showsPins && !model.pins.isEmpty || model.trips.contains(where: { !$0.pieces.isEmpty }) {
            otherItems.append(Item(symbol: .stop, text: "stop"))
        }
        let levels =
            model.vehicles.map { $0.occupancyStatus?.level }
            + model.trips.compactMap(\.vehicle).filter { $0.coordinate != nil }.map { $0.occupancyStatus?.level }
        for level in OccupancyLevel.allCases {
            let count = levels.filter { $0 == level }.count
            if count > 0 { otherItems.append(Item(symbol: .vehicle(level), text: "\(level.label): \(count)")) }
        }
        let unknown = levels.filter { $0 == nil }.count
        if unknown > 0 { otherItems.append(Item(symbol: .vehicle(nil), text: "Occupancy unknown: \(unknown)")) }
    }

    var isEmpty: Bool { routes.isEmpty && otherItems.isEmpty }

    /// The legend within a frame: one below the other in a tall one, in lines in a wide one; symbols before routes where
    /// not all have room.
    func placed(in frame: Frame) -> StillLegend {
        var legend = self
        legend.frame = frame
        let isTall = frame.height > frame.width
        let columns = isTall ? 1 : max(1, Int(frame.width / 150))
        let rows = max(1, Int((frame.height - 14) / StillLegend.pitch))
        let places = columns * rows
        let others = otherItems.prefix(places)
        let width = frame.width / Double(columns)
        let shown = items(for: places - others.count, room: width - StillLegend.swatch - 20)
        for (index, item) in (Array(others) + shown).enumerated() {
            var item = item
            item.at = Point(
                frame.x + 12 + Double(index % columns) * width,
                frame.y + 22 + Double(index / columns) * StillLegend.pitch)
            item.room = width - StillLegend.swatch - 20
            legend.placed.append(item)
        }
        return legend
    }

    /// A line a route; where there is no room for that, one a colour; where there is none for that either, the first.
    private func items(for places: Int, room: Double) -> [Item] {
        guard places > 0 else { return [] }
        if routes.count <= places {
            return routes.map { route in
                guard route.withStatus > 0 else { return Item(symbol: .line(route.color), text: route.name) }
                let share = StillWords.percent(route.crowded, of: route.withStatus)
                return Item(
                    symbol: .line(route.color), text: "\(route.name): \(share) of \(route.withStatus) crowded")
            }
        }
        var colors: [(color: Color, names: [String])] = []
        var known: [String: Int] = [:]
        for route in routes {
            if let place = known[route.color.hex] {
                colors[place].names.append(route.name)
            } else {
                known[route.color.hex] = colors.count
                colors.append((route.color, [route.name]))
            }
        }
        let shown = colors.count > places ? places - 1 : colors.count
        var items: [Item] = []
        for (color, names) in colors.prefix(shown) {
            // Names past those that have room are not joined only to be cut off.
            let few = names.prefix(60).joined(separator: ", ")
            let text = names.count > 1 ? "\(names.count) routes: \(few)" : few
            var lines = TextWidth.broken(text, to: room, size: StillLegend.size)
            let most = max(1, places / colors.count)
            if lines.count > most { lines[most - 1] += ", …" }
            for (index, line) in lines.prefix(most).enumerated() {
                items.append(Item(symbol: index == 0 ? .line(color) : .none, text: line))
            }
        }
        if shown < colors.count {
            let left = colors.dropFirst(shown).reduce(0) { $0 + $1.names.count }
            items.append(Item(symbol: .none, text: "and \(left) more routes"))
        }
        return items
    }

    func draw(_ picture: inout Picture) {
        guard let frame else { return }
        picture.rectangle(frame, fill: Still.paper)
        picture.add(
            .lines(
                frame.height > frame.width
                    ? [[Point(frame.x, frame.y), Point(frame.x, frame.y + frame.height)]]
                    : [[Point(frame.x, frame.y), Point(frame.x + frame.width, frame.y)]], .init(Still.line, 1)))
        for item in placed {
            let middle = Point(item.at.x + 9, item.at.y - 4)
            switch item.symbol {
            case .line(let color):
                let line = [Point(item.at.x, middle.y), Point(item.at.x + 18, middle.y)]
                let casing = RouteColors.casing(of: color)
                picture.add(.lines([line], .init(casing == .white ? Still.line : casing, 6)))
                picture.add(.lines([line], .init(color, 4)))
            case .stop: picture.add(.disc(middle, radius: 4, fill: .white, outline: .init(Still.ink, 1.3)))
            case .vehicle(let level): VehicleSymbol(level).draw(at: middle, radius: 7, &picture)
            case .none: break
            }
            let text = TextWidth.cut(item.text, to: item.room, size: StillLegend.size)
            picture.add(
                .text(
                    text, at: Point(item.at.x + StillLegend.swatch, item.at.y), size: StillLegend.size, color: Still.ink
                ))
        }
    }
}
