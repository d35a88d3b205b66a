extension String {
    /// A number with zeros in front, up to that many digits: `05` for 5 and two digits.
    public init(_ value: Int, digits: Int) {
        let text = String(value)
        self = String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }
}

/// Seconds of a day as a clock shows them; past midnight the hours go on, and may take more than two digits.
public enum ClockTime {
    /// `14:05:09`
    public static func text(_ second: Int) -> String { shortText(second) + ":" + String(second % 60, digits: 2) }

    /// `14:05`
    public static func shortText(_ second: Int) -> String {
        String(second / 3600, digits: 2) + ":" + String(second / 60 % 60, digits: 2)
    }
}
