import Containers

/// The ids of one kind, as `stop_id` wherever one stands: which a row has, which others name, and what they are used for.
///
/// Memory: the id, and some 28 bytes beside it.
final class IDSpace {
    typealias ID = Identifier<IDSpace>

    let name: String
    private var table = IdentifierTable<IDSpace>()
    /// By id: bit 0 for one that a row has, then a bit for each use.
    private let flags = GrowingColumn<UInt8>()
    /// By id: its two followers.
    private let followers = GrowingColumn<IdentifierFollowers<IDSpace>>()

    static let defined: UInt8 = 1
    /// Its text has a character that is not printable ASCII.
    static let isForeign: UInt8 = 1 << 7

    init(_ name: String) { self.name = name }

    var count: Int { table.count }

    @inline(__always)
    func intern(_ text: UnsafeRawBufferPointer) -> ID {
        let id = table.intern(text, feed: 0, followers)
        // Ids are numbered in their order, so that a new one is the next.
        if flags.count <= id.index { flags.append(TextForm.isPrintableASCII(text) ? 0 : IDSpace.isForeign) }
        return id
    }

    func has(_ id: ID, _ flag: UInt8) -> Bool { flags[id.index] & flag != 0 }
    func mark(_ id: ID, _ flag: UInt8) { flags[id.index] |= flag }
    func isDefined(_ id: ID) -> Bool { !id.isNone && has(id, IDSpace.defined) }

    func text(_ id: ID) -> String { String(decoding: table.text(id), as: UTF8.self) }

    /// Whether there is such an id, without making it one.
    func isDefined(_ text: UnsafeRawBufferPointer) -> Bool {
        find(text).map(isDefined) ?? false
    }

    /// The id of a text, without making it one; nil for one that was never met.
    func find(_ text: UnsafeRawBufferPointer) -> ID? { table.find(text, feed: 0) }

    /// Calls `body` with the bytes of an id.
    func withText<R>(_ id: ID, _ body: (UnsafeRawBufferPointer) -> R) -> R { body(table.text(id)) }

    /// Every id that a row has.
    func forEachDefined(_ body: (ID) -> Void) {
        for number in 0..<count where has(ID(number), IDSpace.defined) { body(ID(number)) }
    }
}

/// A column that names rows of other tables, and the ids in it that no row had when they were met.
///
/// Memory: 40 bytes for each distinct one of those.
final class Reference {
    let table: String
    let field: String
    let number: Int
    let space: IDSpace
    /// The tables one of which should have the id.
    let targets: [String]
    private struct Pending {
        var count: Int
        let line: Int
    }
    private var pending: [UInt32: Pending] = [:]

    init(_ table: String, _ field: String, number: Int, _ space: IDSpace, targets: [String]) {
        self.table = table
        self.field = field
        self.number = number
        self.space = space
        self.targets = targets
    }

    @inline(__always)
    func meet(_ id: IDSpace.ID, line: Int?) {
        if space.has(id, IDSpace.defined) { return }
        pending[id.number, default: Pending(count: 0, line: line ?? 0)].count += 1
    }

    /// Calls `body` with each id that no row has in the end, by the line where it is first.
    func forEachBroken(_ body: (IDSpace.ID, _ count: Int, _ line: Int?) -> Void) {
        let broken = pending.filter { !space.has(IDSpace.ID($0.key), IDSpace.defined) }
        for (id, found) in broken.sorted(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) }) {
            body(IDSpace.ID(id), found.count, found.line > 0 ? found.line : nil)
        }
    }
}
