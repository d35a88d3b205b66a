import Contract
import GTFSSchedule
import StageKit
import TimeZones

/// The boards that were asked for, each with the departures on it.
///
/// What two boards share stands on the first, so that the boards' figures add up to the departures.
package struct BoardCounts {
    package struct Entry {
        package let id: String
        package let name: String?
        /// The clock at the stop, where it is not the agency's.
        package let zone: Zone?
        /// The ids of its platforms.
        let platforms: Set<String>
        package internal(set) var departures = 0
    }

    package private(set) var boards: [Entry] = []
    /// The place in `boards` of each platform.
    private var places: [String: Int] = [:]

    /// - Parameter stops: as they were asked for; one that is asked for twice has one board.
    init(_ stops: [String], _ timetable: Timetable, _ clocks: StopClocks) throws {
        for id in stops where !boards.contains(where: { $0.id == id }) {
            guard let number = timetable.stopNumbers[id] else { continue }
            let platforms = Set(timetable.platforms(of: number).map { timetable[$0].id })
            for platform in platforms where places[platform] == nil { places[platform] = boards.count }
            boards.append(
                Entry(
                    id: id, name: timetable[number].name, zone: try clocks.zone(of: number), platforms: platforms))
        }
    }

    /// The place in `boards` of the one that a departure stands on.
    func place(of departure: BoardDeparture) -> Int? { places[departure.stopID] }

    mutating func add(_ departure: BoardDeparture) {
        if let place = place(of: departure) { boards[place].departures += 1 }
    }

    var isEmpty: Bool { boards.allSatisfy { $0.departures == 0 } }

    /// Writes the `boards` records, in the order in which the stops were asked for.
    func write(at: Int, horizon: Int, alerts: BoardAlerts?, _ context: StageContext) throws {
        let rows = context.rows(of: Tables.Boards.self)
        for (place, board) in boards.enumerated() {
            try rows.write { row, columns in
                row[columns.stopID] = board.id
                row[columns.stopName] = board.name
                row[columns.stopTimezone] = board.zone?.name
                row[columns.at] = at
                row[columns.horizonSeconds] = horizon
                row[columns.departures] = board.departures
                alerts?.write(board: place, row, columns.alerts)
            }
        }
    }
}
