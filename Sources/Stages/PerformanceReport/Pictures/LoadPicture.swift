import Charts
import Drawing
import Reports
import StageKit

/// How full vehicles left the stops of a pattern: a bar a stop, from the first to the last, with the place where they
/// were fullest marked.
struct LoadPicture: PerformancePicture {
    private struct Profile {
        var label = ""
        var rows: [ReportRow] = []
        var title = 0.0
        var top = 0.0
        var hasPercentages = false
        /// Per cent at the top of the scale.
        var most = 100
        var nameRoom = 60.0
    }

    private static let pitch = 46.0
    private static let plotHeight = 170.0
    private static let axisRoom = 44.0
    private static let mostProfiles = 60
    private static let mostStops = 150

    private let figures: PerformanceFigures
    private var profiles: [Profile] = []
    private var head = ChartHead(title: "", sentences: [], legends: [], width: 100)
    private(set) var width = 0.0
    private(set) var height = 0.0
    private(set) var omissions: [String] = []

    private var left: Double { ChartHead.margin + LoadPicture.axisRoom }
    /// The keys that a profile has to itself.
    private var keys: [ReportKey] { figures.keys.filter { $0 != .stopID && $0 != .stopSequence } }

    init(_ figures: PerformanceFigures) {
        self.figures = figures
        gather()
        layOut()
    }

    private mutating func gather() {
        var places: [String: Int] = [:]
        for row in figures.all {
            let name = figures.fullLabel(keys, row)
            let place =
                places[name]
                ?? {
                    profiles.append(Profile())
                    places[name] = profiles.count - 1
                    return profiles.count - 1
                }()
            profiles[place].rows.append(row)
        }
        for place in profiles.indices {
            profiles[place].rows.sort { figures.count($0, "stop_sequence") < figures.count($1, "stop_sequence") }
            profiles[place].label = label(profiles[place].rows)
            let isByPercentage = LoadPoint.isByPercentage(
                profiles[place].rows.map {
                    (figures.count($0, "samples"), figures.count($0, "percentage_observations"))
                })
            profiles[place].hasPercentages = isByPercentage
            let most =
                isByPercentage
                ? profiles[place].rows.compactMap { figures.integer($0, "percentage_p90") }.max() : nil
            let step = LoadPicture.step(most ?? 0)
            profiles[place].most = max(100, ((most ?? 0) + step - 1) / step * step)
        }
        if profiles.count > LoadPicture.mostProfiles {
            let events = profiles.map { $0.rows.reduce(0) { $0 + $1.events } }
            let kept = Set(
                profiles.indices.sorted { (events[$1], $0) < (events[$0], $1) }.prefix(LoadPicture.mostProfiles))
            omissions.append(
                "Not drawn because of limited space: the \(grouped(profiles.count - kept.count)) profiles with the fewest samples"
            )
            profiles = profiles.indices.filter(kept.contains).map { profiles[$0] }
        }
        let long = profiles.count { $0.rows.count > LoadPicture.mostStops }
        if long > 0 {
            omissions.append(
                "Not drawn because of limited space: stops after the first \(LoadPicture.mostStops) of \(ChartWords.count(long, "profile"))"
            )
            for place in profiles.indices {
                profiles[place].rows = Array(profiles[place].rows.prefix(LoadPicture.mostStops))
            }
        }
    }

    /// The keys, and a pattern by its ends.
    private func label(_ rows: [ReportRow]) -> String {
        guard let first = rows.first, let last = rows.last else { return "" }
        let others = keys.filter { $0 != .patternID }.map { "\($0.word) \(figures.label($0, first))" }
        return
            (others + [
                "\(ChartWords.brief(name(first))) to \(ChartWords.brief(name(last)))"
                    + " (pattern \(figures.label(.patternID, first)))"
            ]).joined(separator: ", ")
    }

    private mutating func layOut() {
        let stops = profiles.reduce(0) { max($0, $1.rows.count) }
        width = max(ChartHead.leastWidth, left + Double(stops) * LoadPicture.pitch + ChartHead.margin + 10).rounded(.up)
        head = ChartHead(
            title: title, sentences: [subtitle] + omissions.map { $0 + "." }, legends: legends, width: width)
        var y = head.end
        for place in profiles.indices {
            profiles[place].title = y + 18
            profiles[place].top = y + 58
            let names = profiles[place].rows.map { TextWidth.of(String(name($0).prefix(40)), size: 12) }
            profiles[place].nameRoom = min(240, names.max() ?? 60) + 8
            y = profiles[place].top + LoadPicture.plotHeight + 20 + profiles[place].nameRoom + 30
        }
        height = (y + 4).rounded(.up)
    }

    /// Per cent from one line of the scale to the next.
    private static func step(_ most: Int) -> Int { most <= 150 ? 25 : most <= 400 ? 50 : (most + 499) / 500 * 100 }

    private func name(_ row: ReportRow) -> String { figures.label(.stopID, row) }

    // MARK: Words

    var title: String { "Load along the route by " + ChartWords.list(keys.map(\.word)) }

    private var subtitle: String {
        "\(ChartWords.count(figures.events, "visit")) with an occupancy, at "
            + "\(ChartWords.count(figures.all.count, "stop")) of \(ChartWords.count(profiles.count, "profile"))\(figures.clock)."
            + figures.days
    }

    private var legends: [ChartHead.Legend] {
        var legends: [ChartHead.Legend] = []
        if profiles.contains(where: \.hasPercentages) {
            legends.append(
                ChartHead.Legend(
                    "Percentage of the vehicle's capacity on departure; below a bar, visits with a percentage",
                    [
                        ChartHead.Sample("median", ChartColors.shares[3]),
                        ChartHead.Sample("the 90th", ChartColors.shares[1]),
                    ]))
        }
        if profiles.contains(where: { !$0.hasPercentages }) {
            legends.append(
                ChartHead.Legend(
                    "Share of visits at high occupancy or very crowded on departure; below a bar, visits with a status",
                    .all([ChartColors.levels[3], ChartColors.levels[2]])))
        }
        return legends + [
            ChartHead.Legend(
                "Paler bars rest on less data",
                ChartHead.Sample.weights
                    + [ChartHead.Sample("maximum load point", width: 12) { LoadPicture.mark($1 + 6, $2 + 6, $0) }])
        ]
    }

    var description: String {
        var text =
            "Bars show how full vehicles were when they left each stop of a pattern, from left to right. "
            + subtitle + " "
        for profile in profiles.prefix(5) {
            guard let most = profile.rows.first(where: { figures.flag($0, "is_max_load_point") }) else { continue }
            text += "Fullest of \(ChartWords.brief(profile.label)): \(words(most)). "
        }
        return String(text.dropLast())
    }

    private func words(_ row: ReportRow) -> String {
        var text = ChartWords.brief(name(row)) + ": "
        if let middle = figures.integer(row, "percentage_p50"), let high = figures.integer(row, "percentage_p90") {
            text += "median \(middle)%, 90th percentile \(high)%, of "
            text += "\(ChartWords.count(figures.count(row, "percentage_observations"), "percentage")), "
        }
        if figures.share(row, "share_low") != nil {
            text +=
                zip(["low", "moderate", "high", "very crowded"], LoadPicture.shares).map { word, column in
                    "\(word) \(PerformanceFigures.percent(figures.share(row, column)))"
                }.joined(separator: ", ")
                + " of \(ChartWords.count(figures.count(row, "status_observations"), "status", plural: "statuses")), "
        }
        text += ChartWords.count(row.events, "visit")
        if let minutes = figures.number(row, "crowded_minutes"), minutes > 0 {
            text += "; crowded for \(Int(minutes.rounded())) min"
        }
        return text
    }

    private static let shares = ["share_low", "share_moderate", "share_high", "share_very_crowded"]

    // MARK: Drawing

    func draw(_ pen: ChartPen) {
        head.draw(pen)
        for profile in profiles {
            pen.name(
                ChartHead.margin, profile.title, profile.label, room: width - 2 * ChartHead.margin, size: 15,
                isBold: true)
            for mark in stride(from: 0, through: profile.most, by: LoadPicture.step(profile.most)) {
                let y = profile.top + LoadPicture.plotHeight * (1 - Double(mark) / Double(profile.most))
                pen.text(left - 8, y + 4, "\(mark)%", size: 11, anchor: .end, isMuted: true)
                pen.rule(
                    (left, y), (left + Double(profile.rows.count) * LoadPicture.pitch, y), isEdge: mark == 0)
            }
            for (place, row) in profile.rows.enumerated() {
                let isMost = figures.flag(row, "is_max_load_point")
                pen.titled(words(row) + (isMost ? "; maximum load point" : "")) {
                    draw(row, profile, left + (Double(place) + 0.5) * LoadPicture.pitch, isMost: isMost, pen)
                }
            }
        }
    }

    private func draw(_ row: ReportRow, _ profile: Profile, _ x: Double, isMost: Bool, _ pen: ChartPen) {
        let bottom = profile.top + LoadPicture.plotHeight
        let scale = LoadPicture.plotHeight / Double(profile.most)
        let count = figures.count(row, profile.hasPercentages ? "percentage_observations" : "status_observations")
        let width: Double =
            switch ChartWeight(count) {
            case .thin: 6
            case .some: 14
            case .ample: 28
            }
        var reached = 0.0
        func bar(to percent: Double, from start: Double = 0, _ step: ChartColors.Step) {
            let length = max(1, (percent - start) * scale)
            pen.box(x - width / 2, bottom - start * scale - length, width, length, step)
            reached = max(reached, percent)
        }
        if count == 0 {
            pen.text(x, bottom - 4, "–", size: 11, anchor: .middle, isMuted: true)
        } else if profile.hasPercentages {
            for (name, step) in [("percentage_p90", 1), ("percentage_p50", 3)] {
                if let value = figures.integer(row, name) { bar(to: Double(value), ChartColors.shares[step]) }
            }
        } else {
            for level in [3, 2] {
                guard let share = figures.share(row, LoadPicture.shares[level]), share > 0 else { continue }
                bar(to: reached + Double(share) / 100, from: reached, ChartColors.levels[level])
            }
        }
        if isMost { LoadPicture.mark(x, bottom - reached * scale - 4, pen) }
        pen.text(x, bottom + 15, ChartWords.short(count), size: 10.5, anchor: .middle, isMuted: true)
        pen.name(
            x + 4, bottom + 24, name(row), room: profile.nameRoom, size: 12, anchor: .end, isBold: isMost, climbs: true)
    }

    /// Points at the place where vehicles are fullest.
    private static func mark(_ x: Double, _ y: Double, _ pen: ChartPen) {
        pen.area([Point(x, y), Point(x - 6, y - 10), Point(x + 6, y - 10)])
    }
}
