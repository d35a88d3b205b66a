import Platform

/// Looks up the counts of a table and its index among the consumed tables; records of one table usually follow each
/// other.
final class TableRouter {
    /// Whether records of other tables are forwarded unchanged.
    let forwards: Bool
    /// The filter of rows of consumed tables; it uses the indices of this router.
    let filter: RowFilter?
    private let summary: RunSummary
    private let watch: FeedWatch?
    private var known:
        [(
            name: [UInt8], figures: TableFigures, lent: Unmanaged<TableFigures>, index: Int?, role: FeedWatch.Role
        )] = []
    private(set) var last = 0
    /// The index of each name, used once there are too many to search linearly: every line may name another table.
    private var places: [String: Int] = [:]
    private static let few = 32

    init(_ summary: RunSummary, forwards: Bool, _ watch: FeedWatch?, _ filter: RowFilter?) {
        self.filter = filter
        self.forwards = forwards
        self.watch = watch
        self.summary = summary
    }

    /// Counts a record of a table as read. The figures are lent until the next one: each of millions of records would count
    /// references to them up and down.
    /// - Parameter place: the index of a table, on its first occurrence, among those of the stage.
    @inline(__always)
    func route(
        _ table: UnsafeRawBufferPointer, _ place: (String) -> Int?
    ) -> (Unmanaged<TableFigures>, Int?, FeedWatch.Role) {
        if last >= known.count || !TableRouter.isSame(table, known[last].name) { last = known(table, place) }
        let lent = known[last].lent
        lent._withUnsafeGuaranteedRef { $0.read += 1 }
        return (lent, known[last].index, known[last].role)
    }

    /// Counts more records of the table that was routed last.
    /// - Returns: the index of the table among those of the stage; nil if the stage does not consume it, and then nothing is
    ///   counted.
    @inline(__always)
    func again(_ count: Int = 1) -> Int? {
        guard let index = known[last].index else { return nil }
        known[last].lent._withUnsafeGuaranteedRef { $0.read += count }
        return index
    }

    /// The role that the watch gives to the table that was routed last; nil if the stage does not consume the table.
    var lastRole: FeedWatch.Role? { known[last].index.map { _ in known[last].role } }

    /// Whether the record of the last routed table must not reach the stage.
    func leavesOut(_ role: FeedWatch.Role, _ lent: Unmanaged<TableFigures>, isConsumed: Bool) -> Bool {
        guard isConsumed || !forwards, watch?.leavesOut(role) == true else { return false }
        let figures = lent.takeUnretainedValue()
        watch?.countLeftOut(figures.table)
        figures.leftOut += 1
        return true
    }

    /// The name of the last table as bytes, which are compared for every line.
    @inline(__always)
    private static func isSame(_ table: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        guard let start = table.baseAddress, table.count == name.count else { return table.isEmpty && name.isEmpty }
        return hasSameBytes(start, name, count: name.count)
    }

    private func known(_ table: UnsafeRawBufferPointer, _ placeInStage: (String) -> Int?) -> Int {
        if let place = known.prefix(TableRouter.few).firstIndex(where: { TableRouter.isSame(table, $0.name) }) {
            return place
        }
        let name = String(decoding: table, as: UTF8.self)
        if let place = places[name] { return place }
        let index = placeInStage(name)
        let figures = summary.table(name)
        known.append(
            (Array(table), figures, .passUnretained(figures), index, watch?.role(ofTable: name) ?? .other))
        filter?.meet(name, isConsumed: index != nil)
        places[name] = known.count - 1
        return known.count - 1
    }
}
