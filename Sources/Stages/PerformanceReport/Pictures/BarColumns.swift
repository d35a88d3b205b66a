import Charts
import Drawing
import Reports
import StageKit

/// One column of bars.
struct BarColumn {
    /// What a row's bar is.
    enum Bar {
        /// From one value to another, with a third marked; a bar of one value begins at the column's edge.
        case span(from: Int?, to: Int, mark: Int?, basis: Int)
        /// Parts of a whole, with words below.
        case parts([(size: Double, step: ChartColors.Step?)], basis: Int, String)
        /// Parts of a whole, each with its share below.
        case shares([Int])
        /// What is not known, with words below.
        case unknown(String)
        case nothing
    }

    let legend: ChartHead.Legend
    /// What the column is called, above its first row; a column with a scale has its ticks there.
    var heading = ""
    var scale: BarScale?
    /// The colour of spans.
    var step = ChartColors.shares[2]
    let bar: (ReportRow) -> Bar
    /// What a row's bar says, as people read it.
    let words: (ReportRow) -> String
    /// The larger the worse; nil where there is nothing to compare.
    var badness: (ReportRow) -> Double? = { _ in nil }

    static let width = 280.0

    func drawHead(_ x: Double, _ y: Double, _ pen: ChartPen) {
        func text(_ share: Double, _ words: String, _ anchor: Picture.Anchor) {
            pen.text(x + share * BarColumn.width, y, words, size: 10.5, anchor: anchor, isMuted: true)
        }
        if let scale {
            for tick in scale.ticks { text(scale.place(tick), PerformanceFigures.duration(tick), .middle) }
        } else if heading.isEmpty {
            TimeSplit.bar.drawHead(x, y, width: BarColumn.width, pen)
        } else {
            text(0, heading, .start)
        }
    }

    func draw(_ row: ReportRow, _ x: Double, _ top: Double, _ pen: ChartPen) {
        let width = BarColumn.width
        if let scale {
            for tick in scale.ticks {
                let x = x + scale.place(tick) * width
                pen.rule((x, top), (x, top + 30), isEdge: tick == 0)
            }
        }
        switch bar(row) {
        case .span(let from, let to, let mark, let basis):
            guard let scale else { return }
            let left = x + (from.map(scale.place) ?? 0) * width
            let thickness = ChartWeight(basis).thickness
            pen.box(
                left, top + 15 - thickness / 2, max(2, x + scale.place(to) * width - left), thickness, step)
            if let mark { pen.tick(x + scale.place(mark) * width, top + 6) }
        case .parts(let parts, let basis, let words):
            pen.stack(parts, x, top + 2, width: width, ChartWeight(basis))
            pen.text(x, top + 27, words, size: 11)
        case .shares(let counts): TimeSplit.bar.draw(counts, x, top, width: width, pen)
        case .unknown(let words):
            pen.unknown(x, top + 2, width, 7)
            pen.text(x, top + 27, words, size: 11)
        case .nothing: pen.text(x, top + 19, "–", size: 11, isMuted: true)
        }
    }
}

/// A scale of seconds with zero on it.
struct BarScale {
    let ticks: [Int]
    private let range: ClosedRange<Int>

    /// A scale of some columns' values.
    init(_ figures: PerformanceFigures, _ columns: [String]) {
        let values = figures.all.flatMap { row in columns.compactMap { figures.integer(row, $0) } }
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
}

extension BarColumn {
    private static func span(_ words: String, _ step: ChartColors.Step) -> ChartHead.Sample {
        ChartHead.Sample(words, width: 40) { $0.box($1, $2 - 5, 40, 10, step) }
    }

    private static func tick(_ words: String) -> ChartHead.Sample {
        ChartHead.Sample(words, width: 10) { $0.tick($1 + 5, $2 - 9) }
    }

    /// Shares of what was early, on time and late.
    static func splits(_ figures: PerformanceFigures) -> BarColumn {
        BarColumn(
            legend: ChartHead.Legend("Early, on time, late", .all(TimeSplit.bar.steps)),
            bar: { .shares(TimeSplit.counts($0, figures)) },
            words: {
                "\(PerformanceFigures.percent(figures.share($0, "share_on_time"))) on time of "
                    + ChartWords.count($0.events, "visit")
            }, badness: { figures.share($0, "share_on_time").map { -Double($0) } })
    }

    /// Delays from the tenth to the ninetieth of a hundred, with the one in the middle.
    static func delays(_ figures: PerformanceFigures) -> BarColumn {
        func values(_ row: ReportRow) -> [Int]? {
            let values = ["delay_p10", "delay_p50", "delay_p90"].compactMap { figures.integer(row, $0) }
            return values.count == 3 ? values : nil
        }
        return BarColumn(
            legend: ChartHead.Legend(
                "Delay: 10th to 90th percentile, and median; minutes and seconds",
                [span("10th to 90th", ChartColors.shares[2]), tick("median")]),
            scale: BarScale(figures, ["delay_p10", "delay_p90"]),
            bar: { row in
                values(row).map { .span(from: $0[0], to: $0[2], mark: $0[1], basis: row.events) } ?? .nothing
            },
            words: { row in
                guard let values = values(row)?.map(PerformanceFigures.duration) else { return "no delays" }
                return "delays from \(values[0]) to \(values[2]), median \(values[1]), of "
                    + ChartWords.count(row.events, "visit")
            })
    }

    /// What somebody waits, and by the timetable would.
    static func waits(_ figures: PerformanceFigures) -> BarColumn {
        BarColumn(
            legend: ChartHead.Legend(
                "Mean wait of passengers who arrive at random; minutes and seconds",
                [span("observed", ChartColors.shares[3]), tick("scheduled")]),
            scale: BarScale(figures, ["observed_wait", "scheduled_wait"]), step: ChartColors.shares[3],
            bar: { row in
                figures.integer(row, "observed_wait").map {
                    .span(
                        from: nil, to: $0, mark: figures.integer(row, "scheduled_wait"),
                        basis: figures.basis(row, "observed_wait"))
                } ?? .nothing
            },
            words: { row in
                guard let wait = figures.integer(row, "observed_wait") else {
                    return "no waits of \(ChartWords.count(row.events, "headway"))"
                }
                let due = figures.integer(row, "scheduled_wait").map(PerformanceFigures.duration)
                return "a wait of \(PerformanceFigures.duration(wait))"
                    + (due.map { ", scheduled \($0)" } ?? "")
                    + ", of \(ChartWords.count(figures.basis(row, "observed_wait"), "headway"))"
            }, badness: { figures.number($0, "excess_wait_time") })
    }

    /// Pairs that were bunched or gapped.
    static func pairs(_ figures: PerformanceFigures) -> BarColumn {
        let looks = [
            ("bunched", ChartColors.levels[3].called("bunched")), ("gapped", ChartColors.levels[2].called("gapped")),
        ]
        let neither = ChartColors.levels[0].called("neither")
        let unjudged = ChartColors.Step.blank.called("scheduled too far apart to judge")
        func words(_ row: ReportRow) -> String {
            "\(grouped(figures.count(row, "bunched"))) bunched, \(grouped(figures.count(row, "gapped"))) gapped, "
                + "\(grouped(figures.count(row, "broken_by_no_data"))) broken"
        }
        return BarColumn(
            legend: ChartHead.Legend("Of the pairs of departures", .all(looks.map(\.1) + [neither, unjudged])),
            heading: "bunched, gapped, broken by no data",
            bar: { row in
                let counts = looks.map { figures.count(row, $0.0) }
                let within = figures.basis(row, "headway_mean")
                return .parts(
                    zip(counts, looks).map { (Double($0), $1.1) } + [
                        (Double(max(0, within - counts.reduce(0, +))), neither),
                        (Double(max(0, row.events - within)), unjudged),
                    ], basis: row.events, words(row))
            }, words: words)
    }

    /// What became of the scheduled trips.
    static func delivered(_ figures: PerformanceFigures) -> BarColumn {
        func count(_ row: ReportRow, _ what: String) -> Int { figures.count(row, "trips_" + what) }
        /// Whether it is known which trips were due.
        func isListed(_ row: ReportRow) -> Bool { figures.integer(row, "trips_scheduled") != nil }
        func short(_ row: ReportRow) -> String {
            let (added, skipped) = (count(row, "added"), figures.count(row, "stops_skipped"))
            let share = figures.share(row, "share_observed").map { PerformanceFigures.percent($0) }
            return (share ?? grouped(count(row, "observed"))) + " observed"
                + (isListed(row) ? "" : ", scheduled number unknown") + (added > 0 ? ", \(grouped(added)) added" : "")
                + (skipped > 0 ? ", \(ChartWords.count(skipped, "stop")) skipped" : "")
        }
        let (observed, canceled) = (ChartColors.levels[0].called("observed"), ChartColors.levels[3].called("canceled"))
        let outside = ChartColors.Step.blank.called("not covered by the archive")
        return BarColumn(
            legend: ChartHead.Legend(
                "Scheduled trips",
                .all([observed, canceled])
                    + [ChartHead.Sample("no data, or scheduled number unknown") { $0.unknown($1, $2 - 8, 26, 16) }]
                    + .all([outside])),
            heading: "share of trips that could be observed",
            bar: { row in
                guard isListed(row) else { return .unknown(short(row)) }
                let parts: [(size: Double, step: ChartColors.Step?)] = [
                    (Double(count(row, "observed")), observed), (Double(count(row, "canceled")), canceled),
                    (Double(count(row, "no_data")), nil), (Double(count(row, "not_covered")), outside),
                ]
                return .parts(parts, basis: parts.reduce(0) { $0 + Int($1.size) }, short(row))
            },
            words: { row in
                let canceled = "observed, \(grouped(count(row, "canceled"))) canceled"
                guard isListed(row) else {
                    return
                        "\(ChartWords.count(count(row, "observed"), "trip")) \(canceled); the number scheduled is unknown"
                }
                return "\(grouped(count(row, "observed"))) of \(ChartWords.count(count(row, "scheduled"), "trip")) "
                    + "\(canceled), \(grouped(count(row, "no_data"))) without data, "
                    + "\(grouped(count(row, "not_covered"))) not covered"
            }, badness: { figures.share($0, "share_observed").map { -Double($0) } })
    }

    /// How old positions were.
    static func ages(_ figures: PerformanceFigures) -> BarColumn {
        BarColumn(
            legend: ChartHead.Legend(
                "Median age of positions when they were published; minutes and seconds",
                [ChartHead.Sample("age", ChartColors.shares[2])]),
            scale: BarScale(figures, ["position_age_p50"]),
            bar: { row in
                figures.integer(row, "position_age_p50").map {
                    .span(from: nil, to: $0, mark: nil, basis: figures.basis(row, "position_age_p50"))
                } ?? .nothing
            },
            words: { row in
                guard let age = figures.integer(row, "position_age_p50") else { return "no positions" }
                let most = figures.integer(row, "position_age_max").map(PerformanceFigures.duration)
                return "positions \(PerformanceFigures.duration(age)) old" + (most.map { ", at most \($0)" } ?? "")
            })
    }

    /// Which part of the predictions held.
    static func accurate(_ figures: PerformanceFigures) -> BarColumn {
        let (held, failed) = (ChartColors.levels[0].called("held"), ChartColors.levels[3].called("did not"))
        return BarColumn(
            legend: ChartHead.Legend("Predictions by how far ahead they were made", .all([held, failed])),
            heading: "accurate share; errors, minutes and seconds",
            bar: { row in
                let (accurate, all) = (figures.count(row, "accurate"), figures.count(row, "predictions"))
                guard all > 0 else { return .nothing }
                var words = ChartWords.percent(accurate, of: all)
                if let middle = figures.integer(row, "error_p50"), let high = figures.integer(row, "error_p90") {
                    words +=
                        "; median error \(PerformanceFigures.duration(middle)), 90th percentile \(PerformanceFigures.duration(high))"
                }
                return .parts([(Double(accurate), held), (Double(all - accurate), failed)], basis: all, words)
            },
            words: { row in
                "\(PerformanceFigures.percent(figures.share(row, "share_accurate"))) of "
                    + "\(ChartWords.count(figures.count(row, "predictions"), "prediction")) held"
                    + ", \(grouped(figures.count(row, "actuals_excluded"))) excluded"
            }, badness: { figures.share($0, "share_accurate").map { -Double($0) } })
    }
}
