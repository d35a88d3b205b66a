import TimeZones

/// How a window is written down: in parts of a report, and in sentences about them.
extension ReportWindow {
    /// The same with local times as the instants that they are, so that windows of the same time are equal.
    public func settled(in zone: Zone) -> ReportWindow {
        var window = self
        if case .local? = from { window.from = from.map { .instant($0.instant(in: zone, now: 0)) } }
        if case .local? = to { window.to = to.map { .instant($0.instant(in: zone, now: 0)) } }
        return window
    }

    /// The days by name, from Monday on; nil for every day.
    public var dayNames: [String]? {
        weekdays.map { days in
            CivilDate.weekdayNames.enumerated().filter { days & 1 << UInt8($0.offset) != 0 }.map {
                $0.element.lowercased()
            }
        }
    }

    /// A clock `07:00`, an instant `2026-03-01T21:00:00Z`, a local time `2026-03-02T07:00`: what `time` reads.
    public static func text(_ time: WrittenTime) -> String {
        switch time {
        case .instant(let seconds): RFC3339.text(seconds)
        case .local(let date, let second): date.text + "T" + clock(second)
        case .clock(let second): clock(second)
        }
    }

    private static func clock(_ second: Int) -> String {
        second % 60 == 0 ? ClockTime.shortText(second) : ClockTime.text(second)
    }

    /// What is typed for it, a blank before each option: ` --days saturday,sunday --from 07:00`
    public var words: String {
        (dayNames.map { " --days " + $0.joined(separator: ",") } ?? "")
            + (from.map { " --from " + ReportWindow.text($0) } ?? "")
            + (to.map { " --to " + ReportWindow.text($0) } ?? "")
    }

    /// The window that `words` wrote; nil for anything else.
    package init?(words: String) {
        self.init()
        var rest = words.split(separator: " ").map(String.init)[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--days": weekdays = try? ReportWindow.weekdays(value)
            case "--from": from = WrittenTime(value)
            case "--to": to = WrittenTime(value)
            default: return nil
            }
        }
        guard self.words == " " + words else { return nil }
    }
}
