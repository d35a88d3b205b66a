import Platform

/// A file that other code writes under a temporary name and that replaces its target as a whole at the end.
///
/// It lies beside the target under a name that is always the same, locked while it is written: what a killed run left
/// is removed by the next one, and of two runs at once the second finds it locked. Links are followed, the old file's
/// mode and owner are kept.
public final class ReplacementFile {
    /// Where the file will be: the end of the chain of links.
    public let target: String
    private let given: String
    private let file: TemporaryFile

    /// Where it is written; empty at first.
    public var temporary: String { file.path }

    /// - Throws: `StageFailure` with status 73 where no file can be made or the old one may not be written, 75 where
    ///   another run writes it.
    public init(path: String) throws {
        target = try OutputFile.resolve(path)
        given = path
        let status = FileStatus(target)
        if let status, !status.isRegular {
            throw StageFailure(.outputUncreatable, "\(path) is not a regular file")
        }
        if status != nil, access(target, W_OK) != 0 {
            throw StageFailure(.outputUncreatable, "\(path): cannot write: \(systemMessage(errno))")
        }
        file = try TemporaryFile(alone: target, named: path)
        OutputFile.giveMode(of: status, to: file.descriptor)
    }

    /// How many bytes were written so far.
    public var count: Int { FileStatus(file.descriptor)?.size ?? 0 }

    /// Syncs the file, which nobody writes any more, and puts it in place.
    /// - Throws: `StageFailure` with status 74.
    public func commit() throws { try file.put(at: target, named: given) }

    /// Gives up: an older file under the name stays as it was.
    public func discard() { file.discard() }
}
