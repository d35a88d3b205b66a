import Contract
import Hashing
import NDJSON
import Platform

/// Writes rows as the members of a record, `,"stop_id":"B1","stop_lat":-33.87`, each cell checked against its type.
///
/// Cells are copied and tested 16 bytes at a time, so up to 15 bytes after a row are overwritten. Cost: one pass over the
/// cells; memory: that of the writer, which grows to hold the longest row.
public final class RowEncoder {
    private struct Field {
        let type: FieldType
        let cell: Int
        /// Where the key's bytes `,"name":` lie, padded so that they can be read 16 bytes at a time.
        let key: UnsafeRawPointer
        let keyCount: Int
        let isKey: Bool
    }

    public let plan: RecordPlan
    /// What was noticed about the cells of the last row.
    public private(set) var noticed: [NoticedCell] = []
    private let fields: UnsafeMutablePointer<Field>
    private let keyBytes: UnsafeMutableRawPointer
    private let keyTotal: Int
    /// Whether the key of each row is hashed.
    private let hashesKeys: Bool
    private var hash = KeyHash()
    private var keyParts = 0
    private var brokenKey = false

    /// The row is put behind what is written there, after space for `head`.
    private let writer: RecordWriter
    private let head: [UInt8]
    /// Where the members of the row begin.
    private var out: UnsafeMutableRawPointer
    private var used = 0
    /// What the row takes at most, escapes met so far included.
    private var needed = 0
    private let fieldCount: Int
    /// Where the value of each member of the last row begins in `bytes`; -1 for one that is absent.
    let starts: UnsafeMutablePointer<Int32>
    /// How many members of the last row were looked at; those after them are absent.
    private(set) var seen = 0
    /// Whether the last row has a backslash in any of its strings.
    public private(set) var hasEscapes = false

    /// - Parameters:
    ///   - hashesKeys: true lets `keyHash` tell rows apart.
    ///   - writer: where `keep` writes records.
    ///   - head: the start of these records, before their members.
    public init(
        _ plan: RecordPlan, hashesKeys: Bool = false, into writer: RecordWriter = RecordWriter(capacity: 1 << 12),
        head: [UInt8] = []
    ) {
        self.plan = plan
        self.hashesKeys = hashesKeys
        fieldCount = plan.members.count
        starts = .allocate(capacity: max(plan.members.count, 1))
        let keys = plan.members.map { "," + RowEncoder.quoted($0.name) + ":" }
        let padded = keys.reduce(0) { $0 + ($1.utf8.count + 15) / 8 * 8 }
        keyBytes = .allocate(byteCount: max(padded, 8), alignment: 8)
        fields = .allocate(capacity: max(plan.members.count, 1))
        var place = keyBytes
        for (index, member) in plan.members.enumerated() {
            var key = keys[index]
            let count = key.utf8.count
            key.withUTF8 { place.copyMemory(from: $0.baseAddress!, byteCount: count) }
            (fields + index).initialize(
                to: Field(
                    type: member.type, cell: member.cell, key: UnsafeRawPointer(place), keyCount: count,
                    isKey: member.isKey && hashesKeys))
            place += (count + 15) / 8 * 8
        }
        keyTotal = padded
        self.writer = writer
        self.head = head
        out = writer.space(0)
    }

    deinit {
        fields.deinitialize(count: plan.members.count)
        fields.deallocate()
        keyBytes.deallocate()
        starts.deallocate()
    }

    private static let slack = 64
    /// Bytes a value may be longer than its cell without an escape: quotes, a leading zero, null.
    private static let growth = 8

    /// The most bytes by which a member is longer than its cell, if the cell needs no escapes.
    public static func most(ofName name: String) -> Int { 6 * name.utf8.count + 4 + growth }

    private static func quoted(_ name: String) -> String {
        let writer = RecordWriter(capacity: name.utf8.count + 8)
        writer.string(name)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The members of the last row, a comma before each; valid until the next row, or until the writer is used.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: out, count: used) }

    /// The hash of the row's key; nil where all its columns are empty or one of them broke its type.
    public var keyHash: KeyHash? { keyParts > 0 && !brokenKey ? hash : nil }

    /// Calls `take` with the members of the last row from the last to the first, and where their values stand in `bytes`,
    /// quotes included; nil for those that are absent.
    @inline(__always)
    public func forEachValue(_ take: (_ member: Int, Range<Int>?) -> Void) {
        forEachValue(starts, seen: seen, end: used, take)
    }

    /// The same of a row of the same plan, for which `starts`, `seen` and the number of bytes are known.
    @inline(__always)
    func forEachValue(
        _ starts: UnsafePointer<Int32>, seen: Int, end: Int, _ take: (_ member: Int, Range<Int>?) -> Void
    ) {
        var end = end
        for index in stride(from: fieldCount &- 1, through: 0, by: -1) {
            guard index < seen, starts[index] >= 0 else {
                take(index, nil)
                continue
            }
            let start = Int(starts[index])
            take(index, start..<end)
            end = start &- fields[index].keyCount
        }
    }

    /// Writes the row that `reader` stands on.
    public func encode(_ reader: CSVReader) {
        if !noticed.isEmpty { noticed.removeAll(keepingCapacity: true) }
        let count = reader.cellCount
        let cells = reader.cells
        needed = keyTotal
        for index in 0..<count { needed &+= cells[index].count &+ RowEncoder.growth }
        out = writer.space(head.count &+ needed &+ RowEncoder.slack) + head.count
        if hashesKeys { beginKey() }
        hasEscapes = false
        seen = fieldCount
        var place = out
        for index in 0..<fieldCount {
            let field = fields[index]
            guard field.cell < count, cells[field.cell].count > 0 else {
                starts[index] = -1
                if field.isKey {
                    hash.addEmpty()
                } else if index >= plan.unknownStart, field.cell >= count {
                    // Unknown columns come in the file's order: a header of thousands costs a short row nothing.
                    seen = index
                    break
                }
                continue
            }
            let cell = cells[field.cell]
            RowEncoder.copy(field.key, field.keyCount, to: &place)
            let valueStart = place - out
            starts[index] = Int32(truncatingIfNeeded: valueStart)
            let issue = encode(cell, as: field.type, to: &place)
            if let issue {
                noticed.append(NoticedCell(issue: issue, member: index))
                if field.isKey, issue.effect == .null { brokenKey = true }
            }
            if field.isKey {
                hash.add(UnsafeRawBufferPointer(start: out + valueStart, count: place - out - valueStart))
                keyParts += 1
            }
        }
        used = place - out
    }

    /// Writes the last row as a complete line. The writer must not have been used since the row was encoded.
    @inline(__always)
    func keep() {
        head.withUnsafeBytes { writer.append($0) }
        assert(out == writer.space(0))
        writer.add(used)
        writer.append("}\n")
    }

    private func beginKey() {
        hash = KeyHash()
        keyParts = 0
        brokenKey = false
    }

    @inline(__always)
    private func encode(_ cell: CSVCell, as type: FieldType, to place: inout UnsafeMutableRawPointer) -> CellIssue? {
        switch type {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode:
            string(cell, to: &place)
            return nil
        case .color:
            string(cell, to: &place)
            return CellText.isColor(cell) ? nil : .notColor
        default: return CellText.checked(cell, as: type, to: &place)
        }
    }

    // MARK: Bytes

    /// Makes room for `needed` bytes, and keeps the first `count` bytes of the row.
    private func reserve(keeping count: Int) {
        out = writer.space(head.count + needed + RowEncoder.slack, keeping: head.count + count) + head.count
    }

    /// 16 bytes, which are copied together.
    private typealias Bytes16 = SIMD2<UInt64>

    /// Copies 16 bytes at a time; up to 15 bytes beyond are read and written and do not count.
    @inline(__always)
    private static func copy(_ start: UnsafeRawPointer, _ count: Int, to place: inout UnsafeMutableRawPointer) {
        var offset = 0
        while offset < count {
            place.storeBytes(
                of: start.loadUnaligned(fromByteOffset: offset, as: Bytes16.self), toByteOffset: offset,
                as: Bytes16.self)
            offset &+= 16
        }
        place += count
    }

    /// Writes a JSON string of UTF-8 bytes, copying 16 at a time until one of them needs an escape.
    @inline(__always)
    private func string(_ cell: CSVCell, to place: inout UnsafeMutableRawPointer) {
        place.storeBytes(of: 0x22, as: UInt8.self)
        place += 1
        var offset = 0
        while offset < cell.count {
            if CellText.needsEscape(cell, from: offset) { return escaped(cell, from: offset, to: &place) }
            place.storeBytes(
                of: cell.start.loadUnaligned(fromByteOffset: offset, as: Bytes16.self), toByteOffset: offset,
                as: Bytes16.self)
            offset &+= 16
        }
        place += cell.count
        place.storeBytes(of: 0x22, as: UInt8.self)
        place += 1
    }

    /// Writes the rest of a string that needs escapes (RFC 8259 §7); `done` bytes of it are in the buffer already.
    @inline(never)
    private func escaped(_ cell: CSVCell, from done: Int, to place: inout UnsafeMutableRawPointer) {
        hasEscapes = true
        let rest = UnsafeRawBufferPointer(rebasing: cell.bytes[done...])
        for byte in rest where byte < 0x20 || byte == 0x22 || byte == 0x5C { needed += 5 }
        place += done
        let kept = place - out
        reserve(keeping: kept)
        place = out + kept
        func put(_ byte: UInt8) {
            place.storeBytes(of: byte, as: UInt8.self)
            place += 1
        }
        for byte in rest {
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C else {
                put(byte)
                continue
            }
            put(0x5C)
            switch byte {
            case 0x22, 0x5C: put(byte)
            case 0x0A: put(UInt8(ascii: "n"))
            case 0x0D: put(UInt8(ascii: "r"))
            case 0x09: put(UInt8(ascii: "t"))
            case 0x08: put(UInt8(ascii: "b"))
            case 0x0C: put(UInt8(ascii: "f"))
            default:
                put(UInt8(ascii: "u"))
                put(0x30)
                put(0x30)
                put(0x30 + (byte >> 4))
                put(byte & 15 < 10 ? 0x30 + (byte & 15) : 0x57 + (byte & 15))
            }
        }
        put(0x22)
    }
}
