import Contract
import Hashing
import NDJSON
import StageKit

/// Translations that go by a value and not by a row: they stay where the value does. So do those of rows whose ids no
/// other row decides about, as pathways: there the row's id is the value.
struct Translations {
    private static let row = Tables.Translations.columns
    static let columns: [any AnyColumn] = [row.tableName, row.fieldName, row.recordID, row.fieldValue]

    private var held: [(field: UInt64, line: [UInt8])] = []
    /// The values that rows which stay have, by table, field and text.
    private var values: Set<UInt64> = []

    /// By table what its rows are called by in translations, where other rows decide which of them stay.
    static let domains: [String: Domain] = {
        var domains = [Tables.StopTimes.name: Domain.trip]
        for rule in CutRule.all {
            if let key = rule.key, TableDefinition.named(rule.table)?.onlyKey == key {
                domains[rule.table] = Domain(key)
            }
        }
        return domains
    }()

    /// Whether it is only known at the end which rows of a table stay that a translation is of.
    static func isDecidedLast(_ record: Record, _ table: String) -> Bool {
        record[row.recordID].isPresent && domains[table] == nil && TableDefinition.translatedKey(of: table) != nil
    }

    /// Whether a translation has to wait until all rows are known.
    func holds(_ record: Record) -> Bool {
        record[Translations.row.fieldValue].isPresent
            || Translations.isDecidedLast(record, record[Translations.row.tableName].string ?? "")
    }

    mutating func hold(_ record: Record) {
        let (table, field) = (record[Translations.row.tableName], record[Translations.row.fieldName])
        if let value = record.text(Translations.row.fieldValue) {
            held.append((Translations.key(table.inside, field.inside, value), Array(record.bytes)))
        } else if let id = KeyReader.text(Translations.row.recordID, of: record),
            var key = TableDefinition.translatedKey(of: table.string ?? "")
        {
            let column = key.withUTF8 { Translations.key(table.inside, UnsafeRawBufferPointer($0), id) }
            held.append((column, Array(record.bytes)))
        }
    }

    /// Notes the texts of a row that stays, of a table that has translations by value.
    mutating func meet(_ record: Record, _ table: String) {
        var name = table
        name.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            JSONValue.object(record.bytes).forEachMember { key, value in
                guard value.kind == .string, !value.inside.isEmpty else { return }
                guard value.hasEscapes else {
                    values.insert(Translations.key(name, key.inside, value.inside))
                    return
                }
                var text = value.string ?? ""
                text.withUTF8 { _ = values.insert(Translations.key(name, key.inside, UnsafeRawBufferPointer($0))) }
            }
        }
    }

    /// Calls with those whose value a row has that stays.
    func forEach(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        for (field, line) in held where values.contains(field) { try line.withUnsafeBytes(body) }
    }

    private static func key(
        _ table: UnsafeRawBufferPointer, _ field: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) -> UInt64 { Fingerprint.of(value, seed: Fingerprint.of(field, seed: Fingerprint.of(table))) }
}
