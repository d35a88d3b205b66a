import Containers
import Contract
import Hashing
import NDJSON
import Schedule
import StageKit

/// What is looked at in each row of a table by itself: presence, types, enumerations, references, keys, and row rules.
///
/// Made from the reference's definition of the table; only columns that its rows may have are looked at.
final class TableChecks {
    /// What one column is checked for.
    private final class ColumnChecks {
        let number: Int
        let field: FieldDefinition
        let allowed: [ClosedRange<Int>]?
        let reference: Reference?
        let defines: IDSpace?
        let isName: Bool
        let isText: Bool

        init(_ field: FieldDefinition, _ table: String, reference: Reference?, defines: IDSpace?) {
            self.field = field
            self.reference = reference
            self.defines = defines
            number = NamedColumn(field.name).number
            allowed = field.type == .enumeration ? FieldRules.allowed(table, field.name) : nil
            isName = FieldRules.names.contains(field.name)
            isText = field.type.isText
        }

        /// Whether a value of the type that has no escapes needs no look.
        var isFree: Bool {
            isText ? reference == nil && defines == nil && field.type == .text && !isName : allowed == nil
        }

        /// A bit for each small number that needs no look.
        var usual: UInt64 {
            guard let allowed else { return isText ? 0 : .max }
            return allowed.flatMap { Array($0) }.reduce(0) { $1 < 10 ? $0 | 1 << UInt64($1) : $0 }
        }
    }

    /// What is asked of a column first, which for most values is all.
    struct Glance: BitwiseCopyable {
        fileprivate let number: Int
        fileprivate let usual: UInt64
        fileprivate let isFree: Bool
        fileprivate let isRecommended: Bool

        /// Whether more than this glance at a value of the row is needed.
        @inline(__always)
        func needsLook(_ row: ColumnScanner) -> Bool {
            let value = row[number: number]
            switch value.kind {
            case .absent where !isRecommended: return false
            case .string where isFree && !value.hasEscapes: return false
            case .number where usual != 0:
                if isFree { return false }
                return value.inside.count != 1 || usual >> UInt64(value.inside[0] &- 0x30) & 1 == 0
            default: return true
            }
        }
    }

    /// Of the columns whose values show that the feed uses a feature, those that had no value so far.
    struct FeatureColumns {
        fileprivate var columns: [(name: String, number: Int)]

        /// Removes the columns that have a value in a row.
        /// - Returns: whether there are any.
        @inline(__always)
        mutating func fill(from row: ColumnScanner, _ take: (String) -> Void = { _ in }) -> Bool {
            guard columns.contains(where: { FeatureColumns.isFilled(row[number: $0.number]) }) else { return false }
            columns.removeAll { name, number in
                guard FeatureColumns.isFilled(row[number: number]) else { return false }
                take(name)
                return true
            }
            return true
        }

        private static func isFilled(_ value: JSONValue) -> Bool { ![.absent, .null].contains(value.kind) }
    }

    let definition: TableDefinition
    let name: String
    /// The file's name in the feed, else the reference's.
    private(set) var file: String
    /// Those of the header; nil where rows come without.
    private(set) var header: Set<String>?
    private(set) var rowCount = 0
    private let book: NoticeBook
    private var columns: [ColumnChecks] = []
    private var glances = GrowingColumn<Glance>(capacity: 8)
    private var rules = PlacedRules([])
    private let keyFields: [(name: String, number: Int)]
    private let keysAreUnique: Bool
    private var keys: Set<UInt64> = []
    private var zones: [String: Bool] = [:]
    /// By place in the definition: whether any row had the field. Only where there is no header.
    private var met: [Bool]
    private var unfilled: FeatureColumns
    private(set) var filled: Set<String> = []
    private let required = GrowingColumn<(place: Int32, number: Int32)>(capacity: 8)

    /// - Parameters:
    ///   - references: those of the table's columns.
    ///   - defined: by column, what rows with an id there define.
    init(_ definition: TableDefinition, _ book: NoticeBook, references: [Reference], defined: [String: IDSpace]) {
        self.definition = definition
        self.book = book
        name = definition.name
        file = definition.file
        let names: [String] =
            switch definition.key {
            case .none: []
            case .wholeRow: definition.fields.map(\.name)
            case .columns(let names): names
            }
        keyFields = names.map { ($0, NamedColumn($0).number) }
        // Rows of these are told apart where they are put in their order.
        keysAreUnique = !["stop_times", "shapes"].contains(name) && !names.isEmpty
        unfilled = FeatureColumns(
            columns: FeedFeature.columns(of: definition.name).map { ($0, NamedColumn($0).number) })
        met = [Bool](repeating: false, count: definition.fields.count)
        columns = definition.fields.map { field in
            ColumnChecks(
                field, definition.name, reference: references.first { $0.field == field.name },
                defines: defined[field.name])
        }
        rules = PlacedRules(wantedRules.filter { !$0.row.when.needsHeader })
        glance()
        require(definition.fields.map(\.name))
    }

    private var wantedRules: [RowRule] {
        RowRule.all.filter { $0.row.table == definition.name && book.wants($0.rule) }
    }

    /// Rows without what they need of their key do not come so far; records may.
    private func require(_ columns: [String]) {
        required.removeAll()
        for (place, field) in definition.fields.enumerated()
        where field.needsValue && columns.contains(field.name) {
            required.append((Int32(place), Int32(NamedColumn(field.name).number)))
        }
    }

    private func glance() {
        glances.removeAll()
        for column in columns {
            glances.append(
                Glance(
                    number: column.number, usual: column.usual, isFree: column.isFree,
                    isRecommended: column.field.presence == .recommended))
        }
    }

    /// Columns that a caller looks at by itself are not checked here.
    func leave(_ fields: Set<String>) {
        columns.removeAll { fields.contains($0.field.name) }
        glance()
    }

    /// Takes the header, which tells what rows cannot have.
    func begin(_ table: SourceTable) {
        file = table.file
        guard let names = table.header else { return }
        let header = Set(names)
        self.header = header
        unfilled.columns.removeAll { !header.contains($0.name) }
        // A recommended value is missing from each row of a file without the column.
        columns.removeAll { !header.contains($0.field.name) && $0.field.presence != .recommended }
        glance()
        require(names)
        rules = PlacedRules(wantedRules.filter { $0.row.when.isPossible(with: header) }, header: header)
        let known = Set(definition.fields.map(\.name))
        for name in names where name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            book.add(.invalidCharacter, file: file, line: 1, [("field", .text(name))])
        }
        for name in names where name.isEmpty { book.add(.emptyColumnName, file: file, line: 1) }
        for name in Set(names).subtracting(known).sorted() where !name.isEmpty {
            book.add(.unknownColumn, file: file, line: 1, [("field", .text(name))])
        }
    }

    /// Makes what finds silent rows: those on which no column and no rule has anything to report. Nil without a header, because
    /// each row must then be looked at to learn which columns there are.
    ///
    /// Each thread needs its own, because it changes with use, and because shared reference counts make threads wait.
    func makeSilence() -> RowSilence? {
        guard let header else { return nil }
        return RowSilence(
            glances: Array(glances.values), required: required.values.map { Int($0.number) },
            rules: PlacedRules(wantedRules.filter { $0.row.when.isPossible(with: header) }, header: header),
            unfilled: FeatureColumns(columns: unfilled.columns.map { $0 }))
    }

    /// Takes a row that is silent.
    func takeSilent(_ record: Record) {
        rowCount += 1
        findFilled(record.values)
        if keysAreUnique { checkKey(record) }
    }

    /// Counts a plain row, of which nothing else is asked.
    func countPlainRow() { rowCount += 1 }

    func check(_ record: Record) {
        rowCount += 1
        let row = record.values
        for place in 0..<glances.count where glances[place].needsLook(row) {
            look(place, row[number: glances[place].number], record)
        }
        findFilled(row)
        checkRequired(record)
        rules.check(row) { add($0.rule, record, shows: $0.row.shows) }
        if keysAreUnique { checkKey(record) }
    }

    private func findFilled(_ row: ColumnScanner) {
        _ = unfilled.fill(from: row) { filled.insert($0) }
    }

    private func look(_ place: Int, _ value: JSONValue, _ record: Record) {
        let column = columns[place]
        switch value.kind {
        case .absent:
            if header != nil { add(.missingRecommendedField, record, shows: [column.field.name]) }
        case .null:
            // What broke in a file was told by whoever read it.
            if record.isLine || record.lineInSource == nil {
                add(FieldRules.ruleOfNull(column.field.type), record, shows: [column.field.name])
            }
        default: check(column, value, record)
        }
    }

    private func check(_ column: ColumnChecks, _ value: JSONValue, _ record: Record) {
        if let allowed = column.allowed, let number = value.integer, !allowed.contains(where: { $0.contains(number) }) {
            add(.unexpectedEnumValue, record, shows: [column.field.name])
        }
        guard column.isText || value.kind == .string else { return }
        if value.hasEscapes { checkEscapes(column, value, record) }
        guard column.reference != nil || column.defines != nil || column.field.type != .text || column.isName else {
            return
        }
        guard let text = record.values.idText(number: column.number) else { return }
        if let reference = column.reference { reference.meet(reference.space.intern(text), line: record.lineInSource) }
        if let space = column.defines { space.mark(space.intern(text), IDSpace.defined) }
        if column.field.type == .id, !TextForm.isPrintableASCII(text) {
            add(.nonAsciiOrNonPrintableChar, record, shows: [column.field.name])
        }
        if column.field.type == .timezone, !isZone(text) { add(.invalidTimezone, record, shows: [column.field.name]) }
        if let rule = FieldRules.problem(column.field.type, text) { add(rule, record, shows: [column.field.name]) }
        if column.isName, TextForm.isOfOneCase(text) {
            add(.mixedCaseRecommendedField, record, shows: [column.field.name])
        }
    }

    /// Each name's zone file is looked at once, and not for each of a hundred thousand stops.
    private func isZone(_ text: UnsafeRawBufferPointer) -> Bool {
        let name = String(decoding: text, as: UTF8.self)
        if let known = zones[name] { return known }
        let isZone = TextForm.isZone(name)
        zones[name] = isZone
        return isZone
    }

    private func checkEscapes(_ column: ColumnChecks, _ value: JSONValue, _ record: Record) {
        guard let text = record.values.idText(number: column.number) else { return }
        if text.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            add(.newLineInValue, record, shows: [column.field.name])
        }
    }

    private func checkRequired(_ record: Record) {
        for index in 0..<required.count {
            let (place, number) = required[index]
            if record.values[number: Int(number)].kind != .absent {
                if header == nil { met[Int(place)] = true }
            } else {
                missing.append((Int(place), record.lineInSource))
                if missing.count > 4096 { settleMissing() }
            }
        }
    }

    /// Required values that rows lack: where no row has the column, the column is what is missing.
    private var missing: [(place: Int, line: Int?)] = []
    private var uncounted: [Int: (count: Int, samples: [Int?])] = [:]

    private func settleMissing() {
        for (place, line) in missing {
            uncounted[place, default: (0, [])].count += 1
            if uncounted[place]?.samples.count ?? 0 < NoticeBook.shown { uncounted[place]?.samples.append(line) }
        }
        missing.removeAll(keepingCapacity: true)
    }

    /// Notes what is only known at the end: columns and values that are required and not there.
    func finish() {
        settleMissing()
        for (place, found) in uncounted.sorted(by: { $0.key < $1.key }) {
            let field = definition.fields[place]
            guard met[place] || header != nil else {
                book.add(.missingRequiredColumn, file: file, line: nil, [("field", .text(field.name))])
                continue
            }
            for line in found.samples { book.add(.missingRequiredField, file: file, line: line, [(field.name, .null)]) }
            book.count(.missingRequiredField, file: file, times: found.count - found.samples.count)
        }
    }

    private func checkKey(_ record: Record) {
        var key = Fingerprint.of(UnsafeRawBufferPointer(start: nil, count: 0))
        var isPresent = false
        for (_, number) in keyFields {
            let value = record.values[number: number]
            if value.kind == .null { return }
            if value.kind != .absent { isPresent = true }
            // A value's length keeps "a", "bc" from being "ab", "c".
            key = Fingerprint.of(value.inside, seed: key &+ UInt64(value.inside.count + (value.isPresent ? 1 : 0)))
        }
        guard isPresent else { return }
        if !keys.insert(key).inserted {
            add(name == "locations" ? .duplicateGeoJsonKey : .duplicateKey, record, shows: keyFields.map(\.name))
        }
    }

    /// Adds a notice of the row, whose sample has the row's key and the fields that show the breach.
    func add(_ rule: Rule, _ record: Record, shows fields: [String]) {
        book.add(rule, file: file, line: record.lineInSource, sample(record, fields))
    }

    /// Adds a notice of the row, whose sample has the row's key and some values of the caller's.
    func add(_ rule: Rule, _ record: Record, with values: [(name: String, value: NoticeSample.Value)]) {
        book.add(rule, file: file, line: record.lineInSource, sample(record, []) + values)
    }

    private func sample(_ record: Record, _ fields: [String]) -> [(name: String, value: NoticeSample.Value)] {
        var names = keyFields.count <= 4 ? keyFields.map(\.name) : []
        for field in fields where !names.contains(field) { names.append(field) }
        return names.compactMap { name in
            let value = record.values[number: NamedColumn(name).number]
            switch value.kind {
            case .absent: return fields.contains(name) ? (name, .null) : nil
            case .null: return (name, .null)
            case .number:
                if let whole = value.integer { return (name, .whole(whole)) }
                return (name, .text(String(decoding: value.inside, as: UTF8.self)))
            default: return (name, .text(value.string ?? String(decoding: value.inside, as: UTF8.self)))
            }
        }
    }
}
