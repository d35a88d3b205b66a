import NDJSON

/// Resolves flat layouts against a schema, once.
struct FlatTableBuilder {
    let schema: RealtimeSchema
    let pool: Pool
    let namesEnumerations: Bool
    /// The position of a column among the values that a reader wants of a row.
    var wanted: (String) -> Int? = { _ in nil }

    func table(_ layout: FlatLayout, _ plan: UnsafePointer<MessagePlan>) -> UnsafePointer<FlatTable> {
        var groups = layout.groups.compactMap { group(of: $0, layout, plan) }
        for (parent, prefix) in layout.extended {
            let added = extensionColumns(of: parent, plan, prefix)
            if !added.columns.isEmpty, let group = group(of: added, layout, plan) { groups.append(group) }
        }
        var parents: [String?] = [nil]
        for group in layout.groups where !parents.contains(where: { $0 == group.parent }) {
            parents.append(group.parent)
        }
        let parts = parents.map { parent in
            let index = parent.flatMap { schema.index(of: $0, in: plan) } ?? -1
            return FlatPart(
                parent: index, plan: inner(parent, plan), path: pool.text { $0.string(parent ?? "") })
        }
        let required = parts.filter { $0.plan.pointee.required != 0 }
        return UnsafePointer(
            pool.keep([
                FlatTable(
                    groups: UnsafePointer(pool.keep(groups)), groupCount: groups.count,
                    parts: UnsafePointer(pool.keep(parts)), partCount: parts.count,
                    required: UnsafePointer(pool.keep(required)), requiredCount: required.count)
            ]))
    }

    private func inner(_ parent: String?, _ plan: UnsafePointer<MessagePlan>) -> UnsafePointer<MessagePlan> {
        guard let parent else { return plan }
        guard let index = schema.index(of: parent, in: plan), let inner = plan.pointee.fields[index].message else {
            preconditionFailure("\(schema.messageName(plan)) has no message \(parent)")
        }
        return inner
    }

    private func extensionColumns(
        of parent: String?, _ plan: UnsafePointer<MessagePlan>, _ prefix: String
    ) -> ColumnGroup {
        let plan = inner(parent, plan)
        let fields = (0..<plan.pointee.count).map { plan.pointee.fields[$0] }.filter { $0.isExtension }
        return ColumnGroup(parent: parent, columns: fields.map { (schema.name(of: $0), prefix + schema.name(of: $0)) })
    }

    private func group(
        of group: ColumnGroup, _ layout: FlatLayout, _ plan: UnsafePointer<MessagePlan>
    ) -> FlatGroup? {
        let parent = group.parent.flatMap { schema.index(of: $0, in: plan) } ?? -1
        let owner = inner(group.parent, plan)
        let columns = group.columns.map { field, column in
            guard let index = schema.index(of: field, in: owner) else {
                preconditionFailure("\(schema.messageName(owner)) has no field \(field)")
            }
            var layoutOfElements: UnsafePointer<FlatTable>?
            if column == "stop_time_updates", let message = owner.pointee.fields[index].message {
                layoutOfElements = table(.stopTimeUpdate, message)
            }
            return FlatColumn(
                field: owner.pointee.fields + index, index: index, key: pool.text { $0.key(named: column) },
                isAlwaysPresent: column == layout.alwaysPresent, layout: layoutOfElements)
        }
        let kept = UnsafePointer(pool.keep(columns))
        let wantedColumns = zip(group.columns, columns.indices).compactMap { names, position in
            WantedColumn(kept + position, place: wanted(names.column), namesEnumerations: namesEnumerations)
        }
        return FlatGroup(
            parent: parent, columns: kept, count: columns.count, wanted: UnsafePointer(pool.keep(wantedColumns)),
            wantedCount: wantedColumns.count)
    }
}
