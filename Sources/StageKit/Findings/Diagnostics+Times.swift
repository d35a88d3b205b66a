import Contract
import NDJSON

extension Diagnostics {
    /// The time that a column of a record tells, in POSIX seconds, by the rule of `Instant`; nil for none. What is not in
    /// seconds, or no time, is reported.
    @inlinable @inline(__always)
    public func instant<M, P>(_ record: Record, _ column: Column<M, Instant, P>) -> Int? {
        let value = record[column]
        if value.kind == .number, let seconds = value.integer, Instant.isSeconds(seconds) { return seconds }
        return value.isPresent ? instant(unusual: value, column.name, record) : nil
    }

    /// The same of a member inside a record.
    @inlinable @inline(__always)
    public func instant(_ value: JSONValue, _ name: String, _ record: Record) -> Int? {
        if value.kind == .number, let seconds = value.integer, Instant.isSeconds(seconds) { return seconds }
        return value.isPresent ? instant(unusual: value, name, record) : nil
    }

    @inline(never) @usableFromInline
    func instant(unusual value: JSONValue, _ name: String, _ record: Record) -> Int? {
        switch Instant.reading(value) {
        case .none: return nil
        case .seconds(let seconds): return seconds
        case .scaled(let seconds, let scale):
            reportTime(in: scale, value, name, file: record.displayName, line: record.line)
            return seconds
        case .invalid:
            report(
                .null, "invalid_\(name)", file: record.displayName, line: record.line, field: name, value: value.inside
            ) { "\($0) is not \(Instant.kind.map { "\($0)" } ?? "") (taken as absent)" }
            return nil
        }
    }

    /// Reports a time that was read in a smaller unit than seconds.
    func reportTime(in scale: Instant.Scale, _ value: JSONValue, _ name: String, file: String, line: Int?) {
        report(.surprise, "time_not_in_seconds", file: file, line: line, field: name, value: value.inside) {
            "\($0) is in \(scale), not in seconds (divided by \(scale.rawValue))"
        }
    }
}
