import NDJSON
import TimeZones

/// How values of a column compare with values written by a user.
///
/// Numbers compare as numbers, enumerations by number or name, dates as days, service times as seconds (also beyond
/// 24:00:00), and text by its bytes.
public struct ColumnOrder: Sendable {
    private enum Kind: Equatable {
        case text, number, flag, day, time
        /// RFC 3339.
        case dateTime
        /// POSIX seconds.
        case instant
        /// The column is not in the contract: numbers compare as numbers, other values by their bytes.
        case unknown
    }

    private let kind: Kind
    /// The names of an enumeration.
    private let names: [(bytes: [UInt8], number: Int)]

    /// Creates the order of a column; returns nil for lists and objects.
    public init?(_ column: ColumnDescription) {
        switch column.type {
        case .string, .textOrBytes: kind = .text
        case .integer: kind = column.unit == .posixSeconds ? .instant : .number
        case .number, .enumeration: kind = .number
        case .boolean: kind = .flag
        case .date: kind = .day
        case .time: kind = .time
        case .dateTime: kind = .dateTime
        case .any: kind = .unknown
        case .array, .object: return nil
        }
        if case .enumeration(let cases) = column.type {
            names = cases.map { (Array($0.name.utf8), $0.value) }
        } else {
            names = []
        }
    }

    private init() {
        kind = .unknown
        names = []
    }

    /// The order of a column outside the contract.
    public static let unknown = ColumnOrder()

    /// Whether values have an order; true and false can only be equal or different.
    public var hasLess: Bool { kind != .flag }

    // MARK: Values that were written

    /// A value written by a user.
    public struct Comparand: Sendable {
        fileprivate let text: [UInt8]
        fileprivate var whole: Int?
        fileprivate var real: Double?
    }

    /// Parses a text; returns nil if it is not a value of the column's type.
    public func comparand(_ text: String) -> Comparand? {
        var comparand = Comparand(text: Array(text.utf8))
        switch kind {
        case .text: return comparand
        case .number, .instant, .unknown:
            (comparand.whole, comparand.real) = ColumnOrder.number(text)
            if kind == .unknown || comparand.real != nil { return comparand }
            if kind == .instant, case .instant(let seconds) = WrittenTime(text) { comparand.whole = seconds }
            if let named = names.first(where: { $0.bytes == comparand.text }) { comparand.whole = named.number }
        case .dateTime: if case .instant(let seconds) = WrittenTime(text) { comparand.whole = seconds }
        case .flag: comparand.whole = text == "true" ? 1 : text == "false" ? 0 : nil
        case .day: comparand.whole = ColumnOrder.day(text)
        case .time: comparand.whole = ScheduleTime.seconds(text) ?? ScheduleTime.seconds(text + ":00")
        }
        guard let whole = comparand.whole else { return nil }
        comparand.real = Double(whole)
        return comparand
    }

    /// The names that an enumeration has; none for any other column.
    public var choices: [String] { names.map { String(decoding: $0.bytes, as: UTF8.self) } }

    /// The values that the column accepts, for messages.
    public var words: String {
        switch kind {
        case .text, .unknown: "text"
        case .number where names.isEmpty: "a number"
        case .number:
            "a number or one of " + choices.joined(separator: ", ")
        case .flag: "true or false"
        case .day: "a date such as 20260302"
        case .time: "a time such as 08:05:00 or 25:10:00"
        case .dateTime, .instant: "POSIX seconds, or a time such as 2026-03-02T08:05:00+10:00"
        }
    }

    /// The number in a decimal text, and its integer value if it is whole.
    private static func number(_ text: String) -> (whole: Int?, real: Double?) {
        if let whole = Int(text) { return (whole, Double(whole)) }
        let isDecimal = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
        }
        guard isDecimal, let real = Double(text), real.isFinite else { return (nil, nil) }
        return (real.rounded() == real && real.magnitude < 9e15 ? Int(real) : nil, real)
    }

    /// The days since 1970-01-01 of `YYYYMMDD` or `YYYY-MM-DD`.
    private static func day(_ text: String) -> Int? {
        if let date = CivilDate(compact: text) { return date.daysSinceEpoch }
        guard text.utf8.count == 10, case .local(let date, secondOfDay: 0) = WrittenTime(text) else { return nil }
        return date.daysSinceEpoch
    }

    // MARK: Values of records

    /// The value of a record, read for comparison.
    public enum Reading {
        /// Absent, null, an empty text, or a value of the wrong type.
        case nothing
        /// An array or an object in a column outside the contract.
        case list
        case whole(Int)
        case real(Double)
        case text(UnsafeRawBufferPointer)
    }

    /// - Parameter buffer: memory for resolved escapes; the result is valid until the buffer is used again.
    public func read(_ value: JSONValue, _ buffer: RecordWriter) -> Reading {
        switch value.kind {
        case .absent, .null: return .nothing
        case .array, .object: return kind == .unknown ? .list : .nothing
        case .bool:
            if kind == .flag { return .whole(value.bool == true ? 1 : 0) }
            return kind == .text || kind == .unknown ? .text(value.inside) : .nothing
        case .number: return number(value)
        case .string:
            guard value.inside.count > 0 else { return .nothing }
            guard value.hasEscapes else { return text(value.inside) }
            buffer.removeAll()
            JSONText.unescape(value.inside, into: buffer)
            return text(buffer.bytes)
        }
    }

    private func number(_ value: JSONValue) -> Reading {
        switch kind {
        // Many hands write ids without quotes.
        case .text: .text(value.inside)
        case .number, .instant, .dateTime, .unknown:
            value.integer.map { Reading.whole($0) } ?? value.double.map { Reading.real($0) } ?? .nothing
        case .day: CivilDate(compact: value.inside).map { Reading.whole($0.daysSinceEpoch) } ?? .nothing
        case .time, .flag: .nothing
        }
    }

    private func text(_ bytes: UnsafeRawBufferPointer) -> Reading {
        switch kind {
        case .text, .unknown: return .text(bytes)
        case .number, .instant:
            if let named = names.first(where: { bytes.elementsEqual($0.bytes) }) { return .whole(named.number) }
            let (whole, real) = ColumnOrder.number(String(decoding: bytes, as: UTF8.self))
            return whole.map { Reading.whole($0) } ?? real.map { Reading.real($0) } ?? .nothing
        case .day: return CivilDate(compact: bytes).map { Reading.whole($0.daysSinceEpoch) } ?? .nothing
        case .time: return ScheduleTime.seconds(bytes).map { Reading.whole($0) } ?? .nothing
        case .dateTime: return OffsetTime(rfc3339: bytes).map { Reading.whole($0.instant) } ?? .nothing
        case .flag: return .nothing
        }
    }

    /// Compares a record's value with the written one: negative if it is less, 0 if equal, positive if greater.
    ///
    /// - Parameter raw: the unchanged value, for a number compared with a text.
    public static func compare(_ reading: Reading, _ comparand: Comparand, raw: UnsafeRawBufferPointer) -> Int {
        switch reading {
        case .text(let bytes): compare(bytes, comparand)
        case .whole(let value): compare(value, comparand, raw)
        case .real(let value): compare(value, comparand, raw)
        case .nothing, .list: -1
        }
    }

    private static func compare(_ bytes: UnsafeRawBufferPointer, _ comparand: Comparand) -> Int {
        let text = comparand.text
        for (one, other) in zip(bytes, text) where one != other { return one < other ? -1 : 1 }
        return bytes.count - text.count
    }

    private static func compare(_ value: Int, _ comparand: Comparand, _ raw: UnsafeRawBufferPointer) -> Int {
        guard let other = comparand.whole else { return compare(Double(value), comparand, raw) }
        return value < other ? -1 : value > other ? 1 : 0
    }

    private static func compare(_ value: Double, _ comparand: Comparand, _ raw: UnsafeRawBufferPointer) -> Int {
        guard let other = comparand.real else { return compare(raw, comparand) }
        return value < other ? -1 : value > other ? 1 : 0
    }
}
