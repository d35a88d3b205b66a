import Charts
import Drawing
import Reports
import StageKit

/// How full vehicles left the stops of a pattern: a bar a stop, from the first to the last, with the place where they
/// were fullest marked.
struct LoadPicture: PerformancePicture {
    private struct Profile {
        var label = ""
        var rows: [PerformanceRow] = []
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
                "Not drawn for want of room: the \(grouped(profiles.count - kept.count)) profiles with the fewest samples"
            )
            profiles = profiles.indices.filter(kept.contains).map { profiles[$0] }
        }
        let long = profiles.count { $0.rows.count > LoadPicture.mostStops }
        if long > 0 {
            omissions.append(
                "Not drawn for want of room: stops after the first \(LoadPicture.mostStops) of \(ChartWords.count(long, "profile"))"
            )
            for place in profiles.indices {
                profiles[place].rows = Array(profiles[place].rows.prefix(LoadPicture.mostStops))
            }
        }
    }

    /// The keys, and a pattern by its ends.
    private func label(_ rows: [PerformanceRow]) -> String {
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
        width = max(680, left + Double(stops) * LoadPicture.pitch + ChartHead.margin + 10).rounded(.up)
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

    private func name(_ row: PerformanceRow) -> String { figures.label(.stopID, row) }

    // MARK: Words

    var title: String { "Load along the way by " + ChartWords.list(keys.map(\.word)) }

    private var subtitle: String {
        let samples = figures.all.reduce(0) { $0 + $1.events }
        return "\(ChartWords.count(samples, "visit")) with an occupancy, at "
            + "\(ChartWords.count(figures.all.count, "stop")) of \(ChartWords.count(profiles.count, "profile"))\(figures.clock)."
            + figures.days
    }

    private var legends: [(caption: String, samples: [ChartHead.Sample])] {
        var legends: [(caption: String, samples: [ChartHead.Sample])] = []
        if profiles.contains(where: \.hasPercentages) {
            legends.append(
                (
                    "On leaving a stop, per cent of what the vehicle holds; below a bar, visits with a percentage",
                    [
                        ChartHead.Sample("the 50th of a hundred visits", ChartColors.shares[3]),
                        ChartHead.Sample("the 90th", ChartColors.shares[1]),
                    ]
                ))
        }
        if profiles.contains(where: { !$0.hasPercentages }) {
            legends.append(
                (
                    "On leaving a stop, share of visits at high occupancy or very crowded; below a bar, visits with a status",
                    [
                        ChartHead.Sample("very crowded", ChartColors.levels[3]),
                        ChartHead.Sample("high", ChartColors.levels[2]),
                    ]
                ))
        }
        legends.append(
            (
                "The less a bar rests on, the thinner",
                ChartWeight.allCases.map { ChartHead.Sample($0) }
                    + [ChartHead.Sample("maximum load point", width: 12) { LoadPicture.mark($0 + 6, $1 + 6) }]
            ))
        return legends
    }

    var description: String {
        var text =
            "Bars along the stops of a pattern, the first on the left, of how full vehicles were on leaving. "
            + subtitle + " "
        for profile in profiles.prefix(5) {
            guard let most = profile.rows.first(where: { figures.flag($0, "is_max_load_point") }) else { continue }
            text += "Fullest of \(ChartWords.brief(profile.label)): \(words(most)). "
        }
        return String(text.dropLast())
    }

    private func words(_ row: PerformanceRow) -> String {
        var text = ChartWords.brief(name(row)) + ": "
        if let middle = figures.integer(row, "percentage_p50"), let high = figures.integer(row, "percentage_p90") {
            text += "\(middle)% in the middle, \(high)% the 90th of "
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

    func draw(to sink: RecordSink) throws {
        try sink.text(head.svg)
        for profile in profiles {
            var svg = ChartMarks.text(
                ChartHead.margin, profile.title,
                TextWidth.cut(
                    MarkupText.shown(profile.label), to: width - 2 * ChartHead.margin, size: 15, isBold: true),
                size: 15, isBold: true)
            for mark in stride(from: 0, through: profile.most, by: LoadPicture.step(profile.most)) {
                let y = profile.top + LoadPicture.plotHeight * (1 - Double(mark) / Double(profile.most))
                svg += ChartMarks.text(left - 8, y + 4, "\(mark)%", size: 11, anchor: "end", isMuted: true)
                svg +=
                    "<path d=\"M\(ChartMarks.number(left)) \(ChartMarks.number(y))"
                    + "h\(ChartMarks.number(Double(profile.rows.count) * LoadPicture.pitch))\" "
                    + "stroke=\"\(mark == 0 ? ChartColors.edge : ChartColors.line)\" "
                    + "class=\"\(mark == 0 ? "e" : "line")\"/>"
            }
            try sink.text(svg + "\n")
            for (place, row) in profile.rows.enumerated() {
                let x = left + (Double(place) + 0.5) * LoadPicture.pitch
                try sink.text(draw(row, profile, x) + "\n")
            }
        }
    }

    private func draw(_ row: PerformanceRow, _ profile: Profile, _ x: Double) -> String {
        let bottom = profile.top + LoadPicture.plotHeight
        let isMost = figures.flag(row, "is_max_load_point")
        let count = figures.count(row, profile.hasPercentages ? "percentage_observations" : "status_observations")
        let width: Double =
            switch ChartWeight(count) {
            case .thin: 6
            case .some: 14
            case .ample: 28
            }
        func bar(_ from: Double, _ to: Double, _ step: ChartColors.Step) -> String {
            let scale = LoadPicture.plotHeight / Double(profile.most)
            let length = max(1, (to - from) * scale)
            return ChartMarks.rect(x - width / 2, bottom - from * scale - length, width, length, step.fill, step.name)
        }
        var svg = ""
        var reached = 0.0
        if count == 0 {
            svg += ChartMarks.text(x, bottom - 4, "–", size: 11, anchor: "middle", isMuted: true)
        } else if profile.hasPercentages {
            if let high = figures.integer(row, "percentage_p90") {
                svg += bar(0, Double(high), ChartColors.shares[1])
                reached = Double(high)
            }
            if let middle = figures.integer(row, "percentage_p50") {
                svg += bar(0, Double(middle), ChartColors.shares[3])
            }
        } else {
            for level in [3, 2] {
                guard let share = figures.share(row, LoadPicture.shares[level]), share > 0 else { continue }
                svg += bar(reached, reached + Double(share) / 100, ChartColors.levels[level])
                reached += Double(share) / 100
            }
        }
        if isMost {
            svg += LoadPicture.mark(x, bottom - reached * LoadPicture.plotHeight / Double(profile.most) - 4)
        }
        svg += ChartMarks.text(
            x, bottom + 15, ChartWords.short(count), size: 10.5, anchor: "middle", isMuted: true)
        let name = TextWidth.cut(MarkupText.shown(self.name(row)), to: profile.nameRoom, size: 12, isBold: isMost)
        svg +=
            "<text transform=\"translate(\(ChartMarks.number(x + 4)) \(ChartMarks.number(bottom + 24))) rotate(-90)\" "
            + "font-size=\"12\" text-anchor=\"end\"\(isMost ? " font-weight=\"bold\"" : "")>"
            + "\(MarkupText.escaped(name))</text>"
        return ChartMarks.titled(words(row) + (isMost ? "; maximum load point" : ""), svg)
    }

    /// Points at the place where vehicles are fullest.
    private static func mark(_ x: Double, _ y: Double) -> String {
        "<path d=\"M\(ChartMarks.number(x)) \(ChartMarks.number(y))l-6 -10h12Z\"/>"
    }
}
