import Contract
import Geometry
import NDJSON
import StageKit

/// The zones of locations.geojson.
extension SideTables {
    static let geometry = NamedColumn("geometry")

    func takeLocation(_ record: Record, _ table: TableChecks, _ feed: FeedChecker) {
        var type: String?
        var coordinates = JSONValue.absent
        record.values[number: SideTables.geometry.number].forEachMember { key, value in
            switch key.string {
            case "type": type = value.string
            case "coordinates": coordinates = value
            default: break
            }
        }
        guard let id = record.id(Tables.Locations.columns.id), let type else { return }
        guard let area = ZoneArea(type: type, coordinates: coordinates) else {
            return table.add(.unsupportedGeometryType, record, with: [("geometry_type", .text(type))])
        }
        for place in area.positions {
            let rule: Rule? =
                abs(place.latitude) <= 1 && abs(place.longitude) <= 1
                ? .pointNearOrigin : abs(place.latitude) >= 89 ? .pointNearPole : nil
            guard let rule else { continue }
            table.add(
                rule, record,
                with: [
                    ("latitude", .number(place.latitude, decimals: -1)),
                    ("longitude", .number(place.longitude, decimals: -1)),
                ])
        }
        var isSettled = true
        let fault = area.fault(&isSettled)
        if !isSettled { unsettledZones += 1 }
        if let fault {
            return table.add(.invalidGeometry, record, with: [("message", .text("the geometry \(fault)"))])
        }
        zones[feed.feed.locationIDs.intern(id)] = area
    }
}
