import GTFSRealtime
import Platform
import StageKit

/// The .proto files of `--proto`, for decoding and encoding.
public enum OwnExtensions {
    /// Reads the files and tells what is to be told of them; nil if there are none.
    /// - Parameter reportsNotes: false if other code of the run reads the same files and reports what is to be told.
    /// - Throws: `StageFailure` with status 66 if a file is missing, with 78 and the line if it is wrong.
    public static func read(
        _ paths: [String], searchFolders: [String], _ context: StageContext, reportsNotes: Bool = true
    ) throws -> ProtoDefinitions? {
        if paths.isEmpty { return nil }
        // A pipe gives its bytes once.
        var given: [String: [UInt8]] = [:]
        for path in paths where given[path] == nil {
            switch content(of: path, below: nil) {
            case .bytes(let bytes): given[path] = bytes
            case .missing: throw MissingInput.failure(path, code: ENOENT)
            case .unreadable(let reason): throw StageFailure(.inputMissing, "\(path): \(reason)")
            }
        }
        do throws(ProtoFault) {
            let definitions = try ProtoLibrary.definitions(in: paths, searchFolders: searchFolders) { path, folder in
                given[path].map { .bytes($0) } ?? content(of: path, below: folder)
            }
            for note in definitions.notes where reportsNotes { context.diagnostics.report(finding(note)) }
            return definitions
        } catch {
            throw StageFailure(.configurationWrong, error.description)
        }
    }

    private static func finding(_ note: ProtoNote) -> Finding {
        let code =
            switch note.kind {
            case .numberTaken: "proto_number_taken"
            case .notRead: "proto_field_not_read"
            case .addsNothing: "proto_adds_nothing"
            }
        return Finding(.warning, code, file: note.file, line: note.line, field: note.field, message: note.message)
    }

    /// The bytes of a file, at most one more than the limit.
    /// - Parameter folder: for an import, the folder that the file must lie in after links are followed. An import must be
    ///   a regular file, so that a pipe does not keep the run waiting.
    private static func content(of path: String, below folder: String?) -> ProtoLibrary.Content {
        let flags = O_RDONLY | O_CLOEXEC | (folder == nil ? 0 : O_NONBLOCK)
        let descriptor = uninterrupted { open(path, flags) }
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(systemMessage(errno))
        }
        if let folder {
            guard FileStatus(descriptor)?.isRegular == true else {
                close(descriptor)
                return .unreadable("an import must be a regular file")
            }
            guard let root = Platform.realpath(folder.isEmpty ? "." : folder), let file = Platform.realpath(path),
                root == "/" || file.hasPrefix(root + "/")
            else {
                close(descriptor)
                return .unreadable("this link leads out of the folder of the imports")
            }
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= ProtoLibrary.byteLimit {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .unreadable(systemMessage(errno)) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return .bytes(bytes)
    }
}
