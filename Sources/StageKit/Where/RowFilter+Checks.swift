import Contract

extension RowFilter {
    /// Why a condition cannot be applied to a column.
    struct Refusal: Error {
        let sentence: String
        let isList: Bool
    }

    /// Returns how the values of a condition compare with those of a column.
    static func meaning(
        of condition: Condition, _ column: ColumnDescription
    ) -> Result<(ColumnOrder, [ColumnOrder.Comparand]), Refusal> {
        guard let order = ColumnOrder(column) else {
            return .failure(
                Refusal(
                    sentence: "\(column.name) is a list or an object and cannot be compared", isList: true)
            )
        }
        guard order.hasLess || condition.relation == .isAny || condition.relation == .isNot else {
            return .failure(
                Refusal(sentence: "\(column.name) is true or false, and takes = and != only", isList: false))
        }
        var comparands: [ColumnOrder.Comparand] = []
        for value in condition.values {
            guard let comparand = order.comparand(value) else {
                return .failure(
                    Refusal(
                        sentence:
                            "\(Finding.quoted(value)) is not a value of \(column.name), which takes \(order.words)"
                            + (NearestNames.near(value, among: order.choices).map { "; did you mean '\($0)'?" } ?? ""),
                        isList: false))
            }
            comparands.append(comparand)
        }
        return .success((order, comparands))
    }

    /// - Throws: `StageFailure` with status 64 for conditions that the contract rules out.
    static func check(_ condition: Condition, _ tables: ConditionTables) throws(StageFailure) {
        func failure(_ sentence: String) -> StageFailure {
            StageFailure(.usage, "--where \(Finding.quoted(condition.text)): \(sentence)")
        }
        var candidates = tables.all
        if let name = condition.table {
            let names = candidates.map(\.name)
            guard names.contains(name) || tables.takesAnyTable else {
                throw failure(
                    "this stage takes no table \(Finding.quoted(name)); "
                        + NearestNames.words(name, among: names))
            }
            candidates = [tables.table(name)]
        }
        var refusals: [Refusal] = []
        var canBe = tables.takesAnyTable && condition.table == nil
        for table in candidates {
            switch table.column(condition.column) {
            case .none: break
            case .perhaps: canBe = true
            case .known(let column):
                switch meaning(of: condition, column) {
                case .success: return
                case .failure(let refusal): refusals.append(refusal)
                }
            }
        }
        // Of tables that have the column by the contract none takes the condition; another's own column would be chance.
        if let refusal = refusals.first(where: \.isList) ?? refusals.first { throw failure(refusal.sentence) }
        guard !canBe else { return }
        var nearest = NearestNames(condition.column)
        var seen: Set<String> = []
        for column in candidates.flatMap(\.columns) where seen.insert(column.name).inserted { nearest.see(column.name) }
        let of = candidates.count == 1 ? candidates[0].name + " has no" : "no table that this stage takes has a"
        throw failure("\(of) column \(Finding.quoted(condition.column)); \(nearest.words(none: ""))")
    }
}

extension StageContext {
    /// Checks that `--where` applies to the tables of a stage that creates files before it reads.
    ///
    /// - Parameters:
    ///   - tables: the tables; empty for a stage that takes any.
    ///   - keepsTripsWhole: whether the stage adopts `KeepsTripsWhole`.
    /// - Throws: `StageFailure` with status 64.
    public func checkConditions(on tables: [String], keepsTripsWhole: Bool = false) throws {
        _ = try RowFilter(self, consumed: tables, keepsTripsWhole: keepsTripsWhole)
    }

    /// Refuses `--where` for a run that reads no records.
    ///
    /// - Throws: `StageFailure` with status 64.
    public func refuseConditions() throws {
        guard let condition = options.conditions.first else { return }
        throw StageFailure(
            .usage,
            "--where \(Finding.quoted(condition.text)): this run reads no records that it could filter, and it does "
                + "not apply to the schedule of --feed; name files or pipe records in")
    }

    /// Reports the outcome of the conditions, except in a second reading, which may end before the last row.
    ///
    /// - Throws: `StageFailure` with status 65 if no record had any of the columns.
    func conclude(_ filter: RowFilter) throws {
        guard !isSecondReading, let outcomes = filter.outcomes else { return }
        let unmet = outcomes.filter { !$0.isMet }
        for outcome in unmet {
            let condition = outcome.condition
            var nearest = NearestNames(condition.column)
            for column in filter.columnsMet { nearest.see(column) }
            let sentence =
                "--where \(Finding.quoted(condition.text)): no record has a column \(Finding.quoted(condition.column))"
                + (condition.table.map { " of \($0)" } ?? "") + "; " + nearest.words(none: "")
            if unmet.count == outcomes.count { throw StageFailure(.dataUnusable, sentence) }
            diagnostics.report(.unmatched, "column_not_found", value: condition.column, message: sentence)
        }
        for outcome in outcomes {
            // Where a table has the rows that are named, others do not count.
            let hasKey = outcome.ids.contains(where: \.isKey)
            for ids in outcome.ids where ids.isKey || !hasKey { note(ids, of: outcome.condition) }
            for (table, without, read) in outcome.partial {
                let text = outcome.condition.text
                diagnostics.report(
                    .surprise, "column_not_in_every_row", value: outcome.condition.column,
                    message:
                        "--where \(Finding.quoted(text)): \(grouped(without)) of \(grouped(read)) \(table) have no "
                        + "such column and are kept, because it is not a column of the contract; "
                        + "to exclude them, write \(Finding.quoted("\(table).\(text)"))")
            }
        }
    }

    /// Reports ids of a condition that no row has.
    private func note(_ ids: AskedIDs, of condition: Condition) {
        let absent = ids.absent
        if ids.isKey {
            for (id, nearest) in absent {
                diagnostics.report(
                    .unmatched, "\(ids.noun)_not_found", field: condition.column, value: id,
                    message: ids.sentence(id, nearest, condition))
            }
        }
        guard absent.count == condition.values.count, absentNames == nil, let (id, nearest) = absent.first else {
            return
        }
        absentNames = ids.sentence(id, nearest, condition)
    }

    /// A message that all rows of some tables were excluded, as part of a sentence; nil if they were not.
    public func allFiltered(of tables: [String]) -> String? {
        let met = summary.tables.filter { $0.read > 0 && tables.contains($0.table) }
        guard !met.isEmpty, met.allSatisfy({ $0.filtered == $0.read }) else { return nil }
        let outside = met.reduce(0) { $0 + $1.outsideWindow }
        let filtered = met.reduce(0) { $0 + $1.filtered }
        let reason =
            switch outside {
            case 0: "--where excludes all records: "
            case filtered: "all records lie outside --days, --from and --to: "
            default: "--where, --days, --from and --to exclude all records: "
            }
        return reason
            + met.map { "\(grouped($0.read)) \($0.table)" }.joined(separator: ", ")
    }
}
