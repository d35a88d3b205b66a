import GTFSSchedule
import NDJSON
import StageKit

/// The boards that were asked for, each with the departures on it.
///
/// What two boards share stands on the first, so that the boards' figures add up to the departures.
struct BoardCounts {
    struct Entry {
        let id: String
        let name: String?
        /// The ids of its platforms.
        let platforms: Set<String>
        var departures = 0
    }

    private(set) var boards: [Entry] = []
    /// The place in `boards` of each platform.
    private var places: [String: Int] = [:]

    /// - Parameter stops: as they were asked for; one that is asked for twice has one board.
    init(_ stops: [String], _ timetable: Timetable) {
        for id in stops where !boards.contains(where: { $0.id == id }) {
            guard let number = timetable.stopNumbers[id] else { continue }
            let platforms = Set(timetable.platforms(of: number).map { timetable[$0].id })
            for platform in platforms where places[platform] == nil { places[platform] = boards.count }
            boards.append(Entry(id: id, name: timetable[number].name, platforms: platforms))
        }
    }

    /// The place in `boards` of the one that a departure stands on.
    func place(of departure: Departure) -> Int? { places[departure.stopID] }

    mutating func add(_ departure: Departure) {
        if let place = place(of: departure) { boards[place].departures += 1 }
    }

    var isEmpty: Bool { boards.allSatisfy { $0.departures == 0 } }

    private enum Key {
        static let stopID = JSONKey("stop_id")
        static let stopName = JSONKey("stop_name")
        static let at = JSONKey("at")
        static let horizon = JSONKey("horizon_seconds")
        static let departures = JSONKey("departures")
    }

    /// Writes the `boards` records, in the order in which the stops were asked for.
    func write(at: Int, horizon: Int, _ context: StageContext) throws {
        let head = context.head(DepartureSchemas.boards.name)
        let figures = context.summary.table(DepartureSchemas.boards.name)
        for board in boards {
            context.sink.begin(head)
            let writer = context.sink.writer
            writer.text(Key.stopID, board.id)
            writer.text(Key.stopName, board.name)
            writer.integer(Key.at, at)
            writer.integer(Key.horizon, horizon)
            writer.integer(Key.departures, board.departures)
            try context.sink.end(figures)
        }
    }
}
