import NDJSON
import Platform
import StageKit

/// Rows of cells that wait until all columns of their table are known: the first bytes in memory, the rest in a file
/// without a name.
///
/// A row is its cells one after another, each the number of its column counted from 1, its length and its bytes; a zero
/// ends it. Numbers are in base 128, the low digits first.
final class CellSpool {
    /// So many bytes stay in memory before the file is made.
    private static let block = 1 << 18

    private let buffer = RecordWriter(capacity: 1 << 12)
    private var descriptor: Int32 = -1
    private var stored = 0
    /// The bytes of each part that was stored, which ends where a row does.
    private var parts: [Int] = []
    private(set) var rows = 0
    /// What all rows take.
    var byteCount: Int { stored + buffer.count }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func append(column: Int, _ cell: UnsafeRawBufferPointer) {
        number(column + 1)
        number(cell.count)
        buffer.append(cell)
    }

    /// - Throws: `StageFailure` with status 74.
    func endRow() throws {
        buffer.append(0)
        rows += 1
        if buffer.count >= CellSpool.block - 1 << 12 { try store() }
    }

    private func number(_ value: Int) {
        var rest = value
        while rest >= 0x80 {
            buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        buffer.append(UInt8(truncatingIfNeeded: rest))
    }

    private func store() throws {
        if descriptor < 0 {
            guard let made = UnnamedFile.make() else { throw CellSpool.failure("cannot make a temporary file") }
            descriptor = made
        }
        guard UnnamedFile.write(buffer.bytes, to: descriptor) else {
            throw CellSpool.failure("cannot write a temporary file")
        }
        stored += buffer.count
        parts.append(buffer.count)
        buffer.removeAll()
    }

    private static func failure(_ what: String) -> StageFailure {
        StageFailure(
            .ioFailed,
            "\(UnnamedFile.temporaryFolder): \(what): \(systemMessage(errno)); choose another folder with TMPDIR")
    }

    /// Calls with each cell of each row in turn; the cells are valid during the call.
    func read(
        cell: (_ column: Int, _ bytes: UnsafeRawBufferPointer) -> Void, endRow: () throws -> Void
    ) throws {
        if stored > 0 { try store() }
        var reading = Reading(buffer.bytes)
        guard stored > 0 else {
            while reading.row(cell) { try endRow() }
            return
        }
        var part = [UInt8](repeating: 0, count: parts.max() ?? 0)
        var offset = 0
        for count in parts {
            try part.withUnsafeMutableBytes { try fill($0.prefix(count), from: offset) }
            offset += count
            try part.withUnsafeBytes { bytes in
                reading = Reading(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                while reading.row(cell) { try endRow() }
            }
        }
    }

    /// Reads bytes that were stored.
    private func fill(_ bytes: Slice<UnsafeMutableRawBufferPointer>, from offset: Int) throws {
        let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes)
        var filled = 0
        while filled < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress.unsafelyUnwrapped + filled, bytes.count - filled, off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw CellSpool.failure("cannot read a temporary file") }
            filled += count
        }
    }

    /// Walks over rows in memory.
    private struct Reading {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// Goes through a row; false where there is none.
        mutating func row(_ cell: (_ column: Int, _ bytes: UnsafeRawBufferPointer) -> Void) -> Bool {
            guard position < bytes.count else { return false }
            while let column = number(), column > 0, let length = number() {
                cell(column - 1, UnsafeRawBufferPointer(rebasing: bytes[position..<(position + length)]))
                position += length
            }
            return true
        }

        @inline(__always)
        private mutating func number() -> Int? {
            var value = 0
            var shift = 0
            while position < bytes.count {
                let byte = bytes[position]
                position &+= 1
                value |= Int(byte & 0x7F) &<< shift
                if byte < 0x80 { return value }
                shift &+= 7
            }
            return nil
        }
    }
}
