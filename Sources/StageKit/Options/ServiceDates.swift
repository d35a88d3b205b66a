import TimeZones

/// Days as options name them.
public enum ServiceDates {
    /// A day or the days from one to another, `20260302`, `20260302-20260308`, in days after 1970-01-01.
    public static func range(_ text: String, _ option: String) throws(UnusableOption) -> ClosedRange<Int> {
        if let day = CivilDate(written: text)?.daysSinceEpoch { return day...day }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        if ends.count == 2, let first = CivilDate(compact: String(ends[0])),
            let last = CivilDate(compact: String(ends[1]))
        {
            guard first.daysSinceEpoch <= last.daysSinceEpoch else {
                throw UnusableOption("\(option): '\(text)' ends before it begins")
            }
            return first.daysSinceEpoch...last.daysSinceEpoch
        }
        throw UnusableOption("\(option) takes a date such as 20260302, or two as in 20260302-20260308; not '\(text)'")
    }

    /// The longest stretch of days that is gone through: a hundred years.
    public static let mostDays = 36_525

    /// `20260302`, `20260302 to 20260308`
    public static func words(_ days: ClosedRange<Int>) -> String {
        let first = CivilDate(daysSinceEpoch: days.lowerBound).compactText
        guard days.count > 1 else { return first }
        return "\(first) to \(CivilDate(daysSinceEpoch: days.upperBound).compactText)"
    }
}
