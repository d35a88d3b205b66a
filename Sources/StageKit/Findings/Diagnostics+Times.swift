import Contract
import NDJSON

extension Diagnostics {
    /// The time in a column of a record, in POSIX seconds, according to `Instant`; nil for none. Invalid times and
    /// times in other units are reported.
    @inlinable @inline(__always)
    public func instant<M, P>(_ record: Record, _ column: Column<M, Instant, P>) -> Int? {
        let value = record[column]
        if value.kind == .number, let seconds = value.integer, Instant.isSeconds(seconds) { return seconds }
        return value.isPresent ? instant(unusual: value, column.name, record) : nil
    }

    /// The time in a member inside a record, like `instant`.
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
            ) { "\($0) is not \(Instant.kind.map { "\($0)" } ?? ""); treated as absent" }
            return nil
        }
    }

    /// Reports a time that was given in a smaller unit than seconds.
    func reportTime(in scale: Instant.Scale, _ value: JSONValue, _ name: String, file: String, line: Int?) {
        report(.surprise, "time_not_in_seconds", file: file, line: line, field: name, value: value.inside) {
            "\($0) is in \(scale), not in seconds (divided by \(scale.rawValue))"
        }
    }
}
