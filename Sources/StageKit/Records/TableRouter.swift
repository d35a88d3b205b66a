import Platform

/// Finds a table's figures and its place among the tables a stage consumes; records come in runs of one table.
final class TableRouter {
    /// Whether tables that are not consumed go on unchanged.
    let forwards: Bool
    /// What skips rows of consumed tables; it knows tables by their place here.
    let filter: RowFilter?
    private let summary: RunSummary
    private let watch: FeedWatch?
    private var known:
        [(
            name: [UInt8], figures: TableFigures, lent: Unmanaged<TableFigures>, index: Int?, role: FeedWatch.Role
        )] = []
    private(set) var last = 0
    /// Where a name stands, once there are more than can be gone through: an input may name a table a line.
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
    /// - Parameter place: the place of a table met for the first time among those of the stage.
    @inline(__always)
    func route(
        _ table: UnsafeRawBufferPointer, _ place: (String) -> Int?
    ) -> (Unmanaged<TableFigures>, Int?, FeedWatch.Role) {
        if last >= known.count || !TableRouter.isSame(table, known[last].name) { last = known(table, place) }
        let lent = known[last].lent
        lent._withUnsafeGuaranteedRef { $0.read += 1 }
        return (lent, known[last].index, known[last].role)
    }

    /// Whether the record of the table routed last must not reach the stage; what only passes by is not left out.
    func leavesOut(_ role: FeedWatch.Role, _ figures: TableFigures, isConsumed: Bool) -> Bool {
        guard isConsumed || !forwards, watch?.leavesOut(role, table: figures.table) == true else { return false }
        figures.leftOut += 1
        return true
    }

    /// The same bytes, as they are asked about for every line.
    @inline(__always)
    private static func isSame(_ table: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        guard let start = table.baseAddress, table.count == name.count else { return table.isEmpty && name.isEmpty }
        return memcmp(start, name, name.count) == 0
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
