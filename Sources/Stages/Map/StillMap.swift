import Drawing
import Geometry
import Networks
import Occupancy

/// Lines, pins, trips and vehicles of a still.
extension Still {
    /// Lines in the colours of their routes, long ones under short ones, each with a casing.
    func drawLines(_ picture: inout Picture) {
        let order = longestFirst
        let lineWidth: Double =
            switch order.count {
            case ...30: 4
            case ...150: 3
            case ...600: 2
            default: 1.4
            }
        for index in order {
            let line = model.lines[index]
            let color = routes.all[routes.place(line)].color
            let parts = line.parts.map(view.points)
            picture.add(.begin(title: words.title(of: line, routes.all[routes.place(line)].name)))
            picture.add(.lines(parts, .init(RouteColors.casing(of: color), lineWidth + (lineWidth < 2 ? 1 : 2))))
            picture.add(.lines(parts, .init(color, lineWidth)))
            picture.add(.end)
        }
    }

    /// The lines of one route, long ones first.
    private var longestFirst: [Int] {
        let lengths = model.lines.map { $0.length ?? $0.parts.reduce(0) { $0 + $1.length } }
        return model.lines.indices.filter { model.lines[$0].routes.isEmpty }
            .sorted { (-lengths[$0], $0) < (-lengths[$1], $1) }
    }

    func drawPins(_ picture: inout Picture) {
        let radius = pinRadius
        guard radius > 0 else { return }
        let outline = Picture.Outline(Still.ink, radius < 2 ? 0.6 : radius < 3 ? 0.8 : 1.3)
        for (number, stop) in stops.all.enumerated() where ways.isDrawn(number) {
            let bars = ways.bars(of: number)
            let point = view.point(stop.coordinate)
            guard !bars.isEmpty || view.contains(point, margin: radius) else { continue }
            picture.add(.begin(title: words.title(of: stop)))
            if bars.isEmpty {
                picture.add(.disc(point, radius: radius, fill: .white, outline: outline))
            } else {
                StationMark(bars, radius: ways.radius).draw(fill: .white, outline: outline, &picture)
            }
            picture.add(.end)
        }
    }

    /// Smaller where there are more of them than room; 0 where they would cover the lines.
    static func pinRadius(_ count: Int, _ model: MapModel, _ area: Frame) -> Double {
        let room = (area.width * area.height / Double(max(1, count))).squareRoot()
        return room < leastPinRoom && !model.lines.isEmpty ? 0 : min(4, max(1, room / 9))
    }

    /// The side of the square that a pin has to itself on average, below which pins are not drawn.
    private static let leastPinRoom = 9.0

    /// Trips as straight lines from stop to stop, with a disc a stop.
    func drawTrips(_ picture: inout Picture) {
        for trip in model.trips where !trip.pieces.isEmpty {
            let route = routes.all[routes.place(trip)]
            picture.add(.begin(title: words.title(of: trip, route.name)))
            for piece in trip.pieces where piece.coordinates.count > 1 {
                let points = view.points(piece)
                picture.add(.lines([points], .init(RouteColors.casing(of: route.color), 7)))
                picture.add(.lines([points], .init(route.color, 4.5)))
            }
            for stop in trip.stops {
                guard let coordinate = stop.coordinate else { continue }
                picture.add(.begin(title: words.title(of: stop)))
                picture.add(
                    .disc(
                        view.point(coordinate), radius: stop.isSkipped ? 3.5 : 5,
                        fill: stop.isSkipped ? Still.line : .white, outline: .init(Still.ink, 1.6)))
                picture.add(.end)
            }
            picture.add(.end)
        }
        for trip in model.trips {
            guard let vehicle = trip.vehicle, let coordinate = vehicle.coordinate else { continue }
            picture.add(.begin(title: words.title(of: vehicle)))
            VehicleSymbol(vehicle.occupancyStatus?.level, bearing: vehicle.bearing)
                .draw(at: view.point(coordinate), radius: 8, &picture)
            picture.add(.end)
        }
    }

    func drawVehicles(_ picture: inout Picture) {
        let radius = vehicleRadius
        for vehicle in vehicles {
            picture.add(.begin(title: words.title(of: vehicle, routes.name(vehicle.feedID, vehicle.routeID))))
            VehicleSymbol(vehicle.occupancyStatus?.level, bearing: vehicle.bearing)
                .draw(at: view.point(vehicle.coordinate), radius: radius, &picture)
            picture.add(.end)
        }
    }

    var vehicleRadius: Double { vehicles.count > 800 ? 3.5 : vehicles.count > 150 ? 5 : 7 }
}
