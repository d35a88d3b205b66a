import Contract
import TimeZones

/// A column of a file of one table, and the column of the records that it is made of.
///
/// A time with an offset is an instant in Parquet, and text that spreadsheets do not take for a time in CSV. So the reading
/// of the clock there stands beside it, without an offset: `actual_departure_time_local`.
struct FileColumn {
    let description: ColumnDescription
    /// The place of the column that it is made of.
    let source: Int
    let isLocalTime: Bool

    private static let suffix = "_local"

    /// The columns of a file, in the order of those that the records have.
    static func all(_ columns: [ColumnDescription]) -> [FileColumn] {
        columns.enumerated().flatMap { place, column -> [FileColumn] in
            let own = FileColumn(description: column, source: place, isLocalTime: false)
            let local = column.name + suffix
            guard column.type == .dateTime, !column.name.hasSuffix(suffix),
                !columns.contains(where: { $0.name == local })
            else { return [own] }
            return [
                own, FileColumn(description: ColumnDescription(local, .dateTime), source: place, isLocalTime: true),
            ]
        }
    }

    /// What the clock shows in a time as RFC 3339 has it, `2026-03-02T08:00:00`; nothing for any other text.
    static func localTime(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: text.prefix(OffsetTime(rfc3339: text) == nil ? 0 : 19))
    }
}
