import TimeZones

/// On which days services run: calendar.txt with the exceptions of calendar_dates.txt, or either alone.
///
/// No service runs on a date that the clocks of the feed's zone never showed (`leaveOut`): it has no noon from which times
/// could count.
///
/// Days are counted from 1970-01-01. Memory: 40 bytes a service and 8 an exception. A service is a number that the
/// caller gave it, from 0 up.
public struct ServiceCalendar: Sendable {
    struct Week {
        /// Bit 0 is Monday.
        var days: UInt8 = 0
        var first = Int32.max
        var last = Int32.min
    }

    private(set) var weeks: [Week] = []
    /// Of each service, by day.
    private(set) var exceptions: [[Int32: Bool]] = []

    /// The days that were left out.
    public private(set) var absentDays: Set<Int32> = []

    public init() {}

    /// Leaves out days, whatever rows say of them, before or after the rows are added.
    public mutating func leaveOut(_ days: some Sequence<Int>) {
        for day in days { absentDays.insert(Int32(truncatingIfNeeded: day)) }
    }

    /// The days that were left out although rows let a service run on them, in order.
    public var plannedAbsentDays: [Int] {
        absentDays.sorted().filter { day in weeks.indices.contains { isPlanned($0, on: Int(day)) } }.map(Int.init)
    }

    /// A row of calendar.txt. Of rows of one service, which is the key of calendar.txt, the first counts.
    ///
    /// - Parameter weekdays: bit 0 is Monday, bit 6 Sunday.
    public mutating func addWeek(_ service: Int, weekdays: UInt8, first: Int, last: Int) {
        grow(to: service)
        guard weeks[service].first == .max else { return }
        weeks[service] = Week(
            days: weekdays, first: Int32(truncatingIfNeeded: first), last: Int32(truncatingIfNeeded: last))
    }

    /// A row of calendar_dates.txt: the service runs on that day, or does not, whatever calendar.txt says. Of rows
    /// of one day, which is half the key of calendar_dates.txt, the first counts.
    public mutating func addException(_ service: Int, day: Int, runs: Bool) {
        grow(to: service)
        let day = Int32(truncatingIfNeeded: day)
        if exceptions[service][day] == nil { exceptions[service][day] = runs }
    }

    /// Whether the service runs on a day.
    @inline(__always)
    public func runs(_ service: Int, on day: Int) -> Bool {
        isPlanned(service, on: day) && (absentDays.isEmpty || !absentDays.contains(Int32(truncatingIfNeeded: day)))
    }

    /// Whether rows let the service run on a day.
    private func isPlanned(_ service: Int, on day: Int) -> Bool {
        guard service >= 0, service < weeks.count else { return false }
        if let said = exceptions[service][Int32(truncatingIfNeeded: day)] { return said }
        let week = weeks[service]
        guard day >= Int(week.first), day <= Int(week.last) else { return false }
        return week.days >> UInt8(CivilDate.weekday(daysSinceEpoch: day)) & 1 == 1
    }

    /// The first and the last day that any row names; nil if there is none.
    public var span: ClosedRange<Int>? { bounds(of: weeks.indices) { $0.days != 0 } }

    /// From the first to the last day that the calendar tells of: days between the dates of rows of calendar.txt, on
    /// whatever weekdays they run, and days that calendar_dates.txt adds; nil for none.
    ///
    /// A day of these on which nothing runs is a day without service; what runs on other days is not known.
    public var coveredDays: ClosedRange<Int>? { bounds(of: weeks.indices) { _ in true } }

    /// From the first to the last day on which a service may run, whatever is taken away in between; nil for none.
    public func bounds(of service: Int) -> ClosedRange<Int>? {
        guard service >= 0, service < weeks.count else { return nil }
        return bounds(of: service..<service + 1) { $0.days != 0 }
    }

    /// From the first to the last day of the rows of some services: of calendar.txt those that count, of
    /// calendar_dates.txt those that add a day.
    private func bounds(of services: Range<Int>, where counts: (Week) -> Bool) -> ClosedRange<Int>? {
        var (first, last) = (Int32.max, Int32.min)
        for service in services {
            let week = weeks[service]
            if week.first <= week.last, counts(week) { (first, last) = (min(first, week.first), max(last, week.last)) }
            for (day, runs) in exceptions[service] where runs { (first, last) = (min(first, day), max(last, day)) }
        }
        return first <= last ? Int(first)...Int(last) : nil
    }

    /// Whether the service runs on any of some days.
    public func runs(_ service: Int, onAnyOf days: ClosedRange<Int>) -> Bool {
        self.days(days, of: service)?.contains { runs(service, on: $0) } ?? false
    }

    /// Of some days those that a search for the service has to look at: of many only such as its rows span, so that a time
    /// of years costs no years of days. Nil for none.
    public func days(_ days: ClosedRange<Int>, of service: Int) -> ClosedRange<Int>? {
        guard days.count > 32 else { return days }
        guard let bounds = bounds(of: service), bounds.overlaps(days) else { return nil }
        return days.clamped(to: bounds)
    }

    /// The first and the last day on which a service runs; nil where it never does.
    ///
    /// Cost: a few steps for each of its rows, however long it runs.
    public func days(of service: Int) -> (first: Int, last: Int)? {
        guard let bounds = bounds(of: service) else { return nil }
        // Of seven days one is its weekday, so only days taken away make the search longer. What lies between a week's end
        // and a day that was added is passed over.
        let week = weeks[service]
        let added = exceptions[service].filter { $1 && !absentDays.contains($0) }.keys
        func nearest(_ start: Int, _ step: Int, _ extreme: Int32?) -> Int? {
            var found = extreme.map(Int.init)
            var day = start
            while week.days != 0, day >= Int(week.first), day <= Int(week.last) {
                if let found, step > 0 ? found <= day : found >= day { break }
                if runs(service, on: day) {
                    found = day
                    break
                }
                day += step
            }
            return found
        }
        guard let first = nearest(max(bounds.lowerBound, Int(week.first)), 1, added.min()),
            let last = nearest(min(bounds.upperBound, Int(week.last)), -1, added.max())
        else { return nil }
        return (first, last)
    }

    // MARK: Days with service

    /// The first day from `day` on, itself included, on which any service runs; nil where none does.
    ///
    /// Cost of this and of the two below: a few steps for each row of the calendar, however long it is.
    public func firstDay(from day: Int) -> Int? {
        var found: Int?
        for (service, week) in weeks.enumerated() {
            for (added, runs) in exceptions[service]
            where runs && Int(added) >= day && !absentDays.contains(added) {
                found = min(found ?? .max, Int(added))
            }
            // Of seven days one is its weekday, so only days taken away make the search longer.
            guard week.days != 0 else { continue }
            var candidate = max(day, Int(week.first))
            while candidate <= min(Int(week.last), (found ?? .max) - 1) {
                if self.runs(service, on: candidate) { found = candidate }
                candidate += 1
            }
        }
        return found
    }

    /// The last day up to `day`, itself included, on which any service runs; nil where none does.
    public func lastDay(upTo day: Int) -> Int? {
        var found: Int?
        for (service, week) in weeks.enumerated() {
            for (added, runs) in exceptions[service]
            where runs && Int(added) <= day && !absentDays.contains(added) {
                found = max(found ?? .min, Int(added))
            }
            guard week.days != 0 else { continue }
            var candidate = min(day, Int(week.last))
            while candidate >= max(Int(week.first), (found ?? .min + 1) + 1) {
                if self.runs(service, on: candidate) { found = candidate }
                candidate -= 1
            }
        }
        return found
    }

    /// The day with service that is nearest to a stretch of days, or in it; of two as near the later. nil where no
    /// service ever runs.
    public func nearestDay(to days: ClosedRange<Int>) -> Int? {
        let next = firstDay(from: days.lowerBound)
        if let next, days.contains(next) { return next }
        guard let last = lastDay(upTo: days.lowerBound) else { return next }
        guard let next else { return last }
        return next - days.upperBound <= days.lowerBound - last ? next : last
    }

    /// The same calendar with only some of its services.
    public func keeping(_ isKept: (_ service: Int) -> Bool) -> ServiceCalendar {
        var kept = self
        for service in weeks.indices where !isKept(service) {
            kept.weeks[service] = Week()
            kept.exceptions[service] = [:]
        }
        return kept
    }

    private mutating func grow(to service: Int) {
        while weeks.count <= service {
            weeks.append(Week())
            exceptions.append([:])
        }
    }
}
