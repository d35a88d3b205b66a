import Containers
import TimeZones

extension ServiceCalendar {
    /// The number of days on which any service runs.
    ///
    /// Cost: the rows of calendar.txt and calendar_dates.txt are sorted; the number of days between dates makes no
    /// difference, so a calendar of centuries costs nothing.
    public var dayCount: Int {
        // Days that an exception names are looked at one by one, all others by the weeks alone.
        var added: Set<Int32> = []
        var removed: [Int32: Int] = [:]
        for service in weeks.indices {
            for (day, runs) in exceptions[service] {
                if runs {
                    added.insert(day)
                } else if weeks[service].covers(day) {
                    removed[day, default: 0] += 1
                }
            }
        }
        var count = added.count
        for weekday in 0..<7 {
            let spans = weeks.filter { $0.days >> UInt8(weekday) & 1 == 1 && $0.first <= $0.last }
                .map { (first: $0.first, last: $0.last) }.sorted { $0.first < $1.first }
            guard !spans.isEmpty else { continue }
            count += ServiceCalendar.days(of: weekday, in: spans)
            let firsts = spans.map(\.first)
            let lasts = spans.map(\.last).sorted()
            func covering(_ day: Int32) -> Int { firsts.firstPlace { $0 > day } - lasts.firstPlace { $0 >= day } }
            func isOfWeekday(_ day: Int32) -> Bool { CivilDate.weekday(daysSinceEpoch: Int(day)) == weekday }
            // A day that runs by a week and was added counts once.
            for day in added where isOfWeekday(day) && covering(day) > 0 { count -= 1 }
            for (day, times) in removed where isOfWeekday(day) && !added.contains(day) && covering(day) == times {
                count -= 1
            }
        }
        return count - plannedAbsentDays.count
    }

    /// How many days of a weekday lie in the union of spans, which are sorted by their first days.
    private static func days(of weekday: Int, in spans: [(first: Int32, last: Int32)]) -> Int {
        var count = 0
        var end = Int32.min
        for span in spans {
            let first = max(Int(span.first), Int(end) + 1)
            guard first <= Int(span.last) else { continue }
            let start = first + (weekday - CivilDate.weekday(daysSinceEpoch: first) + 7) % 7
            if start <= Int(span.last) { count += (Int(span.last) - start) / 7 + 1 }
            end = span.last
        }
        return count
    }
}

extension ServiceCalendar.Week {
    /// Whether the service runs on the day unless an exception says otherwise.
    func covers(_ day: Int32) -> Bool {
        day >= first && day <= last && days >> UInt8(CivilDate.weekday(daysSinceEpoch: Int(day))) & 1 == 1
    }
}
