import Contract
import NDJSON
import StageKit

/// A row that one of two feeds has and the other has not, or has otherwise.
struct Change {
    enum Kind: String, CaseIterable {
        case added, removed, modified

        /// The index of the kind in arrays by kind.
        var place: Int {
            switch self {
            case .added: 0
            case .removed: 1
            case .modified: 2
            }
        }
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
    /// The changes of each file, for text output.
    private var files: [FileChanges] = []

    private final class FileChanges {
        let file: String
        /// The number of changes of each kind, indexed by `Kind.place`.
        var counts = [Int](repeating: 0, count: Change.Kind.allCases.count)
        var samples: [String] = []

        init(_ file: String) { self.file = file }
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

    /// Whether further changes of a kind are only counted, and not shown.
    func onlyCounts(_ kind: Change.Kind, of file: String) -> Bool {
        format == .own(.table) && changes(of: file).counts[kind.place] >= ChangeOutput.shown
    }

    /// Counts changes that a text does not show.
    func count(_ number: Int, _ kind: Change.Kind, of file: String) {
        guard number > 0, format == .own(.table) else { return }
        count += number
        changes(of: file).counts[kind.place] += number
    }

    private static func write(_ value: [UInt8]?, to writer: RecordWriter) {
        guard let value else { return writer.null() }
        value.withUnsafeBytes { writer.append($0) }
    }

    // MARK: Text

    private func note(_ kind: Change.Kind, of file: String, _ make: () throws -> Change) throws {
        let changes = changes(of: file)
        changes.counts[kind.place] += 1
        // Of each kind some.
        if changes.counts[kind.place] <= ChangeOutput.shown {
            changes.samples.append(ChangeOutput.text(try make()))
        }
    }

    /// Returns the changes of a file. Usually this is the file of the previous change. Otherwise, a linear search is enough,
    /// because a feed has few files.
    private func changes(of file: String) -> FileChanges {
        if let last = files.last, last.file == file { return last }
        let place = files.firstIndex { $0.file == file }
        files.append(place.map { files.remove(at: $0) } ?? FileChanges(file))
        return files[files.count - 1]
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
        let sorted = files.sorted { (order[$0.file] ?? .max, $0.file) < (order[$1.file] ?? .max, $1.file) }
        for changes in sorted where changes.counts.reduce(0, +) > 0 {
            try context.sink.text("\(Finding.printable(changes.file)): \(ChangeOutput.counts(changes.counts))\n")
            for sample in changes.samples { try context.sink.text(sample) }
            let more = changes.counts.reduce(0, +) - changes.samples.count
            if more > 0 { try context.sink.text("  and \(grouped(more)) more\n") }
        }
        let pair = "\(Finding.printable(names.old)) → \(Finding.printable(names.new))"
        try context.sink.text(
            "\(pair): \(count == 0 ? "no differences" : "\(grouped(count)) change\(count == 1 ? "" : "s")")\n")
    }

    private static func counts(_ counts: [Int]) -> String {
        Change.Kind.allCases.compactMap { kind in
            let count = counts[kind.place]
            return count > 0 ? "\(grouped(count)) \(kind.rawValue)" : nil
        }.joined(separator: ", ")
    }
}
