/// One entry of a zip's central directory.
struct ZipEntry {
    /// The name with `/` between folders, without one at the front.
    let path: String
    let isFolder: Bool
    let flags: UInt16
    let method: UInt16
    let checksum: UInt32
    /// Bytes as they lie in the archive.
    let compressed: Int
    /// Bytes once inflated, as the directory says.
    let size: Int
    /// Offset of the local header in the archive's range.
    let header: Int

    var isEncrypted: Bool { flags & 0x2041 != 0 }
}

/// Reads the central directory of a zip (APPNOTE 6.3.10 §4.3.12 to §4.3.16), zip64 and data before the archive
/// included.
enum ZipDirectory {
    /// Largest directory that is read, in bytes: some 600,000 entries.
    static let sizeLimit = 64 << 20

    private struct Place {
        var offset: Int
        var size: Int
        var entries: Int
        /// How far the archive's offsets are from the range's start, where other data precede it.
        var shift: Int
    }

    /// How far from its end a zip's end record is looked for: its comment, and data behind the archive.
    static let tailLimit = 1 << 20
    /// How many end records' directories are read before the search is given up.
    private static let attemptLimit = 16

    /// Finds the end record among the last MiB, of several the last whose directory is whole.
    /// - Parameter name: the archive for messages.
    /// - Throws: `FeedFault` of kind unusable when the range is not a zip, is cut short, or spans disks.
    static func entries(of range: FileRange, name: String) throws -> [ZipEntry] {
        let tailStart = max(range.count - tailLimit, 0)
        let tail = try range.bytes(at: tailStart, count: range.count - tailStart)
        var fault: FeedFault?
        var attempts = 0
        var isEmpty = false
        var position = tail.count - 22
        while position >= 0, attempts < attemptLimit {
            defer { position -= 1 }
            guard tail[position] == 0x50, tail.u32(position) == 0x0605_4B50,
                let place = try place(tail, position, tailStart: tailStart, range, name: name)
            else { continue }
            if place.entries == 0, place.size == 0 {
                // True of a zip without entries, and easily of bytes in a comment.
                isEmpty = true
                continue
            }
            attempts += 1
            do { return try entries(at: place, in: range, name: name) } catch let found as FeedFault {
                fault = fault ?? found
            }
        }
        if let fault { throw fault }
        if isEmpty { return [] }
        let head = try range.bytes(at: 0, count: 4)
        if head.count == 4, head.u32(0) == 0x0403_4B50 {
            throw FeedFault(
                .unusable,
                "\(name): the zip has no directory in its last \(tail.count) bytes; it is truncated"
                    + (tailStart > 0 ? ", or other data follows it" : ""))
        }
        if range.count == 0 { throw FeedFault(.unusable, "\(name) is empty, not a zip") }
        throw FeedFault(.unusable, "\(name) is not a zip", head: Array(try range.bytes(at: 0, count: 512)))
    }

    private static func entries(at place: Place, in range: FileRange, name: String) throws -> [ZipEntry] {
        guard place.size <= sizeLimit else {
            throw FeedFault(
                .unusable, "\(name): the zip's directory has \(place.size) bytes; the limit is \(sizeLimit)")
        }
        let bytes = try range.bytes(at: place.offset + place.shift, count: place.size)
        var entries: [ZipEntry] = []
        var position = 0
        while position + 46 <= bytes.count, bytes.u32(position) == 0x0201_4B50 {
            let nameLength = Int(bytes.u16(position + 28))
            let extraLength = Int(bytes.u16(position + 30))
            let next = position + 46 + nameLength + extraLength + Int(bytes.u16(position + 32))
            guard next <= bytes.count else { break }
            entries.append(try entry(bytes, at: position, nameLength, extraLength, shift: place.shift, name: name))
            position = next
        }
        guard entries.count >= place.entries || entries.count & 0xFFFF == place.entries else {
            throw FeedFault(
                .unusable,
                "\(name): the zip's directory ends after \(entries.count) of \(place.entries) entries")
        }
        return entries
    }

    private static func entry(
        _ bytes: [UInt8], at position: Int, _ nameLength: Int, _ extraLength: Int, shift: Int, name: String
    ) throws -> ZipEntry {
        var sizes = [
            UInt64(bytes.u32(position + 24)), UInt64(bytes.u32(position + 20)), UInt64(bytes.u32(position + 42)),
        ]
        // The zip64 field (§4.5.3) holds those of the three that did not fit, in this order.
        var extra = position + 46 + nameLength
        let extraEnd = extra + extraLength
        while extra + 4 <= extraEnd {
            let length = Int(bytes.u16(extra + 2))
            if bytes.u16(extra) == 1 {
                var value = extra + 4
                for index in 0..<3 where sizes[index] == 0xFFFF_FFFF && value + 8 <= min(extra + 4 + length, extraEnd) {
                    sizes[index] = bytes.u64(value)
                    value += 8
                }
            }
            extra += 4 + length
        }
        let raw = bytes[(position + 46)..<(position + 46 + nameLength)].map { $0 == 0x5C ? 0x2F : $0 }
        // Nothing is ever written under these names, so `..` is noise and not a danger.
        let path = raw.split(separator: 0x2F).filter { !$0.elementsEqual([0x2E]) && !$0.elementsEqual([0x2E, 0x2E]) }
            .joined(separator: [0x2F])
        let isFolder = raw.isEmpty || raw.last == 0x2F
        guard let size = Int(exactly: sizes[0]), let compressed = Int(exactly: sizes[1]),
            let header = Int(exactly: sizes[2]), header <= Int.max - shift
        else { throw FeedFault(.unusable, "\(name): the zip's directory is corrupt (a size beyond 2^63)") }
        return ZipEntry(
            path: String(decoding: Array(path), as: UTF8.self), isFolder: isFolder, flags: bytes.u16(position + 8),
            method: bytes.u16(position + 10), checksum: bytes.u32(position + 16), compressed: compressed, size: size,
            header: header + shift)
    }

    // MARK: The end of the archive

    private static func place(
        _ tail: [UInt8], _ position: Int, tailStart: Int, _ range: FileRange, name: String
    ) throws -> Place? {
        guard position + 22 + Int(tail.u16(position + 20)) <= tail.count else { return nil }
        var place = Place(
            offset: Int(tail.u32(position + 16)), size: Int(tail.u32(position + 12)),
            entries: Int(tail.u16(position + 10)), shift: 0)
        var disk = UInt32(tail.u16(position + 4))
        var anchor = tailStart + position
        if place.offset == 0xFFFF_FFFF || place.size == 0xFFFF_FFFF || place.entries == 0xFFFF {
            let locator = try range.bytes(at: anchor - 20, count: 20)
            if locator.count == 20, locator.u32(0) == 0x0706_4B50 {
                guard let large = try zip64(locator, before: anchor - 20, range) else { return nil }
                place = large.place
                disk = large.disk
                anchor = large.anchor
            }
        }
        guard disk == 0 || disk == 0xFFFF else {
            throw FeedFault(.unusable, "\(name): zips in several parts are not supported; join the parts first")
        }
        guard place.size <= anchor else { return nil }
        if place.entries == 0, place.size == 0 { return place }
        for shift in [anchor - place.size - place.offset, 0] where shift >= 0 {
            let signature = try range.bytes(at: place.offset + shift, count: 4)
            if signature.count == 4, signature.u32(0) == 0x0201_4B50 {
                place.shift = shift
                return place
            }
        }
        return nil
    }

    private static func zip64(
        _ locator: [UInt8], before end: Int, _ range: FileRange
    ) throws -> (place: Place, disk: UInt32, anchor: Int)? {
        let stated = Int(truncatingIfNeeded: locator.u64(8))
        for anchor in [stated, end - 56] where anchor >= 0 && anchor <= end - 56 {
            let record = try range.bytes(at: anchor, count: 56)
            guard record.count == 56, record.u32(0) == 0x0606_4B50, let size = Int(exactly: record.u64(40)),
                let offset = Int(exactly: record.u64(48)), let entries = Int(exactly: record.u64(32)),
                offset <= range.count, size <= range.count
            else { continue }
            return (Place(offset: offset, size: size, entries: entries, shift: 0), record.u32(16), anchor)
        }
        return nil
    }
}

/// Little-endian numbers of a zip's records.
extension [UInt8] {
    func u16(_ position: Int) -> UInt16 { UInt16(self[position]) | UInt16(self[position + 1]) << 8 }
    func u32(_ position: Int) -> UInt32 { UInt32(u16(position)) | UInt32(u16(position + 2)) << 16 }
    func u64(_ position: Int) -> UInt64 { UInt64(u32(position)) | UInt64(u32(position + 4)) << 32 }
}
