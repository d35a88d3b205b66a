/// What a column of a Parquet file holds. Every value may be null.
public indirect enum ParquetType: Sendable, Equatable {
    /// UTF-8.
    case string
    /// Bytes, as of a geometry (WKB).
    case binary
    case boolean
    case int32
    case int64
    case double
    /// Days since 1970-01-01.
    case date
    /// Microseconds since 1970-01-01: an instant, or a wall clock's reading without its zone.
    case timestamp(isUTC: Bool)
    case list(ParquetType)
    case group([ParquetColumn])
}

public struct ParquetColumn: Sendable, Equatable {
    public let name: String
    public let type: ParquetType

    public init(_ name: String, _ type: ParquetType) {
        self.name = name
        self.type = type
    }
}

/// A place in the tree of a file's columns, with the levels that say how much of the way to it is there (Dremel; Parquet,
/// "Nested Encoding").
public final class ParquetNode {
    public enum Content {
        case leaf(ParquetLeaf)
        case list(ParquetNode)
        case group([(name: String, node: ParquetNode)])
    }

    public let content: Content
    /// The definition level of a value that is there.
    let definition: Int
    /// The repetition level of what follows the first element of the innermost list around it.
    public let repetition: Int
    /// All leaves below.
    public let leaves: [ParquetLeaf]

    init(_ type: ParquetType, path: [String], definition: Int, repetition: Int) {
        self.definition = definition + 1
        self.repetition = repetition
        switch type {
        case .list(let element):
            let node = ParquetNode(
                element, path: path + ["list", "element"], definition: definition + 2, repetition: repetition + 1)
            content = .list(node)
            leaves = node.leaves
        case .group(let columns):
            let nodes = columns.map { column in
                (
                    name: column.name,
                    node: ParquetNode(
                        column.type, path: path + [column.name], definition: definition + 1, repetition: repetition)
                )
            }
            content = .group(nodes)
            leaves = nodes.flatMap(\.node.leaves)
        default:
            let leaf = ParquetLeaf(type, path: path, definition: definition + 1, repetition: repetition)
            content = .leaf(leaf)
            leaves = [leaf]
        }
    }

    /// Writes that there is no value.
    /// - Parameter repetition: 0 for the first value of a row.
    public func appendNull(repetition: Int) {
        for leaf in leaves { leaf.appendNull(definition: definition - 1, repetition: repetition) }
    }

    /// Writes that the list is there, and empty.
    public func appendEmpty(repetition: Int) {
        for leaf in leaves { leaf.appendNull(definition: definition, repetition: repetition) }
    }
}

extension ParquetType {
    /// As the format numbers its physical types.
    var physical: Int32 {
        switch self {
        case .boolean: 0
        case .int32, .date: 1
        case .int64, .timestamp: 2
        case .double: 5
        case .string, .binary: 6
        case .list, .group: preconditionFailure("only leaves have a physical type")
        }
    }

    /// Writes what a column is, and those below it, into the footer's list of them.
    func describe(_ name: String, into thrift: inout ThriftWriter) {
        thrift.structure { thrift in
            switch self {
            case .list: ParquetType.container(name, children: 1, isList: true, &thrift)
            case .group(let columns): ParquetType.container(name, children: columns.count, isList: false, &thrift)
            default: leaf(name, &thrift)
            }
        }
        switch self {
        case .list(let element):
            thrift.structure { thrift in
                thrift.field(3, Int32(2))
                thrift.field(4, "list")
                thrift.field(5, Int32(1))
            }
            element.describe("element", into: &thrift)
        case .group(let columns): for column in columns { column.type.describe(column.name, into: &thrift) }
        default: break
        }
    }

    /// How many elements of the footer's list it takes.
    var elements: Int {
        switch self {
        case .list(let element): 2 + element.elements
        case .group(let columns): columns.reduce(1) { $0 + $1.type.elements }
        default: 1
        }
    }

    private static func container(_ name: String, children: Int, isList: Bool, _ thrift: inout ThriftWriter) {
        thrift.field(3, Int32(1))
        thrift.field(4, name)
        thrift.field(5, Int32(children))
        guard isList else { return }
        thrift.field(6, Int32(3))
        thrift.field(10) { $0.field(3) { _ in } }
    }

    private func leaf(_ name: String, _ thrift: inout ThriftWriter) {
        thrift.field(1, physical)
        thrift.field(3, Int32(1))
        thrift.field(4, name)
        switch self {
        case .string:
            thrift.field(6, Int32(0))
            thrift.field(10) { $0.field(1) { _ in } }
        case .date:
            thrift.field(6, Int32(6))
            thrift.field(10) { $0.field(6) { _ in } }
        case .timestamp(let isUTC):
            // The older name of the type means an instant, so a wall clock has none.
            if isUTC { thrift.field(6, Int32(10)) }
            thrift.field(10) { logical in
                logical.field(8) { stamp in
                    stamp.field(1, isUTC)
                    stamp.field(2) { unit in unit.field(2) { _ in } }
                }
            }
        default: break
        }
    }
}
