import NDJSON

/// Writes the members of rows from the message that a feed reader has at hand.
///
/// The row's head and its end are the caller's. Nothing is allocated per row.
public final class RowWriter {
    public struct Options: Sendable {
        /// Enumerations as the specification's names; numbers it does not have stay numbers.
        public var namesEnumerations = false
        /// Unknown fields are written; the reader must keep them.
        public var writesUnknown = false
        /// Values that JSON cannot hold are written so that they can be read back.
        public var isLossless = false
        /// Stop time updates are rows of their own.
        public var explodes = false

        public init() {}
    }

    let out: RecordWriter
    let options: Options
    let reader: FeedReader
    let parser: MessageParser
    let schema: RealtimeSchema
    private let pool = Pool()
    private let tables: [UnsafePointer<FlatTable>?]
    private let stopTimeContext: UnsafePointer<FlatTable>
    private let stopTimeUpdate: UnsafePointer<FlatTable>
    /// By table, the index of the payload in FeedEntity or -1.
    private let payloadIndex: [Int]
    private let stopTimeIndex: Int
    private unowned let findings: any RowFindings
    /// `,"feed_timestamp":…` of the message at hand; empty where it has none.
    private let stamp = RecordWriter(capacity: 64)
    private let scratch = RecordWriter(capacity: 256)

    private enum Keys {
        static let source = JSONKey("source")
        static let feedTimestamp = JSONKey("feed_timestamp")
        static let entityID = JSONKey("entity_id")
        static let isDeleted = JSONKey("is_deleted")
        static let header = JSONKey("header")
        static let unknownFields = JSONKey("unknown_fields")
        static let number = JSONKey("number")
        static let wireType = JSONKey("wire_type")
        static let bytes = JSONKey("bytes")
        static let path = JSONKey("path")
        static let base64 = JSONKey("base64")
    }

    public init(_ reader: FeedReader, into out: RecordWriter, _ options: Options, findings: any RowFindings) {
        self.reader = reader
        self.out = out
        self.options = options
        self.findings = findings
        parser = reader.parser
        let schema = reader.schema
        self.schema = schema
        let builder = FlatTableBuilder(schema: schema, pool: pool)
        let vehicle = builder.table(.vehiclePositions, schema.plan("vehicle"))
        let update = builder.table(options.explodes ? .explodedTripUpdates : .tripUpdates, schema.plan("trip_update"))
        tables = RealtimeTable.allCases.map { $0 == .vehiclePositions ? vehicle : $0 == .tripUpdates ? update : nil }
        stopTimeContext = builder.table(.stopTimeUpdateContext, schema.plan("trip_update"))
        stopTimeUpdate = builder.table(.stopTimeUpdate, schema.plan("trip_update", "stop_time_update"))
        payloadIndex = RealtimeTable.allCases.map { table in
            table.payload.flatMap { schema.index(of: $0, in: schema.entity) } ?? -1
        }
        stopTimeIndex = schema.index(of: "stop_time_update", in: schema.plan("trip_update")) ?? 0
    }

    // MARK: The message at hand

    /// Remembers the header's time for the rows that follow.
    public func beginMessage() {
        stamp.removeAll()
        let header = schema.header.pointee
        let index = 2
        guard parser.slots[0].bits & 1 << UInt64(index) != 0, header.fields[index].number == 3 else { return }
        stamp.key(Keys.feedTimestamp)
        stamp.unsigned(parser.slots[1 + index].bits)
    }

    /// Writes the members of a `feed_messages` row.
    public func feedMessage(source: String) {
        if !reader.hasHeader { findings.isMissing(field: "FeedMessage.header") }
        out.key(Keys.source)
        out.string(source)
        if options.isLossless {
            guard reader.hasHeader else { return }
            out.key(Keys.header)
            object(0, schema.header)
        } else if reader.hasHeader {
            members(0, schema.header)
        }
    }

    // MARK: The entity at hand

    public var isDeleted: Bool { parser.slots[0].bits & 2 != 0 && parser.slots[2].bits != 0 }

    @inline(__always)
    public func has(_ table: RealtimeTable) -> Bool {
        let index = payloadIndex[table.rawValue]
        return index >= 0 && parser.slots[0].bits & 1 << UInt64(index) != 0
    }

    /// Writes the members of the row of one payload.
    public func payload(_ table: RealtimeTable) {
        prefix()
        required(0, schema.entity)
        let block = payloadBlock(table)
        if let flat = tables[table.rawValue] {
            self.flat(flat, block)
            if options.writesUnknown { unknown(of: flat, block) }
        } else {
            fields(block, payloadPlan(table))
            guard options.writesUnknown, parser.slots[block].a >= 0 || parser.slots[0].a >= 0 else { return }
            out.key(Keys.unknownFields)
            out.beginArray()
            unknownElements(block, path: nil)
            unknownElements(0, path: RowWriter.entityPath)
            out.endArray()
        }
    }

    private func payloadBlock(_ table: RealtimeTable) -> Int { Int(parser.slots[1 + payloadIndex[table.rawValue]].a) }

    private func payloadPlan(_ table: RealtimeTable) -> UnsafePointer<MessagePlan> {
        schema.entity.pointee.fields[payloadIndex[table.rawValue]].message.unsafelyUnwrapped
    }

    /// Writes the members of a `deleted_entities` row.
    public func deletedEntity() {
        out.append(stamp.bytes)
        entityID()
        required(0, schema.entity)
        if options.writesUnknown { unknown(0, schema.entity) }
    }

    /// Writes the members of a `feed_entities` row: the whole entity in the specification's names.
    public func wholeEntity() { members(0, schema.entity) }

    /// The id of the entity at hand as a text for people.
    public var entityName: String {
        guard parser.slots[0].bits & 1 != 0 else { return "" }
        return String(decoding: parser.slots[1].text, as: UTF8.self)
    }

    @inline(__always)
    private func prefix() {
        out.append(stamp.bytes)
        entityID()
        if parser.slots[0].bits & 2 != 0 {
            out.key(Keys.isDeleted)
            out.bool(parser.slots[2].bits != 0)
        }
    }

    @inline(__always)
    private func entityID() {
        guard parser.slots[0].bits & 1 != 0 else { return }
        out.key(Keys.entityID)
        text(schema.entity.pointee.fields, parser.slots[1])
    }

    // MARK: Stop time updates as rows

    /// The blocks of the stop time updates of the entity at hand.
    public func forEachStopTimeUpdate(_ body: (Int) throws -> Void) rethrows {
        let block = payloadBlock(.tripUpdates)
        guard parser.slots[block].bits & 1 << UInt64(stopTimeIndex) != 0 else { return }
        var node = parser.slots[block + 1 + stopTimeIndex].a
        while node >= 0 {
            try body(Int(parser.slots[Int(node)].a))
            node = parser.slots[Int(node)].b
        }
    }

    /// Writes the members of a `stop_time_updates` row.
    public func stopTimeUpdate(_ block: Int) {
        out.append(stamp.bytes)
        entityID()
        flat(stopTimeContext, payloadBlock(.tripUpdates), checksRequired: false)
        flat(stopTimeUpdate, block)
        if options.writesUnknown { unknown(of: stopTimeUpdate, block, withEntity: false) }
    }

    // MARK: Flat rows

    @inline(__always)
    private func block(of parent: Int, in root: Int) -> Int {
        if parent < 0 { return root }
        guard parser.slots[root].bits & 1 &<< UInt64(parent) != 0 else { return -1 }
        return Int(parser.slots[root + 1 + parent].a)
    }

    private func flat(_ table: UnsafePointer<FlatTable>, _ root: Int, checksRequired: Bool = true) {
        for position in 0..<table.pointee.groupCount {
            let group = table.pointee.groups + position
            let block = block(of: group.pointee.parent, in: root)
            if block < 0 { continue }
            let present = parser.slots[block].bits
            for place in 0..<group.pointee.count {
                let column = group.pointee.columns + place
                let index = column.pointee.index
                if present & 1 &<< UInt64(index) != 0 {
                    out.append(column.pointee.key.start, column.pointee.key.count)
                    if let layout = column.pointee.layout {
                        flatElements(layout, parser.slots[block + 1 + index])
                    } else {
                        value(column.pointee.field, parser.slots[block + 1 + index])
                    }
                } else if column.pointee.isAlwaysPresent {
                    out.append(column.pointee.key.start, column.pointee.key.count)
                    out.null()
                }
            }
        }
        guard checksRequired else { return }
        for position in 0..<table.pointee.partCount {
            let part = table.pointee.parts + position
            let block = block(of: part.pointee.parent, in: root)
            if block >= 0 { required(block, part.pointee.plan) }
        }
    }

    private func flatElements(_ layout: UnsafePointer<FlatTable>, _ list: Slot) {
        out.beginArray()
        var node = list.a
        while node >= 0 {
            let element = parser.slots[Int(node)]
            if node != list.a { out.append(UInt8(ascii: ",")) }
            let start = out.count
            flat(layout, Int(element.a))
            if options.writesUnknown { unknown(of: layout, Int(element.a), withEntity: false) }
            openObject(at: start)
            out.endObject()
            node = element.b
        }
        out.endArray()
    }

    /// Turns the comma before the first member into the object's brace.
    @inline(__always)
    private func openObject(at start: Int) {
        if out.count > start { out.replace(at: start, with: UInt8(ascii: "{")) } else { out.beginObject() }
    }

    // MARK: Nested objects

    func object(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        let start = out.count
        members(block, plan)
        openObject(at: start)
        out.endObject()
    }

    private func members(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        fields(block, plan)
        if options.writesUnknown { unknown(block, plan) }
    }

    /// Writes the present fields in the specification's order, each with a comma before it.
    private func fields(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        required(block, plan)
        var rest = parser.slots[block].bits
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest &- 1
            let field = plan.pointee.fields + index
            out.append(field.pointee.key.start, field.pointee.key.count)
            value(field, parser.slots[block + 1 + index])
        }
    }

    @inline(__always)
    private func value(_ field: UnsafePointer<FieldPlan>, _ slot: Slot) {
        guard field.pointee.isRepeated else { return single(field, slot) }
        out.beginArray()
        var node = slot.a
        while node >= 0 {
            let element = parser.slots[Int(node)]
            if node != slot.a { out.append(UInt8(ascii: ",")) }
            single(field, element)
            node = element.b
        }
        out.endArray()
    }

    private func single(_ field: UnsafePointer<FieldPlan>, _ slot: Slot) {
        switch field.pointee.kind {
        case .string: text(field, slot)
        case .uint32: out.unsigned(UInt64(UInt32(truncatingIfNeeded: slot.bits)))
        case .uint64: out.unsigned(slot.bits)
        case .int32: out.integer(Int64(Int32(truncatingIfNeeded: slot.bits)))
        case .int64: out.integer(Int64(bitPattern: slot.bits))
        case .bool: out.bool(slot.bits != 0)
        case .float: float(field, Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
        case .double: double(field, Double(bitPattern: slot.bits))
        case .message: object(Int(slot.a), field.pointee.message.unsafelyUnwrapped)
        case .enumeration:
            let number = Int32(truncatingIfNeeded: slot.bits)
            if options.namesEnumerations, let name = field.pointee.enumeration?.pointee.name(of: number) {
                out.append(name.start, name.count)
            } else {
                out.integer(Int64(number))
            }
        }
    }

    // MARK: Values that need care

    @inline(__always)
    private func text(_ field: UnsafePointer<FieldPlan>, _ slot: Slot) {
        if !out.plainString(slot.start, Int(slot.a)) { carefulText(field, slot.text) }
    }

    @inline(never)
    private func carefulText(_ field: UnsafePointer<FieldPlan>, _ bytes: UnsafeRawBufferPointer) {
        if JSONText.invalidUTF8(bytes) == nil { return out.string(bytes) }
        if options.isLossless { return base64(bytes) }
        findings.isNotUTF8(field: schema.fieldNames[Int(field.pointee.id)], value: bytes)
        scratch.removeAll()
        Windows1252.decode(bytes, into: scratch)
        out.string(scratch.bytes)
    }

    private func base64(_ bytes: UnsafeRawBufferPointer) {
        out.beginObject()
        out.firstKey(Keys.base64)
        quotedBase64(bytes)
        out.endObject()
    }

    private func quotedBase64(_ bytes: UnsafeRawBufferPointer) {
        out.append(UInt8(ascii: "\""))
        Base64.encode(bytes, into: out)
        out.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private func float(_ field: UnsafePointer<FieldPlan>, _ value: Float) {
        if value.isFinite { return out.float(value) }
        let canonical = value.isNaN ? Float.nan : value
        notFinite(field, "\(value)", value.bitPattern == canonical.bitPattern, UInt64(value.bitPattern), 4)
    }

    private func double(_ field: UnsafePointer<FieldPlan>, _ value: Double) {
        if value.isFinite { return out.double(value) }
        let canonical = value.isNaN ? Double.nan : value
        notFinite(field, "\(value)", value.bitPattern == canonical.bitPattern, value.bitPattern, 8)
    }

    /// Protobuf's JSON has names for the numbers that JSON lacks; a NaN of unusual bits is kept as its bytes.
    private func notFinite(
        _ field: UnsafePointer<FieldPlan>, _ name: String, _ isCanonical: Bool, _ bits: UInt64, _ count: Int
    ) {
        guard options.isLossless else {
            findings.isNotFinite(field: schema.fieldNames[Int(field.pointee.id)], value: name)
            return out.null()
        }
        guard isCanonical else {
            return withUnsafeBytes(of: bits.littleEndian) {
                base64(UnsafeRawBufferPointer(rebasing: $0[0..<count]))
            }
        }
        out.string(name == "nan" ? "NaN" : name == "inf" ? "Infinity" : "-Infinity")
    }

    // MARK: What is missing and what is unknown

    @inline(__always)
    private func required(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        let missing = plan.pointee.required & ~parser.slots[block].bits
        if missing != 0 { report(missing, plan) }
    }

    @inline(never)
    private func report(_ missing: UInt64, _ plan: UnsafePointer<MessagePlan>) {
        var rest = missing
        while rest != 0 {
            let field = plan.pointee.fields[rest.trailingZeroBitCount]
            rest &= rest - 1
            findings.isMissing(field: schema.fieldNames[Int(field.id)])
        }
    }

    /// Writes `unknown_fields` of one message where it has any.
    private func unknown(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        guard parser.slots[block].a >= 0 else { return }
        out.key(Keys.unknownFields)
        out.beginArray()
        unknownElements(block, path: nil)
        out.endArray()
    }

    /// Writes `unknown_fields` of a flat row: those of its message, of the entity and of the parts that were
    /// flattened into it, which a path names.
    private func unknown(of table: UnsafePointer<FlatTable>, _ root: Int, withEntity: Bool = true) {
        let start = out.count
        out.key(Keys.unknownFields)
        out.beginArray()
        let empty = out.count
        for position in 0..<table.pointee.partCount {
            let part = table.pointee.parts + position
            let block = block(of: part.pointee.parent, in: root)
            if block >= 0 { unknownElements(block, path: part.pointee.parent < 0 ? nil : part.pointee.path) }
        }
        if withEntity { unknownElements(0, path: RowWriter.entityPath) }
        if out.count == empty { return out.truncate(to: start) }
        out.endArray()
    }

    private static let entityPath: KeyText = {
        let text: StaticString = "\"entity\""
        return KeyText(start: UnsafeRawPointer(text.utf8Start), count: text.utf8CodeUnitCount)
    }()

    private func unknownElements(_ block: Int, path: KeyText?) {
        var node = parser.slots[block].a
        while node >= 0 {
            let value = parser.slots[Int(node)]
            out.separator()
            unknownObject(tag: parser.slots[Int(node) + 1].bits, value.text, path: path)
            node = value.b
        }
    }

    private func unknownObject(tag: UInt64, _ value: UnsafeRawBufferPointer, path: KeyText?) {
        out.beginObject()
        out.firstKey(Keys.number)
        out.unsigned(tag >> 3)
        out.key(Keys.wireType)
        out.unsigned(tag & 7)
        out.key(Keys.bytes)
        quotedBase64(value)
        if let path {
            out.key(Keys.path)
            out.append(path.start, path.count)
        }
        out.endObject()
    }

    /// Writes the members of an `unknown_fields` row, for a field of the message itself.
    public func strayField(tag: UInt64, _ value: UnsafeRawBufferPointer) {
        out.append(stamp.bytes)
        out.key(Keys.number)
        out.unsigned(tag >> 3)
        out.key(Keys.wireType)
        out.unsigned(tag & 7)
        out.key(Keys.bytes)
        quotedBase64(value)
    }
}

extension KeyText: @unchecked Sendable {}
