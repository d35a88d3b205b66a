import Charts
import StageKit
import TimeZones

/// The words of a picture of lines: titles, the text alternative, what a pointer shows.
struct StringlineWords {
    let chart: StringlineChart

    var routeName: String {
        guard let name = chart.shortName, !name.isEmpty, name != chart.route else {
            return ChartWords.brief(chart.route)
        }
        return "\(ChartWords.brief(name)) (\(ChartWords.brief(chart.route)))"
    }

    var title: String {
        let days = chart.days.map { CivilDate(daysSinceEpoch: $0).text }
        guard let first = days.first, let last = days.last else { return "Trips of route \(routeName)" }
        return "Trips of route \(routeName) on \(first)" + (days.count > 1 ? " to \(last)" : "")
    }

    /// Which time is shown.
    var subtitle: String {
        guard !chart.panels.isEmpty else { return "No visits." }
        let (first, last) = (chart.range.lowerBound, chart.range.upperBound)
        return
            "Time against distance, \(chart.clock.text(first)) to \(chart.clock.text(last)), in the agency's time zone."
    }

    // MARK: Of a direction

    func heading(_ panel: StringlinePanel) -> String {
        var text = panel.direction.map { "Direction \($0)" } ?? "No direction"
        if let first = panel.axis.stops.first, let last = panel.axis.stops.last, panel.axis.stops.count > 1 {
            text += ": \(ChartWords.brief(first.name)) to \(ChartWords.brief(last.name))"
        }
        return text
    }

    /// What stands under the heading.
    func sentences(_ panel: StringlinePanel) -> [String] {
        [figures(panel)] + StringlineWords.findings(panel).map { $0.words + "." }
    }

    private func figures(_ panel: StringlinePanel) -> String {
        var text = ""
        let (due, runs) = (panel.countedDue, panel.counted)
        if !due.isEmpty {
            text += "\(ChartWords.count(due.count, "run")) scheduled"
            let canceled = due.count { $0.run.isCanceled }
            if canceled > 0 { text += " (\(canceled) canceled)" }
            text += ", "
        }
        text += "\(due.isEmpty ? ChartWords.count(runs.count, "run") : grouped(runs.count)) observed"
        let unseen = panel.unseen.count { $0.isCounted }
        if unseen > 0 { text += ", \(grouped(unseen)) not observed" }
        text += ". "
        let bunching = panel.bunching
        let rare =
            bunching.rare == 0
            ? ""
            : " Not judged: \(ChartWords.count(bunching.rare, "pair")), scheduled more than "
                + "\(bunching.rules.longest / 60) minutes apart."
        if bunching.judged == 0, bunching.rare > 0 {
            return text
                + "None of \(ChartWords.count(bunching.rare, "pair")) of departures is judged, because they are scheduled more than "
                + "\(bunching.rules.longest / 60) minutes apart."
        }
        if bunching.judged == 0 { return text + "No two departures in a row can be compared." }
        if bunching.bunched == 0 {
            return text + "None of \(ChartWords.count(bunching.judged, "pair")) of departures is bunched." + rare
        }
        return text
            + "Bunched, closer than half of the scheduled headway: \(grouped(bunching.bunched)) of "
            + "\(ChartWords.count(bunching.judged, "pair")) of departures, of "
            + "\(ChartWords.count(bunching.places.count, "pair")) of runs." + rare
    }

    /// What is not drawn, or not as it is.
    static func findings(_ panel: StringlinePanel) -> [(code: String, words: String)] {
        var found: [(String, String)] = []
        let axis = panel.axis
        let name = panel.direction.map { " of direction \($0)" } ?? ""
        if axis.patterns.count > 1, let first = axis.patterns.first {
            var text =
                "\(grouped(axis.patterns.count)) patterns\(name); the axis shows the pattern of "
                + "\(ChartWords.count(first.runs, "run"))"
            if !axis.strangers.isEmpty {
                let names = axis.strangers.prefix(5).map { ChartWords.brief($0.name, 40) }
                text += "; \(ChartWords.count(axis.strangers.count, "stop")) not on the axis: "
                text += names.joined(separator: ", ") + (axis.strangers.count > 5 ? ", …" : "")
            }
            found.append(("several_patterns", text))
        }
        if panel.elsewhere > 0 {
            found.append(
                (
                    "runs_elsewhere",
                    "\(ChartWords.count(panel.elsewhere, "run"))\(name) with fewer than two stops on the axis, not drawn"
                ))
        }
        if !axis.isMeasured, axis.stops.count > 1 {
            found.append(("no_distances", "No distances\(name), so the stops are evenly spaced"))
        } else if axis.evenSteps > 0 {
            found.append(
                (
                    "distances_missing",
                    "\(ChartWords.count(axis.evenSteps, "distance"))\(name) unknown, drawn with the mean length"
                ))
        }
        if panel.omitted > 0 {
            found.append(
                (
                    "runs_not_drawn",
                    "Not drawn because of limited space: the last \(ChartWords.count(panel.omitted, "run"))\(name); "
                        + "choose a part with --from and --to"
                ))
        }
        return found
    }

    /// What the picture tells somebody who does not see it.
    var description: String {
        guard !chart.panels.isEmpty else { return "There are no visits to show." }
        var text =
            "Each run is a line of time, from left to right, against distance, from the first stop at the top to the "
            + "last. Scheduled runs are thin, observed runs bold; wider lines were more crowded. "
        for panel in chart.panels {
            text += heading(panel) + ". " + figures(panel) + " "
            if let latest = latest(panel) { text += latest + " " }
        }
        return String(text.dropLast())
    }

    private func latest(_ panel: StringlinePanel) -> String? {
        var best: (delay: Int, run: Run, stop: String, time: Int)?
        for run in panel.runs {
            for point in run.points {
                guard let delay = point.call.delay, let time = point.call.last, delay > best?.delay ?? 60 else {
                    continue
                }
                best = (delay, run.run, panel.axis.stops[point.place].name, time)
            }
        }
        return best.map {
            "Most delayed: trip \(ChartWords.brief($0.run.name)), \(StringlineWords.delay($0.delay)) at "
                + "\(ChartWords.brief($0.stop)), \(chart.clock.shortText($0.time))."
        }
    }

    // MARK: Of a run

    /// `trip T, vehicle V: 07:01 to 07:38; 1 min early to 5 min late, at the end 4 min late`
    func title(_ run: DrawnRun) -> String {
        var text = "trip \(ChartWords.brief(run.run.name))"
        if let vehicle = run.run.vehicle { text += ", vehicle \(ChartWords.brief(vehicle))" }
        let seen = run.points.filter(\.call.isObserved)
        guard let first = seen.first?.call.first, let last = seen.last?.call.last else { return text }
        text += ": \(chart.clock.text(first)) to \(chart.clock.text(last))"
        let delays = seen.compactMap(\.call.delay)
        if let least = delays.min(), let most = delays.max(), let end = delays.last {
            text +=
                least == most
                ? "; \(StringlineWords.delay(end))"
                : "; \(StringlineWords.delay(least)) to \(StringlineWords.delay(most)), at the end "
                    + StringlineWords.delay(end)
        }
        let missed = run.points.count - seen.count
        if missed > 0 { text += "; \(ChartWords.count(missed, "stop")) not observed" }
        return text
    }

    /// The same of a run of the timetable.
    func dueTitle(_ run: DrawnRun, isSeen: Bool) -> String {
        var text = "scheduled: trip \(ChartWords.brief(run.run.name))"
        let times = run.points.compactMap(\.call.scheduled)
        if let first = times.first, let last = times.last {
            text += ", \(chart.clock.text(first)) to \(chart.clock.text(last))"
        }
        if run.run.isCanceled { return text + "; canceled" }
        return isSeen ? text : text + "; not observed"
    }

    /// `on time`, `4 min late`, `30 s early`
    static func delay(_ seconds: Int) -> String {
        guard seconds != 0 else { return "on time" }
        let size = abs(seconds)
        let text = size < 60 ? "\(size) s" : "\((size + 30) / 60) min"
        return text + (seconds < 0 ? " early" : " late")
    }
}
