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

    func flush() throws { try writer.flush() }

    func prepare() throws {
        guard !isFinished else { return }
        isFinished = true
        try writer.finish()
    }

    func commit() {}
    func discard() {}
}

/// Lines of records in a separate file.
private final class LineFile: TableWriter {
    private static let block = 1 << 17

    private let lines = RecordWriter(capacity: 1 << 12)
    private let write: (UnsafeRawBufferPointer) throws -> Void

    init(_ write: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.write = write }

    func append(_ line: UnsafeRawBufferPointer) throws {
        lines.append(line)
        lines.newline()
        if lines.count >= LineFile.block { try flush() }
    }

    func flush() throws {
        guard lines.count > 0 else { return }
        defer { lines.removeAll() }
        try write(lines.bytes)
    }

    func finish() throws { try flush() }
}

/// A folder with one file per table: `stops.ndjson`, or `stops.` and the name of a table format.
///
/// Files are written under temporary names and moved into place together. Memory: a block of 128 KiB for each table, or
/// the memory of the format's writer.
public final class SplitFolder: TableFiles {
    /// The message if both -o and --split are given.
    public static let conflictWithOutput = "-o and --split cannot be combined: -o writes one file, --split a folder"

    /// The file of a table while it is written.
    private final class Part {
        let name: String
        let output: OutputFile
        let writer: any TableWriter

        init(_ name: String, _ output: OutputFile, _ writer: any TableWriter) {
            self.name = name
            self.output = output
            self.writer = writer
        }
    }

    private let folder: String
    private let format: RecordFormat
    private let context: StageContext
    /// What is known of a table's columns.
    private let shapes: (String) -> TableShape?
    private var parts: [String: Part] = [:]
    private var order: [Part] = []
    private var last: Part?
    /// Tables whose names cannot be file names.
    private var refused: Set<String> = []
    private var isPrepared = false

    init(
        _ folder: String, _ format: RecordFormat, _ context: StageContext, _ shapes: @escaping (String) -> TableShape?
    ) throws {
        self.folder = folder.hasSuffix("/") ? folder : folder + "/"
        self.format = format
        self.context = context
        self.shapes = shapes
        if mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw StageFailure(
                .outputUncreatable, "--split: \(folder): cannot create the folder: \(systemMessage(errno))")
        }
        guard FileStatus(folder)?.isFolder == true else {
            throw StageFailure(.outputUncreatable, "--split: \(folder) is not a folder")
        }
    }

    func take(_ line: UnsafeRawBufferPointer, table: String) throws -> Bool {
        guard let part = try last.flatMap({ $0.name == table ? $0 : nil }) ?? part(table) else { return false }
        last = part
        try part.writer.append(line)
        return true
    }

    private func part(_ table: String) throws -> Part? {
        if let part = parts[table] { return part }
        guard TableFileName.isUsable(table) else {
            if refused.insert(table).inserted { context.diagnostics.report(TableFileName.finding(table)) }
            return nil
        }
        return try open(shapes(table) ?? TableShape(table, []))
    }

    /// Records of all tables come here, which only lines hold.
    var takesRows: Bool { false }

    func begin(_ file: TableShape) throws -> (any TableWriter)? { try open(file).writer }

    private func open(_ file: TableShape) throws -> Part {
        let part = try make(file)
        parts[file.table] = part
        order.append(part)
        return part
    }

    private func make(_ file: TableShape) throws -> Part {
        let output = try OutputFile(
            path: folder + fileName(file.table, isFeature: file.isFeature), followsLinks: false)
        let write: (UnsafeRawBufferPointer) throws -> Void = { [context] in
            context.summary.bytesOut += $0.count
            try output.write($0)
        }
        guard let table = tableFormat(isFeature: file.isFeature) else {
            return Part(file.table, output, LineFile(write))
        }
        return Part(file.table, output, try context.begin(context.whole(file), as: table, write: write))
    }

    /// The format of a table's file; nil for lines, which features stay where the format has no place for them.
    private func tableFormat(isFeature: Bool) -> TableFormat? {
        guard case .table(let table) = format, table.holdsFeatures || !isFeature else { return nil }
        return table
    }

    private func fileName(_ table: String, isFeature: Bool) -> String {
        if let file = tableFormat(isFeature: isFeature) { return table + "." + file.name }
        return table + (isFeature && format != .ndjson ? ".geojsonl" : "." + RecordFormat.ndjson.rawValue)
    }

    /// Nobody sees the files before they are whole.
    func flush() {}

    func prepare() throws {
        guard !isPrepared else { return }
        isPrepared = true
        for part in order {
            try part.writer.finish()
            try part.output.prepare()
        }
    }

    func commit() throws {
        do {
            defer { OutputFile.syncFolder(of: folder) }
            for part in order { try part.output.commit(syncsFolder: false) }
        }
        reportOthers()
    }

    func discard() { for part in order { part.output.discard() } }

    /// Says which files of the kind lie there that are not of this run: whoever reads the folder would take them for it.
    private func reportOthers() {
        guard let names = names(in: folder) else { return }
        let written = Set(order.map { fileName($0.name, isFeature: false) })
        let others = names.filter {
            $0.hasSuffix("." + format.rawValue) && !$0.hasPrefix(".") && !written.contains($0)
        }
        guard !others.isEmpty else { return }
        let listed = others.sorted().prefix(5).joined(separator: ", ") + (others.count > 5 ? ", …" : "")
        context.diagnostics.report(
            .surprise, "other_files", file: folder,
            message: "the folder has files of tables that this run did not write: \(listed); left unchanged")
    }
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

    /// From now on each table's records go into a file of their own in a folder.
    /// - Parameter shapes: what is known of a table's columns; nil for what the contract says of it.
    /// - Throws: `StageFailure` with status 73 where there can be no such folder.
    public func split(
        into folder: String, as format: RecordFormat, shapes: ((String) -> TableShape?)? = nil
    ) throws {
        let tables = shapes == nil ? world.tables() : []
        sink.write(
            into: try SplitFolder(
                folder, format, self, shapes ?? { name in tables.first { $0.name == name }.map { TableShape($0) } }))
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
