import NDJSON

/// A time in POSIX seconds from 1970 to 2105: the rule by which every stage reads times of records and messages.
///
/// - 0 is not a time: producers without a time write it. The time of the message counts then (`timestamp`, else
///   `feed_timestamp`).
/// - A number that is a time from 2000 to 2105 in milliseconds, microseconds or nanoseconds is read as that time,
///   truncated to seconds; in seconds it would lie beyond the year 30,000. The reader reports it.
/// - Digits in a string are read as the number, because protobuf's JSON writes 64-bit numbers that way.
/// - Other values (negative numbers, the years 2106 to 31,969, 2⁶³) are not times and are reported.
public enum Instant: ColumnValue {
    /// The result of reading a value.
    public enum Reading: Equatable, Sendable {
        case none
        case seconds(Int)
        /// A time in a smaller unit, as seconds.
        case scaled(Int, Scale)
        case invalid
    }

    /// A unit that is mistaken for seconds, as parts of a second.
    public enum Scale: Int, CaseIterable, Sendable {
        case milliseconds = 1000
        case microseconds = 1_000_000
        case nanoseconds = 1_000_000_000
    }

    /// Whether a number is a time in seconds. All such numbers fit into 32 bits, with one number to spare that means no
    /// time.
    @inlinable @inline(__always)
    public static func isSeconds(_ number: Int) -> Bool { number > 0 && number < 4_294_967_295 }

    /// The year 2000, from which the units do not overlap.
    private static let leastScaled = 946_684_800

    public static func reading(_ value: JSONValue) -> Reading {
        switch value.kind {
        case .absent, .null: .none
        case .number: value.integer.map(reading) ?? .invalid
        case .string: value.inside.isEmpty ? .none : digits(value.inside).map(reading) ?? .invalid
        default: .invalid
        }
    }

    public static func reading(_ number: Int) -> Reading {
        if number == 0 { return .none }
        if isSeconds(number) { return .seconds(number) }
        for scale in Scale.allCases {
            let seconds = number / scale.rawValue
            if seconds >= leastScaled, isSeconds(seconds) { return .scaled(seconds, scale) }
        }
        return .invalid
    }

    /// Returns the seconds of a number in any unit; nil if it is not a time.
    public static func seconds(_ number: Int) -> Int? {
        switch reading(number) {
        case .seconds(let seconds), .scaled(let seconds, _): seconds
        case .none, .invalid: nil
        }
    }

    /// Returns the seconds of a value in any unit; nil if it is not a time.
    @inlinable @inline(__always)
    public static func seconds(_ value: JSONValue) -> Int? {
        if value.kind == .number, let number = value.integer, isSeconds(number) { return number }
        return value.isPresent ? read(value, nil) : nil
    }

    private static func digits(_ text: UnsafeRawBufferPointer) -> Int? {
        guard text.count <= 18 || text.count == 19 && text[0] <= UInt8(ascii: "8") else { return nil }
        var number = 0
        for byte in text {
            let digit = byte &- 0x30
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }

    // MARK: ColumnValue

    @inlinable public static func write(_ value: Int, _ decimals: Int, to writer: RecordWriter) {
        writer.integer(value)
    }

    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Int? {
        switch reading(value) {
        case .seconds(let seconds), .scaled(let seconds, _): seconds
        case .none, .invalid: nil
        }
    }

    public static func isBlank(_ value: JSONValue) -> Bool { value.inside.count < 5 && reading(value) == .none }

    public static func scale(of value: JSONValue) -> Scale? {
        guard value.inside.count > 11, case .scaled(_, let scale) = reading(value) else { return nil }
        return scale
    }

    public static var kind: StaticString? { "a time in POSIX seconds up to the year 2105" }
}
