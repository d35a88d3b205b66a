import Contract
import NDJSON
import Occupancy
import Reports
import StageKit
import TimeZones

/// Reads the values of records, each with its type; what breaks it is reported and taken as absent.
public final class VisitReader {
    private let diagnostics: Diagnostics
    private var moments = MomentReader()
    /// The date last read, which is most often the next one's too.
    private var lastDate: UInt64 = 0
    private var lastDay = 0

    public init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// The text of a member; nil when it is absent, empty or no text. A number is read as the text it is written as.
    /// Valid until the next text is asked for.
    @inline(__always)
    public func text<M, V, P>(_ record: Record, _ column: Column<M, V, P>) -> UnsafeRawBufferPointer? {
        let value = record[column]
        switch value.kind {
        case .string:
            guard let text = record.text(column), text.count > 0 else { return nil }
            return text
        case .absent, .null: return nil
        case .number: return value.inside
        default:
            refuse(record, column, "not text")
            return nil
        }
    }

    @inline(__always)
    public func moment<M, P>(_ record: Record, _ column: Column<M, DateTime, P>) -> Moment {
        let value = record[column]
        guard value.isPresent, value.inside.count > 0 else { return .none }
        if value.kind == .string, let moment = moments.read(value.inside) { return moment }
        refuse(record, column, "not an RFC 3339 time")
        return .none
    }

    /// The time of a visit; none, which is reported, if a visit of that service day cannot be at it.
    /// - Parameter day: days after 1970-01-01.
    @inline(__always)
    func moment<P>(_ record: Record, _ column: Column<Tables.StopVisits, DateTime, P>, of day: Int) -> Moment {
        let moment = moment(record, column)
        if !moment.isKnown || moment.isOf(day) { return moment }
        refuse(record, column)
        return .none
    }

    @inline(never)
    private func refuse<P>(_ record: Record, _ column: Column<Tables.StopVisits, DateTime, P>) {
        diagnostics.report(
            .null, "\(VisitReader.otherDay.code)", file: record.displayName, line: record.line, field: column.name,
            value: record[column].inside
        ) { "\($0): \(VisitReader.otherDay.message)" }
    }

    /// How a time that no visit of its service day can have is reported.
    package static let otherDay = (
        code: "time_of_another_day",
        message: "the time is more than a day before or a week after the start of the service day; treated as unknown"
    )

    /// Days after 1970-01-01.
    @inline(__always)
    public func day<M, P>(_ record: Record, _ column: Column<M, Day, P>) -> Int? {
        let value = record[column]
        guard value.isPresent, value.inside.count > 0 else { return nil }
        if value.inside.count == 8 {
            let date = value.inside.loadUnaligned(as: UInt64.self)
            if date == lastDate { return lastDay }
            if value.kind == .string || value.kind == .number, let read = CivilDate(compact: value.inside) {
                lastDate = date
                lastDay = read.daysSinceEpoch
                return lastDay
            }
        }
        refuse(record, column, "not a date in the form YYYYMMDD")
        return nil
    }

    @inline(__always)
    public func whole<M, V, P>(_ record: Record, _ column: Column<M, V, P>, in range: ClosedRange<Int>) -> Int? {
        let value = record[column]
        guard value.isPresent else { return nil }
        if let number = value.integer, range.contains(number) { return number }
        refuse(record, column, "not a whole number\(range.lowerBound == 0 ? " from 0" : "") of that kind")
        return nil
    }

    /// Seconds of the service day.
    public func serviceTime<M, P>(_ record: Record, _ column: Column<M, ServiceTime, P>) -> Int? {
        let value = record[column]
        guard value.isPresent, value.inside.count > 0 else { return nil }
        if value.kind == .string, let seconds = ScheduleTime.seconds(value.inside) { return seconds }
        refuse(record, column, "not a time HH:MM:SS")
        return nil
    }

    /// POSIX seconds of a time that realtime tells; nil for none.
    public func instant<M, P>(_ record: Record, _ column: Column<M, Instant, P>) -> Int? {
        diagnostics.instant(record, column)
    }

    /// The same of a member inside a record.
    public func instant(_ value: JSONValue, _ name: String, _ record: Record) -> Int? {
        diagnostics.instant(value, name, record)
    }

    /// More seconds than eight years are none.
    public static let seconds = -(1 << 28)...(1 << 28)
    public static let counts = 0...(1 << 40)

    @inline(__always)
    public func flag<M, P>(_ record: Record, _ column: Column<M, Flag, P>) -> Bool? {
        let value = record[column]
        guard value.isPresent else { return nil }
        if let flag = value.bool { return flag }
        refuse(record, column, "not true or false")
        return nil
    }

    /// The code of a status as number or name, if it says how full: 0 to 6.
    public func status<M, P>(_ record: Record, _ column: Column<M, Enumerated, P>) -> Int? {
        let value = record[column]
        switch value.kind {
        case .absent, .null: return nil
        case .number:
            if let code = value.integer, OccupancyStatus.codes.contains(code) {
                return OccupancyStatus.crowdingCodes.contains(code) ? code : nil
            }
        case .string:
            if value.inside.isEmpty { return nil }
            if let code = OccupancyStatus(name: value.inside)?.code {
                return OccupancyStatus.crowdingCodes.contains(code) ? code : nil
            }
        default: break
        }
        refuse(record, column, "not an occupancy status")
        return nil
    }

    /// Per cent; -1 is absence, as the specification's unset mark is.
    public func percentage<M, V, P>(_ record: Record, _ column: Column<M, V, P>) -> Int? {
        if record[column].integer == -1 { return nil }
        return whole(record, column, in: 0...Observation.largestPercentage)
    }

    /// Which of some words a member is; nil for another one.
    @inline(__always)
    public func word<M, V, P>(_ record: Record, _ column: Column<M, V, P>, of words: [StaticString]) -> Int? {
        let value = record[column]
        guard value.kind == .string else { return nil }
        for (place, word) in words.enumerated() where word.isSame(value.inside) { return place }
        return nil
    }

    /// Reports a member that breaks its type.
    @inline(never)
    public func refuse<M, V, P>(_ record: Record, _ column: Column<M, V, P>, _ what: String) {
        refuse(record, column.name, record[column], what)
    }

    @inline(never)
    public func refuse(_ record: Record, _ field: String, _ value: JSONValue, _ what: String) {
        diagnostics.report(
            .null, "invalid_\(field)", file: record.displayName, line: record.line, field: field, value: value.inside
        ) { "\($0) is \(what); treated as absent" }
    }
}
