import Contract
import Geometry
import NDJSON
import Occupancy
import Schedule
import StageKit
import TimeZones

/// Reads the values of a position record that a report needs, each with its type; what breaks it is reported and
/// taken as absent.
final class PositionReader {
    private static let position = Tables.VehiclePositions.columns

    private let diagnostics: Diagnostics
    /// The numbers of the columns of the present record that were refused, each once however often it is read.
    private var refused: [Int] = []

    /// Called before the values of another record are asked for.
    @inline(__always)
    func begin() { if !refused.isEmpty { refused.removeAll() } }

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// The text of a member; nil when it is absent, empty or no text. A number is read as the text it is written as:
    /// many hands write ids without quotes. Valid until the next text is asked for.
    @inline(__always)
    func text<M, V>(_ record: Record, _ column: Column<M, V, IfKnown>) -> UnsafeRawBufferPointer? {
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

    /// POSIX seconds; `noTime` when there is none.
    @inline(__always)
    func time<M>(_ record: Record, _ column: Column<M, Instant, IfKnown>) -> UInt32 {
        diagnostics.instant(record, column).map { UInt32($0) } ?? Observation.noTime
    }

    /// A number from 0.
    /// - Parameter what: what is said of anything else.
    @inline(__always)
    func whole<M>(_ record: Record, _ column: Column<M, Whole, IfKnown>, _ what: String) -> Int? {
        let value = record[column]
        guard value.isPresent else { return nil }
        if let number = value.integer, number >= 0 { return number }
        refuse(record, column, what)
        return nil
    }

    func stopSequence(_ record: Record) -> Int? {
        whole(record, PositionReader.position.currentStopSequence, "not a stop_sequence")
    }

    /// Where the vehicle is; nil if the record does not say, or says what cannot be.
    func place(_ record: Record) -> Coordinate? {
        let (latitude, longitude) = (PositionReader.position.latitude, PositionReader.position.longitude)
        guard record[latitude].isPresent || record[longitude].isPresent else { return nil }
        if let place = Coordinate(place: record[latitude].double, record[longitude].double) { return place }
        diagnostics.report(
            .null, ColumnReader.invalidPosition, file: record.displayName, line: record.line, field: latitude.name,
            value: record[latitude].inside
        ) { "latitude \($0) and its longitude are not a valid position; treated as absent" }
        return nil
    }

    /// `YYYYMMDD` as a number.
    @inline(__always)
    func date<M>(_ record: Record, _ column: Column<M, Day, IfKnown>) -> Int? {
        let value = record[column]
        guard value.isPresent, value.inside.count > 0 else { return nil }
        if let date = PositionReader.date(value) { return date }
        refuse(record, column, "not a date in the form YYYYMMDD")
        return nil
    }

    /// A day that there is, `YYYYMMDD` as a number.
    @inline(__always)
    static func date(_ value: JSONValue) -> Int? {
        var number = 0
        var isDate = value.kind == .string || value.kind == .number
        isDate = isDate && value.inside.count == 8
        for byte in value.inside where isDate {
            isDate = byte &- 0x30 < 10
            if isDate { number = number * 10 + Int(byte - 0x30) }
        }
        isDate = isDate && CivilDate(exactly: number / 10_000, month: number / 100 % 100, day: number % 100) != nil
        return isDate ? number : nil
    }

    /// A status as number or name.
    @inline(__always)
    func status(_ record: Record, _ value: JSONValue) -> StatusRank {
        switch value.kind {
        case .absent, .null: return .absent
        case .number:
            if let code = value.integer {
                if code < 0 || code > 8 { warnOfUnknown(record, value) }
                return StatusRank(code: code)
            }
        case .string:
            if let status = OccupancyStatus(name: value.inside) { return StatusRank(code: status.code) }
            if value.inside.isEmpty { return .absent }
        default: break
        }
        diagnostics.report(
            .null, "not_an_occupancy_status", file: record.displayName, line: record.line,
            field: PositionReader.position.occupancyStatus.name,
            value: value.inside
        ) { "\($0) is not an occupancy status; counted as unknown" }
        return .absent
    }

    private func warnOfUnknown(_ record: Record, _ value: JSONValue) {
        diagnostics.report(
            .warning, "unknown_occupancy_status", file: record.displayName, line: record.line,
            field: PositionReader.position.occupancyStatus.name,
            value: value.inside
        ) { "\($0) is not in the specification; counted as unknown" }
    }

    /// Per cent; -1 is absence, as the specification's unset mark for carriages is.
    @inline(__always)
    func percentage(_ record: Record, _ value: JSONValue) -> UInt32 {
        guard value.isPresent else { return Observation.noPercentage }
        if let number = value.integer {
            if number == -1 { return Observation.noPercentage }
            if number >= 0, number <= Observation.largestPercentage { return UInt32(number) }
        }
        refuse(
            record, PositionReader.position.occupancyPercentage.name, value,
            "not a percentage from 0 to \(Observation.largestPercentage)")
        return Observation.noPercentage
    }

    /// Reports a member that breaks its type, once a record.
    private func refuse<M, V, P>(_ record: Record, _ column: Column<M, V, P>, _ what: String) {
        guard !refused.contains(column.number) else { return }
        refused.append(column.number)
        refuse(record, column.name, record[column], what)
    }

    /// Reports a value that breaks its type.
    func refuse(_ record: Record, _ field: String, _ value: JSONValue, _ what: String) {
        diagnostics.report(
            .null, "invalid_\(field)", file: record.displayName, line: record.line, field: field, value: value.inside
        ) { "\($0) is \(what); treated as absent" }
    }
}
