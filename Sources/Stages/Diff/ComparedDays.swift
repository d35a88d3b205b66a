import Schedule
import ServiceFigures
import StageKit

/// Which days two timetables are compared on: those that both cover, and that are asked for.
enum ComparedDays {
    typealias Feed = (timetable: WholeTimetable, name: String)

    /// - Throws: `StageFailure` with status 65 where there are none.
    static func find(_ old: Feed, _ new: Feed, _ options: DiffOptions, _ context: StageContext) throws -> ScopeDays {
        let (before, after) = (try covered(old, context), try covered(new, context))
        guard before.overlaps(after) else {
            throw context.unusable(
                "no_common_days",
                "the feeds have no day in common: \(old.name) covers \(ServiceDates.words(before)), \(new.name) covers "
                    + "\(ServiceDates.words(after)); nothing was compared; compare feeds that share days, or report each "
                    + "with 'linefeed service-levels --feed', or compare rows with 'linefeed diff' without --by")
        }
        let common = before.clamped(to: after)
        let absent = old.timetable.frame.calendar.absentDays.union(new.timetable.frame.calendar.absentDays)
        let asked = ScopeDays(options.dates ?? common, weekdays: options.weekdays, absent: absent)
        let days = ScopeDays(
            asked.range.overlaps(common) ? asked.range.clamped(to: common) : asked.range, weekdays: options.weekdays,
            absent: absent)
        guard asked.range.overlaps(common), days.count > 0 else {
            throw context.unusable(
                "no_common_days",
                "both feeds cover none of the requested days; nothing was compared; \(old.name) covers "
                    + "\(ServiceDates.words(before)), \(new.name) \(ServiceDates.words(after)), and both "
                    + "\(ServiceDates.words(common)); choose some of these days with --date and --days")
        }
        guard days.range.count <= ServiceDates.mostDays else {
            throw StageFailure(
                .usage,
                "both feeds cover \(ServiceDates.words(common)), more than a hundred years; choose days with "
                    + "--date")
        }
        let lost = asked.count - days.count
        if lost > 0 {
            context.diagnostics.report(
                .surprise, "days_not_covered",
                message:
                    "\(grouped(lost)) of the requested days \(lost == 1 ? "is" : "are") not covered by both feeds"
                    + "; not compared; both cover \(ServiceDates.words(common))")
        }
        return days
    }

    private static func covered(_ feed: Feed, _ context: StageContext) throws -> ClosedRange<Int> {
        if let covered = ServiceScope.coveredDays(feed.timetable) { return covered }
        throw context.unusable(
            "no_calendar",
            "\(feed.name) has no service day in calendar or calendar_dates; nothing was compared; 'linefeed diff' "
                + "without --by compares rows")
    }

    /// Says what of the days may lead astray.
    static func tell(_ days: ScopeDays, _ old: Feed, _ new: Feed, _ options: DiffOptions, _ context: StageContext) {
        if options.weekdays == nil {
            let missing = ServiceComparison.groups(of: days, by: [.dayType]).filter { $0.days == 0 }
            if !missing.isEmpty {
                context.diagnostics.report(
                    .surprise, "day_types_not_compared",
                    message:
                        "no \(missing.compactMap { $0.type?.name }.joined(separator: " and no ")) is among the "
                        + "compared days, \(ServiceDates.words(days.range)); changes on such days are unknown")
            }
        }
        let zones = (zone(old.timetable), zone(new.timetable))
        if let before = zones.0, let after = zones.1, before != after {
            context.diagnostics.report(
                .surprise, "timezone_changed", field: "agency_timezone", value: after,
                message:
                    "agency_timezone is \(Finding.quoted(before)) in \(old.name) and \(Finding.quoted(after)) in "
                    + "\(new.name): times are compared as written")
        }
    }

    private static func zone(_ timetable: WholeTimetable) -> String? {
        timetable.frame.agencies.lazy.compactMap(\.timezone).first
    }
}
