import Contract
import NDJSON

/// Tracks which values of a condition occur, above all the ids of a table's rows: `route_id` of routes, `stop_id` of
/// stops.
///
/// Cost: 400 steps a row for each id that has not occurred, up to a limit of rows.
struct AskedIDs {
    /// The noun for a row, such as `route`; the column's name for other columns.
    let noun: String
    /// Whether the rows are known by the column.
    let isKey: Bool
    private let isOfIDs: Bool
    private var isMet: [Bool]
    private let ids: [String]
    private var nearest: [NearestNames]
    private var seen = 0

    /// The maximum number of ids that are tracked.
    private static let mostIDs = 50
    /// The number of rows searched for similar ids.
    private static let mostSeen = 20_000

    /// Returns nil for a condition that does not ask for single values.
    init?(_ condition: Condition, of table: String) {
        guard condition.relation == .isAny, condition.values.count <= AskedIDs.mostIDs else { return nil }
        isOfIDs = condition.column.hasSuffix("_id")
        if isOfIDs, case .columns(let key)? = TableDefinition.named(table)?.key, key == [condition.column] {
            isKey = true
        } else {
            isKey = false
        }
        noun = isOfIDs ? String(condition.column.dropLast(3)).replacing("_", with: " ") : condition.column
        ids = condition.values
        isMet = ids.map { _ in false }
        nearest = ids.map { NearestNames($0) }
    }

    mutating func see(_ value: JSONValue) {
        guard value.kind == .string || value.kind == .number && isOfIDs else { return }
        guard isMet.contains(false) else { return }
        let bytes = value.inside
        for place in ids.indices where !isMet[place] && bytes.elementsEqual(ids[place].utf8) { isMet[place] = true }
        seen += 1
        guard seen <= AskedIDs.mostSeen else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        for place in ids.indices where !isMet[place] { nearest[place].see(text) }
    }

    /// The ids that no row has; empty if no row was read.
    var absent: [(id: String, nearest: NearestNames)] {
        guard seen > 0 else { return [] }
        return ids.indices.filter { !isMet[$0] }.map { (ids[$0], nearest[$0]) }
    }

    func sentence(_ id: String, _ nearest: NearestNames, _ condition: Condition) -> String {
        let lack =
            isOfIDs
            ? "the input has no \(noun) \(Finding.quoted(id))" : "no record has \(noun) \(Finding.quoted(id))"
        return "--where \(Finding.quoted(condition.text)): \(lack); \(nearest.words(none: ""))"
    }
}
