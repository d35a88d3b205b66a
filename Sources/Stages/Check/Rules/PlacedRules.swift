import Containers
import Contract
import StageKit

/// The rules about single rows of a table, with the numbers of their fields.
///
/// Rows of a table mostly have values in the same few sets of columns. The columns with values decide most rules, so these
/// rules are decided once for each set. Only the other rules look at values.
final class PlacedRules {
    private struct PlacedRule {
        let rule: RowRule
        let when: PlacedCondition
    }

    /// What is known of the rows with values in the same columns.
    private struct Decision: BitwiseCopyable {
        /// A bit for each of `columns` that has a value.
        let present: UInt64
        /// Whether such rows break a rule, whatever the values are.
        let isBroken: Bool
        /// The places `first..<end` of `undecided` list the rules for which the values of such a row decide whether it breaks
        /// the rule.
        let first: Int
        let end: Int
    }

    private let rules: [PlacedRule]
    /// The numbers of the columns that the rules look at.
    private let columns = GrowingColumn<Int>(capacity: 16)
    private let decisions = GrowingColumn<Decision>(capacity: 4)
    private let undecided = GrowingColumn<Int>(capacity: 16)
    private var last = 0
    private static let most = 32

    /// - Parameter header: the columns that rows may have; nil for any.
    init(_ rules: [RowRule], header: Set<String>? = nil) {
        self.rules = rules.map { PlacedRule(rule: $0, when: PlacedCondition($0.row.when)) }
        let names = Set(rules.flatMap(\.row.when.fields)).filter { header?.contains($0) ?? true }
        for number in names.map({ NamedColumn($0).number }).sorted() { columns.append(number) }
        precondition(columns.count <= UInt64.bitWidth)
    }

    /// Calls `found` with each rule that a row breaks, in the order of the rules.
    @inline(__always)
    func check(_ row: ColumnScanner, _ found: (RowRule) -> Void) {
        var present: UInt64 = 0
        for bit in 0..<columns.count where row[number: columns[bit]].kind != .absent { present |= 1 << UInt64(bit) }
        if last == decisions.count || decisions[last].present != present { last = place(of: present, row) }
        let decision = decisions[last]
        guard !decision.isBroken else { return checkAll(row, found) }
        for index in decision.first..<decision.end where rules[undecided[index]].when.holds(row) {
            found(rules[undecided[index]].rule)
        }
    }

    private func place(of present: UInt64, _ row: ColumnScanner) -> Int {
        for place in 0..<decisions.count where decisions[place].present == present { return place }
        if decisions.count == PlacedRules.most {
            decisions.removeAll()
            undecided.removeAll()
        }
        let first = undecided.count
        var isBroken = false
        for (place, rule) in rules.enumerated() {
            switch rule.when.outcome(ofColumnsIn: row) {
            case true?: isBroken = true
            case false?: break
            case nil: undecided.append(place)
            }
        }
        decisions.append(Decision(present: present, isBroken: isBroken, first: first, end: undecided.count))
        return decisions.count - 1
    }

    private func checkAll(_ row: ColumnScanner, _ found: (RowRule) -> Void) {
        for rule in rules where rule.when.holds(row) { found(rule.rule) }
    }
}
