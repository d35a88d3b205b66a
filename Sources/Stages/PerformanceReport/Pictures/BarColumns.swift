import Charts
import Reports
import StageKit

/// One column of bars.
protocol BarColumn {
    var legends: [(caption: String, samples: [ChartHead.Sample])] { get }
    /// What the column is called, above its first row.
    func heads(_ x: Double, _ y: Double, width: Double) -> String
    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String
    /// What a row's bar says, as people read it.
    func words(_ row: PerformanceRow) -> String
    /// The larger the worse; nil where there is nothing to compare.
    func badness(_ row: PerformanceRow) -> Double?
}

extension BarColumn {
    func badness(_ row: PerformanceRow) -> Double? { nil }

    fileprivate func head(_ x: Double, _ y: Double, _ words: String) -> String {
        ChartMarks.text(x, y, words, size: 10.5, isMuted: true)
    }

    fileprivate func nothing(_ x: Double, _ top: Double) -> String {
        ChartMarks.text(x, top + 19, "–", size: 11, isMuted: true)
    }
}

/// Shares of what was early, on time and late.
struct SplitColumn: BarColumn {
    let figures: PerformanceFigures

    init(_ figures: PerformanceFigures) { self.figures = figures }

    var legends: [(caption: String, samples: [ChartHead.Sample])] { [("Early, on time, late", TimeSplit.samples)] }
    func heads(_ x: Double, _ y: Double, width: Double) -> String { TimeSplit.heads(x, y, width: width) }

    private func splits(_ row: PerformanceRow) -> (early: Int, onTime: Int, late: Int) {
        (figures.count(row, "early"), figures.count(row, "on_time"), figures.count(row, "late"))
    }

    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String {
        TimeSplit.bar(splits(row), figures.fullLabel(figures.keys, row), x, top, width: width)
    }

    func words(_ row: PerformanceRow) -> String {
        "\(PerformanceFigures.percent(figures.share(row, "share_on_time"))) on time of "
            + ChartWords.count(row.events, "visit")
    }

    func badness(_ row: PerformanceRow) -> Double? { figures.share(row, "share_on_time").map { -Double($0) } }
}

/// Delays from the tenth to the ninetieth of a hundred, with the one in the middle.
struct DelayColumn: BarColumn {
    let figures: PerformanceFigures
    private let scale: BarScale

    init(_ figures: PerformanceFigures) {
        self.figures = figures
        scale = BarScale(
            figures.all.flatMap { [figures.integer($0, "delay_p10"), figures.integer($0, "delay_p90")] }.compactMap {
                $0
            })
    }

    var legends: [(caption: String, samples: [ChartHead.Sample])] {
        [
            (
                "Delay: 10th to 90th of a hundred visits, and the 50th; minutes and seconds",
                [
                    ChartHead.Sample("10th to 90th", width: 40) { x, y in
                        ChartMarks.rect(x, y - 5, 40, 10, ChartColors.shares[2].fill, "s2")
                    },
                    ChartHead.Sample("50th", width: 10) { x, y in DelayColumn.middle(x + 5, y - 9) },
                ]
            )
        ]
    }

    private static func middle(_ x: Double, _ top: Double) -> String {
        "<path d=\"M\(ChartMarks.number(x)) \(ChartMarks.number(top))v18\" stroke=\"\(ChartColors.ink)\" "
            + "stroke-width=\"3\" class=\"mark\"/>"
    }

    func heads(_ x: Double, _ y: Double, width: Double) -> String {
        scale.ticks.map { tick in
            ChartMarks.text(
                x + scale.place(tick) * width, y, PerformanceFigures.duration(tick), size: 10.5, anchor: "middle",
                isMuted: true)
        }.joined()
    }

    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String {
        var svg = scale.grid(x, top, width: width)
        guard let low = figures.integer(row, "delay_p10"), let middle = figures.integer(row, "delay_p50"),
            let high = figures.integer(row, "delay_p90")
        else { return svg + nothing(x, top) }
        let (left, right) = (x + scale.place(low) * width, x + scale.place(high) * width)
        let thickness = ChartWeight(row.events).thickness
        svg += ChartMarks.rect(
            left, top + 15 - thickness / 2, max(2, right - left), thickness, ChartColors.shares[2].fill, "s2")
        return svg + DelayColumn.middle(x + scale.place(middle) * width, top + 6)
    }

    func words(_ row: PerformanceRow) -> String {
        let values = ["delay_p10", "delay_p50", "delay_p90"].compactMap { figures.integer(row, $0) }
        guard values.count == 3 else { return "no delays" }
        return "delays from \(PerformanceFigures.duration(values[0])) to \(PerformanceFigures.duration(values[2])), "
            + "in the middle \(PerformanceFigures.duration(values[1])), of \(ChartWords.count(row.events, "visit"))"
    }
}

/// A scale of seconds with zero on it.
struct BarScale {
    let ticks: [Int]
    private let range: ClosedRange<Int>

    init(_ values: [Int]) {
        let low = min(0, values.min() ?? 0)
        let high = max(60, values.max() ?? 60)
        let steps = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400]
        let step = steps.first { (high - low) / $0 <= 5 } ?? (high - low) / 5
        let first = -((-low + step - 1) / step)
        let last = (high + step - 1) / step
        ticks = (first...max(first + 1, last)).map { $0 * step }
        range = ticks[0]...ticks[ticks.count - 1]
    }

    /// 0 to 1.
    func place(_ value: Int) -> Double {
        Double(min(max(value, range.lowerBound), range.upperBound) - range.lowerBound)
            / Double(range.upperBound - range.lowerBound)
    }

    func grid(_ x: Double, _ top: Double, width: Double) -> String {
        ticks.map { tick in
            "<path d=\"M\(ChartMarks.number(x + place(tick) * width)) \(ChartMarks.number(top))v30\" "
                + "stroke=\"\(tick == 0 ? ChartColors.edge : ChartColors.line)\" class=\"\(tick == 0 ? "e" : "line")\"/>"
        }.joined()
    }
}

/// What somebody waits, and by the timetable would.
struct WaitColumn: BarColumn {
    let figures: PerformanceFigures
    private let scale: BarScale

    init(_ figures: PerformanceFigures) {
        self.figures = figures
        scale = BarScale(
            figures.all.flatMap { [figures.integer($0, "observed_wait"), figures.integer($0, "scheduled_wait")] }
                .compactMap { $0 })
    }

    var legends: [(caption: String, samples: [ChartHead.Sample])] {
        [
            (
                "Mean wait of somebody who comes at any time; minutes and seconds",
                [
                    ChartHead.Sample("observed", width: 40) { x, y in
                        ChartMarks.rect(x, y - 5, 40, 10, ChartColors.shares[3].fill, "s3")
                    },
                    ChartHead.Sample("by the timetable", width: 10) { x, y in WaitColumn.due(x + 5, y - 9) },
                ]
            )
        ]
    }

    private static func due(_ x: Double, _ top: Double) -> String {
        "<path d=\"M\(ChartMarks.number(x)) \(ChartMarks.number(top))v18\" stroke=\"\(ChartColors.ink)\" "
            + "stroke-width=\"3\" class=\"mark\"/>"
    }

    func heads(_ x: Double, _ y: Double, width: Double) -> String {
        scale.ticks.map { tick in
            ChartMarks.text(
                x + scale.place(tick) * width, y, PerformanceFigures.duration(tick), size: 10.5, anchor: "middle",
                isMuted: true)
        }.joined()
    }

    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String {
        var svg = scale.grid(x, top, width: width)
        guard let wait = figures.integer(row, "observed_wait") else { return svg + nothing(x, top) }
        let thickness = ChartWeight(figures.basis(row, "observed_wait")).thickness
        svg += ChartMarks.rect(
            x, top + 15 - thickness / 2, max(2, scale.place(wait) * width), thickness, ChartColors.shares[3].fill, "s3")
        if let due = figures.integer(row, "scheduled_wait") {
            svg += WaitColumn.due(x + scale.place(due) * width, top + 6)
        }
        return svg
    }

    func words(_ row: PerformanceRow) -> String {
        guard let wait = figures.integer(row, "observed_wait") else {
            return "no waits of \(ChartWords.count(row.events, "headway"))"
        }
        let due = figures.integer(row, "scheduled_wait").map { ", by the timetable \(PerformanceFigures.duration($0))" }
        return
            "a wait of \(PerformanceFigures.duration(wait))\(due ?? ""), of \(ChartWords.count(figures.basis(row, "observed_wait"), "headway"))"
    }

    func badness(_ row: PerformanceRow) -> Double? { figures.number(row, "excess_wait_time") }
}

/// Pairs that were bunched or gapped.
struct PairsColumn: BarColumn {
    let figures: PerformanceFigures

    init(_ figures: PerformanceFigures) { self.figures = figures }

    private var looks: [(column: String, words: String, step: ChartColors.Step)] {
        [("bunched", "bunched", ChartColors.levels[3]), ("gapped", "gapped", ChartColors.levels[2])]
    }

    var legends: [(caption: String, samples: [ChartHead.Sample])] {
        [
            (
                "Of the pairs of departures",
                looks.map { ChartHead.Sample($0.words, $0.step) } + [
                    ChartHead.Sample("neither", ChartColors.levels[0]),
                    ChartHead.Sample("due too far apart to be judged", .blank),
                ]
            )
        ]
    }

    func heads(_ x: Double, _ y: Double, width: Double) -> String { head(x, y, "bunched, gapped, broken by no data") }

    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String {
        let counts = looks.map { figures.count(row, $0.column) }
        let within = figures.basis(row, "headway_mean")
        let rest = max(0, within - counts.reduce(0, +))
        let parts =
            zip(looks, counts).map { (size: Double($1), step: Optional($0.step)) }
            + [
                (size: Double(rest), step: Optional(ChartColors.levels[0])),
                (size: Double(max(0, row.events - within)), step: Optional(ChartColors.Step.blank)),
            ]
        return StackedBar.svg(parts, x, top + 2, width: width, ChartWeight(row.events))
            + ChartMarks.text(x, top + 27, words(row), size: 11)
    }

    func words(_ row: PerformanceRow) -> String {
        "\(grouped(figures.count(row, "bunched"))) bunched, \(grouped(figures.count(row, "gapped"))) gapped, "
            + "\(grouped(figures.count(row, "broken_by_no_data"))) broken"
    }
}

/// What became of the scheduled trips.
struct DeliveredColumn: BarColumn {
    let figures: PerformanceFigures

    init(_ figures: PerformanceFigures) { self.figures = figures }

    var legends: [(caption: String, samples: [ChartHead.Sample])] {
        [
            (
                "Scheduled trips",
                [
                    ChartHead.Sample("observed", ChartColors.levels[0]),
                    ChartHead.Sample("canceled", ChartColors.levels[3]),
                    ChartHead.Sample("no data, or due not known") { ChartMarks.unknown($0, $1 - 8, 26, 16) },
                    ChartHead.Sample("not covered by the archive") {
                        ChartMarks.rect($0, $1 - 8, 26, 16, ChartColors.paper, "paper")
                    },
                ]
            )
        ]
    }

    func heads(_ x: Double, _ y: Double, width: Double) -> String {
        head(x, y, "share of those that could be observed")
    }

    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String {
        let blank = ChartColors.Step.blank
        guard isListed(row) else {
            return ChartMarks.unknown(x, top + 2, width, 7) + ChartMarks.text(x, top + 27, short(row), size: 11)
        }
        let parts: [(size: Double, step: ChartColors.Step?)] = [
            (Double(figures.count(row, "trips_observed")), ChartColors.levels[0]),
            (Double(figures.count(row, "trips_canceled")), ChartColors.levels[3]),
            (Double(figures.count(row, "trips_no_data")), nil),
            (Double(figures.count(row, "trips_not_covered")), blank),
        ]
        return StackedBar.svg(
            parts, x, top + 2, width: width, ChartWeight(parts.reduce(0) { $0 + Int($1.size) }))
            + ChartMarks.text(x, top + 27, short(row), size: 11)
    }

    private func short(_ row: PerformanceRow) -> String {
        let added = figures.count(row, "trips_added")
        let share = figures.share(row, "share_observed").map { PerformanceFigures.percent($0) }
        return (share ?? grouped(figures.count(row, "trips_observed"))) + " observed"
            + (isListed(row) ? "" : ", due not known")
            + (added > 0 ? ", \(grouped(added)) added" : "")
            + (figures.count(row, "stops_skipped") > 0
                ? ", \(ChartWords.count(figures.count(row, "stops_skipped"), "stop")) skipped" : "")
    }

    /// Whether it is known which trips were due.
    private func isListed(_ row: PerformanceRow) -> Bool { figures.integer(row, "trips_scheduled") != nil }

    func words(_ row: PerformanceRow) -> String {
        guard isListed(row) else {
            return "\(ChartWords.count(figures.count(row, "trips_observed"), "trip")) observed, "
                + "\(grouped(figures.count(row, "trips_canceled"))) canceled; how many were due is not known"
        }
        return
            "\(grouped(figures.count(row, "trips_observed"))) of \(ChartWords.count(figures.count(row, "trips_scheduled"), "trip")) "
            + "observed, \(grouped(figures.count(row, "trips_canceled"))) canceled, "
            + "\(grouped(figures.count(row, "trips_no_data"))) without data, "
            + "\(grouped(figures.count(row, "trips_not_covered"))) not covered"
    }

    func badness(_ row: PerformanceRow) -> Double? { figures.share(row, "share_observed").map { -Double($0) } }
}

/// How old positions were.
struct AgesColumn: BarColumn {
    let figures: PerformanceFigures
    private let scale: BarScale

    init(_ figures: PerformanceFigures) {
        self.figures = figures
        scale = BarScale(figures.all.compactMap { figures.integer($0, "position_age_p50") })
    }

    var legends: [(caption: String, samples: [ChartHead.Sample])] {
        [
            (
                "Age of positions when they were published, the 50th of a hundred; minutes and seconds",
                [ChartHead.Sample("age", ChartColors.shares[2])]
            )
        ]
    }

    func heads(_ x: Double, _ y: Double, width: Double) -> String {
        scale.ticks.map { tick in
            ChartMarks.text(
                x + scale.place(tick) * width, y, PerformanceFigures.duration(tick), size: 10.5, anchor: "middle",
                isMuted: true)
        }.joined()
    }

    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String {
        let svg = scale.grid(x, top, width: width)
        guard let age = figures.integer(row, "position_age_p50") else { return svg + nothing(x, top) }
        let thickness = ChartWeight(figures.basis(row, "position_age_p50")).thickness
        return svg
            + ChartMarks.rect(
                x, top + 15 - thickness / 2, max(2, scale.place(age) * width), thickness, ChartColors.shares[2].fill,
                "s2")
    }

    func words(_ row: PerformanceRow) -> String {
        guard let age = figures.integer(row, "position_age_p50") else { return "no positions" }
        let most = figures.integer(row, "position_age_max").map { ", at most \(PerformanceFigures.duration($0))" }
        return "positions \(PerformanceFigures.duration(age)) old\(most ?? "")"
    }
}

/// Which part of the predictions held.
struct AccurateColumn: BarColumn {
    let figures: PerformanceFigures

    init(_ figures: PerformanceFigures) { self.figures = figures }

    var legends: [(caption: String, samples: [ChartHead.Sample])] {
        [
            (
                "Predictions by how far ahead they were made",
                [ChartHead.Sample("held", ChartColors.levels[0]), ChartHead.Sample("did not", ChartColors.levels[3])]
            )
        ]
    }

    func heads(_ x: Double, _ y: Double, width: Double) -> String {
        head(x, y, "share that held; errors, minutes and seconds")
    }

    func draw(_ row: PerformanceRow, _ x: Double, _ top: Double, width: Double) -> String {
        let accurate = figures.count(row, "accurate")
        let all = figures.count(row, "predictions")
        guard all > 0 else { return nothing(x, top) }
        var words = ChartWords.percent(accurate, of: all)
        if let middle = figures.integer(row, "error_p50"), let high = figures.integer(row, "error_p90") {
            words += "; 50th error \(PerformanceFigures.duration(middle)), 90th \(PerformanceFigures.duration(high))"
        }
        return StackedBar.svg(
            [(Double(accurate), ChartColors.levels[0]), (Double(all - accurate), ChartColors.levels[3])], x, top + 2,
            width: width, ChartWeight(all)) + ChartMarks.text(x, top + 27, words, size: 11)
    }

    func words(_ row: PerformanceRow) -> String {
        "\(PerformanceFigures.percent(figures.share(row, "share_accurate"))) of "
            + "\(ChartWords.count(figures.count(row, "predictions"), "prediction")) held"
            + ", \(grouped(figures.count(row, "actuals_excluded"))) left out"
    }

    func badness(_ row: PerformanceRow) -> Double? { figures.share(row, "share_accurate").map { -Double($0) } }
}

extension ChartColors.Step {
    /// A part that is there, and of which nothing is known.
    static let blank = ChartColors.shares[0].with(name: "paper", fill: ChartColors.paper)
}
