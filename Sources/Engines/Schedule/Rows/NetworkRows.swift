import Contract
import Geometry
import NDJSON
import StageKit

/// A row of agency.txt.
package struct AgencyRow {
    package let record: Record
    private let values: ColumnReader
    private static let columns = Tables.Agency.columns

    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
        values.begin(record, table: TableNames.agency)
    }

    package var agencyID: UnsafeRawBufferPointer? { record.id(AgencyRow.columns.agencyID) }
    package var name: UnsafeRawBufferPointer? { values.bytes(AgencyRow.columns.agencyName) }
    /// The IANA time zone.
    package var timezone: UnsafeRawBufferPointer? { values.bytes(AgencyRow.columns.agencyTimezone) }
}

/// A row of stops.txt.
package struct StopRow {
    package let record: Record
    private let values: ColumnReader
    private static let columns = Tables.Stops.columns

    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
        values.begin(record, table: TableNames.stops)
    }

    package var stopID: UnsafeRawBufferPointer? { record.id(StopRow.columns.stopID) }
    package var name: UnsafeRawBufferPointer? { values.bytes(StopRow.columns.stopName) }
    package var platformCode: UnsafeRawBufferPointer? { values.bytes(StopRow.columns.platformCode) }
    package var parentStation: UnsafeRawBufferPointer? { record.id(StopRow.columns.parentStation) }
    /// stop_timezone, an IANA name.
    package var timezone: UnsafeRawBufferPointer? { values.bytes(StopRow.columns.stopTimezone) }
    /// The number in the specification; nil if empty.
    package var wheelchairBoarding: Int? { values[StopRow.columns.wheelchairBoarding] }
    package var locationType: Int? { values[StopRow.columns.locationType] }

    /// The position in the row; an invalid one is reported and counts as missing.
    package var position: Coordinate? {
        let columns = StopRow.columns
        return values.place(
            record[columns.stopLat], record[columns.stopLon], field: columns.stopLat.name,
            of: "stop \(Finding.quoted(stopID ?? record[columns.stopID].inside))")
    }
}

/// A row of routes.txt.
package struct RouteRow {
    package let record: Record
    private let values: ColumnReader
    private static let columns = Tables.Routes.columns

    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
        values.begin(record, table: TableNames.routes)
    }

    package var routeID: UnsafeRawBufferPointer? { record.id(RouteRow.columns.routeID) }
    package var agencyID: UnsafeRawBufferPointer? { record.id(RouteRow.columns.agencyID) }
    package var shortName: UnsafeRawBufferPointer? { values.bytes(RouteRow.columns.routeShortName) }
    package var longName: UnsafeRawBufferPointer? { values.bytes(RouteRow.columns.routeLongName) }
    package var color: UnsafeRawBufferPointer? { values.bytes(RouteRow.columns.routeColor) }
    package var textColor: UnsafeRawBufferPointer? { values.bytes(RouteRow.columns.routeTextColor) }
    package var type: Int? { values[RouteRow.columns.routeType] }
}

/// A row of trips.txt.
package struct TripRow {
    package let record: Record
    private let values: ColumnReader
    private static let columns = Tables.Trips.columns

    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
        values.begin(record, table: TableNames.trips)
    }

    package var tripID: UnsafeRawBufferPointer? { record.id(TripRow.columns.tripID) }
    package var routeID: UnsafeRawBufferPointer? { record.id(TripRow.columns.routeID) }
    package var serviceID: UnsafeRawBufferPointer? { record.id(TripRow.columns.serviceID) }
    package var shapeID: UnsafeRawBufferPointer? { record.id(TripRow.columns.shapeID) }
    package var blockID: UnsafeRawBufferPointer? { record.id(TripRow.columns.blockID) }
    package var headsign: UnsafeRawBufferPointer? { values.bytes(TripRow.columns.tripHeadsign) }
    package var shortName: UnsafeRawBufferPointer? { values.bytes(TripRow.columns.tripShortName) }
    package var wheelchairAccessible: Int? { values[TripRow.columns.wheelchairAccessible] }
    /// 0 or 1; nil for none.
    package var directionID: Int? { values.value(TripRow.columns.directionID, in: 0...1) }
}
