import NDJSON

/// Checks records against the part of JSON Schema 2020-12 that `linefeed schema` uses. An unknown keyword is a failure,
/// so that the schema cannot say something that is not checked.
public final class SchemaValidator {
    private static let annotations: Set<String> = ["$schema", "$id", "$comment", "title", "description"]
    private let schemas: [String: Tree]

    /// A parsed value: the scanner's values point into bytes that are gone by then.
    indirect enum Tree {
        case null
        case bool(Bool)
        case number(Double, isInteger: Bool)
        case string(String)
        case array([Tree])
        case object([(key: String, value: Tree)])

        subscript(name: String) -> Tree? {
            guard case .object(let members) = self else { return nil }
            return members.last { $0.key == name }?.value
        }

        var string: String? { if case .string(let text) = self { text } else { nil } }

        var typeNames: [String] {
            switch self {
            case .null: ["null"]
            case .bool: ["boolean"]
            case .number(_, let isInteger): isInteger ? ["integer", "number"] : ["number"]
            case .string: ["string"]
            case .array: ["array"]
            case .object: ["object"]
            }
        }
    }

    /// - Parameter lines: what `linefeed schema` printed.
    public init(lines: [String]) throws {
        var schemas: [String: Tree] = [:]
        for line in lines {
            let tree = try SchemaValidator.parse(line)
            guard let title = tree["title"]?.string else { continue }
            schemas[title] = tree
        }
        self.schemas = schemas
    }

    public var tables: [String] { schemas.keys.sorted() }

    /// What is wrong with a record; empty when nothing is.
    public func problems(_ line: String) -> [String] {
        guard let record = try? SchemaValidator.parse(line) else { return ["not JSON: \(line)"] }
        guard case .object(let members) = record, let table = record["table"]?.string else {
            return ["no table: \(line)"]
        }
        let head = members.prefix(2).map(\.key)
        guard head.first == "table" || head == ["type", "table"] else { return ["table is not the first key: \(line)"] }
        let names = members.map(\.key)
        if Set(names).count != names.count { return ["a key occurs twice: \(line)"] }
        guard let schema = schemas[table] else { return ["no schema of \(table)"] }
        return problems(record, schema, at: table)
    }

    private func problems(_ value: Tree, _ schema: Tree, at path: String) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(path): the schema is not an object"] }
        var found: [String] = []
        for (keyword, argument) in keywords {
            switch (keyword, value) {
            case ("type", _):
                let allowed: [String]
                if case .array(let names) = argument {
                    allowed = names.compactMap(\.string)
                } else {
                    allowed = [argument.string ?? ""]
                }
                if Set(allowed).isDisjoint(with: value.typeNames) {
                    found.append("\(path): \(value.typeNames[0]), not \(allowed.joined(separator: " or "))")
                }
            case ("const", .string(let text)): if argument.string != text { found.append("\(path): '\(text)'") }
            case ("const", _): found.append("\(path): not the constant")
            case ("pattern", .string(let text)):
                if !SchemaValidator.matches(text, argument.string ?? "") { found.append("\(path): '\(text)'") }
            case ("format", .string(let text)):
                // Whole seconds with the clock's offset, the only form that is written.
                let time = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][+-][0-2][0-9]:[0-5][0-9]/
                if argument.string != "date-time" || text.wholeMatch(of: time) == nil {
                    found.append("\(path): '\(text)'")
                }
            case ("required", .object):
                guard case .array(let names) = argument else { continue }
                for name in names.compactMap(\.string) where value[name] == nil { found.append("\(path): no \(name)") }
            case ("properties", .object(let members)):
                for (key, member) in members {
                    if let inner = argument[key] { found += problems(member, inner, at: path + "." + key) }
                }
            case ("additionalProperties", .object(let members)):
                guard case .bool(false) = argument else { continue }
                for (key, _) in members where schema["properties"]?[key] == nil {
                    found.append("\(path): unknown member \(key)")
                }
            case ("oneOf", _):
                guard case .array(let forms) = argument else { continue }
                let tried = forms.map { problems(value, $0, at: path) }
                let matching = tried.count { $0.isEmpty }
                if matching > 1 { found.append("\(path): fits \(matching) of the alternatives") }
                if matching == 0 { found += tried.min { $0.count < $1.count } ?? ["\(path): no alternative"] }
            case ("items", .array(let elements)):
                for (index, element) in elements.enumerated() {
                    found += problems(element, argument, at: "\(path)[\(index)]")
                }
            case ("minItems", .array(let elements)):
                if case .number(let least, _) = argument, Double(elements.count) < least {
                    found.append("\(path): too short")
                }
            case ("maxItems", .array(let elements)):
                if case .number(let most, _) = argument, Double(elements.count) > most {
                    found.append("\(path): too long")
                }
            case ("pattern", _), ("format", _), ("required", _), ("properties", _), ("additionalProperties", _),
                ("items", _),
                ("minItems", _), ("maxItems", _):
                continue
            default:
                if !SchemaValidator.annotations.contains(keyword) {
                    found.append("\(path): unchecked keyword \(keyword)")
                }
            }
        }
        return found
    }

    /// The two patterns that the schema has: eight digits, and a GTFS time.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        switch pattern {
        case "^[0-9]{8}$": return text.wholeMatch(of: /[0-9]{8}/) != nil
        case "^[0-9]{2,3}:[0-5][0-9]:[0-5][0-9]$": return text.wholeMatch(of: /[0-9]{2,3}:[0-5][0-9]:[0-5][0-9]/) != nil
        default: return false
        }
    }

    static func parse(_ line: String) throws -> Tree {
        let scanner = RecordScanner(fields: ["v"])
        let bytes = Array("{\"v\":\(line)}".utf8)
        return try bytes.withUnsafeBytes { bytes in
            try scanner.scan(bytes)
            return tree(scanner[0])
        }
    }

    private static func tree(_ value: JSONValue) -> Tree {
        switch value.kind {
        case .absent, .null: return .null
        case .bool: return .bool(value.bool ?? false)
        case .number:
            let text = value.inside
            return .number(value.double ?? 0, isInteger: !text.contains { $0 == 0x2E || $0 | 0x20 == 0x65 })
        case .string: return .string(value.string ?? "")
        case .array:
            var elements: [Tree] = []
            value.forEachElement { elements.append(tree($0)) }
            return .array(elements)
        case .object:
            var members: [(key: String, value: Tree)] = []
            value.forEachMember { members.append(($0.string ?? "", tree($1))) }
            return .object(members)
        }
    }
}
