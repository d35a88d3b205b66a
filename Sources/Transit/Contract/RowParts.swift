import NDJSON

/// Parts of rows that many rows share, formatted once: each part has the bytes of a few columns in their order.
///
/// Debug builds trap on a part that skips a required column, so parts of tables with required columns begin with those.
///
/// Memory: the bytes, and 4 bytes for each part.
public struct RowParts<M: Members>: @unchecked Sendable {
    /// The parts one after the other. Each member begins with a comma.
    private let bytes: [UInt8]
    private let ends: [UInt32]
    #if DEBUG
        fileprivate let infos: [[UnsafePointer<ColumnInfo>]]
    #endif

    /// Formats parts, whose columns `fill` sets in order.
    public init(count: Int = 1, _ fill: (Row<M>, _ number: Int) -> Void) {
        let writer = RecordWriter(capacity: 64 * (count + 3))
        // The first member of a part is not the first one of its row.
        writer.newline()
        var ends: [UInt32] = []
        ends.reserveCapacity(count)
        #if DEBUG
            var infos: [[UnsafePointer<ColumnInfo>]] = []
        #endif
        for number in 0..<count {
            let row = Row<M>(writer)
            fill(row, number)
            ends.append(UInt32(writer.count - 1))
            #if DEBUG
                infos.append(row.check.noted)
            #endif
        }
        bytes = Array(writer.bytes.dropFirst())
        self.ends = ends
        #if DEBUG
            self.infos = infos
        #endif
    }

    fileprivate func write(_ number: Int, to writer: RecordWriter) {
        let start = number > 0 ? Int(ends[number - 1]) : 0
        let end = Int(ends[number])
        bytes.withUnsafeBytes { writer.members(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    }
}

extension Row {
    /// Writes the columns of a part.
    public func append(_ parts: RowParts<M>, _ number: Int = 0) {
        #if DEBUG
            for info in parts.infos[number] { check.note(info) }
        #endif
        parts.write(number, to: writer)
    }
}
