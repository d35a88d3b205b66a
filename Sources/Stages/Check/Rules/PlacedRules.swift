import Contract
import StageKit

/// The rules about single rows of a table, with the numbers of their fields.
///
/// Rows of a table mostly have values in the same columns, so the rules that ask only which columns have a value are decided
/// again only for a row whose columns differ from those of the row before.
struct PlacedRules {
    private struct PlacedRule {
        let rule: RowRule
        let when: PlacedCondition
        let isOfPresence: Bool
    }

    private let rules: [PlacedRule]
    /// Those that ask for values, by their place.
    private let ofValues: [Int]
    /// The numbers of the columns whose presence decides the others.
    private let columns: [Int]
    private var presence: UInt64 = 0
    private var isDecided = false
    /// The rules that rows with values in the columns of `presence` break, by their place.
    private var broken: [Int] = []

    init(_ rules: [RowRule]) {
        var columns: [Int] = []
        self.rules = rules.map { rule in
            let fields = rule.row.when.fieldsOfPresence.map { Set($0.map { NamedColumn($0).number }) }
            let all = Set(columns).union(fields ?? [])
            let isOfPresence = fields != nil && all.count <= UInt64.bitWidth
            if isOfPresence { columns = all.sorted() }
            return PlacedRule(rule: rule, when: PlacedCondition(rule.row.when), isOfPresence: isOfPresence)
        }
        self.columns = columns
        ofValues = self.rules.indices.filter { [rules = self.rules] in !rules[$0].isOfPresence }
    }

    /// Calls `found` with each rule that a row breaks, in the order of the rules.
    @inline(__always)
    mutating func check(_ row: ColumnScanner, _ found: (RowRule) -> Void) {
        var present: UInt64 = 0
        for (bit, number) in columns.enumerated() where row[number: number].kind != .absent {
            present |= 1 << UInt64(bit)
        }
        if present != presence || !isDecided { decide(present, row) }
        guard broken.isEmpty else { return checkAll(row, found) }
        for place in ofValues where rules[place].when.holds(row) { found(rules[place].rule) }
    }

    private mutating func decide(_ present: UInt64, _ row: ColumnScanner) {
        presence = present
        isDecided = true
        broken = rules.indices.filter { rules[$0].isOfPresence && rules[$0].when.holds(row) }
    }

    private func checkAll(_ row: ColumnScanner, _ found: (RowRule) -> Void) {
        for rule in rules where rule.when.holds(row) { found(rule.rule) }
    }
}
