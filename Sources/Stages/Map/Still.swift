import Drawing
import Networks
import Pictures
import StageKit

/// A map as a picture that stands alone: everything with coordinates, a title, a legend, a scale.
///
/// What is drawn is described once, in `picture`; SVG and PNG are painted from it, so that they look alike.
public struct Still {
    let model: MapModel
    let options: StillOptions
    /// The picture in the units it is laid out in; large pictures have larger units.
    let width: Double
    let height: Double
    let unit: Double
    let view: MapView
    let area: Frame
    let routes: StillRoutes
    let ways: StillWays
    /// Stations, and stops of none.
    let stops: NetworkStops
    let words: StillWords
    /// Vehicles that lie in the picture, and how many do not.
    let vehicles: [MapVehicle]
    let vehiclesOutside: Int
    /// 0 where there are so many pins that they would cover the lines.
    let pinRadius: Double
    let legend: StillLegend

    static let paper = Color.white
    static let ground = Color(0xF1, 0xF2, 0xEE)
    static let ink = Color(0x1A, 0x1A, 0x1A)
    static let muted = Color(0x59, 0x59, 0x59)
    static let line = Color(0xC8, 0xC8, 0xC8)
    private static let headHeight = 60.0
    private static let legendWidth = 236.0

    /// Lays a picture out.
    /// - Throws: `StageFailure` with status 65 where nothing has coordinates: an empty picture would tell nothing.
    public init(_ model: MapModel, _ options: StillOptions) throws {
        guard let bounds = model.bounds else {
            throw StageFailure(.dataUnusable, "nothing to draw: no record in the input has coordinates")
        }
        self.model = model
        self.options = options
        let ratio = min(Double(options.size.width) / 1024, Double(options.size.height) / 768)
        unit = max(1, ratio.squareRoot())
        width = Double(options.size.width) / unit
        height = Double(options.size.height) / unit
        let network = model.ways
        routes = StillRoutes(model, network)
        stops = model.stops
        let isNarrow = width < 640
        let head = height < 240 ? 30 : Still.headHeight
        var legendFrame: Frame?
        if StillLegend(model, routes, showsPins: true).isEmpty || height < 240 {
            area = Frame(0, head, width, height - head)
        } else if isNarrow {
            let room = min(height / 4, 96)
            area = Frame(0, head, width, height - head - room)
            legendFrame = Frame(0, height - room, width, room)
        } else {
            area = Frame(0, head, width - Still.legendWidth, height - head)
            legendFrame = Frame(width - Still.legendWidth, head, Still.legendWidth, height - head)
        }
        let view = MapView(fitting: bounds, origin: Point(area.x, area.y), width: area.width, height: area.height)
        self.view = view
        vehicles = model.vehicles.filter { view.contains(view.point($0.coordinate)) }
        vehiclesOutside = model.vehicles.count - vehicles.count
        pinRadius = Still.pinRadius(stops.all.count, model, area)
        ways = StillWays(network, stops.all, view, pinRadius: pinRadius)
        var shown = model
        shown.vehicles = vehicles
        let all = StillLegend(shown, routes, showsPins: pinRadius > 0)
        legend = legendFrame.map(all.placed(in:)) ?? StillLegend()
        words = StillWords(
            model, routes, stops, view: view, vehiclesOutside: vehiclesOutside, hidesPins: pinRadius == 0,
            title: options.title, timezone: options.timezone)
    }

    /// Draws a model and passes the file on.
    /// - Throws: `StageFailure`: 65 without coordinates, 69 where Cairo or libpng is not installed.
    public static func write(_ model: MapModel, _ options: StillOptions, _ context: StageContext) throws {
        let still = try Still(model, options)
        if !model.departures.isEmpty {
            context.diagnostics.report(
                .note, "departures_not_drawn",
                message: "\(model.departures.count) departures have no coordinates; a picture does not show them")
        }
        if still.vehiclesOutside > 0 {
            context.diagnostics.report(
                .note, "vehicles_outside",
                message: "\(still.vehiclesOutside) vehicles lie outside the picture; not drawn")
        }
        if still.pinRadius == 0 {
            context.diagnostics.report(
                .note, "pins_not_drawn",
                message: "\(still.stops.all.count) pins would cover the lines at this size; not drawn")
        }
        if still.pinRadius > 0, still.ways.crowdedCount > 0 {
            context.diagnostics.report(
                .note, "pins_not_drawn",
                message:
                    "\(still.ways.crowdedCount) of \(still.stops.all.count) pins would cover others and the lines at "
                    + "this size; not drawn")
        }
        try still.picture().write(as: options.format == .png ? .png : .svg, to: context.sink)
    }

    /// Everything that is drawn, from the ground up.
    public func picture() -> Picture {
        var picture = Picture(
            width: options.size.width, height: options.size.height, unit: unit, background: Still.paper,
            title: words.title, description: words.description)
        picture.rectangle(area, fill: Still.ground)
        picture.add(.clip(area))
        drawLines(&picture)
        drawWays(&picture)
        drawPins(&picture)
        drawTrips(&picture)
        drawVehicles(&picture)
        var labels = StillLabels(area: area)
        placeLabels(&labels)
        labels.draw(&picture)
        drawScale(&picture)
        picture.add(.end)
        drawHead(&picture)
        legend.draw(&picture)
        return picture
    }

    private func drawHead(_ picture: inout Picture) {
        let isLow = area.y < Still.headHeight
        let size = isLow ? 14.0 : 20
        let room = width - 32
        picture.add(
            .text(
                TextWidth.cut(MarkupText.shown(words.title), to: room, size: size, isBold: true),
                at: Point(16, isLow ? 20 : 30), size: size, isBold: true, color: Still.ink))
        if !isLow {
            picture.add(
                .text(
                    TextWidth.cut(words.subtitle, to: room, size: 12), at: Point(16, 49), size: 12, color: Still.muted))
        }
        picture.add(.lines([[Point(0, area.y), Point(width, area.y)]], .init(Still.line, 1)))
    }

    /// A bar of a round length, true for the latitude it lies at, and whom a basemap is owed to.
    private func drawScale(_ picture: inout Picture) {
        let y = area.y + area.height - 14
        let latitude = view.latitude(atY: y)
        let bar = ScaleBar(view, atLatitude: latitude, room: min(140, area.width / 3))
        let x = area.x + 16
        let line = [Point(x, y - 5), Point(x, y), Point(x + bar.pixels, y), Point(x + bar.pixels, y - 5)]
        picture.add(.begin(title: "Scale: \(bar.label) at this height of the map"))
        picture.add(.lines([line], .init(.white, 4)))
        picture.add(.lines([line], .init(Still.ink, 1.5)))
        picture.add(
            .text(
                bar.label, at: Point(x + bar.pixels / 2, y - 6), size: 11, anchor: .middle, color: Still.ink,
                halo: .white))
        picture.add(.end)
        if let attribution = options.attribution {
            let text = TextWidth.cut(MarkupText.shown(attribution), to: area.width / 2, size: 10)
            picture.add(
                .text(
                    text, at: Point(area.x + area.width - 8, y), size: 10, anchor: .end, color: Still.muted,
                    halo: .white))
        }
    }
}
