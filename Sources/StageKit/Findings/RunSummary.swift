import Contract

/// The figures of one table in a run.
public final class TableFigures {
    public let table: String
    public var read = 0
    public var written = 0
    public var ignored = 0
    /// Read − written where a stage aggregates. Below zero, one record became several: the summary's record then counts
    /// the surplus as `made`.
    public var merged = 0

    /// Records that were rejected before they reached the stage.
    public var leftOut = 0
    /// Records that `--where`, or what a stage is asked to look at, passed over.
    public var filtered = 0
    /// How many of them lay outside of the window.
    public var outsideWindow = 0

    /// Records that reached the stage.
    public var taken: Int { read - ignored - filtered - leftOut }

    init(_ table: String) { self.table = table }
}

/// The figures of a run. In every stage read + made = written + rejected + ignored + merged + filtered, summed over
/// tables.
public final class RunSummary {
    /// What lines count under that are not records.
    static let lines = Tables.unreadableLines

    public private(set) var tables: [TableFigures] = []
    private var places: [String: Int] = [:]
    public private(set) var rejected: [(code: String, count: Int)] = []
    /// Records that were in hand when the run broke off; in a summary's record a code of those rejected.
    public private(set) var unfinished = 0
    public private(set) var unmatched = 0
    /// Values that broke their type and were written as null.
    public private(set) var nulled = 0
    /// Inputs, messages and lines that broke off or were corrupt.
    public private(set) var faults = 0
    /// What is required and was not there: files, columns, records of a table.
    public private(set) var incomplete = 0
    /// Positions that contradict the other positions of their run; nil for stages that do not look for them.
    public var outliers: Int?
    public var bytesIn = 0
    public var bytesOut = 0

    public init() {}

    /// The figures of a table, made at the first call; keep the object in a hot loop.
    public func table(_ name: String) -> TableFigures {
        if let known = places[name] { return tables[known] }
        let fresh = TableFigures(name)
        places[name] = tables.count
        tables.append(fresh)
        return fresh
    }

    /// How many records of a table were read; 0 for a table that was not met.
    public func read(of table: String) -> Int { places[table].map { tables[$0].read } ?? 0 }

    /// How many records were read that are of no table of a stage.
    public func read(besides tables: [String]) -> Int {
        self.tables.reduce(0) { tables.contains($1.table) ? $0 : $0 + $1.read }
    }

    /// Records written beyond those that were read, because one record became several.
    var made: Int { tables.reduce(0) { $0 - min($1.merged, 0) } }

    public var rejectedCount: Int { rejected.reduce(0) { $0 + $1.count } }

    /// Accounts for records that were read when the run broke off: a stage that gathers them had no time to say what
    /// became of each.
    func balanceBrokenRun() {
        let accounted = tables.reduce(rejectedCount) { $0 + $1.written + $1.ignored + $1.merged + $1.filtered }
        let rest = tables.reduce(0) { $0 + $1.read } - accounted
        if rest > 0 {
            unfinished = rest
        } else if rest < 0, let table = tables.first(where: { $0.written > $0.read }) ?? tables.first {
            // More was written than was read, as where one record becomes several.
            table.merged += rest
        }
    }

    /// What is wrong with the figures of a finished run: a count below zero, or records that are not accounted for. Nil
    /// if the figures add up.
    var imbalance: String? {
        for table in tables {
            let counts = [
                "read": table.read, "written": table.written, "ignored": table.ignored, "filtered": table.filtered,
                "rejected": table.leftOut,
            ]
            for (name, count) in counts where count < 0 { return "\(count) records of \(table.table) \(name)" }
        }
        let read = tables.reduce(made) { $0 + $1.read }
        let accounted = tables.reduce(rejectedCount + unfinished) {
            $0 + $1.written + $1.ignored + max($1.merged, 0) + $1.filtered
        }
        return read == accounted ? nil : "\(read) records read or made, \(accounted) accounted for"
    }

    func count(_ kind: Finding.Kind, code: String, times: Int) {
        assert(times >= 0, "\(times) findings of \(code)")
        switch kind {
        case .reject, .refusal, .damage, .bearableDamage:
            if kind == .damage || kind == .bearableDamage { faults += times }
            if let index = rejected.firstIndex(where: { $0.code == code }) {
                rejected[index].count += times
            } else {
                rejected.append((code, times))
            }
        case .null: nulled += times
        case .unmatched: unmatched += times
        case .fault, .setback: faults += times
        case .incomplete: incomplete += times
        case .surprise, .warning, .repair, .note, .news: break
        }
    }
}
