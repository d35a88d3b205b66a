import Contract
import NDJSON
import Platform
import TableFormats

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
/// Files are written under temporary names and moved into place together. Where the run has several jobs, another thread
/// finishes the file of an ended table while the next one is read. Memory: a block of 128 KiB for each table, or the memory
/// of the format's writer.
public final class SplitFolder: TableFiles {
    /// The message if both -o and --split are given.
    public static let conflictWithOutput = "-o and --split cannot be combined: -o writes one file, --split a folder"

    private let folder: String
    private let format: RecordFormat
    private let context: StageContext
    /// What is known of a table's columns.
    private let shapes: (String) -> TableShape?
    private var parts: [String: TableFile] = [:]
    private var order: [TableFile] = []
    private var last: TableFile?
    private let finisher: TableFileFinisher
    /// Tables whose names cannot be file names.
    private var refused: Set<String> = []
    private var isPrepared = false
    private var isCounted = false

    init(
        _ folder: String, _ format: RecordFormat, _ context: StageContext, _ shapes: @escaping (String) -> TableShape?
    ) throws {
        self.folder = folder.hasSuffix("/") ? folder : folder + "/"
        self.format = format
        self.context = context
        self.shapes = shapes
        finisher = TableFileFinisher(jobs: context.options.jobs)
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
        try part.append(line)
        return true
    }

    func end(_ table: String) throws {
        guard let part = parts[table] else { return }
        if last === part { last = nil }
        try finisher.finish(part)
    }

    private func part(_ table: String) throws -> TableFile? {
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

    private func open(_ file: TableShape) throws -> TableFile {
        let part = try make(file)
        parts[file.table] = part
        order.append(part)
        return part
    }

    private func make(_ file: TableShape) throws -> TableFile {
        let output = try OutputFile(
            path: folder + fileName(file.table, isFeature: file.isFeature), followsLinks: false)
        let part = TableFile(file.table, output)
        let write: (UnsafeRawBufferPointer) throws -> Void = { [unowned part] in try part.write($0) }
        if let table = tableFormat(isFeature: file.isFeature) {
            part.writer = try context.begin(context.whole(file), as: table, write: write)
        } else {
            part.writer = LineFile(write)
        }
        return part
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
        for part in order where !part.isEnded { try finisher.finish(part) }
        try finisher.stop()
        countBytes()
    }

    func commit() throws {
        do {
            defer { OutputFile.syncFolder(of: folder) }
            for part in order { try part.output.commit(syncsFolder: false) }
        }
        reportOthers()
    }

    func discard() {
        // The reason why the output is discarded is known; another one does not matter.
        try? finisher.stop()
        countBytes()
        for part in order { part.output.discard() }
    }

    /// Other threads write too, so bytes are counted once they have ended.
    private func countBytes() {
        guard !isCounted else { return }
        isCounted = true
        context.summary.bytesOut += order.reduce(0) { $0 + $1.bytes }
    }

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
