import NDJSON

/// A record, or an object inside one, during writing: values are set by column, in the order of the columns.
///
/// `row[columns.delay] = nil` writes null or nothing, depending on the column. A value of another type or a column of
/// another table does not compile. Debug builds trap on a column out of order and on a missing required column; columns
/// present on request appear in the order of the request.
public struct Row<M: Members> {
    public let writer: RecordWriter
    #if DEBUG
        let check = RowCheck(M.infos)
    #endif

    public init(_ writer: RecordWriter) { self.writer = writer }

    public subscript<V: ColumnValue>(column: Column<M, V, Always>) -> V.Value {
        @available(*, unavailable) get { preconditionFailure("a row can only be written, not read") }
        nonmutating set {
            begin(column.info)
            V.write(newValue, column.info.pointee.decimals, to: writer)
        }
    }

    public subscript<V: ColumnValue, P: MayBeUnknown>(column: Column<M, V, P>) -> V.Value? {
        @available(*, unavailable) get { preconditionFailure("a row can only be written, not read") }
        nonmutating set {
            if let newValue {
                begin(column.info)
                V.write(newValue, column.info.pointee.decimals, to: writer)
            } else if P.isRequired {
                begin(column.info)
                writer.null()
            }
        }
    }

    /// Writes bytes of valid UTF-8 without creating a String.
    public func set<P>(_ column: Column<M, Text, P>, _ bytes: UnsafeRawBufferPointer) {
        begin(column.info)
        writer.string(bytes)
    }

    /// Writes a date stored as the number `YYYYMMDD`, valid or not, as eight digits.
    public func set<P: MayBeUnknown>(_ column: Column<M, Day, P>, compact date: Int?) {
        guard let date else { return nothing(column) }
        let digits = String(date)
        begin(column.info)
        writer.string(String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits)
    }

    /// Writes the elements of an array, each begun with `writer.separator()`.
    public func array<E, P>(_ column: Column<M, List<E>, P>, _ elements: (RecordWriter) throws -> Void) rethrows {
        begin(column.info)
        writer.beginArray()
        try elements(writer)
        writer.endArray()
    }

    public func texts<P>(_ column: Column<M, List<Text>, P>, _ list: some Sequence<String>) {
        array(column) { writer in
            for text in list {
                writer.separator()
                writer.string(text)
            }
        }
    }

    /// Writes an array of texts in valid UTF-8.
    public func texts<P>(_ column: Column<M, List<Text>, P>, _ list: some Sequence<UnsafeRawBufferPointer>) {
        array(column) { writer in
            for text in list {
                writer.separator()
                writer.string(text)
            }
        }
    }

    /// Writes an array of objects, one for each element of `list`.
    public func objects<E: Members, P: RecordPresence, Item>(
        _ column: Column<M, List<E>, P>, _ list: some Sequence<Item>, _ fill: (Row<E>, Item) throws -> Void
    ) rethrows {
        try array(column) { writer in
            for item in list {
                writer.separator()
                try Row<E>.object(writer) { try fill($0, item) }
            }
        }
    }

    /// Writes an array of numbers with a fixed number of decimal places; for nil, null or nothing, depending on the
    /// column.
    public func numbers<P: RecordPresence>(_ column: Column<M, List<Real>, P>, _ list: [Double]?, decimals: Int) {
        guard let list else { return nothing(column) }
        array(column) { writer in
            for number in list {
                writer.separator()
                writer.rounded(number, decimals: decimals)
            }
        }
    }

    /// Writes an object from `value`; for nil, null or nothing, depending on the column.
    public func object<E: Members, P: RecordPresence, Item>(
        _ column: Column<M, Object<E>, P>, _ value: Item?, _ fill: (Row<E>, Item) throws -> Void
    ) rethrows {
        guard let value else { return nothing(column) }
        try object(column) { try fill($0, value) }
    }

    private func nothing<V, P: RecordPresence>(_ column: Column<M, V, P>) {
        guard P.isRequired else { return }
        begin(column.info)
        writer.null()
    }

    public func object<E: Members, P>(_ column: Column<M, Object<E>, P>, _ fill: (Row<E>) throws -> Void) rethrows {
        begin(column.info)
        try Row<E>.object(writer, fill)
    }

    /// Writes a complete object.
    public static func object(_ writer: RecordWriter, _ fill: (Row) throws -> Void) rethrows {
        writer.beginObject()
        try members(writer, fill)
        writer.endObject()
    }

    /// Writes the members of an object that the caller begins and ends.
    public static func members(_ writer: RecordWriter, _ fill: (Row) throws -> Void) rethrows {
        let row = Row(writer)
        try fill(row)
        row.end()
    }

    /// Writes JSON formatted by the caller.
    public func json<V: ColumnValue, P>(_ column: Column<M, V, P>, _ write: (RecordWriter) throws -> Void) rethrows {
        begin(column.info)
        try write(writer)
    }

    /// Called when all columns are set.
    public func end() {
        #if DEBUG
            check.end()
        #endif
    }

    private func begin(_ info: UnsafePointer<ColumnInfo>) {
        #if DEBUG
            check.note(info)
        #endif
        writer.member(info.pointee.key, info.pointee.keyLength)
    }
}

/// A record of a table that is chosen while a stage runs: its columns are asked for in the order in which they are
/// written.
///
/// What is compiled for any `Row<T>` looks for the table's type at each value; this does not.
public struct AnyTableRow {
    public let writer: RecordWriter
    #if DEBUG
        private let check: RowCheck
    #endif

    public init(_ table: any Table.Type, _ writer: RecordWriter) {
        self.writer = writer
        #if DEBUG
            check = RowCheck(table.infos)
        #endif
    }

    /// Begins the value of a column.
    @inline(__always)
    public func begin(_ column: AnyTableColumn) {
        #if DEBUG
            check.note(column.info)
        #endif
        writer.member(column.info.pointee.key, column.info.pointee.keyLength)
    }

    /// Called when all columns are set.
    public func end() {
        #if DEBUG
            check.end()
        #endif
    }
}

#if DEBUG
    /// Checks that columns are written in order and that no required column is missing.
    final class RowCheck {
        private let columns: [UnsafePointer<ColumnInfo>]
        private var next = 0
        /// The indices of written optional columns, which may appear in any order among themselves.
        private var asked: Set<Int> = []
        /// The written columns.
        private(set) var noted: [UnsafePointer<ColumnInfo>] = []

        init(_ columns: [UnsafePointer<ColumnInfo>]) { self.columns = columns }

        func note(_ info: UnsafePointer<ColumnInfo>) {
            if let problem = problem(writing: info) { preconditionFailure(problem) }
            noted.append(info)
        }

        func end() {
            if let problem = problemAtEnd() { preconditionFailure(problem) }
        }

        /// Returns what is wrong with writing a column now, or nil.
        func problem(writing info: UnsafePointer<ColumnInfo>) -> String? {
            guard let place = columns.firstIndex(of: info), isInOrder(place) else {
                return "column \(info.pointee.description.name) is written out of order, or twice"
            }
            defer { next = max(next, place + 1) }
            return place >= next ? problem(before: place) : nil
        }

        func problemAtEnd() -> String? { problem(before: columns.count) }

        private func isInOrder(_ place: Int) -> Bool {
            guard isAsked(place) else { return place >= next }
            return asked.insert(place).inserted && (place >= next || (place..<next).allSatisfy(isAsked))
        }

        private func isAsked(_ place: Int) -> Bool {
            let description = columns[place].pointee.description
            return description.isNullable && !description.isRequired
        }

        private func problem(before place: Int) -> String? {
            columns[next..<place].first(where: \.pointee.description.isRequired).map {
                "column \($0.pointee.description.name) is in every record and was not written"
            }
        }
    }
#endif
