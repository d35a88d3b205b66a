import Contract
import NDJSON
import Platform
import TableFormats

/// A destination of records that writes one file per table instead of lines.
protocol TableFiles: AnyObject {
    /// Whether rows made by another writer may be passed on between the rows made here.
    var takesRows: Bool { get }
    /// Begins the file of a table with known columns.
    /// - Returns: the writer of its rows.
    func begin(_ file: TableShape) throws -> (any TableWriter)?
    /// Takes a record of a table.
    /// - Returns: whether the destination has a file for it.
    func take(_ line: UnsafeRawBufferPointer, table: String) throws -> Bool
    /// Ends the file of a table of which no more records come.
    /// - Throws: also what failed when the file of an earlier table was finished.
    func end(_ table: String) throws
    /// Flushes the rows that a reader can already use.
    func flush() throws
    /// Writes the remaining rows and syncs the files to disk.
    func prepare() throws
    /// Moves finished files into place.
    func commit() throws
    func discard()
}

/// A single table written instead of the stage's lines.
final class TableInPlaceOfLines: TableFiles {
    let takesRows: Bool
    private let table: String
    private let writer: any TableWriter
    private var isFinished = false

    init(_ table: String, _ writer: any TableWriter, _ format: TableFormat) {
        self.table = table
        self.writer = writer
        takesRows = format.isText
    }

    func begin(_ file: TableShape) -> (any TableWriter)? { file.table == table ? writer : nil }

    func take(_ line: UnsafeRawBufferPointer, table name: String) throws -> Bool {
        guard name == table else { return false }
        try writer.append(line)
        return true
    }

    /// The file's last bytes are written when the output is prepared.
    func end(_ table: String) {}

    func flush() throws { try writer.flush() }

    func prepare() throws {
        guard !isFinished else { return }
        isFinished = true
        try writer.finish()
    }

    func commit() {}
    func discard() {}
}

extension StageContext {
    /// A table's columns with those that every record has: the feed's id, and a feature's own.
    func whole(_ shape: TableShape) -> TableShape {
        var columns = shape.columns
        func begin(with name: String) {
            if !columns.contains(where: { $0.name == name }) { columns.insert(ColumnDescription(name, .string), at: 0) }
        }
        if shape.isFeature, shape.isOpen { begin(with: "id") }
        if options.feedID != nil { begin(with: Tables.AnyRecord.columns.feedID.name) }
        return shape.with(columns)
    }

    /// Begins the file of a table; what of its values does not fit into it is told.
    func begin(
        _ file: TableShape, as format: TableFormat, write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> any TableWriter {
        let output = TableOutput(
            guardsFormulas: options.guardsFormulas, compression: options.compression, jobs: options.jobs,
            tell: { [diagnostics] problem in
                diagnostics.report(
                    problem.isNull ? .null : .incomplete, problem.code, file: file.table, field: problem.column,
                    value: problem.value
                ) { "\($0) \(problem.sentence)" }
            }, write: write)
        do { return try format.begin(file, output) } catch let fault as TableFault { throw StageFailure(fault) }
    }

    /// From now on records of a table go into the output in the given format, others are ignored.
    public func writeTable<T: Table>(_ table: T.Type, columns: [any AnyColumn] = T.all, as format: RecordFormat) throws
    {
        guard case .table(let format) = format else { return }
        try writeTable(table, columns: columns, as: format)
    }

    /// The same, of a stage that has lines of its own.
    public func writeTable<T: Table>(_ table: T.Type, columns: [any AnyColumn] = T.all, as format: TableFormat) throws {
        try writeTable(
            TableShape(
                table.name, columns.map(\.description), isFeature: format.holdsFeatures && table.description.isFeature),
            as: format)
    }

    /// From now on records of a table become rows of its file in the output, others are ignored.
    /// - Parameter file: without `feed_id`, which stands first where the run gives one.
    /// - Throws: `StageFailure` with status 64 where the output is a terminal and the format no text.
    public func writeTable(_ file: TableShape, as format: TableFormat) throws {
        if !format.isText, options.output == nil, ProcessState.outputIsTerminal {
            throw StageFailure(
                .usage,
                "\(format.title) is a binary format and is not written to a terminal; name a file with -o, or redirect standard output"
            )
        }
        let writer = try begin(whole(file), as: format) { [unowned sink] in try sink.putFile($0) }
        sink.write(into: TableInPlaceOfLines(file.table, writer, format))
    }

    /// Begins the file of a table whose columns are known, where records become files of tables.
    /// - Parameter file: without `feed_id`, which stands first where the run gives one.
    /// - Returns: the writer of its rows.
    package func begin(_ file: TableShape) throws -> (any TableWriter)? { try sink.begin(file) }

    /// Ends the file of a table, where records become files of tables: none of its records may follow.
    package func end(_ table: String) throws { try sink.endTable(table) }

    /// From now on each table's records go into a file of their own in a folder.
    /// - Parameter shapes: what is known of a table's columns; nil for what the contract says of it.
    /// - Throws: `StageFailure` with status 73 where there can be no such folder.
    public func split(
        into folder: String, as format: RecordFormat, shapes: ((String) -> TableShape?)? = nil
    ) throws {
        // The contract is read only for a table whose stage does not tell its columns.
        let contract: (String) -> TableShape? = { [tables = world.tables] name in
            tables().first { $0.name == name }.map { TableShape($0) }
        }
        sink.write(into: try SplitFolder(folder, format, self, shapes ?? contract))
    }
}

extension StageFailure {
    init(_ fault: TableFault) {
        switch fault {
        case .libraryMissing(let message): self.init(.serviceFailed, message)
        case .tooLarge(let message): self.init(.dataUnusable, message)
        case .unreadable(let message): self.init(.internalFault, message)
        }
    }
}
