import TimeZones

/// Boards of departures as lines for people, at a terminal or through a screen reader.
///
/// A line says what it says in words, not by its place: no head row, no rules. A departure is one line where everything
/// finds room beside a readable headsign; else occupancy and wheelchair, and on a narrow terminal all but time and
/// destination, follow on lines of their own, indented.
struct BoardTable {
    /// The board of one stop.
    struct Section {
        var stopID: String
        var stopName: String?
        /// The clock that it shows.
        var zone: Zone
        /// Whose clock that is; nil where there is no other.
        var clock: String?
        /// In the order in which they are shown.
        var departures: [BoardDeparture]
        /// About the stop itself.
        var alerts: [BoardAlerts.Line] = []
        /// By departure.
        var departureAlerts: [BoardAlerts.Line?] = []
    }

    /// No board is narrower, whatever the terminal.
    private static let narrowest = 36

    private let time: Int
    private let end: Int
    private let width: Int
    private let hasColor: Bool

    /// - Parameters:
    ///   - time: the board's, in POSIX seconds.
    ///   - end: POSIX seconds up to which departures were looked for.
    ///   - width: columns of the terminal.
    init(at time: Int, until end: Int, width: Int, hasColor: Bool) {
        self.time = time
        self.end = end
        self.width = max(width, BoardTable.narrowest)
        self.hasColor = hasColor
    }

    /// The lines of all boards, a blank one between two; none is wider than the terminal.
    func lines(_ sections: [Section]) -> [String] {
        var lines: [String] = []
        for section in sections {
            if !lines.isEmpty { lines.append("") }
            lines += head(section)
            lines += section.alerts.map { line(of: $0, section, indent: 0) }
            if section.departures.isEmpty {
                lines += flow(
                    [BoardCell(BoardPiece("No departures until \(BoardRow.clock(end, from: time, section.zone))."))],
                    0)
            } else {
                lines += rows(section)
            }
        }
        return lines
    }

    // MARK: Head

    private func head(_ section: Section) -> [String] {
        let name =
            BoardText(of: section.stopName, limit: width) ?? BoardText(of: section.stopID, limit: width)
            ?? BoardText("?")
        let when = BoardText(BoardRow.longForm(time, section.zone))
        let place = BoardText("(\(section.clock.map { $0 + ", " } ?? "")\(section.zone.name))")
        var lines: [[BoardPiece]] = [[BoardPiece(name, .strong)]]
        func add(_ piece: BoardText, after separator: String) {
            let used = lines[lines.count - 1].reduce(0) { $0 + $1.text.width }
            if used + separator.utf8.count + piece.width <= width {
                lines[lines.count - 1].append(BoardPiece(separator + piece.text))
            } else {
                lines.append([BoardPiece(BoardText(of: piece.text, limit: width) ?? piece)])
            }
        }
        add(when, after: ", ")
        add(place, after: " ")
        return lines.map { $0.map { $0.painted(hasColor) }.joined() }
    }

    // MARK: Rows

    private enum Layout {
        case oneLine, details, narrow
    }

    private func rows(_ section: Section) -> [String] {
        let rows = section.departures.map {
            BoardRow($0, at: time, zone: section.zone, stopName: section.stopName, hasColor: hasColor)
        }
        func widest(_ cell: (BoardRow) -> BoardCell) -> Int { rows.reduce(0) { max($0, cell($1).width) } }
        let badge = widest(\.badge)
        let headsign = widest { $0.headsign(width) }
        let times = widest(\.countdown) + 2
        let essentials = times + gap(widest(\.platform)) + gap(widest(\.delay))
        let extras = gap(widest(\.occupancy)) + gap(widest(\.wheelchair))
        let room = width - badge - 1
        let layout: Layout =
            room - essentials - extras >= min(headsign, 24)
            ? .oneLine : room - essentials >= min(headsign, 20) ? .details : .narrow
        let columns: [(width: Int, isRight: Bool, cell: (BoardRow) -> BoardCell)]
        switch layout {
        case .oneLine:
            columns = [
                (widest(\.platform), false, \.platform), (widest(\.countdown), true, \.countdown),
                (widest(\.delay), false, \.delay), (widest(\.occupancy), false, \.occupancy),
                (widest(\.wheelchair), false, \.wheelchair),
            ]
        case .details:
            columns = [
                (widest(\.platform), false, \.platform), (widest(\.countdown), true, \.countdown),
                (widest(\.delay), false, \.delay),
            ]
        case .narrow: columns = [(widest(\.countdown), true, \.countdown)]
        }
        let taken = columns.reduce(0) { $0 + gap($1.width) }
        // A badge of a long name on a narrow terminal must leave room for where the bus goes.
        let headsignWidth = max(min(headsign, room - taken), 4)
        var lines: [String] = []
        for (place, row) in rows.enumerated() {
            var line = row.badge.padded(badge, isRight: false, hasColor) + " "
            line += row.headsign(headsignWidth).padded(headsignWidth, isRight: false, hasColor)
            for column in columns where column.width > 0 {
                line += "  " + column.cell(row).padded(column.width, isRight: column.isRight, hasColor)
            }
            while line.last == " " { line.removeLast() }
            lines.append(line)
            switch layout {
            case .oneLine: break
            case .details: lines += flow([row.occupancy, row.wheelchair], badge + 1)
            case .narrow: lines += flow([row.platform, row.delay, row.occupancy, row.wheelchair], 2)
            }
            if section.departureAlerts.indices.contains(place), let alert = section.departureAlerts[place] {
                lines.append(self.line(of: alert, section, indent: layout == .narrow ? 2 : badge + 1))
            }
        }
        return lines
    }

    /// An alert in one line: a symbol, its text, when it begins, and how many more there are.
    private func line(of alert: BoardAlerts.Line, _ section: Section, indent: Int) -> String {
        let indent = min(indent, width / 4)
        let begins = alert.start.map { " from \(BoardRow.clock($0, from: time, section.zone))" } ?? ""
        let end = begins + (alert.more > 0 ? ", \(alert.more) more" : "")
        let room = max(width - indent - 2 - end.utf8.count, 4)
        let text = BoardText(of: alert.text, limit: room) ?? BoardText("…")
        let style: BoardPiece.Style = alert.severity == 4 ? .strongRed : alert.severity == 3 ? .orange : .plain
        return String(repeating: " ", count: indent)
            + BoardCell(BoardPiece("⚠ ", style), BoardPiece(text), BoardPiece(end, .faint)).painted(hasColor)
    }

    private func gap(_ width: Int) -> Int { width == 0 ? 0 : width + 2 }

    /// Parts after each other, with commas, in as few lines as hold them.
    private func flow(_ cells: [BoardCell], _ indent: Int) -> [String] {
        let indent = min(indent, width / 4)
        var lines: [String] = []
        var used = 0
        for cell in cells where !cell.isEmpty {
            if !lines.isEmpty, used + 2 + cell.width <= width {
                lines[lines.count - 1] += ", " + cell.painted(hasColor)
                used += 2 + cell.width
            } else {
                lines.append(String(repeating: " ", count: indent) + cell.painted(hasColor))
                used = indent + cell.width
            }
        }
        return lines
    }
}
