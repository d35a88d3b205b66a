import GTFSRealtime
import NDJSON
import Platform
import StageKit

/// The .proto files of `--proto`, for decoding and encoding.
public enum OwnExtensions {
    /// Reads the files and tells what is to be told of them; nil if there are none.
    /// - Throws: `StageFailure` with status 66 if a file is missing, with 78 and the line if it is wrong.
    public static func read(_ paths: [String], _ context: StageContext) throws -> ProtoDefinitions? {
        if paths.isEmpty { return nil }
        // A pipe gives its bytes once.
        var given: [String: [UInt8]] = [:]
        for path in paths where given[path] == nil {
            switch content(of: path) {
            case .bytes(let bytes): given[path] = bytes
            case .missing: throw MissingInput.failure(path, code: ENOENT)
            case .unreadable(let reason): throw StageFailure(.inputMissing, "\(path): \(reason)")
            }
        }
        do throws(ProtoFault) {
            let definitions = try ProtoLibrary.definitions(in: paths) { path in
                given[path].map { .bytes($0) } ?? content(of: path)
            }
            for note in definitions.notes { context.diagnostics.report(finding(note)) }
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

    /// The bytes of a file, a byte more than may be at the most.
    private static func content(of path: String) -> ProtoLibrary.Content {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(systemMessage(errno))
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
