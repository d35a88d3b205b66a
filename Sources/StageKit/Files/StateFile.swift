import NDJSON
import Platform

/// A file whose first line, a JSON object, is what one run leaves for a later one to read.
///
/// It is read whole or not at all: what is cut short, is not such a line, or is somebody else's link is as good as
/// absent, for whatever a state says can be found out again.
public enum StateFile {
    private static let limit = 1 << 16

    /// The first line with its end left out; nil if there is none.
    /// - Parameter isOwn: only a regular file of this user's, no link to one: anybody else's would say what they chose.
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

    /// Writes the file anew, whole or not at all.
    /// - Throws: `StageFailure` with status 73 or 74.
    public static func replace(_ path: String, with bytes: UnsafeRawBufferPointer) throws {
        // Its name can be known beforehand, and whoever may write to the folder can put a link there: the link is
        // replaced, not what it leads to.
        let file = try TemporaryFile(beside: path, named: path)
        fchmod(file.descriptor, 0o666 & ~OutputFile.mask)
        guard UnnamedFile.write(bytes, to: file.descriptor) else {
            let reason = systemMessage(errno)
            file.discard()
            throw StageFailure(.ioFailed, "\(path): cannot write: \(reason)")
        }
        try file.put(at: path, named: path)
    }
}

/// The members of a state's line: each name once, for writing and for reading.
public struct StateMembers<State>: Sendable {
    /// One member, absent from the line if it is nil.
    public struct Member: Sendable {
        let key: JSONKey
        let write: @Sendable (State, RecordWriter, JSONKey) -> Void
        /// Whether the line can be read without it, or has it.
        let read: @Sendable (inout State, JSONValue) -> Bool

        public static func text(_ name: String, _ path: any WritableKeyPath<State, String?> & Sendable) -> Member {
            Member(key: JSONKey(name)) { state, writer, key in
                guard let text = state[keyPath: path] else { return }
                writer.member(key)
                writer.string(text)
            } read: { state, value in
                state[keyPath: path] = value.string
                return true
            }
        }

        public static func number(_ name: String, _ path: any WritableKeyPath<State, Int?> & Sendable) -> Member {
            Member(key: JSONKey(name)) { state, writer, key in
                guard let number = state[keyPath: path] else { return }
                writer.member(key)
                writer.integer(number)
            } read: { state, value in
                state[keyPath: path] = value.integer
                return true
            }
        }

        /// A text without which a line is none of this state's.
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

    /// Writes the members in their order.
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
