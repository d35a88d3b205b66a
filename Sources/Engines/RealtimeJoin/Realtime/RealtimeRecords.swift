import StageKit

/// Takes the realtime records of a pipe or of files.
package struct RealtimeRecords: HasFeedOption {
    package let tables = RealtimeReader.tables + [AlertReader.table]
    package let columns = RealtimeReader.columns + AlertReader.columns
    package private(set) var reader: RealtimeReader
    package private(set) var alerts: AlertReader
    package init(_ diagnostics: Diagnostics) {
        reader = RealtimeReader(diagnostics)
        alerts = AlertReader(diagnostics)
    }
    package mutating func process(_ record: Record) {
        guard record.table < RealtimeReader.tables.count else { return alerts.take(record) }
        if record.table == 0 { alerts.take(message: record) }
        reader.take(record, table: record.table)
    }
    package func finish() {}
}
