import Contract
import NDJSON

/// Excludes rows that do not satisfy the conditions of `--where`, before they reach the stage.
///
/// A condition applies to a row if its table has the column by the contract. A column outside the contract belongs to
/// an extension or to the feed itself. If several tables might have it, rows without it are kept, because their table
/// may not have it; `TABLE.COLUMN` states that the table does.
final class RowFilter {
    /// A condition on the rows of one table.
    private final class Test {
        let condition: Int
        /// The index of the column among those in conditions.
        let place: Int
        let relation: Condition.Relation
        let order: ColumnOrder
        /// The values; empty if no value of the column can match.
        let comparands: [ColumnOrder.Comparand]
        /// Whether the contract has the column.
        let isKnown: Bool
        let keepsRowsWithout: Bool
        /// For a column outside the contract, the number of rows that have it.
        var had = 0
        /// For a condition on the primary key, which of its ids occur.
        var ids: AskedIDs?

        init(
            _ condition: Int, place: Int, _ relation: Condition.Relation, _ order: ColumnOrder,
            _ comparands: [ColumnOrder.Comparand], isKnown: Bool, keepsRowsWithout: Bool
        ) {
            self.condition = condition
            self.place = place
            self.relation = relation
            self.order = order
            self.comparands = comparands
            self.isKnown = isKnown
            self.keepsRowsWithout = keepsRowsWithout
        }
    }

    private final class TablePlan {
        let table: ConditionTables.Table
        let tests: [Test]
        var read = 0

        init(_ table: ConditionTables.Table, _ tests: [Test]) {
            self.table = table
            self.tests = tests
        }
    }

    let conditions: [Condition]
    let tables: ConditionTables
    /// Whether the stage needs whole trips, so that no row of a trip may be excluded.
    private let keepsTripsWhole: Bool
    /// The members used in conditions.
    private let columns: [String]
    /// The tables in order of occurrence; nil for tables that the stage does not consume.
    private var plans: [TablePlan?] = []
    private let named: [NamedColumn]
    private static let properties = Tables.Feature.columns.properties
    /// The properties of a GeoJSON Feature.
    private let inner: RecordScanner
    private let buffer = RecordWriter(capacity: 64)

    /// Creates the filter; returns nil without conditions.
    /// - Parameters:
    ///   - consumed: the tables that the stage consumes; empty for a stage that takes any.
    ///   - keepsTripsWhole: whether the stage adopts `KeepsTripsWhole`.
    /// - Throws: `StageFailure` with status 64 for a column that none of the tables has by the contract, a column that
    ///   is a list, or an invalid value.
    init?(_ context: StageContext, consumed: [String], keepsTripsWhole: Bool) throws(StageFailure) {
        let options = context.options
        guard !options.conditions.isEmpty else { return nil }
        self.keepsTripsWhole = keepsTripsWhole
        let described = context.world.tables()
        conditions = options.conditions
        tables = ConditionTables(
            consumed: consumed, described: described.isEmpty ? Tables.all.map { $0.description } : described)
        var columns: [String] = []
        for condition in conditions where !columns.contains(condition.column) { columns.append(condition.column) }
        self.columns = columns
        named = columns.map { NamedColumn($0) }
        inner = RecordScanner(fields: columns)
        for condition in conditions {
            try RowFilter.check(condition, tables)
            if keepsTripsWhole { try WholeTrips.check(condition, tables) }
        }
    }

    // MARK: Before the first line

    /// The columns to scan in each record.
    var wanted: [any AnyColumn] { named + [RowFilter.properties] }

    /// Registers a table on its first occurrence.
    func meet(_ name: String, isConsumed: Bool) {
        guard isConsumed else { return plans.append(nil) }
        let table = tables.table(name)
        var tests: [Test] = []
        for (number, condition) in conditions.enumerated() where condition.table.map({ $0 == name }) ?? true {
            if keepsTripsWhole, WholeTrips.isPlace(condition.column, of: name) { continue }
            var order = ColumnOrder.unknown
            var comparands = condition.values.compactMap(order.comparand)
            var isKnown = false
            switch table.column(condition.column) {
            case .none: continue
            case .perhaps: if keepsTripsWhole, WholeTrips.isPart(name) { continue }
            case .known(let column):
                isKnown = true
                comparands = []
                if case .success(let (found, values)) = RowFilter.meaning(of: condition, column) {
                    order = found
                    comparands = values
                }
            }
            tests.append(
                Test(
                    number, place: columns.firstIndex(of: condition.column)!, condition.relation, order, comparands,
                    isKnown: isKnown,
                    keepsRowsWithout: condition.relation == .isNot || (!isKnown && !isOnlyHome(name, of: condition))))
            tests[tests.count - 1].ids = AskedIDs(condition, of: name)
        }
        plans.append(TablePlan(table, tests))
    }

    /// Whether a column outside the contract can belong to this table only.
    private func isOnlyHome(_ table: String, of condition: Condition) -> Bool {
        if condition.table == table { return true }
        guard !tables.takesAnyTable else { return false }
        let homes = tables.all.filter {
            if case .none = $0.column(condition.column) { return false }
            return true
        }
        return homes.map(\.name) == [table]
    }

    // MARK: Rows

    /// Whether the stage receives a row that does not satisfy the conditions, marked as excluded.
    func keeps(place: Int) -> Bool { keepsTripsWhole && plans[place]?.table.name == Tables.Stops.name }

    /// Returns whether the record satisfies every condition on its table.
    ///
    /// - Parameter place: the index of the table, in order of occurrence.
    /// - Throws: `StageFailure` with status 65 for a list in a column outside the contract.
    func takes(_ record: Record, place: Int) throws(StageFailure) -> Bool {
        guard let plan = plans[place] else { return true }
        plan.read += 1
        guard !plan.tests.isEmpty else { return true }
        var hasProperties = false
        if plan.table.isFeature {
            let properties = record[RowFilter.properties]
            // The line was checked, so its objects are sound.
            if properties.kind == .object, (try? inner.scan(properties.inside)) != nil { hasProperties = true }
        }
        var isTaken = true
        // Also after one that is not satisfied: which columns there are is to be known at the end.
        for test in plan.tests {
            var value = hasProperties ? inner[test.place] : .absent
            if value.kind == .absent { value = record.values[number: named[test.place].number] }
            let reading = test.order.read(value, buffer)
            switch reading {
            case .nothing: if !test.keepsRowsWithout { isTaken = false }
            case .list: throw list(conditions[test.condition], record)
            case .whole, .real, .text:
                if !RowFilter.satisfies(reading, test, raw: value.inside) { isTaken = false }
            }
            if !test.isKnown, value.kind != .absent { test.had += 1 }
            test.ids?.see(value)
        }
        return isTaken
    }

    @inline(__always)
    private static func satisfies(_ reading: ColumnOrder.Reading, _ test: Test, raw: UnsafeRawBufferPointer) -> Bool {
        for comparand in test.comparands {
            let order = ColumnOrder.compare(reading, comparand, raw: raw)
            switch test.relation {
            case .isAny: if order == 0 { return true }
            case .isNot: if order == 0 { return false }
            case .less: return order < 0
            case .atMost: return order <= 0
            case .more: return order > 0
            case .atLeast: return order >= 0
            }
        }
        return test.relation == .isNot
    }

    private func list(_ condition: Condition, _ record: Record) -> StageFailure {
        return StageFailure(
            .dataUnusable,
            "--where: \(record.displayName):\(record.line): \(condition.column) is a list or an object and cannot be compared"
        )
    }

    // MARK: After the last line

    /// The outcome of a condition, for reporting.
    struct Outcome {
        let condition: Condition
        /// Whether any table that occurred has the column.
        let isMet: Bool
        /// The state of the ids in the condition, by the table that they identify.
        let ids: [AskedIDs]
        /// Tables in which some rows had a column outside the contract and others were kept without it.
        let partial: [(table: String, without: Int, of: Int)]
    }

    /// The outcomes; nil if no row was read to which a condition might apply.
    var outcomes: [Outcome]? {
        let met = plans.compactMap { $0 }.filter { $0.read > 0 }
        guard !met.isEmpty else { return nil }
        let names = met.map(\.table.name)
        return conditions.enumerated().map { number, condition in
            let tests = met.flatMap { plan in plan.tests.filter { $0.condition == number }.map { (plan, $0) } }
            var isMet = tests.contains { $0.1.isKnown || $0.1.had > 0 }
            if !isMet {
                isMet = tables.all.contains { table in
                    guard condition.table ?? table.name == table.name, case .known = table.column(condition.column)
                    else {
                        return false
                    }
                    return tables.isStoodFor(table, met: names)
                }
            }
            if keepsTripsWhole, WholeTrips.isPlace(condition.column, of: Tables.StopTimes.name),
                condition.table ?? Tables.StopTimes.name == Tables.StopTimes.name, names.contains(Tables.StopTimes.name)
            {
                isMet = true
            }
            let partial = tests.filter { plan, test in
                !test.isKnown && test.had > 0 && test.had < plan.read && test.keepsRowsWithout
                    && test.relation != .isNot
            }
            return Outcome(
                condition: condition, isMet: isMet, ids: tests.compactMap { $0.1.ids },
                partial: partial.map { ($0.0.table.name, $0.0.read - $0.1.had, $0.0.read) })
        }
    }

    /// The columns that the rows read so far have by the contract.
    var columnsMet: [String] {
        var names: [String] = []
        for plan in plans.compactMap({ $0 }) where plan.read > 0 {
            for column in plan.table.columns where !names.contains(column.name) { names.append(column.name) }
        }
        return names
    }
}
