/// Scans one line of JSON: checks the complete grammar and UTF-8, and records the positions of the wanted members.
///
/// The line must be an object. Other members are checked and skipped. If a member occurs more than once, the last one
/// counts. Cost: one pass over the bytes and no allocation after the first lines; the values point into the line and
/// are valid as long as it is.
public final class RecordScanner {
    /// The maximum nesting of arrays and objects; RFC 8259 §9 lets a reader set a limit.
    public static let depthLimit = 512
    /// Lines must be shorter than this many bytes, because `JSONValue` stores its length in 32 bits.
    public static let sizeLimit = 4 << 30

    let fields: FieldSet
    @usableFromInline private(set) var values: UnsafeMutablePointer<JSONValue>
    private let own: UnsafeMutablePointer<JSONValue>
    /// The values of a line without members.
    private let absent: UnsafeMutablePointer<JSONValue>
    private let scratch = RecordWriter(capacity: 256)
    private let unescaped = RecordWriter(capacity: 256)
    private var likely = LikelyNames()

    /// - Parameter fields: member names; the subscript takes their positions in this list.
    public convenience init(fields names: [String]) { self.init(FieldSet(names)) }

    /// Makes a scanner that looks for the same members, for another thread.
    public convenience init(like other: RecordScanner) { self.init(other.fields) }

    private init(_ fields: FieldSet) {
        self.fields = fields
        own = .allocate(capacity: max(fields.count, 1))
        own.initialize(repeating: .absent, count: max(fields.count, 1))
        values = own
        absent = .allocate(capacity: max(fields.count, 1))
        absent.initialize(repeating: .absent, count: max(fields.count, 1))
    }

    deinit {
        own.deallocate()
        absent.deallocate()
        likely.deallocate()
    }

    /// How many members it looks for.
    public var fieldCount: Int { fields.count }
    /// The names of the members that it looks for.
    public var fieldNames: [String] { fields.names.map { String(decoding: $0, as: UTF8.self) } }

    /// The position of a field in the list; nil for one that it does not look for.
    public func place(of name: String) -> Int? { fields.place(of: Array(name.utf8)) }

    /// The positions of the fields in the list of another scanner; -1 for one that it does not look for.
    public func places(in other: RecordScanner) -> [Int] { fields.names.map { other.fields.place(of: $0) ?? -1 } }

    /// From now on the values of a line stand, and are looked at, in memory of the caller's; nil for the scanner's own.
    public func use(_ values: UnsafeMutablePointer<JSONValue>?) { self.values = values ?? own }

    /// The value of the field at `index` in the last line scanned.
    @inlinable public subscript(index: Int) -> JSONValue {
        @inline(__always) get { values[index] }
    }

    /// Forgets the last line: every field is absent.
    public func reset() { values.update(from: absent, count: fields.count) }

    /// Marks a field of the last line as absent.
    public func forget(_ index: Int) { values[index] = .absent }

    /// Scans one line.
    /// - Parameter readable: the number of readable bytes from the start of the line, including the line itself. Scanning is
    ///   faster if some bytes after the line are readable.
    /// - Throws: `JSONFault` with the offset of the first byte that is not as JSON has it.
    public func scan(_ line: UnsafeRawBufferPointer, readable: Int = 0) throws(JSONFault) {
        values.update(from: absent, count: fields.count)
        guard let start = line.baseAddress, line.count > 0 else {
            throw JSONFault(offset: 0, reason: "the line is empty")
        }
        guard line.count < RecordScanner.sizeLimit else {
            throw JSONFault(offset: 0, reason: "the line has 4 GiB or more")
        }
        var cursor = JSONCursor(start: start, count: line.count)
        cursor.skipBlanks()
        guard cursor.position < cursor.count, cursor.byte == UInt8(ascii: "{") else {
            try cursor.skipValue(depth: 0)
            try cursor.expectEnd()
            throw JSONFault(offset: 0, reason: "the line is not an object")
        }
        try members(&cursor, readable: start + max(readable, line.count))
        try cursor.expectEnd()
    }

    private func members(_ cursor: inout JSONCursor, readable: UnsafeRawPointer) throws(JSONFault) {
        cursor.position += 1
        cursor.skipBlanks()
        if cursor.peek == UInt8(ascii: "}") {
            cursor.position += 1
            return
        }
        var expected = 0
        var place = LikelyNames.start
        let plain = PlainValues(readable: readable)
        while true {
            if plainMembers(&cursor, &place, plain) { return }
            let index: Int?
            if let match = likely.match(
                after: place, cursor.start + cursor.position, available: cursor.count &- cursor.position),
                !cursor.isBlank(after: Int(likely.names[match].length))
            {
                place = match
                index = likely.names[match].field < 0 ? nil : Int(likely.names[match].field)
                cursor.position &+= Int(likely.names[match].length)
            } else {
                index = try name(&cursor, expected: expected, &place)
            }
            cursor.skipBlanks()
            let value = try cursor.value(depth: 1)
            if let index {
                values[index] = value
                expected = index &+ 1
            }
            cursor.skipBlanks()
            switch cursor.peek {
            case UInt8(ascii: ","): cursor.position += 1
            case UInt8(ascii: "}"):
                cursor.position += 1
                return
            default: throw cursor.fault("',' or '}' expected")
            }
        }
    }

    /// Reads members with the likely names and with plain values, as long as no blank follows a value.
    ///
    /// The cursor and `place` stop at the first member that does not fit.
    /// - Returns: true after the end of the object.
    @inline(__always)
    private func plainMembers(_ cursor: inout JSONCursor, _ place: inout Int, _ plain: PlainValues) -> Bool {
        let end = cursor.start + cursor.count
        let (names, shapes) = (likely.names, likely.shapes)
        var (member, last) = (cursor.start + cursor.position, place)
        defer { (cursor.position, place) = (member - cursor.start, last) }
        while let match = likely.match(after: last, member, available: plain.readable - member) {
            guard let value = plain.value(member + Int(names[match].length), shapes + match) else { return false }
            let after = value.after
            guard after < end else { return false }
            let mark = after.load(as: UInt8.self)
            guard mark == UInt8(ascii: ",") || mark == UInt8(ascii: "}") else { return false }
            last = match
            if names[match].field >= 0 { values[Int(names[match].field)] = value }
            member = after + 1
            if mark == UInt8(ascii: "}") { return true }
        }
        return false
    }

    /// Reads a member's name that was not the likely one, with the blanks before it, and all up to the value.
    @inline(never)
    private func name(
        _ cursor: inout JSONCursor, expected: Int, _ place: inout Int
    ) throws(JSONFault) -> Int? {
        let from = cursor.position
        cursor.skipBlanks()
        let key = try cursor.key()
        cursor.skipBlanks()
        guard !key.hasEscapes else {
            place = LikelyNames.unknown
            return fields.index(of: resolved(key))
        }
        let index = fields.index(of: key, expected: expected)
        let bytes = UnsafeRawBufferPointer(start: cursor.start + from, count: cursor.position &- from)
        place = likely.learn(bytes, field: index, after: place)
        return index
    }

    private func resolved(_ key: JSONValue) -> JSONValue {
        scratch.removeAll()
        JSONText.unescape(key.inside, into: scratch)
        return JSONValue(kind: .string, hasEscapes: false, start: scratch.bytes.baseAddress!, count: scratch.count)
    }

    // MARK: Typed access

    /// The text of a string field, escapes resolved; nil when absent or not a string.
    ///
    /// The bytes are valid until the next line is scanned or the next `text` with escapes is asked for.
    public func text(_ index: Int) -> UnsafeRawBufferPointer? {
        let value = values[index]
        guard value.kind == .string else { return nil }
        guard value.hasEscapes else { return value.inside }
        unescaped.removeAll()
        JSONText.unescape(value.inside, into: unescaped)
        return unescaped.bytes
    }
}

/// The names a scanner looks for, found by the name expected next or by a hash of length and two bytes.
struct FieldSet {
    let count: Int
    let names: [[UInt8]]
    private let buckets: [[Int]]

    init(_ list: [String]) {
        names = list.map { Array($0.utf8) }
        count = list.count
        var table = [[Int]](repeating: [], count: 64)
        for (index, name) in names.enumerated() {
            let slot = name.isEmpty ? 0 : FieldSet.slot(name.count, name[0], name[name.count / 2])
            table[slot].append(index)
        }
        buckets = table
    }

    @inline(__always)
    private static func slot(_ length: Int, _ first: UInt8, _ middle: UInt8) -> Int {
        (length &+ Int(first) &* 7 &+ Int(middle) &* 31) & 63
    }

    func place(of name: [UInt8]) -> Int? { names.firstIndex(of: name) }

    /// The index of the field whose name equals the key's raw bytes.
    @inline(__always)
    func index(of key: JSONValue, expected: Int = 0) -> Int? {
        let length = key.count
        if expected < count, matches(expected, key) { return expected }
        guard length > 0 else { return nil }
        for candidate in buckets[FieldSet.slot(length, key.inside[0], key.inside[length / 2])]
        where matches(candidate, key) { return candidate }
        return nil
    }

    @inline(__always)
    private func matches(_ index: Int, _ key: JSONValue) -> Bool {
        names[index].withUnsafeBytes { name in
            guard name.count == key.count else { return false }
            for position in 0..<name.count where name[position] != key.inside[position] { return false }
            return true
        }
    }
}
