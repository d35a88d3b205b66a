import CZlib
import GTFSSchedule
import MapTiles
import NDJSON
import Zip

/// A zip read a second time, the short way: only one whose end record ends the file and whose parts lie where it says.
struct SmallZip {
    struct Entry: Equatable {
        var name: [UInt8]
        var content: [UInt8]
    }

    /// What it holds, folders left out; nil where it is not of the plainest kind or is damaged.
    static func read(_ bytes: [UInt8]) -> [Entry]? {
        let end = bytes.count - 22
        guard bytes.little(at: end, 4) == 0x0605_4B50, bytes.little(at: end + 20, 2) == 0,
            bytes.little(at: end + 4, 4) == 0, let count = bytes.little(at: end + 10, 2),
            bytes.little(at: end + 8, 2) == count, let size = bytes.little(at: end + 12, 4),
            let start = bytes.little(at: end + 16, 4), start + size == end, count > 0, count < 0xFFFF
        else { return nil }
        var entries: [Entry] = []
        var place = start
        for _ in 0..<count {
            guard bytes.little(at: place, 4) == 0x0201_4B50, let flags = bytes.little(at: place + 8, 2),
                flags & ~0x0808 == 0, let method = bytes.little(at: place + 10, 2),
                let crc = bytes.little(at: place + 16, 4), let compressed = bytes.little(at: place + 20, 4),
                let size = bytes.little(at: place + 24, 4), let nameLength = bytes.little(at: place + 28, 2),
                bytes.little(at: place + 30, 4) == 0, let header = bytes.little(at: place + 42, 4),
                place + 46 + nameLength <= end, bytes.little(at: header, 4) == 0x0403_4B50,
                let localName = bytes.little(at: header + 26, 2), let localExtra = bytes.little(at: header + 28, 2)
            else { return nil }
            let data = header + 30 + localName + localExtra
            guard data + compressed <= bytes.count else { return nil }
            let stored = Array(bytes[data..<(data + compressed)])
            let content: [UInt8]
            switch method {
            case 0: content = stored
            case 8:
                guard let inflated = SmallZip.inflated(stored, limit: 1 << 26) else { return nil }
                content = inflated
            default: return nil
            }
            guard content.count == size, crc == Int(checksum(content)) else { return nil }
            let name = Array(bytes[(place + 46)..<(place + 46 + nameLength)])
            if name.last != UInt8(ascii: "/"), !name.isEmpty { entries.append(Entry(name: name, content: content)) }
            place += 46 + nameLength
        }
        return place == end ? entries : nil
    }

    static func checksum(_ bytes: [UInt8]) -> UInt {
        bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32(bytes.count)) }
    }

    /// A raw deflated stream, or what precedes other bytes; nil where it is damaged, cut, or longer than `limit`.
    static func inflated(_ bytes: [UInt8], window: Int32 = -15, limit: Int) -> [UInt8]? {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard linefeed_inflate_init(stream, window) == Z_OK else { return nil }
        defer { inflateEnd(stream) }
        var input = bytes + [0]
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(bytes.count)
            while true {
                let (code, made) = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.pointee.next_out = chunk.baseAddress
                    stream.pointee.avail_out = UInt32(chunk.count)
                    let code = inflate(stream, Z_NO_FLUSH)
                    return (code, chunk.count - Int(stream.pointee.avail_out))
                }
                output += chunk[..<made]
                if code == Z_STREAM_END { return output }
                guard code == Z_OK, output.count <= limit else { return nil }
            }
        }
    }

    /// An archive of entries as they are given, right or wrong.
    static func made(
        _ entries: [(name: String, method: Int, stored: [UInt8], size: Int, crc: Int)]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let name = Array(entry.name.utf8)
            var common: [UInt8] = []
            common += .little(entry.method, 2) + [0, 0, 0x21, 0] + .little(entry.crc, 4)
            common += .little(entry.stored.count, 4) + .little(entry.size, 4) + .little(name.count, 2) + [0, 0]
            directory += .little(0x0201_4B50, 4) + [20, 0, 20, 0, 0, 8] + common
            directory += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + .little(bytes.count, 4) + name
            bytes += .little(0x0403_4B50, 4) + [20, 0, 0, 8] + common + name + entry.stored
        }
        let start = bytes.count
        bytes += directory + .little(0x0605_4B50, 4) + [0, 0, 0, 0]
        bytes += .little(entries.count, 2) + .little(entries.count, 2) + .little(directory.count, 4)
        return bytes + .little(start, 4) + [0, 0]
    }
}

extension ReaderCheck {
    /// What a few hundred bytes inflate to may be a thousand times as much.
    private static let inflating = Allowance().with {
        $0.bytes = (8 << 20, 6000)
        $0.calls = (20_000, 200)
        $0.microseconds = (2_000_000, 600)
    }

    static let zip = ReaderCheck(
        "zip", longest: 4096, allowance: inflating,
        seeds: {
            let stops = [UInt8]("stop_id\nA\n")
            let crc = Int(SmallZip.checksum(stops))
            let plain = SmallZip.made([
                ("stops.txt", 0, stops, stops.count, crc), ("feed/", 0, [], 0, 0),
                ("feed/x.txt", 0, stops, stops.count, crc), (".DS_Store", 0, [1], 1, 0),
            ])
            let deflated = zipped([("stops.txt", stops), ("trips.txt", [UInt8](repeating: 0x41, count: 3000))])
            let inner = SmallZip.made([("a/feed.zip", 0, plain, plain.count, Int(SmallZip.checksum(plain)))])
            let folder = SmallZip.made([("./x/../gtfs\\stops.txt", 0, stops, stops.count, crc)])
            return [plain, deflated, inner, folder, SmallZip.made([]), [0x50, 0x4B] + plain]
        },
        repaired: { bytes in
            // The directory's sums and sizes are made those of what it points to.
            var bytes = bytes
            var place = 0
            while let next = bytes[place...].firstIndex(of: 0x50), next + 46 <= bytes.count {
                place = next + 1
                guard bytes.little(at: next, 4) == 0x0201_4B50, let header = bytes.little(at: next + 42, 4),
                    bytes.little(at: header, 4) == 0x0403_4B50, let stored = bytes.little(at: next + 20, 4),
                    let name = bytes.little(at: header + 26, 2), let extra = bytes.little(at: header + 28, 2)
                else { continue }
                let data = header + 30 + name + extra
                guard data + stored <= bytes.count else { continue }
                let raw = Array(bytes[data..<(data + stored)])
                let content =
                    bytes.little(at: next + 10, 2) == 8 ? SmallZip.inflated(raw, limit: 1 << 22) : raw
                guard let content else { continue }
                let sum = [UInt8].little(Int(SmallZip.checksum(content)), 4)
                bytes.replaceSubrange((next + 16)..<(next + 20), with: sum)
                bytes.replaceSubrange((next + 24)..<(next + 28), with: [UInt8].little(content.count, 4))
            }
            return bytes
        }
    ) { bytes in
        let bytes = Array(bytes)
        let file = NamelessFile(bytes)
        let plain = SmallZip.read(bytes)
        let tally = ReadTally(limit: 64 << 20)
        let archive: FeedArchive
        do { archive = try FeedArchive(path: file.path, tally: tally) } catch let fault as FeedFault {
            try require(!fault.description.isEmpty, "no reason")
            // What is a zip of the plainest kind is one; which of its feeds is meant may be in doubt.
            if plain != nil, !fault.description.hasPrefix(file.path + "#") {
                try require(
                    !fault.description.hasSuffix("is not a zip") && !fault.description.contains("cut short"),
                    "\(fault) of what is a plain zip")
            }
            return
        }
        var contents: [(name: String, bytes: [UInt8])] = []
        var isWhole = true
        for entry in archive.files + archive.elsewhere {
            do {
                let content = try drained(try entry.open(tally), limit: 64 << 20)
                try requireEqual(content.count, entry.bytes, "the size of \(entry.path)")
                if entry.path == entry.name { contents.append((entry.name, content)) }
                try require(try entry.hasContent(of: entry, ReadTally()), "\(entry.path) has what it has")
            } catch let fault as FeedFault {
                isWhole = false
                // What lies in a zip inside may be anything.
                let isOwn = !fault.description.hasPrefix(file.path + "#")
                try require(plain == nil || !isOwn, "\(fault) of a plain zip")
            }
        }
        if let plain, plain.allSatisfy({ isPlainName($0.name) }), archive.elsewhere.isEmpty,
            archive.files.count == plain.count
        {
            for (entry, content) in Swift.zip(plain, contents) {
                try requireEqual(entry.content, content.bytes, "what is in \(content.name)")
            }
        }
        guard isWhole, !contents.isEmpty else { return }
        // What was read and is written is read again.
        let copy = NamelessFile(zipped(contents))
        let again = try FeedArchive(path: copy.path, tally: tally)
        try requireEqual(again.files.map(\.name), contents.map(\.name), "names that were written")
        for (entry, content) in Swift.zip(again.files, contents) {
            try requireEqual(try drained(try entry.open(tally)), content.bytes, "\(content.name) again")
        }
    }

    private static func isPlainName(_ name: [UInt8]) -> Bool {
        name.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2E } && name.first != 0x2E
    }

    private static func zipped(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        let out = RecordWriter()
        let writer = ZipWriter { out.append($0) }
        do {
            for file in files {
                try writer.begin(file.name, atMost: file.bytes.count)
                try file.bytes.withUnsafeBytes { try writer.append($0) }
            }
            try writer.finish()
        } catch { preconditionFailure("\(error)") }
        return Array(out.bytes)
    }

    static let inflate = ReaderCheck(
        "inflate", longest: 4096, allowance: inflating,
        seeds: {
            let text = [UInt8]("stop_id,stop_name\nA,Central\nB,Central\n")
            let one = text.withUnsafeBytes { TileGzip.compressed($0) }
            let zeros = [UInt8](repeating: 0, count: 5000).withUnsafeBytes { TileGzip.compressed($0, level: 9) }
            // Stored, and with its parts in gzip's header.
            let stored: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 0x61, 0x62, 0x63]
            return [one, one + one, one + [0, 0, 0], zeros, Array(zeros.dropFirst(10).dropLast(8)), stored]
        }
    ) { bytes in
        let bytes = Array(bytes)
        // Raw, inside an archive.
        let raw = SmallZip.inflated(bytes, limit: 32 << 20)
        let crc = raw.map { Int(SmallZip.checksum($0)) } ?? 0
        let archive = NamelessFile(SmallZip.made([("stops.txt", 8, bytes, raw?.count ?? 7, crc)]))
        let tally = ReadTally(limit: 64 << 20)
        guard let entry = try FeedArchive(path: archive.path, tally: tally).files.first else {
            throw CheckFault("an archive without its entry")
        }
        for space in [1 << 16, 100] {
            do {
                let content = try drained(try entry.open(tally), space: space)
                try requireEqual(raw, content, "inflated into \(space) bytes")
            } catch let fault as FeedFault {
                let isTooMuch = fault.description.contains("bomb") || fault.description.contains("--max")
                try require(raw == nil || isTooMuch, "\(fault) of what zlib inflates")
            }
        }
        // Gzip, of several members.
        let limit = 8 << 20
        let given = bytes.starts(with: [0x1F, 0x8B, 8]) ? bytes : [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes
        do {
            let content = try given.withUnsafeBytes { try TileGzip.decompressed($0, limit: limit) }
            try require(content.count <= limit, "\(content.count) bytes")
            let first = SmallZip.inflated(given, window: 31, limit: limit)
            try require(first.map { content.starts(with: $0) } ?? false, "another beginning than zlib's")
            let again = content.withUnsafeBytes { TileGzip.compressed($0) }
            try requireEqual(
                try again.withUnsafeBytes { try TileGzip.decompressed($0, limit: limit) }, content, "compressed again")
        } catch let fault as TileFault {
            guard let first = SmallZip.inflated(given, window: 31, limit: limit) else { return }
            // A first member that is whole is followed by what is none, or by too much.
            let alone = first.withUnsafeBytes { TileGzip.compressed($0) }
            _ = try alone.withUnsafeBytes { try TileGzip.decompressed($0, limit: limit) }
            try require(!"\(fault)".isEmpty, "no reason")
        }
    }
}
