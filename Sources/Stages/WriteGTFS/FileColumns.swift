import Containers
import Contract
import GTFSSchedule
import NDJSON
import Platform

/// The columns of a file that is written: those of the reference, and those that its records bring.
///
/// Records come with the members that have a value, so the columns of a file are known only when all of its records
/// are.
final class FileColumns {
    /// What is to be known of a column for each of its cells.
    struct Column {
        let isKnown: Bool
        let isInteger: Bool
        let isID: Bool
        /// Whether readers reject a row without it.
        var isKey = false
        var isUsed = false
    }

    /// By column its name as bytes of UTF-8.
    private(set) var names: [[UInt8]]
    private(set) var list: [Column]
    /// How many of them are the reference's.
    private let known: Int
    private var places: [[UInt8]: Int] = [:]
    /// The column that a record began with last, and by column the one that came after it last.
    private var first = 0
    private var next: [Int]
    /// Of which unknown column another one came next in a record.
    private var followers: Set<Pair> = []
    private var lastNoted = Pair(first: -1, second: -1)

    private struct Pair: Hashable {
        let first: Int
        let second: Int
    }

    init(_ definition: TableDefinition?) {
        let fields = definition?.fields ?? []
        let keys = definition?.requiredKey ?? []
        names = fields.map { Array($0.name.utf8) }
        list = fields.map { field in
            // Records do not show a column that is empty in all rows, but a file must have those that are required:
            // without a column of the key readers reject every row, and of others empty values may have a meaning.
            Column(
                isKnown: true, isInteger: field.type.isInteger,
                isID: field.type == .id && field.name != Tables.Translations.columns.recordSubID.name,
                isKey: keys.contains(field.name), isUsed: field.presence == .required)
        }
        known = list.count
        for (place, name) in names.enumerated() { places[name] = place }
        next = Array(1..<(list.count + 1))
    }

    /// The column of a name; nil where there would be more columns than a reader takes.
    /// - Parameter previous: the column before it in the record; -1 for none.
    @inline(__always)
    func place(of key: JSONValue, after previous: Int) -> Int? {
        let likely = previous < 0 ? first : next[previous]
        if likely < names.count, FileColumns.isSame(names[likely], key.inside), !key.hasEscapes { return likely }
        guard let place = search(key) else { return nil }
        if previous < 0 { first = place } else { next[previous] = place }
        return place
    }

    @inline(__always)
    private static func isSame(_ name: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
        name.count == bytes.count
            && name.withUnsafeBytes { memcmp($0.baseAddress!, bytes.baseAddress!, bytes.count) == 0 }
    }

    @inline(never)
    private func search(_ key: JSONValue) -> Int? {
        let name = Array((key.string ?? "").utf8)
        if let place = places[name] { return place }
        guard list.count < CSVReader.columnLimit else { return nil }
        let place = list.count
        list.append(Column(isKnown: false, isInteger: false, isID: FileColumns.ids.contains(name)))
        names.append(name)
        places[name] = place
        next.append(place + 1)
        return place
    }

    /// Names of ids in any file of the reference, for columns and files that it does not know.
    private static let ids = Set(
        TableDefinition.all.flatMap(\.fields).filter { $0.type == .id }.map { Array($0.name.utf8) })

    /// Whether a key is the name of an id in any file of the reference.
    static func isID(_ key: JSONValue) -> Bool { ids.contains(Array((key.string ?? "").utf8)) }

    /// The place of a column of the reference.
    func place(ofKnown name: String) -> Int? { places[Array(name.utf8)].flatMap { $0 < known ? $0 : nil } }

    func use(_ place: Int) { if !list[place].isUsed { list[place].isUsed = true } }

    /// Leaves a column out of the file.
    func leaveOut(_ name: String) { if let place = places[Array(name.utf8)] { list[place].isUsed = false } }

    /// Notes that an unknown column stood before another one in a record.
    func note(_ first: Int, before second: Int) {
        let pair = Pair(first: first, second: second)
        guard first >= known, second >= known, pair != lastNoted else { return }
        lastNoted = pair
        followers.insert(pair)
    }

    /// The columns that are required or have a value in any record, in the order of the header: the reference's in its
    /// order, then the others as they stood in the records.
    ///
    /// A record has its columns in its file's order, but no record need have them all: of what stands before what in
    /// any of them an order is made that agrees with all. Where records contradict each other, as of several files, what
    /// came first stands first.
    func header() -> [Int] {
        let unknown = (known..<max(known, list.count)).filter { list[$0].isUsed }
        var before = [Int](repeating: 0, count: list.count)
        var after: [Int: [Int]] = [:]
        for pair in followers where pair.first != pair.second {
            before[pair.second] += 1
            after[pair.first, default: []].append(pair.second)
        }
        // Those before which nothing stands, and from where on any are left.
        var ready = Heap<Int>()
        for column in unknown where before[column] == 0 { ready.insert(column) }
        var isOrdered = [Bool](repeating: false, count: list.count)
        var left = 0
        var ordered: [Int] = []
        while ordered.count < unknown.count {
            while isOrdered[unknown[left]] { left += 1 }
            let column = ready.isEmpty ? unknown[left] : ready.removeFirst()
            // One that a contradiction put before its turn.
            guard !isOrdered[column] else { continue }
            isOrdered[column] = true
            ordered.append(column)
            for later in after[column] ?? [] {
                before[later] -= 1
                if before[later] == 0, list[later].isUsed { ready.insert(later) }
            }
        }
        return (0..<known).filter { list[$0].isUsed } + ordered
    }
}

extension FieldType {
    /// Whether values are whole numbers.
    fileprivate var isInteger: Bool {
        switch self {
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger: true
        default: false
        }
    }
}
