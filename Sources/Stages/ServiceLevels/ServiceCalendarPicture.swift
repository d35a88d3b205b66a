import Charts
import Drawing
import Reports
import ServiceFigures
import StageKit
import TimeZones

/// The service of each day as a calendar: a column a week, a row a weekday, the darker the more trips; a calendar for
/// each group and year.
struct ServiceCalendarPicture: Chart {
    /// What a group has on a day.
    private struct Day {
        let trips: Int
        let words: String
    }

    private struct Panel {
        let label: String?
        var days: [Int: Day] = [:]
        var trips = 0
        var tops: [Int: Double] = [:]
    }

    /// From a column to the next: as wide as many weeks let it be.
    private static let pitches = 22.0...40.0
    /// How wide all of them may be.
    private static let room = 1180.0
    /// From this pitch on a cell has the number of trips under the day's.
    private static let pitchOfFigures = 34.0
    /// Of the names of weekdays.
    private static let labelRoom = 40.0
    private static let mostPanels = 24
    private static let mostYears = 10

    private let keys: [ReportKey]
    private let range: ClosedRange<Int>
    private var panels: [Panel] = []
    /// The years that are drawn, each with its first and last day.
    private var years: [(year: Int, days: ClosedRange<Int>)] = []
    private var steps: [ChartColors.Step] = []
    private var head = ChartHead(title: "", sentences: [], legends: [], width: 100)
    private var omissions: [String] = []
    private var pitch = 22.0
    private(set) var width = 0.0
    private(set) var height = 0.0

    /// - Parameter keys: one of them is the date.
    init(_ rows: [LevelRow], _ output: LevelOutput, by keys: [ReportKey], on range: ClosedRange<Int>) {
        self.keys = keys.filter { $0 != .date }
        self.range = range
        gather(rows, output)
        split()
        layOut()
    }

    var title: String {
        "Trips a day" + (keys.isEmpty ? "" : " by " + ChartWords.list(keys.map(\.title)))
    }

    // MARK: Values

    private mutating func gather(_ rows: [LevelRow], _ output: LevelOutput) {
        var places: [[String]: Int] = [:]
        for row in rows {
            let values = keys.map { output.text($0, of: row) ?? "none" }
            let place =
                places[values]
                ?? {
                    let label = zip(keys, values).map { "\($0.title) \($1)" }.joined(separator: ", ")
                    panels.append(Panel(label: keys.isEmpty ? nil : label))
                    places[values] = panels.count - 1
                    return panels.count - 1
                }()
            panels[place].days[Int(row.days.day)] = Day(trips: row.trips, words: ServiceCalendarPicture.words(row))
            panels[place].trips += row.trips
        }
        let kept = ServiceCalendarPicture.mostPanels
        guard panels.count > kept else { return }
        let most = panels.indices.sorted { (panels[$1].trips, $0) < (panels[$0].trips, $1) }.prefix(kept).sorted()
        omissions.append(
            "The picture shows the \(kept) groups with the most trips and omits \(grouped(panels.count - kept)) others")
        panels = most.map { panels[$0] }
    }

    private static func words(_ row: LevelRow) -> String {
        let texts = LevelOutput.texts(row)
        var words = ChartWords.count(row.trips, "trip")
        if row.kilometres != nil { words += ", \(texts[3]) km" }
        if let first = row.first, let last = row.last {
            words += ", first \(ClockTime.shortText(first)), last \(ClockTime.shortText(last))"
        }
        if let peak = row.peakVehicles {
            words += ", \(ChartWords.count(peak, "vehicle")) at once"
        } else if let peak = row.peakTrips {
            words += ", \(ChartWords.count(peak, "trip")) at once"
        }
        return words
    }

    /// Cuts the days into years.
    private mutating func split() {
        let first = CivilDate(daysSinceEpoch: range.lowerBound).year
        let last = CivilDate(daysSinceEpoch: range.upperBound).year
        // A year at the turn of another is one stretch.
        if range.count <= 371 {
            years = [(first, range)]
        } else {
            for year in first...last {
                let start = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
                let end = CivilDate(year: year, month: 12, day: 31).daysSinceEpoch
                years.append((year, (start...end).clamped(to: range)))
            }
            let kept = ServiceCalendarPicture.mostYears
            if years.count > kept {
                omissions.append(
                    "The picture shows the first \(kept) years and omits \(grouped(years.count - kept)) others")
                years = Array(years.prefix(kept))
            }
        }
        let most = panels.flatMap(\.days.values).map(\.trips).max() ?? 0
        steps = ServiceCalendarPicture.steps(most)
    }

    /// Fifths of the most trips of a day.
    private static func steps(_ most: Int) -> [ChartColors.Step] {
        let bounds = (1...5).map { max($0, (most * $0 + 4) / 5) }
        let from = [0, 1] + bounds.dropLast().map { $0 + 1 }
        let words = zip(from.dropFirst(), bounds).map { from, to in
            from >= to ? grouped(from) : "\(grouped(from)) to \(grouped(to))"
        }
        return ChartColors.steps(from, ["none"] + words).filter { $0.from <= max(most, 1) }
    }

    // MARK: Places

    /// Monday's column of a day.
    private static func week(_ day: Int) -> Int { (day - CivilDate.weekday(daysSinceEpoch: day)) / 7 }

    private mutating func layOut() {
        let weeks = years.reduce(0) {
            max(
                $0,
                ServiceCalendarPicture.week($1.days.upperBound) - ServiceCalendarPicture.week($1.days.lowerBound) + 1)
        }
        let pitches = ServiceCalendarPicture.pitches
        pitch = min(
            max((ServiceCalendarPicture.room / Double(weeks)).rounded(.down), pitches.lowerBound), pitches.upperBound)
        width = max(
            ChartHead.leastWidth, 2 * ChartHead.margin + ServiceCalendarPicture.labelRoom + Double(weeks) * pitch
        ).rounded(.up)
        head = ChartHead(
            title: title, sentences: [subtitle] + omissions.map { $0 + "." },
            legends: [ChartHead.Legend(legend, .all(steps))], width: width)
        var y = head.end
        for place in panels.indices {
            if panels[place].label != nil { y += 28 }
            for year in years {
                y += 22
                panels[place].tops[year.year] = y
                y += 7 * pitch + 14
            }
            y += 8
        }
        height = (y + 8).rounded(.up)
    }

    private var legend: String {
        "Each cell is a day" + (pitch >= ServiceCalendarPicture.pitchOfFigures ? ", the bold figure its trips" : "")
            + ", the darker the more trips it has"
    }

    private var subtitle: String {
        let first = CivilDate(daysSinceEpoch: range.lowerBound).text
        let last = CivilDate(daysSinceEpoch: range.upperBound).text
        let served = Set(panels.flatMap(\.days.keys)).count
        return (first == last ? first : "\(first) to \(last)")
            + ": service on \(ChartWords.count(served, "day")) of \(grouped(range.count))."
    }

    var description: String {
        var text = "A calendar, a column for each week and a row for each weekday. " + subtitle
        for panel in panels {
            guard let most = panel.days.max(by: { ($0.value.trips, $1.key) < ($1.value.trips, $0.key) }) else {
                continue
            }
            text +=
                " \(panel.label.map { $0 + ": most" } ?? "Most") on "
                + "\(CivilDate(daysSinceEpoch: most.key).text), \(ChartWords.count(most.value.trips, "trip"))."
        }
        return text
    }

    // MARK: Drawing

    func draw(_ pen: ChartPen) {
        head.draw(pen)
        for panel in panels {
            if let label = panel.label, let top = years.first.flatMap({ panel.tops[$0.year] }) {
                pen.name(
                    ChartHead.margin, top - 24, label, room: width - 2 * ChartHead.margin, size: 15, isBold: true)
            }
            for (year, days) in years { draw(panel, days, panel.tops[year] ?? 0, pen) }
        }
    }

    private func draw(_ panel: Panel, _ days: ClosedRange<Int>, _ top: Double, _ pen: ChartPen) {
        let left = ChartHead.margin + ServiceCalendarPicture.labelRoom
        let first = ServiceCalendarPicture.week(days.lowerBound)
        pen.text(
            left - 8, top - 6, String(CivilDate(daysSinceEpoch: days.lowerBound).year), size: 11, anchor: .end,
            isBold: true)
        for weekday in 0..<7 {
            pen.text(
                left - 8, top + Double(weekday) * pitch + pitch / 2 + 4,
                String(CivilDate.weekdayNames[weekday].prefix(3)), size: 11, anchor: .end, isMuted: true)
        }
        for (week, words) in months(of: days) {
            pen.text(left + Double(week - first) * pitch, top - 6, words, size: 11, isMuted: true)
        }
        for day in days {
            let (date, weekday) = (CivilDate(daysSinceEpoch: day), CivilDate.weekday(daysSinceEpoch: day))
            let found = panel.days[day]
            pen.titled("\(CivilDate.weekdayNames[weekday]) \(date.text): \(found?.words ?? "no trips")") {
                draw(
                    found, date, left + Double(ServiceCalendarPicture.week(day) - first) * pitch,
                    top + Double(weekday) * pitch, pen)
            }
        }
    }

    /// The weeks above which months are named: those of their first Mondays, and the first of all where there is room.
    private func months(of days: ClosedRange<Int>) -> [(week: Int, words: String)] {
        var names: [(week: Int, words: String)] = []
        let year = CivilDate(daysSinceEpoch: days.lowerBound).year
        for day in days where CivilDate.weekday(daysSinceEpoch: day) == 0 || day == days.lowerBound {
            let date = CivilDate(daysSinceEpoch: day)
            guard date.day <= 7 || day == days.lowerBound else { continue }
            let isNewYear = date.month == 1 && date.year != year
            names.append(
                (ServiceCalendarPicture.week(day), date.monthName.prefix(3) + (isNewYear ? " \(date.year)" : "")))
        }
        let room = TextWidth.of("Mar  ", size: 11)
        if names.count > 1, Double(names[1].week - names[0].week) * pitch < room || names[0].words == names[1].words {
            names.remove(at: names[0].words == names[1].words ? 1 : 0)
        }
        return names
    }

    private func draw(_ found: Day?, _ date: CivilDate, _ x: Double, _ y: Double, _ pen: ChartPen) {
        let step = steps.last { $0.from <= found?.trips ?? 0 } ?? ChartColors.shares[0]
        let size = pitch - 2
        let hasFigures = pitch >= ServiceCalendarPicture.pitchOfFigures
        pen.box(x, y, size, size, step)
        pen.text(
            x + size / 2, y + (hasFigures ? 13 : size / 2 + 3.5), String(date.day), size: 9.5, anchor: .middle, on: step
        )
        if hasFigures, let found {
            pen.text(
                x + size / 2, y + 27, ChartWords.short(found.trips), size: 11, anchor: .middle, isBold: true, on: step)
        }
    }

    // MARK: Page

    func writePage(_ rows: [LevelRow], _ output: LevelOutput, to sink: RecordSink) throws {
        try ChartPage(title: title).write(self, to: sink) {
            let all = rows.isEmpty ? [] : keys + [.date]
            let table = try ChartTable(
                "Figures", id: "figures",
                introduction:
                    "Times are counted from the start of the service day and exceed 24:00 after midnight. Headway is the median.",
                columns: all.map(\.name) + LevelOutput.figures.map(\.words), to: sink)
            for row in rows {
                let heads = all.map { ChartTable.Cell.text(output.text($0, of: row) ?? "-") }
                try table.write(heads + LevelOutput.texts(row).map { .number($0) }, head: all.count - 1)
            }
            try table.end()
        }
    }
}
