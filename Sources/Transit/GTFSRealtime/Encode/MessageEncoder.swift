import NDJSON
import Platform

/// Writes objects in protobuf's JSON shape, with the specification's names, as messages.
///
/// Takes what `decode-rt --nested` writes, and from the JSON mapping of protocol buffers also enumerations by name,
/// 64-bit numbers as strings, and null for absent. A member that the schema does not have is refused: leaving it out
/// would lose it.
public final class MessageEncoder {
    private let schema: RealtimeSchema
    private let out: ProtobufWriter
    private let scratch = RecordWriter(capacity: 256)
    private var depth = 0

    /// - Parameter choice: must be the one the records were decoded with where that gave numbers.
    public init(_ choice: ExtensionChoice, into out: ProtobufWriter) {
        schema = RealtimeSchema(choice, for: .encoding)
        self.out = out
    }

    /// Appends the header of a message.
    /// - Returns: false when the record has no header.
    public func header(_ record: JSONValue) throws(EncodeFault) -> Bool {
        var header: JSONValue?
        for (key, value) in try members(record) {
            switch key.string {
            case "table", "feed_id", "source": continue
            case "header": header = value
            case let name:
                throw fault(
                    "the member '\(name ?? "")' does not belong to a complete message; decode with --nested")
            }
        }
        guard let header, header.isPresent else { return false }
        do throws(EncodeFault) {
            try message(Int(FeedReader.headerTag >> 3), header, schema.header)
        } catch {
            throw error.inside("header")
        }
        return true
    }

    /// Appends an entity.
    public func entity(_ record: JSONValue) throws(EncodeFault) {
        try message(Int(FeedReader.entityTag >> 3), record, schema.entity, passingOver: ["table", "feed_id"])
    }

    /// Appends a field of the message itself.
    public func strayField(_ record: JSONValue) throws(EncodeFault) {
        try unknownField(record, in: schema.message, passingOver: ["table", "feed_id", "feed_timestamp"])
    }

    // MARK: Messages

    private func message(
        _ number: Int, _ value: JSONValue, _ plan: UnsafePointer<MessagePlan>, passingOver others: [String] = []
    ) throws(EncodeFault) {
        guard value.kind == .object else { throw fault("expected an object") }
        guard depth <= Wire.messageDepth else { throw fault("messages are nested deeper than \(Wire.messageDepth)") }
        depth += 1
        defer { depth -= 1 }
        let start = out.beginMessage(number)
        var found: [(index: Int, value: JSONValue)] = []
        var unknown: JSONValue?
        var seen: UInt64 = 0
        var expected = 0
        for (key, value) in try members(value) {
            guard let index = index(of: key, in: plan, expected: expected) else {
                let name = key.string ?? ""
                if name == "unknown_fields" {
                    unknown = value
                } else if !others.contains(name) {
                    throw fault("\(schema.messageName(plan)) has no field '\(name)'")
                }
                continue
            }
            expected = index + 1
            if seen & 1 << UInt64(index) != 0 { throw fault("the member '\(key.string ?? "")' occurs twice") }
            seen |= 1 << UInt64(index)
            if value.isPresent { found.append((index, value)) }
        }
        // By number, as the protobuf libraries write a message.
        if found.count > 1 {
            found.sort { plan.pointee.fields[$0.index].number < plan.pointee.fields[$1.index].number }
        }
        for (index, value) in found { try field(plan.pointee.fields[index], value) }
        if let unknown { try unknownFields(unknown, in: plan) }
        out.endMessage(start)
    }

    private func members(_ value: JSONValue) throws(EncodeFault) -> [(key: JSONValue, value: JSONValue)] {
        guard value.kind == .object else { throw fault("expected an object") }
        var list: [(key: JSONValue, value: JSONValue)] = []
        list.reserveCapacity(12)
        value.forEachMember { key, value in list.append((key, value)) }
        return list
    }

    /// The index of a member's field, looked for where it is expected first: records have the order of the fields.
    private func index(of key: JSONValue, in plan: UnsafePointer<MessagePlan>, expected: Int) -> Int? {
        guard !key.hasEscapes else { return key.string.flatMap { schema.index(of: $0, in: plan) } }
        for offset in 0..<plan.pointee.count {
            let index = (expected + offset) % plan.pointee.count
            // The text is laid out as ,"name":
            let name = plan.pointee.fields[index].key
            let text = key.inside
            if text.count == name.count - 4, let start = text.baseAddress,
                memcmp(start, name.start + 2, text.count) == 0
            {
                return index
            }
        }
        return nil
    }

    private func field(_ field: FieldPlan, _ value: JSONValue) throws(EncodeFault) {
        do throws(EncodeFault) {
            guard field.isRepeated else { return try single(field, value) }
            guard value.kind == .array else { throw fault("expected an array") }
            guard field.isPacked else {
                for element in elements(value) { try single(field, element) }
                return
            }
            let values = elements(value)
            if values.isEmpty { return }
            let start = out.beginMessage(Int(field.number))
            for element in values { try number(field, element) }
            out.endMessage(start)
        } catch {
            // The path is put together on the way out, so that nothing is spent on it when all is well.
            throw error.inside(schema.name(of: field))
        }
    }

    private func elements(_ value: JSONValue) -> [JSONValue] {
        var list: [JSONValue] = []
        value.forEachElement { list.append($0) }
        return list
    }

    // MARK: Values

    private func single(_ field: FieldPlan, _ value: JSONValue) throws(EncodeFault) {
        let number = Int(field.number)
        switch field.kind {
        case .message:
            guard let plan = field.message else { return }
            try message(number, value, plan)
        case .string: try text(number, value)
        case .bytes:
            let bytes = try decoded(value)
            bytes.withUnsafeBytes { out.bytes(number, $0) }
        default:
            out.tag(number, Int(field.wireType))
            try self.number(field, value)
        }
    }

    /// A value that is a number on the wire, without its tag.
    private func number(_ field: FieldPlan, _ value: JSONValue) throws(EncodeFault) {
        switch field.kind {
        case .bool:
            guard let value = value.bool else { throw fault("expected true or false") }
            out.varint(value ? 1 : 0)
        // A negative number takes ten bytes, as the format has it.
        case .int32: out.varint(UInt64(bitPattern: Int64(try integer(value, as: Int32.self))))
        case .int64: out.varint(UInt64(bitPattern: try integer(value, as: Int64.self)))
        case .uint32: out.varint(UInt64(try integer(value, as: UInt32.self)))
        case .uint64: out.varint(try integer(value, as: UInt64.self))
        case .sint32:
            let number = try integer(value, as: Int32.self)
            out.varint(UInt64(UInt32(bitPattern: number << 1 ^ number >> 31)))
        case .sint64:
            let number = try integer(value, as: Int64.self)
            out.varint(UInt64(bitPattern: number << 1 ^ number >> 63))
        case .enumeration: out.varint(UInt64(bitPattern: Int64(try enumeration(field, value))))
        case .float: out.fixed(UInt64(try float(value)), bytes: 4)
        case .fixed32: out.fixed(UInt64(try integer(value, as: UInt32.self)), bytes: 4)
        case .sfixed32: out.fixed(UInt64(UInt32(bitPattern: try integer(value, as: Int32.self))), bytes: 4)
        case .double: out.fixed(try double(value), bytes: 8)
        case .fixed64: out.fixed(try integer(value, as: UInt64.self), bytes: 8)
        case .sfixed64: out.fixed(UInt64(bitPattern: try integer(value, as: Int64.self)), bytes: 8)
        case .string, .bytes, .message: throw fault("expected a number")
        }
    }

    private func text(_ number: Int, _ value: JSONValue) throws(EncodeFault) {
        if value.kind == .object {
            let bytes = try base64(value)
            return bytes.withUnsafeBytes { out.bytes(number, $0) }
        }
        guard value.kind == .string else { throw fault("expected a string") }
        if !value.hasEscapes { return out.bytes(number, value.inside) }
        scratch.removeAll()
        JSONText.unescape(value.inside, into: scratch)
        out.bytes(number, scratch.bytes)
    }

    private func integer<Integer: FixedWidthInteger>(
        _ value: JSONValue, as type: Integer.Type
    ) throws(EncodeFault) -> Integer {
        if value.kind == .string, let text = value.string, let exact = Integer(text) { return exact }
        if let exact = value.unsigned.flatMap({ Integer(exactly: $0) }) { return exact }
        if let exact = value.integer.flatMap({ Integer(exactly: $0) }) { return exact }
        throw fault("expected a whole number from \(Integer.min) to \(Integer.max)")
    }

    private func enumeration(_ field: FieldPlan, _ value: JSONValue) throws(EncodeFault) -> Int32 {
        guard let name = value.string else { return try integer(value, as: Int32.self) }
        guard let plan = field.enumeration?.pointee else { return 0 }
        for position in 0..<plan.count {
            let known = plan.values[position].name
            let text = UnsafeRawBufferPointer(start: known.start + 1, count: known.count - 2)
            if text.elementsEqual(name.utf8) { return plan.values[position].number }
        }
        throw fault("'\(name)' is not a value of this enumeration")
    }

    private func float(_ value: JSONValue) throws(EncodeFault) -> UInt32 {
        if value.kind == .number {
            guard let number = JSONNumber.float(value.inside) else {
                throw fault("the number exceeds the range of a 32-bit float")
            }
            return number.bitPattern
        }
        if value.kind == .object {
            let bytes = try base64(value)
            guard bytes.count == 4 else { throw fault("expected four bytes") }
            return UInt32(truncatingIfNeeded: MessageEncoder.littleEndian(bytes))
        }
        switch value.string {
        case "NaN": return Float.nan.bitPattern
        case "Infinity": return Float.infinity.bitPattern
        case "-Infinity": return (-Float.infinity).bitPattern
        default: throw fault("expected a number")
        }
    }

    private func double(_ value: JSONValue) throws(EncodeFault) -> UInt64 {
        if value.kind == .number {
            guard let number = value.double else { throw fault("the number exceeds the range of a 64-bit float") }
            return number.bitPattern
        }
        if value.kind == .object {
            let bytes = try base64(value)
            guard bytes.count == 8 else { throw fault("expected eight bytes") }
            return MessageEncoder.littleEndian(bytes)
        }
        switch value.string {
        case "NaN": return Double.nan.bitPattern
        case "Infinity": return Double.infinity.bitPattern
        case "-Infinity": return (-Double.infinity).bitPattern
        default: throw fault("expected a number")
        }
    }

    private static func littleEndian(_ bytes: [UInt8]) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The bytes of `{"base64":"…"}`, which stands for what JSON cannot hold.
    private func base64(_ value: JSONValue) throws(EncodeFault) -> [UInt8] {
        let members = try members(value)
        guard members.count == 1, members[0].key.string == "base64" else {
            throw fault("expected a value, or an object with the single member 'base64'")
        }
        return try decoded(members[0].value)
    }

    private func decoded(_ value: JSONValue) throws(EncodeFault) -> [UInt8] {
        guard let text = value.string else { throw fault("expected base64") }
        guard let bytes = Base64.bytes(of: text) else { throw fault("the text is not base64") }
        return bytes
    }

    // MARK: Unknown fields

    private func unknownFields(_ list: JSONValue, in plan: UnsafePointer<MessagePlan>) throws(EncodeFault) {
        guard list.kind == .array else { throw fault("unknown_fields: expected an array") }
        for element in elements(list) { try unknownField(element, in: plan) }
    }

    private func unknownField(
        _ value: JSONValue, in plan: UnsafePointer<MessagePlan>, passingOver others: [String] = []
    ) throws(EncodeFault) {
        var number: Int?
        var wireType: Int?
        var content: [UInt8]?
        for (key, value) in try members(value) {
            switch key.string {
            case "number": number = value.integer
            case "wire_type": wireType = value.integer
            case "bytes": content = try decoded(value)
            case let name:
                if !others.contains(name ?? "") {
                    throw fault("unknown member '\(name ?? "")' in an entry of unknown_fields")
                }
            }
        }
        guard let number, let wireType, let content, 1..<(1 << 29) ~= number, 0...5 ~= wireType, wireType != 4 else {
            throw fault("an entry of unknown_fields needs number (from 1), wire_type (0, 1, 2, 3 or 5) and bytes")
        }
        guard MessageEncoder.isValue(content, number, wireType) else {
            throw fault("the bytes of field \(number) are not one value of wire type \(wireType)")
        }
        let index = plan.pointee.index(of: UInt64(number))
        if index != MessagePlan.none {
            let field = plan.pointee.fields[Int(index)]
            // An extension's field is unknown to a decoder that was not asked for the extension.
            if Int(field.wireType) == wireType, !field.isExtension {
                throw EncodeFault(
                    path: "", reason: "field \(number) is the known field \(schema.name(of: field))",
                    isForged: true)
            }
        }
        out.tag(number, wireType)
        if wireType == 2 { out.varint(UInt64(content.count)) }
        content.withUnsafeBytes { out.raw($0) }
        if wireType == 3 { out.tag(number, 4) }
    }

    private static func isValue(_ content: [UInt8], _ number: Int, _ wireType: Int) -> Bool {
        if wireType == 2 { return true }
        let tag = UInt64(number) << 3 | UInt64(wireType)
        let writer = ProtobufWriter()
        content.withUnsafeBytes { writer.raw($0) }
        if wireType == 3 { writer.tag(number, 4) }
        guard var cursor = writer.bytes.baseAddress else { return false }
        let end = cursor + writer.count
        // A fault is the answer no.
        guard (try? Wire.skipValue(tag, at: cursor, &cursor, end, depth: 0)) != nil else { return false }
        return cursor == end
    }

    private func fault(_ reason: String) -> EncodeFault {
        EncodeFault(path: "", reason: reason)
    }
}
