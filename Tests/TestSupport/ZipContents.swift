import CZlib

/// The entries of a zip archive, read from its directory and checked, for tests of what writes one.
public struct ZipContents {
    public private(set) var entries: [(name: String, bytes: [UInt8])] = []
    /// Whether any entry's directory record has ZIP64 sizes or an offset.
    public private(set) var usesZip64 = false

    public struct Fault: Error {
        public let reason: String
    }

    /// - Throws: `Fault` where the archive contradicts itself.
    public init(_ archive: [UInt8]) throws {
        func number(_ at: Int, _ count: Int) throws -> Int {
            guard at >= 0, at + count <= archive.count else { throw Fault(reason: "ends at \(at)") }
            return (0..<count).reduce(0) { $0 | Int(archive[at + $1]) << (8 * $1) }
        }
        func expect(_ signature: Int, _ at: Int) throws {
            guard try number(at, 4) == signature else { throw Fault(reason: "no \(signature) at \(at)") }
        }
        let end = archive.count - 22
        try expect(0x0605_4B50, end)
        var count = try number(end + 10, 2)
        var position = try number(end + 16, 4)
        if position == 0xFFFF_FFFF || count == 0xFFFF {
            try expect(0x0706_4B50, end - 20)
            let record = try number(end - 12, 8)
            try expect(0x0606_4B50, record)
            count = try number(record + 32, 8)
            position = try number(record + 48, 8)
        }
        for _ in 0..<count {
            try expect(0x0201_4B50, position)
            let crc = try number(position + 16, 4)
            let nameLength = try number(position + 28, 2)
            let extraLength = try number(position + 30, 2)
            let name = String(decoding: archive[(position + 46)..<(position + 46 + nameLength)], as: UTF8.self)
            var wide = position + 46 + nameLength + 4
            func size(_ at: Int) throws -> Int {
                let short = try number(at, 4)
                guard short == 0xFFFF_FFFF else { return short }
                usesZip64 = true
                wide += 8
                return try number(wide - 8, 8)
            }
            let uncompressed = try size(position + 24)
            let compressed = try size(position + 20)
            let local = try size(position + 42)
            try expect(0x0403_4B50, local)
            let localExtra = try number(local + 28, 2)
            let start = local + 30 + nameLength + localExtra
            // The data descriptor repeats what the directory has, 8 bytes a size where the header said ZIP64.
            let descriptor = start + compressed
            try expect(0x0807_4B50, descriptor)
            let width = localExtra > 0 ? 8 : 4
            guard try number(descriptor + 4, 4) == crc, try number(descriptor + 8, width) == compressed,
                try number(descriptor + 8 + width, width) == uncompressed
            else { throw Fault(reason: "\(name): descriptor and directory differ") }
            let bytes = try ZipContents.inflated(Array(archive[start..<descriptor]), uncompressed)
            guard Int(bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }) == crc else {
                throw Fault(reason: "\(name): checksum")
            }
            entries.append((name, bytes))
            position += 46 + nameLength + extraLength
        }
    }

    public func text(_ name: String) -> String? {
        entries.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func inflated(_ source: [UInt8], _ size: Int) throws -> [UInt8] {
        var stream = z_stream()
        guard linefeed_inflate_init(&stream, -15) == Z_OK else { throw Fault(reason: "zlib cannot start") }
        defer { inflateEnd(&stream) }
        var input = source
        var output = [UInt8](repeating: 0, count: size + 1)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END, Int(stream.total_out) == size else { throw Fault(reason: "deflate data") }
        return Array(output.dropLast())
    }
}
