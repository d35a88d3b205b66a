import CZlib

/// Makes zips for tests, faulty ones too.
public struct ZipBuilder {
    public struct Entry {
        public var name: String
        public var content: [UInt8]
        public var isDeflated = true
        public var isZip64 = false
        /// Sizes and checksum follow the data instead of standing in the local header.
        public var hasDescriptor = false
        public var flags: UInt16 = 0
        public var method: UInt16?
        public var checksum: UInt32?
        public var declaredSize: Int?

        public init(_ name: String, _ text: String) { self.init(name, bytes: Array(text.utf8)) }

        public init(_ name: String, bytes: [UInt8]) {
            self.name = name
            content = bytes
        }
    }

    public var entries: [Entry]
    public var comment: [UInt8] = []
    public var prefix: [UInt8] = []
    /// Whether the end record is a zip64 one.
    public var isZip64 = false

    public init(_ entries: [Entry]) { self.entries = entries }

    /// A feed from one text: lines `# stops.txt` begin a file.
    public init(feed text: String) {
        entries = ZipBuilder.files(of: text).map { Entry($0.name, $0.content) }
    }

    /// The files of a feed written as one text.
    public static func files(of text: String) -> [(name: String, content: String)] {
        var files: [(name: String, content: String)] = []
        let whole = text.hasSuffix("\n") ? text.dropLast() : text[...]
        for line in whole.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                files.append((String(line.dropFirst(2)), ""))
            } else if !files.isEmpty {
                files[files.count - 1].content += line + "\n"
            }
        }
        return files
    }

    public var bytes: [UInt8] {
        var out = prefix
        var directory: [UInt8] = []
        for entry in entries {
            let offset = out.count - prefix.count
            let data = entry.isDeflated ? ZipBuilder.deflated(entry.content) : entry.content
            let checksum = entry.checksum ?? ZipBuilder.crc(entry.content)
            let size = entry.declaredSize ?? entry.content.count
            let flags = entry.flags | (entry.hasDescriptor ? 8 : 0)
            let method = entry.method ?? (entry.isDeflated ? 8 : 0)
            let name = Array(entry.name.utf8)
            func common(_ sizes: Bool) -> [UInt8] {
                let big = entry.isZip64
                return le(20, 2) + le(Int(flags), 2) + le(Int(method), 2) + le(0, 4)
                    + le(sizes ? Int(checksum) : 0, 4)
                    + le(sizes ? (big ? 0xFFFF_FFFF : data.count) : 0, 4)
                    + le(sizes ? (big ? 0xFFFF_FFFF : size) : 0, 4)
            }
            let extra =
                entry.isZip64 ? le(1, 2) + le(24, 2) + le(size, 8) + le(data.count, 8) + le(offset, 8) : []
            out += le(0x0403_4B50, 4) + common(!entry.hasDescriptor) + le(name.count, 2) + le(0, 2) + name + data
            if entry.hasDescriptor {
                out += le(0x0807_4B50, 4) + le(Int(checksum), 4) + le(data.count, 4) + le(size, 4)
            }
            directory +=
                le(0x0201_4B50, 4) + le(20, 2) + common(true) + le(name.count, 2) + le(extra.count, 2) + le(0, 2)
                + le(0, 2) + le(0, 2) + le(0, 4) + le(entry.isZip64 ? 0xFFFF_FFFF : offset, 4) + name + extra
        }
        let start = out.count - prefix.count
        out += directory
        if isZip64 {
            let record = out.count - prefix.count
            out +=
                le(0x0606_4B50, 4) + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 4) + le(0, 4) + le(entries.count, 8)
                + le(entries.count, 8) + le(directory.count, 8) + le(start, 8)
            out += le(0x0706_4B50, 4) + le(0, 4) + le(record, 8) + le(1, 4)
        }
        out +=
            le(0x0605_4B50, 4) + le(0, 2) + le(0, 2) + le(isZip64 ? 0xFFFF : entries.count, 2)
            + le(isZip64 ? 0xFFFF : entries.count, 2) + le(isZip64 ? 0xFFFF_FFFF : directory.count, 4)
            + le(isZip64 ? 0xFFFF_FFFF : start, 4) + le(comment.count, 2) + comment
        return out
    }

    private func le(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    public static func crc(_ bytes: [UInt8]) -> UInt32 { UInt32(crc32(0, bytes, UInt32(bytes.count))) }

    /// Raw deflate data, without a header.
    public static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        precondition(linefeed_deflate_init(&stream, 6, -15) == Z_OK)
        defer { deflateEnd(&stream) }
        var out = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
        let produced = out.withUnsafeMutableBufferPointer { target in
            var source = bytes
            return source.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
                return target.count - Int(stream.avail_out)
            }
        }
        out.removeLast(out.count - produced)
        return out
    }
}
