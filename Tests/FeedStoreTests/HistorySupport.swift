import Contract
import NDJSON
import XCTest

@testable import FeedStore

/// A history in a file of its own, fed with lines of text.
final class HistoryRun {
    let path: String
    let history: HistoryDatabase
    private var tables: [String: HistoryTable] = [:]
    private(set) var issues: [HistoryIssue.Kind] = []
    /// Definitions of tables that are known.
    var definitions: [HistoryDefinition] = []
    var feedID: String?

    init(_ path: String, patience: Int = 100) throws {
        self.path = path
        history = try HistoryDatabase(path, patience: patience)
    }

    /// Appends lines in a batch of their own and tells what became of each.
    @discardableResult
    func append(_ lines: [String]) throws -> [HistoryTable.Outcome] {
        try history.begin()
        var outcomes: [HistoryTable.Outcome] = []
        let scanner = RecordScanner(fields: ["table"])
        for line in lines {
            let bytes = Array(line.utf8)
            try bytes.withUnsafeBytes { bytes in
                try scanner.scan(bytes)
                let name = scanner[0].string ?? ""
                let table: HistoryTable
                if let known = tables[name] {
                    table = known
                } else {
                    let definition = definitions.first { $0.name == name } ?? HistoryDefinition(name, nil)
                    table = try history.table(definition, feedID: feedID)
                    tables[name] = table
                }
                outcomes.append(try table.append(bytes))
                issues += table.issues.map(\.kind)
            }
        }
        try history.commit()
        return outcomes
    }

    /// The rows of a query as text, columns joined by `|`, nulls as nothing.
    func rows(_ sql: String) throws -> [String] {
        let query = try history.database.prepare(sql)
        var rows: [String] = []
        while try query.step() {
            rows.append((0..<query.columnCount).map { query.optionalText($0) ?? "" }.joined(separator: "|"))
        }
        return rows
    }
}

extension HistoryDefinition {
    /// A table with these columns alone.
    init(_ name: String, columns: [ColumnDescription], isFeature: Bool) {
        self.init(
            name,
            TableDescription(
                name, stages: [], "", columns: columns, key: Tables.key(of: name), isFeature: isFeature))
    }
}
