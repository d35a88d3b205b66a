import Drawing
import Occupancy
import TimeZones

/// What a board says of one departure, each part in words that stand alone.
struct BoardRow {
    /// The widest badge, brackets or margins not counted.
    private static let widestBadge = 12
    private static let widestPlatform = 18

    let badge: BoardCell
    /// nil where the feed names neither destination nor route.
    private let destination: String?
    let platform: BoardCell
    let countdown: BoardCell
    let delay: BoardCell
    let occupancy: BoardCell
    let wheelchair: BoardCell

    /// - Parameter stopName: of the board's stop, which is not said again in every row.
    init(_ departure: BoardDeparture, at time: Int, zone: Zone, stopName: String?, hasColor: Bool) {
        let isCancelled = BoardRow.isCancelled(departure)
        let badge = BoardRow.badge(departure, hasColor)
        self.badge = BoardCell(badge)
        // A route's name is not a destination, but it says more than nothing where the badge does not hold it already.
        let route = departure.routeLongName
        let isInBadge =
            BoardText(of: route, limit: 80).map { badge.text.text.dropFirst().dropLast() == $0.text } ?? true
        destination = BoardText(of: departure.headsign, limit: 8) != nil ? departure.headsign : isInBadge ? nil : route
        platform = BoardRow.platform(departure, stopName: stopName)
        countdown = BoardCell(
            BoardPiece(
                isCancelled || departure.countdown >= 3600
                    ? BoardRow.clock(departure.departureTime, from: time, zone)
                    : departure.countdown < 60 ? "now" : "\(departure.countdown / 60) min",
                isCancelled ? .faint : .strong))
        delay = BoardCell(BoardRow.delay(departure))
        occupancy = isCancelled ? BoardCell() : BoardRow.occupancy(departure)
        wheelchair = isCancelled ? BoardCell() : BoardRow.wheelchair(departure.wheelchairAccessible)
    }

    /// The headsign, or the route's name in its place, in at most `limit` columns.
    func headsign(_ limit: Int) -> BoardCell {
        if let text = BoardText(of: destination, limit: limit) { return BoardCell(BoardPiece(text)) }
        // Never cut to nothing: it is ours.
        return BoardCell(BoardPiece(BoardText(of: "no destination given", limit: limit) ?? BoardText("…"), .faint))
    }

    // MARK: Words

    private static func isCancelled(_ departure: BoardDeparture) -> Bool {
        // CANCELED and DELETED of TripDescriptor.ScheduleRelationship.
        departure.scheduleRelationship == 3 || departure.scheduleRelationship == 7
    }

    private static func badge(_ departure: BoardDeparture, _ hasColor: Bool) -> BoardPiece {
        let names = [departure.routeShortName, departure.routeLongName, departure.routeID]
        let name = names.lazy.compactMap { BoardText(of: $0, limit: widestBadge) }.first ?? BoardText("?")
        guard hasColor, let background = departure.routeColor.flatMap(Color.init(hex:)) else {
            return BoardPiece(BoardText("[\(name.text)]"), .strong)
        }
        let text = background.readableText(departure.routeTextColor.flatMap(Color.init(hex:)))
        return BoardPiece(BoardText(" \(name.text) "), .badge(background: background, text: text))
    }

    /// `platform 2`; of a stop without a code what its name adds to the board's.
    private static func platform(_ departure: BoardDeparture, stopName: String?) -> BoardCell {
        if let code = BoardText(of: departure.platformCode, limit: widestPlatform) {
            let hasWord = code.text.lowercased().hasPrefix("platform")
            return BoardCell(BoardPiece(hasWord ? code : BoardText("platform \(code.text)")))
        }
        guard let name = departure.stopName, name != stopName else { return BoardCell() }
        var rest = name[...]
        if let stopName, name.hasPrefix(stopName) {
            let added = name.dropFirst(stopName.count)
            if let first = added.first, !first.isLetter, !first.isNumber {
                rest = added.drop { !$0.isLetter && !$0.isNumber && $0 != "(" }
            }
        }
        return BoardText(of: String(rest), limit: widestPlatform).map { BoardCell(BoardPiece($0)) } ?? BoardCell()
    }

    private static func delay(_ departure: BoardDeparture) -> BoardPiece {
        if isCancelled(departure) { return BoardPiece("cancelled", .strongRed) }
        guard departure.isRealtime else { return BoardPiece("timetable", .faint) }
        guard let delay = departure.delay else {
            // ADDED, DUPLICATED and NEW: a trip that the timetable does not have is neither early nor late.
            return BoardPiece([1, 6, 8].contains(departure.scheduleRelationship) ? "extra trip" : "predicted", .cyan)
        }
        let minutes = delay / 60
        if minutes == 0 { return BoardPiece("on time", .green) }
        return minutes > 0 ? BoardPiece("+\(minutes) min", .red) : BoardPiece("\(-minutes) min early", .cyan)
    }

    private static func occupancy(_ departure: BoardDeparture) -> BoardCell {
        guard let level = departure.occupancyStatus?.level else {
            guard let usual = departure.typical?.status?.level else { return BoardCell() }
            return BoardCell(BoardPiece(OccupancyLevel.usualSign + " " + usual.usualLabel, .faint))
        }
        // The word keeps the terminal's own colour, in which everything can be read.
        return BoardCell(BoardPiece(level.sign, .init(color: level.color)), BoardPiece(" " + level.label))
    }

    private static func wheelchair(_ code: Int?) -> BoardCell {
        switch code {
        case 1: BoardCell(BoardPiece("♿ wheelchair accessible"))
        case 2: BoardCell(BoardPiece("⊘ not wheelchair accessible"))
        default: BoardCell()
        }
    }

    // MARK: Times

    /// `14:05`, with the weekday where that is not of the day after `start` or before, with the date beyond a week.
    static func clock(_ instant: Int, from start: Int, _ zone: Zone) -> String {
        let (date, time) = local(instant, zone)
        let days = date.daysSinceEpoch - local(start, zone).date.daysSinceEpoch
        if abs(instant - start) < 20 * 3600 || days == 0 { return time }
        if (1...6).contains(days) { return date.weekdayName.prefix(3) + " " + time }
        return "\(date.day) \(date.monthName.prefix(3)) \(time)"
    }

    /// `Sunday 1 March 2026, 14:05`
    static func longForm(_ instant: Int, _ zone: Zone) -> String {
        let (date, time) = local(instant, zone)
        return "\(date.weekdayName) \(date.day) \(date.monthName) \(date.year), \(time)"
    }

    private static func local(_ instant: Int, _ zone: Zone) -> (date: CivilDate, time: String) {
        var clock = ZoneClock(zone)
        let (days, second) = clock.local(at: instant)
        return (CivilDate(daysSinceEpoch: days), ClockTime.shortText(second))
    }
}
