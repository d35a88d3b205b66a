import GTFSSchedule
import Reports
import ServiceFigures
import StageKit
import TimeZones

/// How people are told what changed.
struct ServiceChangeWords {
    private let comparison: ServiceComparison
    private let keys: [ReportKey]
    private let names: Names

    /// Names of routes and stops, those of the new feed first.
    private struct Names {
        var routes: [String: String] = [:]
        var stops: [String: String] = [:]
    }

    init(_ comparison: ServiceComparison, by keys: [ReportKey]) {
        self.comparison = comparison
        self.keys = keys.filter { $0 != .dayType }
        var names = Names()
        for timetable in [comparison.old.timetable, comparison.new.timetable] {
            for route in timetable.frame.routes {
                if let name = route.shortName ?? route.longName { names.routes[route.id] = name }
            }
            for stop in timetable.frame.stops { if let name = stop.name { names.stops[stop.id] = name } }
        }
        self.names = names
    }

    // MARK: What it is about

    /// What happened to one thing, on one or several types of day.
    struct Subject {
        /// nil where groups are of nothing but the day.
        let name: String?
        var changes: [ServiceChange]
        /// Trips more or fewer, and runs gained or lost, over all days.
        var net = 0
        var moved = 0
    }

    /// The changes of each thing, the things with the biggest first; of as big ones in the order of the keys.
    func subjects(_ changes: [ServiceChange]) -> [Subject] {
        struct Key: Hashable {
            let bundle: ComparedService.Bundle
            let cell: LevelCell
        }
        var subjects: [Subject] = []
        var places: [Key: Int] = [:]
        for change in changes {
            let key = Key(bundle: change.bundle, cell: change.cell)
            let place = places[key] ?? subjects.count
            if place == subjects.count { subjects.append(Subject(name: subject(change), changes: [])) }
            places[key] = place
            subjects[place].changes.append(change)
            subjects[place].net += change.net
            subjects[place].moved += change.counts.runsAdded + change.counts.runsRemoved
        }
        func order(_ one: ServiceChange, _ other: ServiceChange) -> Bool {
            (one.dayType?.rawValue ?? 0) < (other.dayType?.rawValue ?? 0)
        }
        for place in subjects.indices { subjects[place].changes.sort(by: order) }
        return subjects.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            return (abs(right.net), right.moved, one.offset) < (abs(left.net), left.moved, other.offset)
        }.map(\.element)
    }

    /// `Route 10 (B-10), stop S01 Mill Rd, hour 7`; nil where groups are of nothing but the day.
    func subject(_ change: ServiceChange) -> String? {
        guard !keys.isEmpty else { return nil }
        return capitalized(
            keys.map { key in
                switch key {
                case .routeID: route(change.bundle.route)
                case .directionID: change.bundle.direction < 0 ? "no direction" : "direction \(change.bundle.direction)"
                case .stopID: stop(Int(change.cell.stop))
                case .hour: "hour \(change.cell.hour)"
                default: ""
                }
            }.joined(separator: ", "))
    }

    func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// What the feeds are called, without the folders that lead there unless they tell them apart.
    var feeds: (old: String, new: String) {
        func last(_ name: String) -> String {
            var name = name[...]
            while name.last == "/" { name.removeLast() }
            return name.split(separator: "/").last.map(String.init) ?? String(name)
        }
        let (old, new) = (comparison.old.name, comparison.new.name)
        let (shortOld, shortNew) = (last(old), last(new))
        return shortOld == shortNew
            ? (Finding.printable(old), Finding.printable(new))
            : (Finding.printable(shortOld), Finding.printable(shortNew))
    }

    /// The days that are compared, as a sentence.
    var days: String {
        let days = comparison.days
        return
            "On the days that both feeds cover, \(ServiceDates.words(days.range)): \(ServiceChangeWords.counts(days))."
    }

    /// That some trips are in no figure, as a sentence; nil where all are.
    var notCompared: String? {
        func count(_ service: ComparedService) -> Int { service.timetable.tripsWithoutTimes }
        let (old, new) = (count(comparison.old), count(comparison.new))
        guard old > 0 || new > 0 else { return nil }
        return "Not compared, because none of their stop times has a time: \(grouped(old)) trips of the old feed, "
            + "\(grouped(new)) of the new."
    }

    func route(_ id: String?) -> String {
        guard let id else { return "no route" }
        guard let name = names.routes[id], name != id else { return "route \(shown(id))" }
        return "route \(shown(name)) (\(shown(id)))"
    }

    private func stop(_ number: Int) -> String {
        guard number >= 0 else { return "no stop" }
        let id = comparison.stops.ids[number]
        return "stop \(shown(id))" + (names.stops[id].map { " \(shown($0))" } ?? "")
    }

    private func shown(_ text: String) -> String { Finding.printable(text, limit: 32) }

    static func days(_ type: DayType?) -> String {
        switch type {
        case .weekday: "weekdays"
        case .saturday: "Saturdays"
        case .sunday: "Sundays"
        case nil: "every day"
        }
    }

    /// `20 weekdays, 4 Saturdays, no Sunday`
    static func counts(_ days: ScopeDays) -> String {
        ServiceComparison.groups(of: days, by: [.dayType]).map { count($0.days, $0.type) }.joined(separator: ", ")
    }

    /// `20 weekdays`, `1 Saturday`, `no Sunday`
    static func count(_ days: Int, _ type: DayType?) -> String {
        let name =
            switch type {
            case .weekday: "weekday"
            case .saturday: "Saturday"
            case .sunday: "Sunday"
            case nil: "day"
            }
        return days == 0 ? "no \(name)" : "\(grouped(days)) \(name)\(days == 1 ? "" : "s")"
    }

    // MARK: What happened

    /// What was gained and lost, biggest first.
    func phrases(_ change: ServiceChange) -> [String] {
        let (old, new) = (change.old, change.new)
        let (before, after) = (old?.trips ?? 0, new?.trips ?? 0)
        if after == 0, before > 0 { return ["withdrawn: " + service(old)] }
        if before == 0, after > 0 { return ["new: " + service(new)] }
        var phrases: [String] = []
        if before != after {
            phrases.append("\(rate(old?.tripsPerDay ?? 0)) → \(trips(new?.tripsPerDay ?? 0))")
        }
        func time(_ word: String, _ was: Int?, _ now: Int?) {
            guard was != now else { return }
            phrases.append("\(word) \(was.map(Self.clock) ?? "none") → \(now.map(Self.clock) ?? "none")")
        }
        // Of an hour they say nothing that the hour does not.
        if !keys.contains(.hour) {
            time("first", old?.first, new?.first)
            time("last", old?.last, new?.last)
        }
        if old?.headway != new?.headway {
            phrases.append("every \(Self.minutes(old?.headway)) → \(Self.minutes(new?.headway)) min")
        }
        phrases += stops(change)
        let replaced = min(change.counts.runsAdded, change.counts.runsRemoved)
        if replaced > 0 {
            phrases.append("\(grouped(replaced)) of \(grouped(before)) runs changed")
        }
        let departures = (change.counts.departuresAdded, change.counts.departuresRemoved)
        if phrases.isEmpty, departures != (0, 0) {
            phrases.append("\(grouped(departures.0)) departures gained, \(grouped(departures.1)) lost")
        }
        return phrases
    }

    /// `32 trips a day, 06:10 to 22:40, every 20 min`
    private func service(_ row: LevelRow?) -> String {
        guard let row else { return "nothing" }
        var words = trips(row.tripsPerDay)
        if let first = row.first, let last = row.last {
            words += first == last ? " at \(Self.clock(first))" : ", \(Self.clock(first)) to \(Self.clock(last))"
        }
        if let headway = row.headway { words += ", every \(Self.minutes(headway)) min" }
        return words
    }

    private func stops(_ change: ServiceChange) -> [String] {
        func words(_ ids: [String], _ verb: String) -> String? {
            guard !ids.isEmpty, !keys.contains(.stopID) else { return nil }
            let shown = ids.prefix(3).map(self.shown).joined(separator: ", ")
            return
                "\(grouped(ids.count)) stop\(ids.count == 1 ? "" : "s") \(verb) (\(shown)\(ids.count > 3 ? ", …" : ""))"
        }
        return [words(change.stopsAdded, "gained"), words(change.stopsRemoved, "lost")].compactMap { $0 }
    }

    // MARK: Figures

    /// A number a day: whole, or with a decimal where it is not.
    func rate(_ value: Double) -> String {
        abs(value - value.rounded()) < 0.05 && (value.rounded() > 0 || value == 0)
            ? grouped(Int(value.rounded())) : value < 0.05 ? "under 0.1" : fixed(value, 1)
    }

    /// `32 trips a day`
    private func trips(_ value: Double) -> String {
        let text = rate(value)
        return text + (text == "1" ? " trip" : " trips") + " a day"
    }

    static func clock(_ second: Int) -> String {
        second % 60 == 0 ? ClockTime.shortText(second) : ClockTime.text(second)
    }

    static func minutes(_ seconds: Int?) -> String {
        guard let seconds else { return "–" }
        return seconds % 60 == 0 ? String(seconds / 60) : fixed(Double(seconds) / 60, 1)
    }
}
