import Glibc
import NDJSON

/// Bytes handed out in pieces.
final class PieceSource: ByteSource {
    private let bytes: [UInt8]
    private let piece: Int
    private var position = 0

    init(_ bytes: [UInt8], piece: Int = .max) {
        self.bytes = bytes
        self.piece = piece
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(piece, buffer.count, bytes.count - position)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
        }
        position += count
        return count
    }
}

/// All that a source has left.
func drained(_ source: any ByteSource, limit: Int = 1 << 30, space: Int = 1 << 14) throws -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: space)
    while true {
        let count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
        try require(count >= 0 && count <= space, "a source gave \(count) bytes into \(space)")
        if count == 0 { return all }
        all += chunk[..<count]
        try require(all.count <= limit, "a source went past \(limit) bytes")
    }
}

/// A file without a name in a folder, for readers that open a path; gone with the object's life.
final class NamelessFile {
    let descriptor: Int32
    var path: String { "/proc/self/fd/\(descriptor)" }

    init(_ bytes: some Collection<UInt8> = []) {
        var template = Array("\(ScratchFolder.path)/file.XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        precondition(descriptor >= 0, "no temporary file: errno \(errno)")
        unlink(template)
        ScratchFolder.put(Array(bytes), to: descriptor)
    }

    deinit { close(descriptor) }
}

/// A folder of the process's own, in memory where there is one of that kind.
enum ScratchFolder {
    static let path: String = {
        for parent in ["/dev/shm", "/tmp"] {
            var template = Array("\(parent)/linefeed-check.XXXXXX".utf8CString)
            if mkdtemp(&template) != nil {
                let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                removed = path
                atexit {
                    for name in ["zone", "tiles"] { unlink(removed + "/" + name) }
                    rmdir(removed)
                }
                return path
            }
        }
        preconditionFailure("no temporary folder: errno \(errno)")
    }()
    nonisolated(unsafe) private static var removed = ""

    /// Writes a file of a name over what was there.
    static func write(_ bytes: [UInt8], _ name: String) -> String {
        let file = path + "/" + name
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        precondition(descriptor >= 0, "no temporary file: errno \(errno)")
        defer { close(descriptor) }
        put(bytes, to: descriptor)
        return file
    }

    static func put(_ bytes: [UInt8], to descriptor: Int32) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes {
                written(descriptor, $0.baseAddress! + position, bytes.count - position)
            }
            precondition(count > 0, "a temporary file cannot be written: errno \(errno)")
            position += count
        }
    }

    private static func written(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
        Glibc.write(descriptor, start, count)
    }
}

/// Choices made from an input's bytes, for what is written and then read.
struct Choices {
    private let bytes: [UInt8]
    private var position = 0
    var isAtEnd: Bool { position >= bytes.count }

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }

    /// 0 after the end.
    mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number(below limit: Int) -> Int { limit <= 256 ? Int(byte()) % limit : Int(word() % UInt64(limit)) }

    mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

    mutating func bytes(_ count: Int) -> [UInt8] {
        let end = min(position + count, bytes.count)
        defer { position = end }
        return Array(bytes[position..<end])
    }
}
