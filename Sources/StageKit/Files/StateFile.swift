import NDJSON
import Platform

/// A file whose first line is a JSON object with the state that one run leaves for a later one.
///
/// The state is read completely or not at all: a truncated or invalid line, or a symbolic link of another user, counts
/// as absent, because every state can be recomputed.
public enum StateFile {
    private static let limit = 1 << 16

    /// The first line without its line break; nil if there is none.
    /// - Parameter isOwn: whether to accept only a regular file of this user, without following a link; another user
    ///   could write anything.
    public static func line(of path: String, isOwn: Bool = false) -> [UInt8]? {
        let descriptor = uninterrupted {
            open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isOwn ? O_NOFOLLOW : 0))
        }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if isOwn {
            guard let status = FileStatus(descriptor), status.isRegular, status.user == geteuid()
            else { return nil }
        }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { readFully(descriptor, at: 0, into: $0) }
        guard count > 0, let end = bytes[..<count].firstIndex(of: 0x0A) else { return nil }
        return Array(bytes[..<end])
    }

    /// Replaces the file atomically.
    /// - Parameter isDurable: false for what may be lost with the machine's power, such as figures of the moment.
    /// - Throws: `StageFailure` with status 73 or 74.
    public static func replace(
        _ path: String, with bytes: UnsafeRawBufferPointer, isDurable: Bool = true
    ) throws {
        // The name is predictable, and anyone who may write to the folder can put a link there. The link is replaced,
        // not its target.
        let file = try TemporaryFile(beside: path, named: path)
        fchmod(file.descriptor, 0o666 & ~OutputFile.mask)
        guard UnnamedFile.write(bytes, to: file.descriptor) else {
            let reason = systemMessage(errno)
            file.discard()
            throw StageFailure(.ioFailed, "\(path): cannot write: \(reason)")
        }
        try file.put(at: path, named: path, isDurable: isDurable)
    }
}

/// The members of a state's line, each named once for reading and writing.
public struct StateMembers<State>: Sendable {
    /// A member; it is omitted from the line if it is nil.
    public struct Member: Sendable {
        let key: JSONKey
        let write: @Sendable (State, RecordWriter, JSONKey) -> Void
        /// Whether the line can be read without it, or has it.
        let read: @Sendable (inout State, JSONValue) -> Bool

        public static func text(_ name: String, _ path: any WritableKeyPath<State, String?> & Sendable) -> Member {
            optional(name, path, write: { $0.string($1) }, read: { $0.string })
        }

        public static func number(_ name: String, _ path: any WritableKeyPath<State, Int?> & Sendable) -> Member {
            optional(name, path, write: { $0.integer($1) }, read: { $0.integer })
        }

        private static func optional<Value>(
            _ name: String, _ path: any WritableKeyPath<State, Value?> & Sendable,
            write: @escaping @Sendable (RecordWriter, Value) -> Void,
            read: @escaping @Sendable (JSONValue) -> Value?
        ) -> Member {
            Member(key: JSONKey(name)) { state, writer, key in
                guard let value = state[keyPath: path] else { return }
                writer.member(key)
                write(writer, value)
            } read: { state, value in
                state[keyPath: path] = read(value)
                return true
            }
        }

        /// A number that is 0 if the line does not have it.
        public static func count(_ name: String, _ path: any WritableKeyPath<State, Int> & Sendable) -> Member {
            Member(key: JSONKey(name)) { state, writer, key in
                writer.member(key)
                writer.integer(state[keyPath: path])
            } read: { state, value in
                state[keyPath: path] = value.integer ?? 0
                return true
            }
        }

        /// A required text; a line without it does not belong to this state.
        public static func required(_ name: String, _ path: any WritableKeyPath<State, String> & Sendable) -> Member {
            Member(key: JSONKey(name)) { state, writer, key in
                writer.member(key)
                writer.string(state[keyPath: path])
            } read: { state, value in
                guard let text = value.string else { return false }
                state[keyPath: path] = text
                return true
            }
        }
    }

    private let all: [Member]
    /// Grows when an older program would misread the line; nil for a line that is a record of the contract.
    private let version: Int?
    private static var versionName: String { "version" }

    public init(_ all: [Member], version: Int? = nil) {
        self.all = all
        self.version = version
    }

    /// Writes the members in order.
    public func write(_ state: State, into writer: RecordWriter, without left: String? = nil) {
        if let version {
            writer.member(named: StateMembers.versionName)
            writer.integer(version)
        }
        for member in all where member.key.name != left { member.write(state, writer, member.key) }
    }

    /// Reads a line into `state`; false if it is not an object of this version that has all that is required. One without
    /// a version is of the first.
    public func read(_ line: [UInt8], into state: inout State) -> Bool {
        let scanner = RecordScanner(fields: all.map(\.key.name) + [StateMembers.versionName])
        return line.withUnsafeBytes { bytes in
            guard (try? scanner.scan(bytes)) != nil else { return false }
            if let version, scanner[all.count].isPresent, scanner[all.count].integer != version { return false }
            return all.indices.allSatisfy { all[$0].read(&state, scanner[$0]) }
        }
    }
}
