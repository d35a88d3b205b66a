import NDJSON
import TimeZones

/// The type of a column's values: how they are written and read.
public protocol ColumnValue: Sendable {
    associatedtype Value
    static func write(_ value: Value, _ decimals: Int, to writer: RecordWriter)
    /// Reads a value; returns nil if it has the wrong type. Called only for values that are neither null nor blank.
    static func read(_ value: JSONValue, _ cases: Enumeration?) -> Value?
    /// Whether a value means the same as an absent one: an empty text.
    static func isBlank(_ value: JSONValue) -> Bool
    /// The unit in which a value was read as a time, if it is not the column's.
    static func scale(of value: JSONValue) -> Instant.Scale?
    /// The name of the type in messages, with its article; nil to use the column's name.
    static var kind: StaticString? { get }
}

extension ColumnValue {
    public static func isBlank(_ value: JSONValue) -> Bool { false }
    @inlinable public static func scale(of value: JSONValue) -> Instant.Scale? { nil }
}

/// Ids, names, URLs.
public enum Text: ColumnValue {
    public static func write(_ value: String, _ decimals: Int, to writer: RecordWriter) { writer.string(value) }
    /// A number is read as its text, because many producers write ids without quotes.
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> String? {
        value.kind == .number ? String(decoding: value.inside, as: UTF8.self) : value.string
    }
    public static func isBlank(_ value: JSONValue) -> Bool { value.kind == .string && value.inside.isEmpty }
    public static var kind: StaticString? { "text" }
}

public enum Whole: ColumnValue {
    @inlinable public static func write(_ value: Int, _ decimals: Int, to writer: RecordWriter) {
        writer.integer(value)
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Int? {
        value.integer.flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
    }
    public static var kind: StaticString? { "a whole number" }
}

/// A delay in seconds; values of more than eight years are invalid.
public enum Delay: ColumnValue {
    @inlinable public static func write(_ value: Int, _ decimals: Int, to writer: RecordWriter) {
        writer.integer(value)
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Int? {
        value.integer.flatMap { $0.magnitude < 1 << 28 ? $0 : nil }
    }
    public static var kind: StaticString? { "a delay in seconds" }
}

/// A number with a fixed number of decimal places.
public enum Real: ColumnValue {
    public static func write(_ value: Double, _ decimals: Int, to writer: RecordWriter) {
        if decimals < 0 { writer.double(value) } else { writer.rounded(value, decimals: decimals) }
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Double? {
        value.double.flatMap { $0.isFinite ? $0 : nil }
    }
    public static var kind: StaticString? { "a number" }
}

public enum Flag: ColumnValue {
    @inlinable public static func write(_ value: Bool, _ decimals: Int, to writer: RecordWriter) { writer.bool(value) }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Bool? { value.bool }
    public static var kind: StaticString? { "true or false" }
}

/// `YYYYMMDD`, as days since 1970-01-01.
public enum Day: ColumnValue {
    public static func write(_ value: Int, _ decimals: Int, to writer: RecordWriter) {
        writer.string(CivilDate(daysSinceEpoch: value).compactText)
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Int? {
        value.kind == .string || value.kind == .number ? CivilDate(compact: value.inside)?.daysSinceEpoch : nil
    }
    public static func isBlank(_ value: JSONValue) -> Bool { value.kind == .string && value.inside.isEmpty }
    public static var kind: StaticString? { "a date YYYYMMDD" }
}

/// `HH:MM:SS`, as seconds from noon minus 12 hours of the service day.
public enum ServiceTime: ColumnValue {
    public static func write(_ value: Int, _ decimals: Int, to writer: RecordWriter) {
        writer.append(UInt8(ascii: "\""))
        writer.scheduleTime(max(value, 0))
        writer.append(UInt8(ascii: "\""))
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Int? {
        value.kind == .string ? ScheduleTime.seconds(value.inside) : nil
    }
    public static func isBlank(_ value: JSONValue) -> Bool { value.kind == .string && value.inside.isEmpty }
    public static var kind: StaticString? { "a time HH:MM:SS" }
}

/// RFC 3339 in the agency's time zone, in whole seconds.
public enum DateTime: ColumnValue {
    public static func write(_ value: OffsetTime, _ decimals: Int, to writer: RecordWriter) {
        writer.append(UInt8(ascii: "\""))
        writer.append(atMost: OffsetTime.length) { value.write(to: $0) }
        writer.append(UInt8(ascii: "\""))
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> OffsetTime? {
        value.kind == .string ? OffsetTime(rfc3339: value.inside) : nil
    }
    public static func isBlank(_ value: JSONValue) -> Bool { value.kind == .string && value.inside.isEmpty }
    public static var kind: StaticString? { "a time such as 2026-03-02T07:00:00+10:00" }
}

/// A number of an enumeration in the specification; names are accepted too.
public enum Enumerated: ColumnValue {
    @inlinable public static func write(_ value: Int, _ decimals: Int, to writer: RecordWriter) {
        writer.integer(value)
    }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> Int? {
        value.kind == .string ? cases?.number(of: value.inside) : value.integer
    }
    public static func isBlank(_ value: JSONValue) -> Bool { value.kind == .string && value.inside.isEmpty }
    public static var kind: StaticString? { nil }
}

/// An array whose elements are written and read one by one.
public enum List<Element>: ColumnValue {
    public static func write(_ value: JSONValue, _ decimals: Int, to writer: RecordWriter) { writer.append(value.raw) }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> JSONValue? {
        value.kind == .array ? value : nil
    }
    public static var kind: StaticString? { "an array" }
}

/// An object whose members are columns.
public enum Object<M>: ColumnValue {
    public static func write(_ value: JSONValue, _ decimals: Int, to writer: RecordWriter) { writer.append(value.raw) }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> JSONValue? {
        value.kind == .object ? value : nil
    }
    public static var kind: StaticString? { "an object" }
}

/// Any JSON value, unchanged.
public enum Anything: ColumnValue {
    public static func write(_ value: JSONValue, _ decimals: Int, to writer: RecordWriter) { writer.append(value.raw) }
    public static func read(_ value: JSONValue, _ cases: Enumeration?) -> JSONValue? { value }
    public static var kind: StaticString? { "JSON" }
}
