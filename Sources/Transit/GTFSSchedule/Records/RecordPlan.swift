import Contract

/// How the rows of one file become records: which cell goes where under which key, as which type.
///
/// Made once from the header; keys come in the order of the reference, then unknown columns in the file's order.
public struct RecordPlan {
    /// What is noticed about a header.
    public enum Notice: Equatable {
        /// A column's name occurs again; the first counts. The cell's position is counted from 0.
        case duplicateColumn(name: String, cell: Int)
        /// An unknown column would hide a member that every record has.
        case renamed(from: String, to: String)
        /// A column of the key that every row needs is not there.
        case missingKey(String)
        /// A Required column that is not part of the key is not there.
        case missingColumn(String)
    }

    /// One member of the records.
    public struct Member {
        public let name: String
        public let type: FieldType
        /// The position of its cell, counted from 0.
        public let cell: Int
        /// Whether a row without it is rejected.
        public let isRequiredKey: Bool
        /// Whether it is part of what tells rows apart.
        public let isKey: Bool
    }

    public let members: [Member]
    /// The members that tell rows apart.
    public let keyMembers: [Member]
    /// Where the columns that the reference does not know begin, which stand in the order of their cells.
    let unknownStart: Int
    public let notices: [Notice]
    /// Cells that have a header without a name.
    public let unnamedCells: [Int]
    /// How many cells a row may have.
    public let width: Int
    /// How many cells a whole row has at least: up to the last column with a name.
    public let expectedCells: Int
    /// The columns of the key that every row needs and the header lacks.
    public let missingKeys: [String]
    /// The cells that every row needs.
    private let requiredCells: [Int]

    /// - Parameters:
    ///   - header: the first row's cells.
    ///   - definition: the table, or nil for a file that the reference does not know: all text, in the file's order.
    ///   - reserved: members that every record has before the columns.
    ///   - wanted: the only columns that are looked at, beside the key that every row needs; nil for all.
    public init(
        header: UnsafeBufferPointer<CSVCell>, definition: TableDefinition?, reserved: [String],
        wanted: Set<String>? = nil
    ) {
        let isWanted = { (name: String) in
            wanted?.contains(name) ?? true || definition?.requiredKey.contains(name) ?? false
        }
        var notices: [Notice] = []
        var unnamed: [Int] = []
        var columns: [(name: String, cell: Int)] = []
        var cells: [String: Int] = [:]
        var lastNamed = 0
        for (index, cell) in header.enumerated() {
            guard cell.count > 0 else {
                if wanted == nil { unnamed.append(index) }
                continue
            }
            lastNamed = index
            let name = String(decoding: cell.bytes, as: UTF8.self)
            guard isWanted(name) else { continue }
            if cells[name] != nil {
                notices.append(.duplicateColumn(name: name, cell: index))
                continue
            }
            cells[name] = index
            columns.append((name, index))
        }

        var members: [Member] = []
        var missingKeys: [String] = []
        let requiredKey = definition?.requiredKey ?? []
        for field in definition?.fields ?? [] where isWanted(field.name) {
            let isRequired = requiredKey.contains(field.name)
            guard let cell = cells[field.name] else {
                if isRequired {
                    missingKeys.append(field.name)
                    notices.append(.missingKey(field.name))
                } else if field.presence == .required {
                    notices.append(.missingColumn(field.name))
                }
                continue
            }
            members.append(
                Member(
                    name: field.name, type: field.type, cell: cell, isRequiredKey: isRequired,
                    isKey: definition?.isKey(field.name) ?? false))
        }
        unknownStart = members.count
        let isWholeRow = definition?.key == .wholeRow
        let fields = Set(definition?.fields.map(\.name) ?? [])
        for column in columns where !fields.contains(column.name) {
            var name = column.name
            while reserved.contains(name) || (name != column.name && cells[name] != nil) { name += "_" }
            if name != column.name { notices.append(.renamed(from: column.name, to: name)) }
            members.append(
                Member(name: name, type: .text, cell: column.cell, isRequiredKey: false, isKey: isWholeRow))
        }
        self.members = members
        keyMembers = members.filter(\.isKey)
        self.notices = notices
        self.missingKeys = missingKeys
        requiredCells = members.filter(\.isRequiredKey).map(\.cell)
        unnamedCells = unnamed
        width = header.count
        expectedCells = lastNamed + 1
    }

    /// Whether the row has a value in each column that it cannot do without.
    @inline(__always)
    func hasKey(_ reader: CSVReader) -> Bool {
        missingKeys.isEmpty && requiredCells.allSatisfy { $0 < reader.cellCount && reader.cells[$0].count > 0 }
    }

    /// The name of the first column that the row lacks and cannot do without, or nil.
    public func missingKey(_ reader: CSVReader) -> String? {
        if let missing = missingKeys.first { return missing }
        for cell in requiredCells where cell >= reader.cellCount || reader.cells[cell].count == 0 {
            return members.first { $0.cell == cell }?.name
        }
        return nil
    }
}

extension TableDefinition {
    /// Whether a field of the reference is part of what tells rows apart.
    func isKey(_ field: String) -> Bool {
        switch key {
        case .none: false
        case .wholeRow: true
        case .columns(let names): names.contains(field)
        }
    }
}
