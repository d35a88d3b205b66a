import NDJSON

/// Seconds by which realtime says that a vehicle is late, negative where it is early, as far as they are believed.
///
/// Producers send the largest and the smallest numbers of 16 and 32 bits where they have no delay, and times of another
/// century. Believed, one of them carries a departure off every board. What is not believed is reported and taken as
/// absent, so that what was known before goes on.
public enum PredictedDelay: ColumnValue {
    /// Three hours: nothing leaves many hours early.
    public static let mostEarly = 10_800
    /// Three days: trains have arrived more than a day late.
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
