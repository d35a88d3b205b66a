import Geometry
import TestSupport

@testable import Networks
@testable import RenderTilesStage
@testable import TileFiles

/// A made-up network that crosses many tiles.
enum TileSamples {
    static func network(seed: UInt64, lines: Int, around middle: Coordinate, degrees: Double) -> TileNetwork {
        var random = SeededGenerator(seed: seed)
        var drawn: [NetworkLine] = []
        var pins: [NetworkPin] = []
        for number in 0..<lines {
            var place = Coordinate(
                latitude: middle.latitude + .random(in: -degrees...degrees, using: &random),
                longitude: middle.longitude + .random(in: -degrees...degrees, using: &random))
            var part = Polyline([place])
            for step in 0..<20 {
                // Long pieces among short ones, and a place twice.
                let reach = step % 7 == 0 ? degrees : degrees / 20
                place.latitude += .random(in: -reach...reach, using: &random)
                place.longitude += .random(in: -reach...reach, using: &random)
                part.coordinates.append(place)
                pins.append(pin("\(number)-\(step)", place))
            }
            drawn.append(line("r\(number)", number % 3 == 0 ? nil : "0072B2", number, [part]))
        }
        return TileNetwork(WayNetwork(drawn, NetworkStops(pins).all), MapStyle.Lines())
    }

    static func line(_ route: String, _ color: String?, _ trips: Int, _ parts: [Polyline]) -> NetworkLine {
        NetworkLine(
            feedID: nil, polylineID: route, tripID: nil, routeID: route, directionID: nil, routeShortName: route,
            routeLongName: nil, routeType: 3, routeColor: color, routeTextColor: nil, agencyName: "A", tripCount: trips,
            runs: nil, length: nil, stopIDs: [], missingStopCount: 0, parts: parts)
    }

    static func pin(_ id: String, _ place: Coordinate) -> NetworkPin {
        NetworkPin(
            feedID: nil, stopID: id, stopName: "Stop \(id)", parentStation: nil, stationName: nil, platformCode: nil,
            wheelchairBoarding: 1, routeIDs: ["r"], coordinate: place)
    }
}
