import NDJSON

/// Writes the geometry of a feature as commands, in the sequences of version 2 (§4.3).
struct TileCommandWriter {
    /// The integers as varints.
    let output = RecordWriter(capacity: 1 << 12)
    private var cursor = TilePosition(x: 0, y: 0)
    /// The ring at hand.
    private var ring: [TilePosition] = []

    /// Writes a feature's geometry in place of the last; nothing where all of it is degenerate.
    mutating func write(_ feature: VectorTile.Feature) {
        output.removeAll()
        cursor = TilePosition(x: 0, y: 0)
        switch feature.type {
        case .unknown: for integer in feature.uninterpreted { output.varint(UInt64(integer)) }
        case .point: points(feature.parts)
        case .line: for part in feature.parts { line(part) }
        case .polygon: polygons(feature.parts)
        }
    }

    private mutating func points(_ parts: [[TilePosition]]) {
        let count = parts.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        write(atMost: count) { commands in
            commands.begin(1, count)
            for part in parts {
                for position in part { commands.step(to: position) }
            }
        }
    }

    private mutating func line(_ part: [TilePosition]) {
        guard let first = part.first else { return }
        var pieces = 0
        var before = first
        for position in part where position != before {
            pieces += 1
            before = position
        }
        guard pieces > 0 else { return }
        write(atMost: pieces + 1) { commands in
            commands.begin(1, 1)
            commands.step(to: first)
            commands.begin(2, pieces)
            for position in part where position != commands.cursor { commands.step(to: position) }
        }
    }

    /// Rings that turn as the first one does become exterior ones, the others interior ones.
    private mutating func polygons(_ parts: [[TilePosition]]) {
        var isReversed: Bool?
        for part in parts {
            ring.removeAll(keepingCapacity: true)
            TileRing.appendDistinct(part, to: &ring)
            let area = TileRing.doubleArea(ring)
            guard ring.count > 2, area != 0 else { continue }
            let reverse = isReversed ?? (area < 0)
            isReversed = reverse
            let ring = ring
            write(atMost: ring.count) { commands in
                commands.begin(1, 1)
                commands.step(to: ring[0])
                commands.begin(2, ring.count - 1)
                for place in 1..<ring.count { commands.step(to: ring[reverse ? ring.count - place : place]) }
                commands.begin(7, 1)
            }
        }
    }

    /// Writes what `body` says, of up to three commands and so many positions, without a look at the room for each.
    @inline(__always)
    private mutating func write(atMost positions: Int, _ body: (inout Commands) -> Void) {
        var end = cursor
        output.append(atMost: 15 + 10 * positions) { bytes in
            var commands = Commands(bytes: bytes, cursor: end)
            body(&commands)
            end = commands.cursor
            return commands.count
        }
        cursor = end
    }

    /// Commands at an address that has room for them.
    private struct Commands {
        let bytes: UnsafeMutableRawPointer
        var cursor: TilePosition
        var count = 0

        @inline(__always)
        mutating func begin(_ id: UInt32, _ repeats: Int) { put(UInt32(truncatingIfNeeded: repeats) << 3 | id) }

        /// The difference wraps round at 32 bits, as readers' sums do.
        @inline(__always)
        mutating func step(to position: TilePosition) {
            put(Commands.zigzag(position.x &- cursor.x))
            put(Commands.zigzag(position.y &- cursor.y))
            cursor = position
        }

        @inline(__always)
        private mutating func put(_ value: UInt32) {
            count &+= RecordWriter.storeVarint(value, at: bytes + count)
        }

        @inline(__always)
        private static func zigzag(_ difference: Int32) -> UInt32 {
            UInt32(bitPattern: difference << 1 ^ difference >> 31)
        }
    }
}

extension RecordWriter {
    /// Appends a field of bytes: its tag, which must be below 16, the length and the bytes.
    func field(_ number: UInt8, _ bytes: UnsafeRawBufferPointer) {
        append(number << 3 | 2)
        varint(UInt64(bytes.count))
        append(bytes)
    }

    func field(_ number: UInt8, _ text: String) {
        var copy = text
        copy.withUTF8 { field(number, UnsafeRawBufferPointer($0)) }
    }
}
