import Contract
import Geometry
import NDJSON
import StageKit

private let agency = Tables.Agency.columns
private let stops = Tables.Stops.columns
private let routes = Tables.Routes.columns
private let trips = Tables.Trips.columns

/// A row of agency.txt.
package typealias AgencyRow = ScheduleRow<Tables.Agency>

extension AgencyRow {
    package var agencyID: UnsafeRawBufferPointer? { record.id(agency.agencyID) }
    package var name: UnsafeRawBufferPointer? { values.bytes(agency.agencyName) }
    /// The IANA time zone.
    package var timezone: UnsafeRawBufferPointer? { values.bytes(agency.agencyTimezone) }
}

/// A row of stops.txt.
package typealias StopRow = ScheduleRow<Tables.Stops>

extension StopRow {
    package var stopID: UnsafeRawBufferPointer? { record.id(stops.stopID) }
    package var name: UnsafeRawBufferPointer? { values.bytes(stops.stopName) }
    package var platformCode: UnsafeRawBufferPointer? { values.bytes(stops.platformCode) }
    package var parentStation: UnsafeRawBufferPointer? { record.id(stops.parentStation) }
    /// stop_timezone, an IANA name.
    package var timezone: UnsafeRawBufferPointer? { values.bytes(stops.stopTimezone) }
    /// The number in the specification; nil if empty.
    package var wheelchairBoarding: Int? { values[stops.wheelchairBoarding] }
    package var locationType: Int? { values[stops.locationType] }

    /// The position in the row; an invalid one is reported and counts as missing.
    package var position: Coordinate? {
        values.place(
            record[stops.stopLat], record[stops.stopLon], field: stops.stopLat.name,
            of: "stop \(Finding.quoted(stopID ?? record[stops.stopID].inside))")
    }
}

/// A row of routes.txt.
package typealias RouteRow = ScheduleRow<Tables.Routes>

extension RouteRow {
    package var routeID: UnsafeRawBufferPointer? { record.id(routes.routeID) }
    package var agencyID: UnsafeRawBufferPointer? { record.id(routes.agencyID) }
    package var shortName: UnsafeRawBufferPointer? { values.bytes(routes.routeShortName) }
    package var longName: UnsafeRawBufferPointer? { values.bytes(routes.routeLongName) }
    package var color: UnsafeRawBufferPointer? { values.bytes(routes.routeColor) }
    package var textColor: UnsafeRawBufferPointer? { values.bytes(routes.routeTextColor) }
    package var type: Int? { values[routes.routeType] }
}

/// A row of trips.txt.
package typealias TripRow = ScheduleRow<Tables.Trips>

extension TripRow {
    package var tripID: UnsafeRawBufferPointer? { record.id(trips.tripID) }
    package var routeID: UnsafeRawBufferPointer? { record.id(trips.routeID) }
    package var serviceID: UnsafeRawBufferPointer? { record.id(trips.serviceID) }
    package var shapeID: UnsafeRawBufferPointer? { record.id(trips.shapeID) }
    package var blockID: UnsafeRawBufferPointer? { record.id(trips.blockID) }
    package var headsign: UnsafeRawBufferPointer? { values.bytes(trips.tripHeadsign) }
    package var shortName: UnsafeRawBufferPointer? { values.bytes(trips.tripShortName) }
    package var wheelchairAccessible: Int? { values[trips.wheelchairAccessible] }
    /// 0 or 1; nil for none.
    package var directionID: Int? { values.value(trips.directionID, in: 0...1) }
}
