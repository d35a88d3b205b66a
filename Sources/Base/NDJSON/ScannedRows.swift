/// Rows whose wanted values are known without scanning a line: the bytes of many rows in one buffer, and where in it each
/// value stands.
///
/// Whoever makes rows writes into `bytes` between `begin` and `end`, and notes each value. Memory: the bytes, and twelve
/// more for each wanted value of each row.
public final class ScannedRows {
    public let bytes = RecordWriter(capacity: 1 << 16)
    /// The number of values of a row.
    public let fields: Int
    private var places: UnsafeMutablePointer<Place>
    /// The places of the values of the row that was begun last.
    @usableFromInline private(set) var lastRow: UnsafeMutablePointer<Place>
    private var capacity: Int
    private var rows: [Row] = []
    private let scanner: RecordScanner
    private let scanned: UnsafeMutablePointer<JSONValue>

    /// A value in `bytes`, a string without its quotes; zeros stand for an absent value.
    @usableFromInline struct Place {
        @usableFromInline let start: UInt32
        @usableFromInline let count: UInt32
        @usableFromInline let kind: JSONValue.Kind
        @usableFromInline let hasEscapes: Bool

        @inlinable @inline(__always)
        init(_ kind: JSONValue.Kind, from start: Int, to end: Int, hasEscapes: Bool) {
            let quote = kind == .string ? 1 : 0
            self.start = UInt32(truncatingIfNeeded: start &+ quote)
            count = UInt32(truncatingIfNeeded: end &- start &- 2 &* quote)
            self.kind = kind
            self.hasEscapes = hasEscapes
        }
    }

    private struct Row {
        /// What the maker of the row knows it by.
        var tag: Int
        var start: Int
    }

    /// - Parameter scanner: one that looks for the wanted values.
    public init(like scanner: RecordScanner) {
        self.scanner = RecordScanner(like: scanner)
        fields = scanner.fieldCount
        capacity = 256 * max(fields, 1)
        places = .allocate(capacity: capacity)
        lastRow = places
        scanned = .allocate(capacity: max(fields, 1))
        self.scanner.use(scanned)
    }

    deinit {
        places.deallocate()
        scanned.deallocate()
    }

    /// The number of rows.
    public var count: Int { rows.count }

    /// The bytes that the rows take, without the room that is kept for more.
    public var memory: Int {
        bytes.count + rows.count * (MemoryLayout<Row>.stride + fields * MemoryLayout<Place>.stride)
    }

    /// The position of a value among the wanted ones of a row; nil for one that nobody wants.
    public func place(of member: String) -> Int? { scanner.place(of: member) }

    public func removeAll() {
        rows.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }

    /// Moves the rows to another object, which wants the same values.
    public func moveRows(to other: ScannedRows) {
        other.removeAll()
        bytes.swapContent(with: other.bytes)
        swap(&rows, &other.rows)
        swap(&places, &other.places)
        swap(&capacity, &other.capacity)
    }

    // MARK: Making rows

    /// Begins a row without values.
    public func begin(tag: Int) {
        let first = rows.count * fields
        if first + fields > capacity { grow(to: first + fields) }
        lastRow = places + first
        UnsafeMutableRawPointer(lastRow).initializeMemory(
            as: UInt8.self, repeating: 0, count: fields &* MemoryLayout<Place>.stride)
        rows.append(Row(tag: tag, start: bytes.count))
    }

    /// Notes that a value of the last row was written into `bytes` from `start` on.
    public func note(_ place: Int, from start: Int) {
        let written = UnsafeRawBufferPointer(rebasing: bytes.bytes[start...])
        guard let first = written.first else { return }
        let kind: JSONValue.Kind
        var hasEscapes = false
        switch first {
        case UInt8(ascii: "\""):
            kind = .string
            hasEscapes = written.contains(UInt8(ascii: "\\"))
        case UInt8(ascii: "{"): kind = .object
        case UInt8(ascii: "["): kind = .array
        case UInt8(ascii: "n"): kind = .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = .bool
        default: kind = .number
        }
        note(place, from: start, kind, hasEscapes: hasEscapes)
    }

    /// Notes the same of a value whose kind is known.
    /// - Parameter place: less than `fields`.
    @inlinable @inline(__always)
    public func note(_ place: Int, from start: Int, _ kind: JSONValue.Kind, hasEscapes: Bool = false) {
        lastRow[place] = Place(kind, from: start, to: bytes.count, hasEscapes: hasEscapes)
    }

    /// Notes the values of the last row, which is a complete line.
    public func noteLine() {
        guard let row = rows.last, let base = bytes.bytes.baseAddress else { return }
        let line = UnsafeRawBufferPointer(rebasing: bytes.bytes[row.start...])
        // It was written by this program: what is no JSON has no value.
        guard (try? scanner.scan(line)) != nil else { return }
        let first = (rows.count - 1) * fields
        for field in 0..<fields where scanned[field].kind != .absent {
            let value = scanned[field]
            guard let start = value.raw.baseAddress else { continue }
            places[first + field] = Place(
                value.kind, from: start - base, to: start - base + value.raw.count, hasEscapes: value.hasEscapes)
        }
    }

    /// Takes back what the last row has in `bytes`, and leaves a row without values.
    public func forgetBytes() {
        if let row = rows.last { bytes.truncate(to: row.start) }
    }

    private func grow(to needed: Int) {
        let wider = max(capacity * 2, needed)
        let fresh = UnsafeMutablePointer<Place>.allocate(capacity: wider)
        fresh.update(from: places, count: rows.count * fields)
        places.deallocate()
        places = fresh
        capacity = wider
    }

    // MARK: Reading rows

    /// Calls with each row in order: its tag, its bytes, and its values, which are valid until the next row.
    public func forEach(
        _ body: (_ tag: Int, _ bytes: UnsafeRawBufferPointer, _ values: UnsafeMutablePointer<JSONValue>) throws -> Void
    ) rethrows {
        let all = bytes.bytes
        guard let base = all.baseAddress else { return }
        var place = UnsafePointer(places)
        for (number, row) in rows.enumerated() {
            let end = number + 1 < rows.count ? rows[number + 1].start : all.count
            for field in 0..<fields {
                scanned[field] = JSONValue(
                    kind: place.pointee.kind, hasEscapes: place.pointee.hasEscapes,
                    start: base + Int(place.pointee.start), count: Int(place.pointee.count))
                place += 1
            }
            try body(row.tag, UnsafeRawBufferPointer(start: base + row.start, count: end - row.start), scanned)
        }
    }
}
