import Contract
import StageKit

/// Takes the realtime records of a pipe or of files.
package struct RealtimeRecords: HasFeedOption {
    package let tables: [String]
    package let columns: [any AnyColumn]
    package private(set) var reader: RealtimeReader
    package private(set) var alerts: AlertReader
    private let readsAlerts: Bool

    /// - Parameter readsAlerts: whether alerts are of use; otherwise they are ignored, as other tables are.
    package init(_ diagnostics: Diagnostics, readsAlerts: Bool = false) {
        self.readsAlerts = readsAlerts
        tables = RealtimeReader.tables + (readsAlerts ? [AlertReader.table] : [])
        columns = RealtimeReader.columns + (readsAlerts ? AlertReader.columns : [])
        reader = RealtimeReader(diagnostics)
        alerts = AlertReader(diagnostics)
    }

    package mutating func process(_ record: Record) {
        guard record.table < RealtimeReader.tables.count else { return alerts.take(record) }
        if readsAlerts, record.table == 0 { alerts.take(message: record) }
        reader.take(record, table: record.table)
    }
    package func finish() {}
}
