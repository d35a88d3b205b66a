import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// Reads members of records by their type, inside arrays too; what breaks it is reported and taken as absent.
package final class MemberReader {
    private let diagnostics: Diagnostics
    private var file = ""
    private var line: Int?

    package init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Tells which record the members belong to.
    package func begin(_ record: Record) {
        file = record.displayName
        line = record.line
    }

    /// The same for a row of a schedule, which may come from an archive: there it has no line of its own.
    package func begin(_ record: Record, table: String, isFile: Bool) {
        file = isFile ? record.file : table + ".txt"
        line = isFile ? record.line : nil
    }

    /// Reports something about the record.
    package func report(_ kind: Finding.Kind, _ code: String, field: String? = nil, _ message: String) {
        diagnostics.report(Finding(kind, code, file: file, line: line, field: field, message: message))
    }

    /// A text that is not empty. A number is read as the text it is written as: many hands write ids without quotes.
    package func text(_ value: JSONValue, _ field: StaticString) -> String? {
        switch value.kind {
        case .string:
            guard let text = value.string, !text.isEmpty else { return nil }
            return text
        case .number: return String(decoding: value.inside, as: UTF8.self)
        case .absent, .null: return nil
        case .bool, .array, .object:
            refuse(value, field, "no text")
            return nil
        }
    }

    package func integer(_ value: JSONValue, _ field: StaticString) -> Int? {
        guard value.isPresent else { return nil }
        if let number = value.integer, number.magnitude < 1 << 53 { return number }
        refuse(value, field, "no whole number")
        return nil
    }

    /// POSIX seconds; 0 is what producers write who have none.
    package func time(_ value: JSONValue, _ field: StaticString) -> Int? {
        guard let seconds = integer(value, field), seconds != 0 else { return nil }
        // Past the year 9999 there is no RFC 3339.
        if seconds > 0, seconds < 253_402_300_800 { return seconds }
        refuse(value, field, "no time in POSIX seconds up to the year 9999")
        return nil
    }

    /// Seconds of a delay; more than eight years are none.
    package func delay(_ value: JSONValue, _ field: StaticString) -> Int? {
        guard let seconds = integer(value, field) else { return nil }
        if seconds.magnitude < 1 << 28 { return seconds }
        refuse(value, field, "no delay in seconds")
        return nil
    }

    package func double(_ value: JSONValue, _ field: StaticString) -> Double? {
        guard value.isPresent else { return nil }
        if let number = value.double, number.isFinite { return number }
        refuse(value, field, "no number")
        return nil
    }

    /// An enumeration as number or as one of the specification's names, whose number `number` tells.
    package func enumeration(
        _ value: JSONValue, _ field: StaticString, _ number: (UnsafeRawBufferPointer) -> Int?
    ) -> Int? {
        switch value.kind {
        case .absent, .null: return nil
        case .number: if let number = value.integer { return number }
        case .string:
            if value.inside.isEmpty { return nil }
            if let number = number(value.inside) { return number }
        case .bool, .array, .object: break
        }
        refuse(value, field, "no \(field)")
        return nil
    }

    /// Days after 1970-01-01 of `YYYYMMDD`.
    package func date(_ value: JSONValue, _ field: StaticString) -> Int? {
        guard value.isPresent, value.inside.count > 0 else { return nil }
        if value.kind == .string || value.kind == .number, let date = CivilDate(compact: value.inside) {
            return date.daysSinceEpoch
        }
        refuse(value, field, "no date YYYYMMDD")
        return nil
    }

    /// Seconds of the service day of `HH:MM:SS`.
    package func scheduleTime(_ value: JSONValue, _ field: StaticString) -> Int? {
        guard value.isPresent, value.inside.count > 0 else { return nil }
        if value.kind == .string, let seconds = ScheduleTime.seconds(value.inside) { return seconds }
        refuse(value, field, "no time HH:MM:SS")
        return nil
    }

    private func refuse(_ value: JSONValue, _ field: StaticString, _ what: String) {
        diagnostics.report(
            .null, "invalid_\(field)", file: file, line: line, field: "\(field)", value: value.inside
        ) { "\($0) is \(what) (taken as absent)" }
    }
}
