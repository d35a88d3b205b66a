import Containers
import NDJSON
import Platform
import StageKit

/// Rows that wait in a temporary file until the row they replace comes by.
///
/// Memory: 24 bytes a row, and a block.
final class SpooledRows {
    struct Row: BitwiseCopyable {
        /// The entry that the row replaces.
        let entry: Int
        let offset: Int
        let length: Int32
        /// Its table's place.
        let table: Int32
    }

    private let descriptor: Int32
    private let rows = GrowingColumn<Row>()
    private let block = RecordWriter(capacity: 1 << 17)
    private var written = 0
    private var line = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)

    /// - Throws: `StageFailure` with status 74 where there can be no temporary file.
    init() throws {
        guard let descriptor = UnnamedFile.make() else { throw SpooledRows.failure() }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        line.deallocate()
    }

    private static func failure() -> StageFailure {
        StageFailure(.ioFailed, "a temporary file in \(UnnamedFile.temporaryFolder): \(systemMessage(errno))")
    }

    func add(_ bytes: UnsafeRawBufferPointer, entry: Int, table: Int) throws {
        rows.append(
            Row(entry: entry, offset: written + block.count, length: Int32(bytes.count), table: Int32(table)))
        block.append(bytes)
        if block.count > 1 << 16 { try flush() }
    }

    private func flush() throws {
        guard UnnamedFile.write(block.bytes, to: descriptor) else { throw SpooledRows.failure() }
        written += block.count
        block.removeAll()
    }

    /// Takes out the rows that replace none after all, in the order in which they came, and sorts the rest by what they
    /// replace.
    func settle(_ isSettled: (_ entry: Int) -> Bool, _ body: (Row, UnsafeRawBufferPointer) throws -> Void) throws {
        try flush()
        var all = rows.mutableValues
        var kept = 0
        for place in all.indices {
            if isSettled(all[place].entry) {
                try body(all[place], read(all[place]))
            } else {
                all[kept] = all[place]
                kept += 1
            }
        }
        rows.truncate(to: kept)
        all = rows.mutableValues
        all.sort { $0.entry < $1.entry }
    }

    /// The row that replaces an entry, of which there is one; valid until the next one is asked for.
    func row(of entry: Int) throws -> UnsafeRawBufferPointer {
        let all = rows.values
        let place = all.firstPlace { $0.entry >= entry }
        precondition(place < all.count && all[place].entry == entry, "no row replaces this one")
        return try read(all[place])
    }

    private func read(_ row: Row) throws -> UnsafeRawBufferPointer {
        let length = Int(row.length)
        if line.count < length {
            line.deallocate()
            line = .allocate(byteCount: length, alignment: 16)
        }
        var filled = 0
        while filled < length {
            let count = pread(descriptor, line.baseAddress! + filled, length - filled, off_t(row.offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SpooledRows.failure() }
            filled += count
        }
        return UnsafeRawBufferPointer(rebasing: line[..<length])
    }
}
