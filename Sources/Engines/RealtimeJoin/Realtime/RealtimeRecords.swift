import StageKit

/// Takes the realtime records of a pipe or of files.
package struct RealtimeRecords: HasFeedOption {
    package let tables = RealtimeReader.tables
    package let columns = RealtimeReader.columns
    package private(set) var reader: RealtimeReader
    package init(_ diagnostics: Diagnostics) { reader = RealtimeReader(diagnostics) }
    package mutating func process(_ record: Record) { reader.take(record, table: record.table) }
    package func finish() {}
}
