import NDJSON

/// What is said of records, with the place of each.
extension Diagnostics {
    /// Says that a record is left out, and keeps it for `--rejects`.
    public func reject(_ record: Record, _ code: String, _ message: String) {
        report(.reject, code, file: record.displayName, line: record.line, message: message)
        keepReject(
            file: record.displayName, line: record.line, code: code, message: message, raw: record.bytes)
    }

    public func warn(
        _ record: Record, _ code: String, field: String? = nil, value: JSONValue? = nil,
        _ message: (_ quoted: String) -> String
    ) {
        report(
            .warning, code, file: record.displayName, line: record.line, field: field, value: value?.inside, message)
    }
}
