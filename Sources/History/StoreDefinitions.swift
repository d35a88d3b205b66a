import FeedStore
import StageKit

/// How the tables of the record contract are laid out in a database.
enum StoreDefinitions {
    static func definition(of table: String, _ schemas: [TableSchema]) -> HistoryDefinition {
        guard let schema = schemas.first(where: { $0.name == table }) else { return HistoryDefinition(unknown: table) }
        return HistoryDefinition(
            table, columns: schema.columns.map(column), isFeature: schema.isFeature)
    }

    private static func column(_ column: Column) -> HistoryDefinition.Column {
        switch column.type {
        case .integer, .boolean: HistoryDefinition.Column(column.name, .integer)
        case .enumeration(let cases):
            HistoryDefinition.Column(column.name, .integer, names: cases.map { ($0.name, $0.value) })
        case .number: HistoryDefinition.Column(column.name, .real)
        // Arrays and objects are kept as JSON text.
        case .string, .date, .time, .textOrBytes, .array, .object, .any: HistoryDefinition.Column(column.name, .text)
        }
    }
}
