import Contract
import RealtimeJoin
import StageKit

/// The alerts of boards: those of the stop itself, and those of its departures.
package final class BoardAlerts {
    private let join: AlertJoin
    private let window: Range<Int>
    /// Of each board: the places of the alerts about the stop itself, and of those about departures alone.
    private var ofStop: [[Int]] = []
    private var ofDepartures: [Set<Int>] = []
    /// How many boards and departures have more alerts than are listed.
    private var cut = 0

    /// - Parameter window: the time of the boards, POSIX seconds.
    init(_ join: AlertJoin, _ boards: BoardCounts, _ window: Range<Int>) {
        self.join = join
        self.window = window
        for board in boards.boards {
            var subject = join.subject(
                tripID: nil, startDate: nil, startTime: nil, routeID: nil, directionID: nil, stopID: board.id)
            // In the order of ids, so that lists are the same whatever the order of a set.
            subject.stopIDs += board.platforms.sorted().filter { !subject.stopIDs.contains($0) }
            let (places, isCut) = join.places(
                about: subject, during: window, .stopAlone, limit: AlertJoin.mostNotes)
            if isCut { cut += 1 }
            ofStop.append(places)
            ofDepartures.append([])
        }
    }

    /// Returns the places of the alerts about a departure.
    func places(of departure: BoardDeparture) -> [Int] { found(departure).places }

    private func found(_ departure: BoardDeparture) -> (places: [Int], isCut: Bool) {
        let subject = join.subject(
            tripID: departure.tripID, startDate: departure.startDate.daysSinceEpoch, startTime: departure.startTime,
            routeID: departure.routeID, directionID: departure.directionID, stopID: departure.stopID)
        let time = departure.departureTime
        return join.places(about: subject, during: time..<(time + 1), limit: AlertJoin.mostMentions)
    }

    /// Adds the alerts of a departure to those of its board.
    func add(_ departure: BoardDeparture, board: Int) {
        let (places, isCut) = found(departure)
        if isCut { cut += 1 }
        for place in places where !ofStop[board].contains(place) { ofDepartures[board].insert(place) }
    }

    /// Reports what is not listed, once all departures were added.
    func report(_ diagnostics: Diagnostics) {
        let more = ofDepartures.indices.count { ofStop[$0].count + ofDepartures[$0].count > AlertJoin.mostNotes }
        AlertJoin.report(notListed: cut + more, diagnostics)
    }

    // MARK: Values

    /// An alert as a board lists it.
    package struct Note {
        package let alert: ServiceAlert
        package let wording: AlertWording
        /// The period of the alert that overlaps the time of the board.
        package let period: ServiceAlert.Period?
        /// Whether the alert is about the board's stop.
        package let isOfStop: Bool
    }

    /// The alerts that a board lists, the most severe first.
    package func values(ofBoard board: Int) -> [Note] {
        notes(ofBoard: board).map { place, isOfStop in
            Note(
                alert: join.alerts[place], wording: join.wording(of: place),
                period: join.alerts[place].period(during: window), isOfStop: isOfStop)
        }
    }

    /// The ids of the alerts about a departure, the most severe first.
    package func ids(of departure: BoardDeparture) -> [String] { places(of: departure).map { join.alerts[$0].id } }

    // MARK: Writing

    /// The alerts that a board lists, with what they are about.
    func notes(ofBoard board: Int) -> [(place: Int, isOfStop: Bool)] {
        let all = ofStop[board].map { ($0, true) } + ofDepartures[board].map { ($0, false) }
        return all.sorted { $0.0 < $1.0 }.prefix(AlertJoin.mostNotes).map { ($0.0, $0.1) }
    }

    func write<P: RecordPresence>(
        board: Int, _ row: Row<Tables.Boards>, _ column: Column<Tables.Boards, List<Tables.AlertNote>, P>
    ) {
        let notes = notes(ofBoard: board)
        guard !notes.isEmpty else { return }
        row.objects(column, notes) { row, note in
            join.write(note: note.place, scope: note.isOfStop ? "stop" : "departures", during: window, row)
        }
    }

    func write<P: RecordPresence>(
        _ departure: BoardDeparture, _ row: Row<Tables.Departures>,
        _ column: Column<Tables.Departures, List<Tables.AlertMention>, P>
    ) {
        let places = places(of: departure)
        guard !places.isEmpty else { return }
        row.objects(column, places) { row, place in join.write(mention: place, row) }
    }

    // MARK: Words

    /// An alert as a board for people shows it, in one line.
    struct Line {
        let text: String
        let severity: Int?
        /// POSIX seconds: when it begins, if that is after the board's time.
        let start: Int?
        /// How many more alerts there are.
        let more: Int
    }

    /// The lines about the stop of a board, one an alert.
    func lines(ofBoard board: Int) -> [Line] { ofStop[board].map { line(of: $0, more: 0) } }

    /// The line about a departure: of several alerts the most severe; nil if there is none but those of its stop.
    func line(of departure: BoardDeparture, board: Int) -> Line? {
        let places = places(of: departure).filter { !ofStop[board].contains($0) }
        return places.first.map { line(of: $0, more: places.count - 1) }
    }

    private func line(of place: Int, more: Int) -> Line {
        let alert = join.alerts[place]
        let wording = join.wording(of: place)
        let start = alert.period(during: window)?.start
        return Line(
            text: wording.header ?? wording.description ?? AlertWords.effect(alert.effect), severity: alert.severity,
            start: start.flatMap { $0 > window.lowerBound ? $0 : nil }, more: more)
    }
}
