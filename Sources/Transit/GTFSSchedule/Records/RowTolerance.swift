/// The kinds of findings about rows that are only counted, because enough of them were reported or because they are not shown.
/// A row with such a finding does not stop the thread that makes rows.
public struct RowTolerance: Sendable {
    /// A bit for each `CellIssue`, and two more.
    private(set) var bits: UInt64 = 0
    private static let trimmed: UInt64 = 1 << 62
    private static let padded: UInt64 = 1 << 63

    public init() {}

    init(bits: UInt64) { self.bits = bits }

    public mutating func tolerate(_ issue: CellIssue) { bits |= 1 << UInt64(issue.rawValue) }

    public var trimmedCells: Bool {
        get { bits & RowTolerance.trimmed != 0 }
        set { bits = newValue ? bits | RowTolerance.trimmed : bits & ~RowTolerance.trimmed }
    }
    public var paddedRows: Bool {
        get { bits & RowTolerance.padded != 0 }
        set { bits = newValue ? bits | RowTolerance.padded : bits & ~RowTolerance.padded }
    }

    @inline(__always)
    func covers(_ noticed: [NoticedCell]) -> Bool {
        noticed.allSatisfy { bits >> UInt64($0.issue.rawValue) & 1 == 1 }
    }

    /// Numbers of tolerated findings.
    public struct Counts: Sendable {
        public var trimmedCells = 0
        public var paddedRows = 0
        /// By the raw value of `CellIssue`; empty if there are none.
        public private(set) var issues: [Int] = []

        public init() {}

        public mutating func add(_ noticed: [NoticedCell]) {
            if issues.isEmpty { issues = [Int](repeating: 0, count: CellIssue.allCases.count) }
            for cell in noticed { issues[Int(cell.issue.rawValue)] += 1 }
        }
    }
}
