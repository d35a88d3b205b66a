/// A field that a schema has beside those of the specification.
struct AddedField {
    let addition: ProtoAddition
    /// The numbers it is recognised under; the first is the one it is written under.
    let numbers: [Int]
    let isOwn: Bool
    /// The name of its member in records.
    var key: String
}

/// The fields of an extension choice by the message that they are added to, and how they are called.
struct AddedFields {
    /// Those of one message in the order of their declared numbers, so that it does not depend on the order of the
    /// choice; those of one number in the order in which the number is theirs.
    private var rows: [ProtoMessage: [AddedField]] = [:]
    let values: [ProtoEnumeration: [ProtoEnumerationValue]]

    init(_ choice: ExtensionChoice, _ purpose: RealtimeSchema.Purpose) {
        let own = (choice.own?.fields ?? []).map {
            AddedField(addition: $0, numbers: [$0.field.number], isOwn: true, key: $0.field.name)
        }
        values = choice.own?.values ?? [:]
        var shipped: [AddedField] = []
        var all: [AddedField] = []
        // Keys must not depend on the choice, which encoding does not know.
        for row in choice.names.isEmpty && own.isEmpty ? [] : Extension.all {
            let isChosen = choice.names.contains(row.name)
            guard isChosen || !own.isEmpty else { continue }
            for addition in row.definitions.fields {
                let known = choice.numbers(of: addition.field, of: row, withAlternates: true)
                let numbers = purpose == .reading ? known : [known[0]]
                let isReplaced = own.contains {
                    $0.addition.message == addition.message && $0.addition.field.name == addition.field.name
                        && known.contains($0.addition.field.number)
                }
                if isReplaced { continue }
                let field = AddedField(addition: addition, numbers: numbers, isOwn: false, key: addition.field.name)
                all.append(field)
                if isChosen { shipped.append(field) }
            }
        }
        // Swift's sort is stable.
        for var field in own + shipped {
            if field.isOwn { field.key = FieldKeys.key(of: field, among: own + all) }
            rows[field.addition.message, default: []].append(field)
        }
        for message in rows.keys {
            rows[message]?.sort { $0.addition.field.number < $1.addition.field.number }
        }
    }

    func fields(of message: ProtoMessage) -> [AddedField] { rows[message] ?? [] }
}
