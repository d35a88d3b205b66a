import Contract
import Hashing
import NDJSON

/// How many rows a table has, and how many values each of its columns.
final class TableFill {
    let table: String
    private(set) var rows = 0
    private(set) var columns: [(name: String, count: Int)] = []
    /// Columns beyond `columnLimit`, which are not listed.
    private(set) var unlisted = 0
    private var prints: [UInt64] = []
    private var places: [UInt64: Int] = [:]
    /// Where the next column of a row is expected: rows of a table mostly have their columns in one order.
    private var next = 0

    /// An author of records controls how many names there are.
    static let columnLimit = 4096

    init(_ table: String) { self.table = table }

    func begin() {
        rows += 1
        next = 0
    }

    /// Counts a value.
    /// - Parameters:
    ///   - print: the fingerprint of the column's name and of the names around it.
    ///   - name: makes the column's name when it is met first.
    func count(_ print: UInt64, name: () -> String) {
        if next < prints.count, prints[next] == print {
            columns[next].count += 1
            next += 1
            return
        }
        if let place = places[print] {
            columns[place].count += 1
            next = place + 1
            return
        }
        guard columns.count < TableFill.columnLimit else {
            unlisted += 1
            return
        }
        places[print] = columns.count
        prints.append(print)
        columns.append((name(), 1))
        next = columns.count
    }

    func has(_ column: String) -> Bool { columns.contains { $0.name == column } }

    static func text(_ name: JSONValue) -> String {
        name.string ?? String(decoding: name.inside, as: UTF8.self)
    }
}
