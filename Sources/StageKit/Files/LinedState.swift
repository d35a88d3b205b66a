import Contract
import NDJSON
import Platform

/// A file of lines that keeps the state of a stage between runs: a line that says what it is, then lines of the stage. It
/// is locked as long as a run has it, and replaced whole.
public final class LinedState {
    private struct Head: Members {
        static let columns = Head()
        let state = text("state", .ifKnown)
        let version = whole("version", .ifKnown)
    }

    private let path: String
    private let stage: String
    private let version: Int
    private let file: ReplacementFile

    /// - Parameter version: grows when an older program would misread the file.
    /// - Throws: `StageFailure` with status 73 where it cannot be written, 75 where another run has it.
    public init(_ path: String, of stage: String, version: Int) throws {
        (self.path, self.stage, self.version) = (path, stage, version)
        file = try ReplacementFile(path: path)
    }

    /// Reads the lines after the first one; there are none where there is no file yet, or an empty one.
    ///
    /// - Parameters:
    ///   - columns: the members of lines.
    ///   - take: whether a line is one of this state.
    /// - Returns: the number of the last line; nil without a file.
    /// - Throws: `StageFailure` with status 65 for what is not a state of this stage and version: it is not replaced.
    @discardableResult
    public func read(_ columns: [any AnyColumn], _ take: (ColumnScanner) throws -> Bool) throws -> Int? {
        guard access(file.target, F_OK) == 0 else { return nil }
        let head = ColumnScanner(Head.all)
        let scanner = ColumnScanner(columns)
        let lines = LineReader(try InputFile(file.target, inflates: false, named: path))
        while let line = try lines.next() {
            let scanner = lines.number == 1 ? head : scanner
            guard case .line(let bytes) = line, (try? scanner.scan(bytes)) != nil else { throw unusable(lines.number) }
            if lines.number == 1 {
                guard head.value(Head.columns.state) == stage, head.value(Head.columns.version) == version else {
                    throw unusable(1)
                }
            } else {
                guard try take(scanner) else { throw unusable(lines.number) }
            }
        }
        return lines.number
    }

    /// The error for a line that is not one of this state.
    public func unusable(_ line: Int) -> StageFailure {
        StageFailure(
            .dataUnusable,
            "--state: \(path):\(line): this is not a state file of \(stage); not replaced; name another file, or remove it"
        )
    }

    /// Puts lines in the file's place.
    /// - Parameter fill: writes them, each with its line break.
    /// - Throws: `StageFailure` with status 74; the old file stays then.
    public func replace(_ fill: (RecordWriter) -> Void) throws {
        let writer = RecordWriter(capacity: 1 << 16)
        LinedState.line(writer) { (row: Row<Head>) in
            row[Head.columns.state] = stage
            row[Head.columns.version] = version
        }
        fill(writer)
        let descriptor = uninterrupted { open(file.temporary, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0, UnnamedFile.write(writer.bytes, to: descriptor), close(descriptor) == 0 else {
            throw StageFailure(.ioFailed, "--state: \(path): cannot write: \(systemMessage(errno))")
        }
        try file.commit()
    }

    /// Writes an object and a line break.
    public static func line<M: Members>(_ writer: RecordWriter, _ fill: (Row<M>) -> Void) {
        Row<M>.object(writer, fill)
        writer.newline()
    }
}
