import Contract
import NDJSON

/// Tracks which ids of a condition occur, if the condition is on the primary key of a table: `route_id` of routes,
/// `stop_id` of stops.
///
/// Cost: 400 steps a row for each id that has not occurred, up to a limit of rows.
struct AskedIDs {
    /// The noun for a row, such as `route`.
    let noun: String
    private var isMet: [Bool]
    private let ids: [String]
    private var nearest: [NearestNames]
    private var seen = 0

    /// The maximum number of ids that are tracked.
    private static let mostIDs = 50
    /// The number of rows searched for similar ids.
    private static let mostSeen = 20_000

    /// Returns nil for a condition on another column.
    init?(_ condition: Condition, of table: String) {
        guard condition.relation == .isAny, condition.values.count <= AskedIDs.mostIDs,
            case .columns(let key)? = TableDefinition.named(table)?.key, key == [condition.column],
            condition.column.hasSuffix("_id")
        else { return nil }
        noun = String(condition.column.dropLast(3)).replacing("_", with: " ")
        ids = condition.values
        isMet = ids.map { _ in false }
        nearest = ids.map { NearestNames($0) }
    }

    mutating func see(_ value: JSONValue) {
        guard value.kind == .string || value.kind == .number else { return }
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

    static func sentence(_ id: String, _ nearest: NearestNames, _ noun: String, _ condition: Condition) -> String {
        "--where \(Finding.quoted(condition.text)): the input has no \(noun) \(Finding.quoted(id)); "
            + nearest.words(none: "")
    }
}
