import Contract
import NDJSON
import Parquet
import TimeZones

/// What a column of a table is in Parquet, and how a value of a record becomes one of it.
///
/// Dates are dates, POSIX seconds and times with an offset are instants in microseconds, times of a service day are seconds
/// from noon minus 12 hours, as they are in a store.
indirect enum ParquetCell {
    case text
    case integer
    case seconds
    case real
    case flag
    case day
    case serviceTime
    case posix
    case dateTime
    /// The reading of the clock there, for columns that stand beside an instant.
    case localTime
    case list(ParquetCell)
    case group([(name: [UInt8], cell: ParquetCell)])

    init(_ column: ColumnDescription, namesEnumerations: Bool = false) {
        self.init(column.type, column, namesEnumerations)
    }

    private init(_ type: ColumnType, _ column: ColumnDescription, _ namesEnumerations: Bool) {
        switch type {
        case .string, .textOrBytes, .any: self = .text
        case .integer where column.unit == .posixSeconds: self = .posix
        case .integer: self = .integer
        case .number: self = .real
        case .boolean: self = .flag
        case .date: self = .day
        case .time: self = .serviceTime
        case .dateTime: self = column.name.hasSuffix("_local") ? .localTime : .dateTime
        case .enumeration: self = namesEnumerations ? .text : .seconds
        case .array(let element): self = .list(ParquetCell(element, column, namesEnumerations))
        // Without members of which anything is known it is JSON.
        case .object(let members) where members.isEmpty: self = .text
        case .object(let members):
            self = .group(
                members.map { (Array($0.name.utf8), ParquetCell($0, namesEnumerations: namesEnumerations)) })
        }
    }

    var type: ParquetType {
        switch self {
        case .text: .string
        case .integer: .int64
        case .seconds, .serviceTime: .int32
        case .real: .double
        case .flag: .boolean
        case .day: .date
        case .posix, .dateTime: .timestamp(isUTC: true)
        case .localTime: .timestamp(isUTC: false)
        case .list(let element): .list(element.type)
        case .group(let members):
            .group(members.map { ParquetColumn(String(decoding: $0.name, as: UTF8.self), $0.cell.type) })
        }
    }

    /// Gives a column its value.
    /// - Returns: whether the value, or one inside it, broke its type, and is null.
    func append(_ value: JSONValue, to node: ParquetNode, repetition: Int, _ scratch: RecordWriter) -> Bool {
        guard value.isPresent else {
            node.appendNull(repetition: repetition)
            return false
        }
        switch (self, node.content) {
        case (.list(let element), .list(let elements)):
            return appendList(value, of: element, to: node, elements, repetition, scratch)
        case (.group(let members), .group(let nodes)):
            guard value.kind == .object else { break }
            var values = [JSONValue](repeating: .absent, count: members.count)
            value.forEachMember { key, value in
                if let place = members.firstIndex(where: { key.inside.elementsEqual($0.name) }) {
                    values[place] = value
                }
            }
            var isBroken = false
            for (place, value) in values.enumerated() {
                if members[place].cell.append(value, to: nodes[place].node, repetition: repetition, scratch) {
                    isBroken = true
                }
            }
            return isBroken
        case (_, .leaf(let leaf)):
            if append(value, to: leaf, repetition, scratch) { return false }
        default: break
        }
        node.appendNull(repetition: repetition)
        // An empty text says no more than nothing.
        return !(value.kind == .string && value.inside.isEmpty)
    }

    private func appendList(
        _ value: JSONValue, of element: ParquetCell, to node: ParquetNode, _ elements: ParquetNode, _ repetition: Int,
        _ scratch: RecordWriter
    ) -> Bool {
        guard value.kind == .array else {
            node.appendNull(repetition: repetition)
            return true
        }
        var isFirst = true
        var isBroken = false
        value.forEachElement { item in
            if element.append(item, to: elements, repetition: isFirst ? repetition : elements.repetition, scratch) {
                isBroken = true
            }
            isFirst = false
        }
        if isFirst { node.appendEmpty(repetition: repetition) }
        return isBroken
    }

    private func append(_ value: JSONValue, to leaf: ParquetLeaf, _ repetition: Int, _ scratch: RecordWriter) -> Bool {
        func number(_ value: Int?) -> Bool {
            guard let value else { return false }
            leaf.append(value, repetition: repetition)
            return true
        }
        switch self {
        case .text:
            guard value.kind == .string else {
                leaf.append(value.raw, repetition: repetition)
                return true
            }
            guard value.hasEscapes else {
                leaf.append(value.inside, repetition: repetition)
                return true
            }
            scratch.removeAll()
            JSONText.unescape(value.inside, into: scratch)
            leaf.append(scratch.bytes, repetition: repetition)
            return true
        case .integer: return number(value.integer)
        case .seconds: return number(value.integer.flatMap { Int32(exactly: $0) == nil ? nil : $0 })
        case .real:
            guard let value = value.double else { return false }
            leaf.append(value, repetition: repetition)
            return true
        case .flag:
            guard let value = value.bool else { return false }
            leaf.append(value, repetition: repetition)
            return true
        case .day: return number(Day.read(value, nil))
        case .serviceTime: return number(ServiceTime.read(value, nil))
        case .posix: return number(value.integer.flatMap { $0.magnitude < 9_000_000_000_000 ? $0 * 1_000_000 : nil })
        case .dateTime: return number(DateTime.read(value, nil).map { $0.instant * 1_000_000 })
        case .localTime: return number(DateTime.read(value, nil).map { ($0.instant + $0.offset) * 1_000_000 })
        case .list, .group: return false
        }
    }
}
