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
    let tables: [UnsafePointer<FlatTable>?]
    let stopTimeContext: UnsafePointer<FlatTable>
    let stopTimeUpdate: UnsafePointer<FlatTable>
    /// Where values that a reader wants go instead of rows.
    let scanned: ScannedRows?
    /// The positions of the members that every row begins with among these values.
    let wantedStamp, wantedID, wantedDeletion: Int
    /// By table, the index of the payload in FeedEntity or -1.
    private let payloadIndex: [Int]
    /// Bits of the fields of FeedEntity that are payloads, and the tables of these fields.
    private let payloads: UInt64
    private let tableOfField: [RealtimeTable?]
    private let stopTimeIndex: Int
    /// Bits of the fields of FeedEntity that .proto files add and that are not rows of their own.
    private let entityExtensions: UInt64
    unowned let findings: any RowFindings
    /// `,"feed_timestamp":…` of the message at hand; empty where it has none.
    let stamp = RecordWriter(capacity: 64)
    let scratch = RecordWriter(capacity: 256)

    enum Keys {
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

    public convenience init(
        _ reader: FeedReader, into out: RecordWriter, _ options: Options, findings: any RowFindings
    ) { self.init(reader, into: out, nil, options, findings: findings) }

    /// Makes a writer of the values that a reader of `scanned` wants.
    public convenience init(
        _ reader: FeedReader, into scanned: ScannedRows, _ options: Options, findings: any RowFindings
    ) { self.init(reader, into: scanned.bytes, scanned, options, findings: findings) }

    private init(
        _ reader: FeedReader, into out: RecordWriter, _ scanned: ScannedRows?, _ options: Options,
        findings: any RowFindings
    ) {
        self.reader = reader
        self.out = out
        self.scanned = scanned
        func wanted(_ member: String) -> Int { scanned?.place(of: member) ?? -1 }
        wantedStamp = wanted("feed_timestamp")
        wantedID = wanted("entity_id")
        wantedDeletion = wanted("is_deleted")
        self.options = options
        self.findings = findings
        parser = reader.parser
        let schema = reader.schema
        self.schema = schema
        var builder = FlatTableBuilder(
            schema: schema, pool: pool, namesEnumerations: options.namesEnumerations)
        if let scanned { builder.wanted = scanned.place }
        let vehicle = builder.table(.vehiclePositions, schema.plan("vehicle"))
        let update = builder.table(options.explodes ? .explodedTripUpdates : .tripUpdates, schema.plan("trip_update"))
        tables = RealtimeTable.allCases.map { $0 == .vehiclePositions ? vehicle : $0 == .tripUpdates ? update : nil }
        stopTimeContext = builder.table(.stopTimeUpdateContext, schema.plan("trip_update"))
        stopTimeUpdate = builder.table(.stopTimeUpdate, schema.plan("trip_update", "stop_time_update"))
        let payloadIndex = RealtimeTable.allCases.map { table in
            // An extension may have the name and be no message.
            table.payload.flatMap { schema.index(of: $0, in: schema.entity) }.flatMap {
                let field = schema.entity.pointee.fields[$0]
                return field.kind == .message && !field.isRepeated ? $0 : nil
            } ?? -1
        }
        self.payloadIndex = payloadIndex
        tableOfField = (0..<schema.entity.pointee.count).map { index in
            RealtimeTable.rowsOfEntities.first { payloadIndex[$0.rawValue] == index }
        }
        payloads = tableOfField.enumerated().reduce(0) { $1.element == nil ? $0 : $0 | 1 << UInt64($1.offset) }
        entityExtensions = (0..<schema.entity.pointee.count).reduce(0) { bits, index in
            schema.entity.pointee.fields[index].isExtension && !payloadIndex.contains(index)
                ? bits | 1 << UInt64(index) : bits
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
            // An empty header is what encoding writes for a message without one, which it would else join to another.
            guard parser.slots[0].bits != 0 || parser.slots[0].a >= 0 else { return }
            out.key(Keys.header)
            object(0, schema.header)
        } else if reader.hasHeader {
            members(0, schema.header)
        }
    }

    // MARK: The entity at hand

    public var isDeleted: Bool { parser.slots[0].bits & 2 != 0 && parser.slots[2].bits != 0 }

    /// The table of the payload of an entity that has exactly one.
    public var onlyPayload: RealtimeTable? {
        let payloads = parser.slots[0].bits & payloads
        guard payloads != 0, payloads & (payloads &- 1) == 0 else { return nil }
        return tableOfField[payloads.trailingZeroBitCount]
    }

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
            if hasEntityExtension { writeEntityExtensions() }
            if options.writesUnknown { unknown(of: flat, block) }
        } else {
            fields(block, payloadPlan(table))
            if hasEntityExtension { writeEntityExtensions() }
            guard options.writesUnknown, parser.slots[block].a >= 0 || parser.slots[0].a >= 0 else { return }
            out.key(Keys.unknownFields)
            out.beginArray()
            unknownElements(block, path: nil)
            unknownElements(0, path: RowWriter.entityPath)
            out.endArray()
        }
    }

    /// Whether the entity at hand has fields that .proto files add to entities.
    @inline(__always)
    public var hasEntityExtension: Bool { parser.slots[0].bits & entityExtensions != 0 }

    @inline(never)
    func writeEntityExtensions() { fields(0, schema.entity, among: entityExtensions) }

    func payloadBlock(_ table: RealtimeTable) -> Int { Int(parser.slots[1 + payloadIndex[table.rawValue]].a) }

    private func payloadPlan(_ table: RealtimeTable) -> UnsafePointer<MessagePlan> {
        schema.entity.pointee.fields[payloadIndex[table.rawValue]].message.unsafelyUnwrapped
    }

    /// Writes the members of a `deleted_entities` row.
    public func deletedEntity() {
        out.append(stamp.bytes)
        entityID()
        required(0, schema.entity)
        if hasEntityExtension { writeEntityExtensions() }
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
    func entityID() {
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
    func block(of parent: Int, in root: Int) -> Int {
        if parent < 0 { return root }
        guard parser.slots[root].bits & 1 &<< UInt64(parent) != 0 else { return -1 }
        return Int(parser.slots[root + 1 + parent].a)
    }

    /// Turns the comma before the first member into the object's brace.
    @inline(__always)
    func openObject(at start: Int) {
        if out.count > start { out.replace(at: start, with: UInt8(ascii: "{")) } else { out.beginObject() }
    }

    // MARK: Nested objects

    func object(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        let start = out.count
        members(block, plan)
        openObject(at: start)
        out.endObject()
    }

    func members(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        fields(block, plan)
        if options.writesUnknown { unknown(block, plan) }
    }

    /// Writes the present fields in the specification's order, each with a comma before it.
    func fields(_ block: Int, _ plan: UnsafePointer<MessagePlan>) {
        required(block, plan)
        fields(block, plan, among: .max)
    }

    @inline(__always)
    private func fields(_ block: Int, _ plan: UnsafePointer<MessagePlan>, among bits: UInt64) {
        var rest = parser.slots[block].bits & bits
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest &- 1
            let field = plan.pointee.fields + index
            out.append(field.pointee.key.start, field.pointee.key.count)
            value(field, parser.slots[block + 1 + index])
        }
    }
}

extension KeyText: @unchecked Sendable {}
