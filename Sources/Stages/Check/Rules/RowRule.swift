import Containers
import Contract
import NDJSON
import TimeZones

/// A rule that one row can break by itself: where, when, and which fields a notice shows.
struct RowRule: Sendable {
    let rule: Rule
    let row: Rule.Row

    /// Every rule that is broken by a row alone, beyond presence and types of single fields.
    static let all: [RowRule] = Rule.schedule.flatMap { rule in rule.rows.map { RowRule(rule: rule, row: $0) } }
}

/// What a rule asks of a row. Fields are named as the reference names them; an absent field is none of its values.
indirect enum RowCondition: Sendable {
    case has(String)
    /// The header has the column; rows that come without a header do not say.
    case hasColumn(String)
    case lacks(String)
    case isOne(of: [Int], String)
    case isBelow(Int, String)
    /// The texts are the same but for capitals.
    case same(String, String)
    /// The texts are the same, as ids are.
    case isSameID(String, String)
    /// Both are there, and the first is less: numbers, dates, and times of the service day.
    case isLess(String, than: String)
    case isEqual(String, String)
    case isText(String, [String])
    case not(RowCondition)
    case all([RowCondition])
    case any([RowCondition])

    /// One of several, all of them missing, more than one of them there.
    static func hasAny(_ fields: String...) -> RowCondition { .any(fields.map(RowCondition.has)) }
    static func hasOnlyOne(_ first: String, _ second: String) -> RowCondition {
        .any([.all([.has(first), .lacks(second)]), .all([.lacks(first), .has(second)])])
    }

    static let window = hasAny("start_pickup_drop_off_window", "end_pickup_drop_off_window")
    static let area = hasAny("location_group_id", "location_id")
    static let isStopLike = RowCondition.any([.lacks("location_type"), .isOne(of: [0, 1, 2], "location_type")])
    static let sameDay = RowCondition.isOne(of: [1], "booking_type")
    static let priorDay = RowCondition.isOne(of: [2], "booking_type")
    static let noWeekday = RowCondition.all(
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map { .isOne(of: [0], $0) })

    /// Every field that is looked at.
    var fields: [String] {
        switch self {
        case .has(let field), .hasColumn(let field), .lacks(let field), .isOne(_, let field), .isBelow(_, let field),
            .isText(let field, _):
            [field]
        case .same(let first, let second), .isSameID(let first, let second), .isLess(let first, let second),
            .isEqual(let first, let second):
            [first, second]
        case .not(let part): part.fields
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        }
    }

    /// Whether it asks for what only a header tells.
    var needsHeader: Bool {
        switch self {
        case .hasColumn: true
        case .not(let part): part.needsHeader
        case .all(let parts), .any(let parts): parts.contains(where: \.needsHeader)
        default: false
        }
    }

    /// Whether it can hold in a table whose header has only these columns.
    func isPossible(with header: Set<String>) -> Bool {
        switch self {
        case .has(let field), .hasColumn(let field), .isOne(_, let field), .isBelow(_, let field),
            .isText(let field, _):
            header.contains(field)
        case .same(let first, let second), .isSameID(let first, let second), .isLess(let first, let second),
            .isEqual(let first, let second):
            header.contains(first) && header.contains(second)
        case .lacks, .not: true
        case .all(let parts): parts.allSatisfy { $0.isPossible(with: header) }
        case .any(let parts): parts.contains { $0.isPossible(with: header) }
        }
    }
}

/// A condition with the numbers of its fields, as nodes one after another: asked of every row, so nothing is counted.
final class PlacedCondition {
    private enum Kind: UInt8 {
        case has, lacks, isOne, isBelow, same, isSameID, isLess, isEqual, isText, not, all, any
    }

    private struct Node: BitwiseCopyable {
        let kind: Kind
        /// The numbers of fields; of a node with parts, which nodes those are.
        var first = 0
        var second = 0
        /// A bit for each value, a bound, or the place of texts.
        var value: UInt64 = 0
    }

    private let nodes = GrowingColumn<Node>(capacity: 8)
    private var texts: [[String]] = []

    init(_ condition: RowCondition) {
        nodes.append(Node(kind: .all))
        nodes[0] = place(condition)
    }

    private func place(_ condition: RowCondition) -> Node {
        func number(_ field: String) -> Int { NamedColumn(field).number }
        switch condition {
        case .has(let field): return Node(kind: .has, first: number(field))
        case .lacks(let field): return Node(kind: .lacks, first: number(field))
        case .isOne(let values, let field):
            return Node(kind: .isOne, first: number(field), value: values.reduce(0) { $0 | 1 << UInt64($1) })
        case .isBelow(let bound, let field):
            return Node(kind: .isBelow, first: number(field), value: UInt64(bitPattern: Int64(bound)))
        case .same(let first, let second): return Node(kind: .same, first: number(first), second: number(second))
        case .isSameID(let first, let second):
            return Node(kind: .isSameID, first: number(first), second: number(second))
        case .isLess(let first, let second): return Node(kind: .isLess, first: number(first), second: number(second))
        case .isEqual(let first, let second):
            return Node(kind: .isEqual, first: number(first), second: number(second))
        case .isText(let field, let list):
            texts.append(list)
            return Node(kind: .isText, first: number(field), value: UInt64(texts.count - 1))
        case .hasColumn: return node(.all, [])
        case .not(let part): return node(.not, [part])
        case .all(let parts): return node(.all, parts)
        case .any(let parts): return node(.any, parts)
        }
    }

    /// A node whose parts stand together.
    private func node(_ kind: Kind, _ parts: [RowCondition]) -> Node {
        let start = nodes.count
        for _ in parts { nodes.append(Node(kind: .all)) }
        for (place, part) in parts.enumerated() { nodes[start + place] = self.place(part) }
        return Node(kind: kind, first: start, second: start + parts.count)
    }

    @inline(__always)
    func holds(_ row: ColumnScanner) -> Bool { holds(0, row) }

    private func holds(_ place: Int, _ row: ColumnScanner) -> Bool {
        let node = nodes[place]
        switch node.kind {
        // A value that broke its type is there, if not known.
        case .has: return row[number: node.first].kind != .absent
        case .lacks: return row[number: node.first].kind == .absent
        case .isOne:
            guard let value = row[number: node.first].integer, value >= 0, value < 64 else { return false }
            return node.value >> UInt64(value) & 1 == 1
        case .isBelow: return row[number: node.first].integer.map { $0 < Int(Int64(bitPattern: node.value)) } ?? false
        case .same: return PlacedCondition.isSame(row[number: node.first], row[number: node.second])
        case .isSameID:
            let (first, second) = (row[number: node.first], row[number: node.second])
            return first.isPresent && first.string == second.string
        case .isLess:
            return PlacedCondition.compare(row[number: node.first], row[number: node.second]) { $0 < $1 }
        case .isEqual:
            return PlacedCondition.compare(row[number: node.first], row[number: node.second]) { $0 == $1 }
        case .isText:
            let value = row[number: node.first]
            return value.kind == .string
                && texts[Int(node.value)].contains(String(decoding: value.inside, as: UTF8.self))
        case .not: return !holds(node.first, row)
        case .all:
            for part in node.first..<node.second where !holds(part, row) { return false }
            return true
        case .any:
            for part in node.first..<node.second where holds(part, row) { return true }
            return false
        }
    }

    /// Whether the condition holds for every row with values in the same columns as `row`, or for none; nil if that depends on
    /// the values.
    func outcome(ofColumnsIn row: ColumnScanner) -> Bool? { outcome(0, row) }

    private func outcome(_ place: Int, _ row: ColumnScanner) -> Bool? {
        let node = nodes[place]
        func isAbsent(_ number: Int) -> Bool { row[number: number].kind == .absent }
        switch node.kind {
        case .has, .lacks: return holds(place, row)
        // What is absent is none of the values, and cannot be compared.
        case .isOne, .isBelow, .isText, .isSameID: return isAbsent(node.first) ? false : nil
        case .same, .isLess, .isEqual: return isAbsent(node.first) || isAbsent(node.second) ? false : nil
        case .not: return outcome(node.first, row).map { !$0 }
        case .all, .any:
            // One part with this outcome decides.
            let deciding = node.kind == .any
            var isKnown = true
            for part in node.first..<node.second {
                guard let outcome = outcome(part, row) else {
                    isKnown = false
                    continue
                }
                if outcome == deciding { return deciding }
            }
            return isKnown ? !deciding : nil
        }
    }

    private static func isSame(_ first: JSONValue, _ second: JSONValue) -> Bool {
        guard first.kind == .string, second.kind == .string else { return false }
        return String(decoding: first.inside, as: UTF8.self).lowercased()
            == String(decoding: second.inside, as: UTF8.self).lowercased()
    }

    @inline(__always)
    private static func compare(_ first: JSONValue, _ second: JSONValue, _ by: (Int, Int) -> Bool) -> Bool {
        guard let first = measure(first), let second = measure(second) else { return false }
        return by(first, second)
    }

    /// Something that can be compared with its like: a number, a date as its day, a time as seconds.
    private static func measure(_ value: JSONValue) -> Int? {
        switch value.kind {
        case .number: return value.integer
        case .string:
            if let seconds = ScheduleTime.seconds(value.inside) { return seconds }
            return CivilDate(compact: value.inside)?.daysSinceEpoch
        default: return nil
        }
    }
}
