import Contract
import NDJSON
import Platform

/// Where records go that become files of tables instead of lines.
protocol TableFiles: AnyObject {
    /// Begins the file of a table whose columns are known.
    /// - Returns: what takes its rows, where that is Parquet.
    func begin(_ file: TableShape) throws -> ParquetTable?
    /// Takes a record of a table.
    /// - Returns: whether there is a file for it.
    func take(_ line: UnsafeRawBufferPointer, table: String) throws -> Bool
    /// Writes what is left and makes it durable.
    func prepare() throws
    /// Puts files of their own in place.
    func commit() throws
    func discard()
}

/// One table as Parquet in the place of a stage's lines.
final class ParquetOutput: TableFiles {
    private let table: ParquetTable
    private var isFinished = false

    init(_ table: ParquetTable) { self.table = table }

    func begin(_ file: TableShape) -> ParquetTable? { file.table == table.table ? table : nil }

    func take(_ line: UnsafeRawBufferPointer, table name: String) throws -> Bool {
        guard name == table.table else { return false }
        try table.append(line)
        return true
    }

    func prepare() throws {
        guard !isFinished else { return }
        isFinished = true
        try table.finish()
    }

    func commit() {}
    func discard() {}
}

/// A folder with a file for each table: `stops.ndjson`, `stops.csv` or `stops.parquet`.
///
/// Files are written beside their names and put in place together. Memory: a block of 128 KiB for each table; of Parquet
/// what its writer needs.
public final class SplitFolder: TableFiles {
    private static let block = 1 << 17
    /// What to say where both are asked for.
    public static let conflictWithOutput = "-o is for one output, and --split writes a folder"

    /// A table's file while it is written.
    private final class Part {
        let name: String
        let output: OutputFile
        let buffer = RecordWriter(capacity: 1 << 12)
        let csv: CSVWriter?
        let parquet: ParquetTable?

        init(_ name: String, _ output: OutputFile, csv: CSVWriter? = nil, parquet: ParquetTable? = nil) {
            self.name = name
            self.output = output
            self.csv = csv
            self.parquet = parquet
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
    /// Tables that cannot be files.
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
            throw StageFailure(.outputUncreatable, "--split: \(folder): cannot create: \(systemMessage(errno))")
        }
        guard FileStatus(folder)?.isFolder == true else {
            throw StageFailure(.outputUncreatable, "--split: \(folder): is not a folder")
        }
    }

    func take(_ line: UnsafeRawBufferPointer, table: String) throws -> Bool {
        guard let part = try last.flatMap({ $0.name == table ? $0 : nil }) ?? part(table) else { return false }
        last = part
        if let parquet = part.parquet {
            try parquet.append(line)
        } else {
            let start = part.buffer.count
            part.buffer.append(line)
            if let csv = part.csv { csv.convert(from: start, in: part.buffer) } else { part.buffer.newline() }
            if part.buffer.count >= SplitFolder.block { try flush(part) }
        }
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

    func begin(_ file: TableShape) throws -> ParquetTable? { try open(file).parquet }

    private func open(_ file: TableShape) throws -> Part {
        let part = try make(file)
        parts[file.table] = part
        order.append(part)
        return part
    }

    private func make(_ file: TableShape) throws -> Part {
        let output = try OutputFile(
            path: folder + fileName(file.table, isFeature: file.isFeature), followsLinks: false)
        let file = context.whole(file)
        switch format {
        case .ndjson: return Part(file.table, output)
        case .csv where file.isFeature: return Part(file.table, output)
        case .csv:
            let csv = CSVWriter(
                table: file.table, columns: file.columns, guardsFormulas: context.options.guardsFormulas)
            let part = Part(file.table, output, csv: csv)
            csv.header(into: part.buffer)
            return part
        case .parquet:
            return Part(file.table, output, parquet: try context.parquet(file) { [self] in try put($0, output) })
        }
    }

    /// Features do not fit into CSV: they stay lines of GeoJSON.
    private func fileName(_ table: String, isFeature: Bool) -> String {
        table + "." + (format == .csv && isFeature ? "geojsonl" : format.rawValue)
    }

    private func put(_ bytes: UnsafeRawBufferPointer, _ output: OutputFile) throws {
        context.summary.bytesOut += bytes.count
        try output.write(bytes)
    }

    private func flush(_ part: Part) throws {
        try put(part.buffer.bytes, part.output)
        part.buffer.removeAll()
    }

    func prepare() throws {
        guard !isPrepared else { return }
        isPrepared = true
        for part in order {
            try part.parquet?.finish()
            if part.buffer.count > 0 { try flush(part) }
            try part.output.prepare()
        }
    }

    func commit() throws {
        for part in order { try part.output.commit() }
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
            message: "has files of tables that this run did not write: \(listed) (left as they are)")
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
        return TableShape(
            shape.table, columns, isFeature: shape.isFeature, isOpen: shape.isOpen,
            namesEnumerations: shape.namesEnumerations)
    }

    /// Turns records of a table into Parquet; values that break their column's type are null, and told.
    func parquet(
        _ file: TableShape, write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ParquetTable {
        try ParquetTable(
            file,
            broken: { [diagnostics] column, value in
                diagnostics.report(
                    .null, "invalid_\(column)", file: file.table, field: column, value: value.raw
                ) { "\($0) does not have the column's type (written as null)" }
            }, write: write)
    }

    /// From now on records of a table go into the output in the given format, others are ignored.
    public func writeTable<T: Table>(_ table: T.Type, columns: [any AnyColumn] = T.all, as format: RecordFormat) throws
    {
        switch format {
        case .ndjson: break
        case .csv: try writeCSV(table, columns: columns)
        case .parquet:
            try writeParquet(
                TableShape(
                    table.name, columns.map(\.description), isFeature: table.description.isFeature))
        }
    }

    /// From now on records of a table become rows of Parquet in the output, others are ignored.
    /// - Throws: `StageFailure` with status 64 where the output is a terminal.
    public func writeParquet(_ file: TableShape) throws {
        if options.output == nil, ProcessState.outputIsTerminal {
            throw StageFailure(.usage, "Parquet is bytes, not text: name a file with -o, or pipe it on")
        }
        sink.write(into: ParquetOutput(try parquet(whole(file)) { [sink] in try sink.putFile($0) }))
    }

    /// Begins the file of a table whose columns are known, where records become files of tables.
    /// - Parameter file: without `feed_id`, which stands first where the run gives one.
    /// - Returns: what takes its rows, where that is Parquet.
    public func begin(_ file: TableShape) throws -> ParquetTable? { try sink.begin(file) }

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
