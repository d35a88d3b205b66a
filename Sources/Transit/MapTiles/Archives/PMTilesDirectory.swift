import NDJSON

/// What a directory says of a run of tiles, or of a leaf directory (PMTiles 3 §4.1).
public struct PMTilesEntry: Sendable, Equatable, BitwiseCopyable {
    /// The number of the first tile.
    public var id: UInt64
    /// Bytes from the beginning of the tiles, or of the leaf directories.
    public var offset: UInt64
    /// Bytes, as they are stored.
    public var length: UInt32
    /// How many tiles, one number after another, have this content; 0 for a leaf directory.
    public var runLength: UInt32

    /// The number after the last tile's; of a leaf directory, the one after its first.
    var end: UInt64 { id + UInt64(max(runLength, 1)) }
}

/// A list of entries by ascending number, none of which runs into the next.
struct PMTilesDirectory {
    /// The most bytes of a directory, inflated, that are read.
    static let byteLimit = 1 << 25
    /// The most entries of a directory that are read: 50 MB of memory.
    static let entryLimit = 1 << 21

    let entries: [PMTilesEntry]

    /// Where the entry is that a number may belong to: the last that does not begin after it.
    func place(of id: UInt64) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id <= id { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}

// MARK: Bytes

extension PMTilesDirectory {
    /// Reads a directory that is not compressed (§4.3). Bytes after it are passed over, as the specification's own
    /// reader does.
    ///
    /// - Parameter path: for messages.
    /// - Throws: `TileFault` of kind unusable.
    init(_ bytes: UnsafeRawBufferPointer, path: String) throws {
        func fault(_ reason: String) -> TileFault { TileFault(.unusable, "\(path): \(reason); reading stopped") }
        var numbers = ProtobufCursor(bytes)
        func next() throws -> UInt64 {
            do throws(ProtobufFault) { return try numbers.varint() } catch {
                throw fault("a directory is truncated or corrupt")
            }
        }
        let announced = try next()
        // An entry takes four bytes at the least, so that a count cannot make more room than there is content.
        guard announced <= UInt64(numbers.rest.count / 4), announced <= UInt64(PMTilesDirectory.entryLimit) else {
            throw fault("a directory claims \(announced) entries in \(bytes.count) bytes")
        }
        let count = Int(announced)
        var entries = [PMTilesEntry](
            repeating: PMTilesEntry(id: 0, offset: 0, length: 0, runLength: 0), count: count)
        var id: UInt64 = 0
        for place in 0..<count {
            let step = try next()
            guard step < PMTilesID.count - id else {
                throw fault("a directory has tiles beyond zoom \(PMTilesID.deepest)")
            }
            guard step > 0 || place == 0 else { throw fault("a directory has tile \(id) twice") }
            id += step
            entries[place].id = id
        }
        for place in 0..<count {
            let run = try next()
            let end = place + 1 < count ? entries[place + 1].id : PMTilesID.count
            guard run <= UInt64(UInt32.max), run <= end - entries[place].id else {
                throw fault(
                    "a run of \(run) tiles from tile \(entries[place].id) overlaps the next run or exceeds the last zoom"
                )
            }
            entries[place].runLength = UInt32(run)
        }
        for place in 0..<count {
            let length = try next()
            guard length > 0, length <= UInt64(UInt32.max) else {
                throw fault("a directory has an entry of \(length) bytes")
            }
            entries[place].length = UInt32(length)
        }
        var following: UInt64 = 0
        for place in 0..<count {
            let written = try next()
            guard written > 0 || place > 0 else { throw fault("the first entry of a directory has no offset") }
            entries[place].offset = written == 0 ? following : written - 1
            let (sum, isTooBig) = entries[place].offset.addingReportingOverflow(UInt64(entries[place].length))
            guard !isTooBig else { throw fault("a directory has an offset beyond any file") }
            following = sum
        }
        self.entries = entries
    }

    /// The bytes of a directory, not compressed (§4.2).
    static func bytes(_ entries: ArraySlice<PMTilesEntry>) -> [UInt8] {
        let bytes = RecordWriter(capacity: entries.count * 6 + 8)
        bytes.varint(UInt64(entries.count))
        var last: UInt64 = 0
        for entry in entries {
            bytes.varint(entry.id - last)
            last = entry.id
        }
        for entry in entries { bytes.varint(UInt64(entry.runLength)) }
        for entry in entries { bytes.varint(UInt64(entry.length)) }
        var following: UInt64?
        for entry in entries {
            bytes.varint(entry.offset == following ? 0 : entry.offset + 1)
            following = entry.offset + UInt64(entry.length)
        }
        return Array(bytes.bytes)
    }
}
