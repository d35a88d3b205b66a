import Contract
import NDJSON
import StageKit

/// A row that one of two feeds has and the other has not, or has otherwise.
struct Change {
    enum Kind: String, CaseIterable {
        case added, removed, modified
    }

    struct Value {
        let name: String
        /// As it stands in its line; nil for none.
        let old: [UInt8]?
        let new: [UInt8]?
    }

    let kind: Kind
    let file: String
    let key: [(name: String, value: [UInt8])]
    let fields: [Value]
}

/// Writes changes as records, or tells of them in text.
final class ChangeOutput {
    private let context: StageContext
    private let format: DiffOptions.Format
    private let names: (old: String, new: String)
    private let rows: RowSink<Tables.Changes>
    /// How many there were.
    private(set) var count = 0
    private var files: [String: FileChanges] = [:]
    private var fileOrder: [String] = []

    /// What is told of a file in text.
    private final class FileChanges {
        var counts: [Change.Kind: Int] = [:]
        var samples: [String] = []
    }

    private static let shown = 3

    init(_ options: DiffOptions, names: (old: String, new: String), _ context: StageContext) throws {
        self.context = context
        self.names = names
        format = options.format
        rows = context.rows(of: Tables.Changes.self)
        if let format = format.table { try context.writeTable(Tables.Changes.self, as: format) }
    }

    /// - Parameters:
    ///   - file: `stops.txt`
    ///   - make: gives the change; it is not called for one that is only counted.
    func write(_ kind: Change.Kind, of file: String, _ make: () throws -> Change) throws {
        count += 1
        guard format != .own(.table) else { return try note(kind, of: file, make) }
        let change = try make()
        try rows.write { row, columns in
            row[columns.file] = change.file
            row[columns.change] = change.kind.rawValue
            row.json(columns.key) { writer in
                writer.beginObject()
                for (place, member) in change.key.enumerated() {
                    if place > 0 { writer.append(UInt8(ascii: ",")) }
                    writer.string(member.name)
                    writer.append(UInt8(ascii: ":"))
                    member.value.withUnsafeBytes { writer.append($0) }
                }
                writer.endObject()
            }
            row.objects(columns.fields, change.fields) { row, value in
                let columns = Tables.ChangedField.columns
                row[columns.field] = value.name
                row.json(columns.old) { ChangeOutput.write(value.old, to: $0) }
                row.json(columns.new) { ChangeOutput.write(value.new, to: $0) }
            }
        }
    }

    private static func write(_ value: [UInt8]?, to writer: RecordWriter) {
        guard let value else { return writer.null() }
        value.withUnsafeBytes { writer.append($0) }
    }

    // MARK: Text

    private func note(_ kind: Change.Kind, of file: String, _ make: () throws -> Change) throws {
        let changes = files[file] ?? FileChanges()
        if changes.counts.isEmpty {
            files[file] = changes
            fileOrder.append(file)
        }
        changes.counts[kind, default: 0] += 1
        // Of each kind some.
        if changes.counts[kind, default: 0] <= ChangeOutput.shown {
            changes.samples.append(ChangeOutput.text(try make()))
        }
    }

    /// `modified  stop_id S1: stop_name 'A' → 'B'`
    private static func text(_ change: Change) -> String {
        let mark =
            switch change.kind {
            case .added: "+"
            case .removed: "-"
            case .modified: "~"
            }
        let key = change.key.map { "\(Finding.printable($0.name)) \(shown($0.value))" }.joined(separator: ", ")
        let values = change.fields.prefix(4).map { value in
            switch change.kind {
            case .modified: "\(Finding.printable(value.name)) \(shown(value.old)) → \(shown(value.new))"
            case .added: "\(Finding.printable(value.name)) \(shown(value.new))"
            case .removed: "\(Finding.printable(value.name)) \(shown(value.old))"
            }
        }
        let rest = change.fields.count > 4 ? ", …" : ""
        let parts = [key, values.joined(separator: ", ") + rest].filter { !$0.isEmpty }
        return "  \(mark) \(parts.joined(separator: ": "))\n"
    }

    private static func shown(_ value: [UInt8]?) -> String {
        guard let value else { return "nothing" }
        return Finding.printable(String(decoding: value, as: UTF8.self), limit: 40)
    }

    /// Ends what is written in text: files in the reference's order, and how many changes there are.
    func finish() throws {
        guard format == .own(.table) else { return }
        let order = Dictionary(uniqueKeysWithValues: TableDefinition.all.enumerated().map { ($1.file, $0) })
        let sorted = fileOrder.sorted { (order[$0] ?? .max, $0) < (order[$1] ?? .max, $1) }
        for file in sorted {
            guard let changes = files[file] else { continue }
            try context.sink.text("\(Finding.printable(file)): \(ChangeOutput.counts(changes.counts))\n")
            for sample in changes.samples { try context.sink.text(sample) }
            let more = changes.counts.values.reduce(0, +) - changes.samples.count
            if more > 0 { try context.sink.text("  and \(grouped(more)) more\n") }
        }
        let pair = "\(Finding.printable(names.old)) → \(Finding.printable(names.new))"
        try context.sink.text(
            "\(pair): \(count == 0 ? "no differences" : "\(grouped(count)) change\(count == 1 ? "" : "s")")\n")
    }

    private static func counts(_ counts: [Change.Kind: Int]) -> String {
        Change.Kind.allCases.compactMap { kind in counts[kind].map { "\(grouped($0)) \(kind.rawValue)" } }
            .joined(separator: ", ")
    }
}
