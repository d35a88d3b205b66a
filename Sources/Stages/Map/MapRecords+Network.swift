import Contract
import Networks
import Occupancy
import StageKit

/// Lines, pins and crowding: what a network is drawn of.
extension MapRecords {
    private static let group = Tables.Occupancy.columns

    static let occupancyColumns: [any AnyColumn] =
        [group.keys.routeID, group.keys.directionID, group.keys.hour, group.observations] + counts.map { $0.column }

    /// The counts of the statuses that say how crowded a vehicle is.
    private static let counts = zip(OccupancyStatus.crowdingCodes, group.counts.all).map {
        (status: OccupancyStatus(code: $0), column: $1)
    }

    mutating func takeLine(_ record: Record) {
        if let line = network.line(record) { model.lines.append(line) }
    }

    mutating func takePin(_ record: Record) {
        if let pin = network.pin(record) { model.pins.append(pin) }
    }

    /// Takes a group's counts, from which shares are made again when groups are added up.
    mutating func takeOccupancy(_ record: Record) {
        var levels = [0, 0, 0, 0]
        for (status, column) in MapRecords.counts {
            guard let count = reader[column], count > 0, let level = status.level,
                let place = OccupancyLevel.allCases.firstIndex(of: level)
            else { continue }
            levels[place] += min(count, 1 << 36)
        }
        let columns = MapRecords.group
        model.occupancy.append(
            MapOccupancyRow(
                feedID: feedID, routeID: reader[columns.keys.routeID],
                directionID: reader[columns.keys.directionID], hour: reader[columns.keys.hour],
                observations: max(0, reader[columns.observations] ?? 0),
                withStatus: levels.reduce(0, +), levels: levels))
    }
}
