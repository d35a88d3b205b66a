import TimeZones

/// Texts of a window, for partial reports and sentences.
extension ReportWindow {
    /// The window with local times converted to instants, so that equal windows have equal texts.
    public func settled(in zone: Zone) -> ReportWindow {
        var window = self
        if case .local? = from { window.from = from.map { .instant($0.instant(in: zone, now: 0)) } }
        if case .local? = to { window.to = to.map { .instant($0.instant(in: zone, now: 0)) } }
        return window
    }

    /// The names of the days, from Monday; nil for every day.
    public var dayNames: [String]? {
        weekdays.map { days in
            CivilDate.weekdayNames.enumerated().filter { days & 1 << UInt8($0.offset) != 0 }.map {
                $0.element.lowercased()
            }
        }
    }

    /// The text of a time that `time` parses: a time of day `07:00`, an instant `2026-03-01T21:00:00Z`, a local time
    /// `2026-03-02T07:00`.
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

    /// The window as command-line options, each preceded by a space: ` --days saturday,sunday --from 07:00`
    public var words: String {
        (dayNames.map { " --days " + $0.joined(separator: ",") } ?? "")
            + (from.map { " --from " + ReportWindow.text($0) } ?? "")
            + (to.map { " --to " + ReportWindow.text($0) } ?? "")
    }

    /// Parses a window written by `words`; returns nil for other text.
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
