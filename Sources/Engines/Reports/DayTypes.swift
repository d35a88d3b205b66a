import TimeZones

/// The types of days by which reports group service dates: weekday, saturday and sunday, whatever service runs.
public enum DayTypes {
    /// The place of a day's type in `ReportKey.dayTypes`; days after 1970-01-01.
    @inline(__always)
    public static func place(ofDay day: Int) -> Int { place(ofWeekday: CivilDate.weekday(daysSinceEpoch: day)) }

    /// The place of a weekday's type in `ReportKey.dayTypes`; 0 is Monday.
    @inline(__always)
    public static func place(ofWeekday weekday: Int) -> Int { max(0, weekday - 4) }
}
