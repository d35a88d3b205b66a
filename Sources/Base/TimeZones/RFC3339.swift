/// Instants as RFC 3339 §5.6 has them.
public enum RFC3339 {
    /// In Universal time, `2026-03-02T07:00:00Z`.
    public static func text(_ instant: Int) -> String { local(instant) + "Z" }

    /// On a clock that many minutes east of Greenwich, `2026-04-05T01:30:00+11:00`.
    static func text(_ instant: Int, minutesEast minutes: Int) -> String {
        local(instant + minutes * 60) + (minutes < 0 ? "-" : "+") + ClockTime.shortText(abs(minutes) * 60)
    }

    private static func local(_ seconds: Int) -> String {
        let (days, second) = CivilDate.split(seconds)
        return CivilDate(daysSinceEpoch: days).text + "T" + ClockTime.text(second)
    }
}
