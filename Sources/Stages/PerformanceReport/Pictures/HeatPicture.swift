import Charts
import Reports
import StageKit

/// Punctuality or excess waits by two keys as a heat map, a third key as heat maps of their own.
enum HeatPicture {
    static func map(_ figures: PerformanceFigures) -> HeatMap {
        let isOfHeadways = figures.rows.kind == .headways
        let keys = figures.keys
        let groups = figures.all.map { row in
            HeatMap.Group(
                keys.map { label($0, row, figures) }, isOfHeadways ? wait(row, figures) : punctuality(row, figures),
                parts: isOfHeadways ? [] : TimeSplit.counts(row, figures), events: figures.count(row, "events"))
        }
        let hasHours = keys[1] == .hour
        var map = HeatMap(
            title: (isOfHeadways ? "Excess waiting time" : "Punctuality") + " by " + ChartWords.list(keys.map(\.word)),
            sentences: [subtitle(figures)], legends: legends(isOfHeadways),
            keys: keys,
            noun: isOfHeadways ? "pairs" : "visits", bars: isOfHeadways ? nil : TimeSplit.bars,
            // An hour without events is seen to be one.
            gap: hasHours
                ? (1, { HeatMap.Label(String($0, digits: 2), full: "hour \(String($0, digits: 2))", number: $0) })
                : nil,
            groups)
        map.description = description(map, figures)
        return map
    }

    // MARK: Values

    private static func label(
        _ key: ReportKey, _ row: ReportRow, _ figures: PerformanceFigures
    ) -> HeatMap.Label {
        let number: Int =
            switch figures.cell(row, key.name) {
            case .integer(let value): value
            case .text(let text):
                key == .weekday
                    ? ReportKey.weekdays.firstIndex(of: text) ?? 0
                    : key == .dayType ? ReportKey.dayTypes.firstIndex(of: text) ?? 0 : 0
            default: .max
            }
        return HeatMap.Label(figures.label(key, row), full: figures.fullLabel(key, row), number: number)
    }

    private static func wait(_ row: ReportRow, _ figures: PerformanceFigures) -> HeatMap.Cell {
        let wait = figures.integer(row, "excess_wait_time")
        let events = figures.count(row, "events")
        return HeatMap.Cell(
            wait.map(seconds), waits.last { $0.from <= wait ?? .min } ?? waits[0], count: events,
            basis: figures.basis(row, "excess_wait_time"), badness: wait ?? .min,
            words: (wait.map { "\(seconds($0)) of excess wait" } ?? "no waits to compare")
                + ", \(ChartWords.count(events, "pair")) of departures, \(grouped(figures.count(row, "bunched"))) bunched, "
                + "\(grouped(figures.count(row, "gapped"))) gapped, "
                + "\(grouped(figures.count(row, "broken_by_no_data"))) broken by no data")
    }

    private static func punctuality(_ row: ReportRow, _ figures: PerformanceFigures) -> HeatMap.Cell {
        let events = figures.count(row, "events")
        let splits = TimeSplit.counts(row, figures)
        let missed = events > 0 ? 10_000 - splits[1] * 10_000 / events : 0
        let share = ChartWords.percent(splits[1], of: events)
        return HeatMap.Cell(
            events > 0 ? share : nil, misses.last { $0.from <= missed } ?? misses[0], count: events, basis: events,
            badness: missed,
            words: "\(share) of \(ChartWords.count(events, "visit")) on time, "
                + "\(grouped(splits[0])) early, \(grouped(splits[2])) late"
                + (figures.integer(row, "delay_p50").map { "; median delay \(PerformanceFigures.duration($0))" } ?? ""))
    }

    private static func seconds(_ seconds: Int) -> String {
        seconds > 0 ? "+\(seconds) s" : seconds < 0 ? "−\(-seconds) s" : "0 s"
    }

    /// Steps of what is not on time, in ten-thousandths: the worse the darker.
    private static let misses = ChartColors.steps(
        [.min, 501, 1001, 2001, 3001, 5001],
        ["95% and more", "90 to 95%", "80 to 90%", "70 to 80%", "50 to 70%", "below 50%"])
    /// Steps of seconds.
    private static let waits = ChartColors.steps(
        [.min, 16, 31, 61, 121, 241], ["to 15 s", "to 30 s", "to 60 s", "to 2 min", "to 4 min", "more"])

    // MARK: Words

    private static func legends(_ isOfHeadways: Bool) -> [ChartHead.Legend] {
        let weights = "Paler colours rest on less data; blank: none"
        if isOfHeadways {
            return [
                ChartHead.Legend(
                    "Cell: how much longer than scheduled passengers wait; below it, pairs of departures", .all(waits)
                ),
                ChartHead.Legend(
                    weights, ChartHead.Sample.weights + [ChartHead.Sample(unknown: "pairs, but no waits to compare")]),
            ]
        }
        return [
            ChartHead.Legend("Cell: share on time; below it, visits", .all(misses)),
            ChartHead.Legend(weights, ChartHead.Sample.weights),
            ChartHead.Legend("Bar: early, on time, late, over the whole row", .all(TimeSplit.bar.steps)),
        ]
    }

    private static func subtitle(_ figures: PerformanceFigures) -> String {
        let isOfHeadways = figures.rows.kind == .headways
        return ChartWords.count(figures.events, isOfHeadways ? "pair" : "visit")
            + (isOfHeadways ? " of departures" : "")
            + " in " + ChartWords.count(figures.all.count, "group") + figures.clock + "." + figures.days
            + (isOfHeadways ? figures.headwaysSentence : figures.punctualitySentence)
    }

    private static func description(_ map: HeatMap, _ figures: PerformanceFigures) -> String {
        var text =
            "A heat map, a row for each \(map.keys[0].word) and a column for each \(map.keys[1].word). "
            + subtitle(figures) + " "
        let worst = map.worst(3).groups
        if !worst.isEmpty {
            text +=
                (figures.rows.kind == .headways ? "Longest waits: " : "Least punctual: ")
                + worst.map { "\($0.name): \($0.cell.words)" }.joined(separator: "; ") + ". "
        }
        let known = map.cells.map(\.cell).filter(\.isKnown)
        let thin = known.count { $0.weight != .ample }
        if thin > 0 {
            text +=
                "\(grouped(thin)) of \(ChartWords.count(known.count, "cell")) rest on fewer than "
                + "\(ChartWeight.ampleFrom). "
        }
        return String(text.dropLast())
    }
}

/// The bar of what was early, on time and late, in this order; each has its share below.
enum TimeSplit {
    static let bar = ShareBar(
        [
            ChartColors.levels[1].called("early"), ChartColors.levels[0].called("on time"),
            ChartColors.levels[3].called("late"),
        ], ends: [0.24, 0.62, 1])

    static var bars: HeatMap.Bars { HeatMap.Bars(bar, width: 200, noun: "visits") { counts, _ in words(counts) } }

    static func counts(_ row: ReportRow, _ figures: PerformanceFigures) -> [Int] {
        ["early", "on_time", "late"].map { figures.count(row, $0) }
    }

    private static func words(_ counts: [Int]) -> String {
        let total = counts.reduce(0, +)
        return zip(bar.steps, counts).map { "\($0.words) \(ChartWords.percent($1, of: total))" }.joined(separator: ", ")
            + "; \(ChartWords.count(total, "visit"))"
    }
}
