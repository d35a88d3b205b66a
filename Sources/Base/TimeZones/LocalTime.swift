extension Zone {
    /// An instant on the zone's clock as RFC 3339 §5.6 has it, `2026-04-05T01:30:00+11:00`.
    ///
    /// Offsets of that format have no seconds: of zones that had some, before 1972, the clock is shown with the offset's
    /// whole minutes.
    public func rfc3339(_ instant: Int) -> String { RFC3339.text(instant, minutesEast: offset(at: instant) / 60) }

    /// The date that the zone's clock shows at an instant.
    public func date(at instant: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: CivilDate.split(instant + offset(at: instant)).days)
    }
}
