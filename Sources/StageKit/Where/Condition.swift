/// A condition of `--where`: `route_id=5,7`, `delay>=60`, `trips.direction_id!=1`.
public struct Condition: Sendable, Equatable {
    public enum Relation: String, Sendable, CaseIterable {
        // Those of two characters come first: of `<=` the `<` alone is another.
        case isNot = "!="
        case atMost = "<="
        case atLeast = ">="
        case isAny = "="
        case less = "<"
        case more = ">"
    }

    /// The error for text that is not a condition, with a message.
    public struct Fault: Error, Equatable {
        public let sentence: String
    }

    /// The condition as written.
    public let text: String
    /// The table that the condition applies to; nil for every table with the column.
    public let table: String?
    public let column: String
    public let relation: Relation
    /// The values: with `=` any of them matches, with `!=` none; other operators take one value.
    public let values: [String]

    public init(_ text: String) throws(Fault) {
        self.text = text
        let name = text.prefix { !"=!<>".contains($0) }
        let rest = text[name.endIndex...]
        guard !name.isEmpty, let relation = Relation.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
            throw Fault(sentence: "write a column, one of = != < <= > >=, and a value, as in route_id=5")
        }
        let written = rest.dropFirst(relation.rawValue.count)
        if relation.rawValue != "<=", relation.rawValue != ">=", let first = written.first, "=<>".contains(first) {
            throw Fault(
                sentence:
                    "\(relation.rawValue)\(first) is not an operator; put a value that begins with \(first) in double quotes"
            )
        }
        let (table, column) = Condition.parts(name)
        guard table != "", !column.isEmpty else {
            throw Fault(sentence: "write COLUMN or TABLE.COLUMN before the \(relation.rawValue)")
        }
        self.table = table
        self.column = column
        self.relation = relation
        values = try Condition.values(written)
        guard values.count == 1 || relation == .isAny || relation == .isNot else {
            throw Fault(
                sentence: "\(relation.rawValue) takes one value; put a value that contains a comma in double quotes")
        }
    }

    /// Splits `TABLE.COLUMN` at the first dot; a table with a file name is split after `.txt`.
    private static func parts(_ name: Substring) -> (table: String?, column: String) {
        guard let dot = name.firstIndex(of: ".") else { return (nil, String(name)) }
        let rest = name[name.index(after: dot)...]
        guard rest.lowercased().hasPrefix("txt."), let end = rest.firstIndex(of: "."), end > rest.startIndex else {
            return (String(name[..<dot]), String(rest))
        }
        return (String(name[..<end]), String(rest[rest.index(after: end)...]))
    }

    /// Returns whether a text satisfies the condition, compared by bytes like ids.
    public func isSatisfied(byText text: String) -> Bool {
        func isBefore(_ one: String, _ other: String) -> Bool { one.utf8.lexicographicallyPrecedes(other.utf8) }
        switch relation {
        case .isAny: return values.contains(text)
        case .isNot: return !values.contains(text)
        case .less: return isBefore(text, values[0])
        case .atMost: return !isBefore(values[0], text)
        case .more: return isBefore(values[0], text)
        case .atLeast: return !isBefore(text, values[0])
        }
    }

    /// Splits a comma-separated list; a value in double quotes may contain commas and doubled quotes.
    private static func values(_ text: Substring) throws(Fault) -> [String] {
        var values: [String] = []
        var rest = text
        while true {
            let value: String
            if rest.first == "\"" {
                value = try quoted(&rest)
                guard rest.isEmpty || rest.first == "," else {
                    throw Fault(sentence: "a comma must follow a value in double quotes")
                }
            } else {
                value = String(rest.prefix { $0 != "," })
                rest = rest.dropFirst(value.count)
            }
            guard !value.isEmpty else {
                throw Fault(sentence: "a value is empty; no record matches, because records omit empty fields")
            }
            values.append(value)
            guard !rest.isEmpty else { return values }
            rest.removeFirst()
        }
    }

    private static func quoted(_ rest: inout Substring) throws(Fault) -> String {
        var value = ""
        rest.removeFirst()
        while let quote = rest.firstIndex(of: "\"") {
            value += rest[..<quote]
            rest = rest[rest.index(after: quote)...]
            guard rest.first == "\"" else { return value }
            value += "\""
            rest.removeFirst()
        }
        throw Fault(sentence: "a double quote is not closed")
    }
}
