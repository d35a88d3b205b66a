import Containers
import Contract
import GTFSSchedule
import NDJSON
import StageKit

/// Marks rows for a reader in this process, on one thread at a time.
final class KnownMarks: MadeRowMarker {
    private let known: KnownValues
    private let marking: RowMarking

    /// - Returns: nil if the reader wants no marks of the table.
    /// - Parameters:
    ///   - hashesKeys: whether the hash of each key is needed, which only a record has.
    ///   - limit: the most bytes that the members of a record may take.
    init?(
        _ plan: RecordPlan, _ head: RecordHead, _ taker: RecordTaker, table: String, hashesKeys: Bool, limit: Int
    ) {
        guard let marking = taker.marking(ofTable: table) else { return nil }
        self.marking = marking
        let keys = plan.members.reduce(0) { $0 + RowEncoder.most(ofName: $1.name) }
        longestRow = limit - keys
        cellsAreMarked = marking.maySpareRecords && !hashesKeys
        if let marker = marking.ofMembers {
            marker.know(members: plan.members.map(\.name))
            known = KnownValues(of: plan, taker)
        } else {
            known = KnownValues(plan, head, taker)
        }
    }

    /// Whether the marks replace a scan of the record, so that they are worth making on the reader's own thread too.
    var saveScanning: Bool { marking.ofMembers != nil }

    override var runs: RowRuns? { cellsAreMarked ? marking.runs : nil }

    /// Marks a row of a block, on another thread.
    override func mark(_ made: MadeRow, _ mark: inout RowMark) {
        known.set(made)
        marking.mark(made.record, known.values, &mark)
    }

    /// Marks a row whose members begin at `start`.
    /// - Parameter line: the record.
    func mark(_ encoder: RowEncoder, _ start: UnsafeRawPointer, _ line: UnsafeRawBufferPointer) -> RowMark {
        known.set(encoder, start)
        var mark = RowMark()
        marking.mark(line, known.values, &mark)
        return mark
    }

    // MARK: Rows that need no record

    /// A row of more bytes than these might become a record that is too long.
    private let longestRow: Int
    /// `rows`: how many more rows become records before cells are looked at again; `next`: how many rows do so after the next
    /// row whose cells are looked at in vain.
    private var pause = (rows: 0, next: 0)

    /// Whether the reader may need nothing of a row but its mark.
    private let cellsAreMarked: Bool
    override var looksAtCells: Bool { cellsAreMarked }

    /// Marks a row from its cells. Returns false if the row must become a record first: cells are not looked at in this row, the
    /// row is too long, `KnownValues.set` fails, or the mark would be of no use.
    ///
    /// After each such failure, cells are looked at less often, so that failures cost little time.
    override func mark(cellsOf reader: CSVReader, _ noticed: inout [NoticedCell], _ mark: inout RowMark) -> Bool {
        guard cellsAreMarked else { return false }
        guard pause.rows == 0 else {
            pause.rows -= 1
            return false
        }
        if reader.raw.count <= longestRow, known.set(reader, &noticed) {
            marking.mark(reader.raw, known.values, &mark)
            if mark.standsForValues || !marking.onlySparesValues {
                pause.next = 0
                return true
            }
        }
        pause = (pause.next, min(pause.next * 2 + 1, 63))
        return false
    }
}

/// The values of rows for a reader in this process, which need not look for them in the line.
final class KnownValues {
    private let taker: RecordTaker
    /// The same, kept alive by it.
    let lent: Unmanaged<RecordTaker>
    let values: UnsafeMutablePointer<JSONValue>
    /// What the head of every record of the table says, in memory of its own.
    private let headBytes: UnsafeMutableRawBufferPointer
    /// By member, its place among the values, and what stands there where a row does not have it; -1 for one that is not
    /// looked at.
    private let places: UnsafeMutableBufferPointer<(place: Int, otherwise: JSONValue)>

    /// The cells of all members, which are looked at to set the values of a row that is no record.
    private let cells: UnsafeMutableBufferPointer<UsedCell>

    /// The bytes of the converted values of the current row.
    private let converted: UnsafeMutableRawBufferPointer = .allocate(byteCount: 1 << 10, alignment: 8)

    private struct UsedCell {
        let cell: Int
        let type: FieldType
        /// The place of its member among the values; -1 for a cell that is only checked.
        let place: Int
        /// What stands there if the row lacks the cell.
        let otherwise: JSONValue
    }

    init(_ plan: RecordPlan, _ head: RecordHead, _ taker: RecordTaker) {
        self.taker = taker
        lent = .passUnretained(taker)
        let values = UnsafeMutablePointer<JSONValue>.allocate(capacity: max(taker.fieldCount, 1))
        values.initialize(repeating: .absent, count: max(taker.fieldCount, 1))
        let record = head.asRecord
        headBytes = .allocate(byteCount: record.count, alignment: 8)
        headBytes.copyBytes(from: record)
        do throws(JSONFault) {
            try taker.scan(UnsafeRawBufferPointer(headBytes), into: values)
        } catch {
            preconditionFailure("the start of a record is not valid: \(error.reason)")
        }
        places = .allocate(capacity: plan.members.count)
        _ = places.initialize(
            from: plan.members.map { member in
                taker.place(of: member.name).map { ($0, values[$0]) } ?? (-1, .absent)
            })
        self.values = values
        cells = .allocate(capacity: plan.members.count)
        _ = cells.initialize(
            from: zip(plan.members, places).map {
                UsedCell(cell: $0.cell, type: $0.type, place: $1.place, otherwise: $1.otherwise)
            })
    }

    /// All members of the rows of a plan, in its order.
    init(of plan: RecordPlan, _ taker: RecordTaker) {
        self.taker = taker
        lent = .passUnretained(taker)
        let count = plan.members.count
        values = UnsafeMutablePointer<JSONValue>.allocate(capacity: max(count, 1))
        values.initialize(repeating: .absent, count: max(count, 1))
        headBytes = .allocate(byteCount: 0, alignment: 8)
        places = .allocate(capacity: count)
        _ = places.initialize(from: (0..<count).map { ($0, .absent) })
        cells = .allocate(capacity: count)
        _ = cells.initialize(
            from: plan.members.enumerated().map { place, member in
                UsedCell(cell: member.cell, type: member.type, place: place, otherwise: .absent)
            })
    }

    deinit {
        values.deallocate()
        headBytes.deallocate()
        converted.deallocate()
        places.deallocate()
        cells.deallocate()
    }

    /// Sets the values of a row whose members begin at `start`.
    func set(_ encoder: RowEncoder, _ start: UnsafeRawPointer) {
        encoder.forEachValue { member, range in
            set(
                member, range.map { UnsafeRawBufferPointer(start: start + $0.lowerBound, count: $0.count) },
                encoder.hasEscapes)
        }
    }

    /// Sets the values of a row from its cells. The bytes before and after a cell may be other bytes than the quotes that a
    /// string has in a record, so use `JSONValue.inside` of these values, never `raw`.
    /// - Parameter noticed: receives what is noticed about cells.
    /// - Returns: false if the values cannot be set from the cells: a cell has doubled quotes, is a string that needs escapes, is
    ///   a color, or does not fit into the buffer for converted values.
    func set(_ reader: CSVReader, _ noticed: inout [NoticedCell]) -> Bool {
        guard let start = reader.raw.baseAddress else { return false }
        var place = converted.baseAddress.unsafelyUnwrapped
        let end = start + reader.raw.count
        for index in 0..<cells.count {
            let used = cells[index]
            guard used.cell < reader.cellCount, reader.cells[used.cell].count > 0 else {
                if used.place >= 0 { values[used.place] = used.otherwise }
                continue
            }
            let cell = reader.cells[used.cell]
            // A cell with doubled quotes is in another buffer.
            guard cell.start >= start, cell.start + cell.count <= end else { return false }
            guard let kind = PlainCell.kind(cell, as: used.type) else {
                guard let value = convert(cell, used.type, index, &place, &noticed) else { return false }
                if used.place >= 0 { values[used.place] = value }
                continue
            }
            guard used.place >= 0 else { continue }
            let quotes = kind == .string ? 1 : 0
            values[used.place] = JSONValue(
                kind, written: UnsafeRawBufferPointer(start: cell.start - quotes, count: cell.count + 2 * quotes),
                hasEscapes: false)
        }
        return true
    }

    /// Converts a time, date or number that a record writes differently from its cell; nil for a string, and if the buffer has
    /// no room.
    @inline(never)
    private func convert(
        _ cell: CSVCell, _ type: FieldType, _ member: Int, _ place: inout UnsafeMutableRawPointer,
        _ noticed: inout [NoticedCell]
    ) -> JSONValue? {
        let start = place
        let used = start - converted.baseAddress.unsafelyUnwrapped
        guard
            let (kind, notice) = PlainCell.convert(cell, as: type, of: member, to: &place, room: converted.count - used)
        else { return nil }
        if let notice { noticed.append(notice) }
        return JSONValue(kind, written: UnsafeRawBufferPointer(start: start, count: place - start), hasEscapes: false)
    }

    func set(_ made: MadeRow) { made.forEachValue { set($0, $1, made.hasEscapes) } }

    @inline(__always)
    private func set(_ member: Int, _ written: UnsafeRawBufferPointer?, _ mayHaveEscapes: Bool) {
        let (place, otherwise) = places[member]
        guard place >= 0 else { return }
        guard let written else {
            values[place] = otherwise
            return
        }
        let kind = JSONValue.Kind(ofWritten: written.baseAddress.unsafelyUnwrapped.load(as: UInt8.self))
        values[place] = JSONValue(
            kind, written: written, hasEscapes: mayHaveEscapes && written.contains(UInt8(ascii: "\\")))
    }
}
