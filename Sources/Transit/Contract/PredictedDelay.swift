import NDJSON

/// A delay in realtime data in seconds, negative if early, limited to plausible values.
///
/// Producers without a delay send the extreme numbers of 16 and 32 bits, and times of another century. One such value
/// would move a departure off every board. Implausible values are reported and treated as absent, so that earlier
/// information stays.
public enum PredictedDelay: ColumnValue {
    /// The earliest plausible delay, three hours early.
    public static let mostEarly = 10_800
    /// The latest plausible delay, three days; trains have arrived more than a day late.
    public static let mostLate = 259_200
    public static let believed = -mostEarly...mostLate

    @inlinable public static func write(_ value: Int, _ decimals: Int, to writer: RecordWriter) {
        writer.integer(value)
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Int? {
        value.integer.flatMap { believed.contains($0) ? $0 : nil }
    }
    public static var kind: StaticString? { "a delay in seconds from 3 hours early to 3 days late" }
}
