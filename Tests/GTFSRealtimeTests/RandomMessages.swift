import TestSupport

@testable import GTFSRealtime

/// Makes messages of every field that a schema has, with the oddities that are asked for.
struct RandomMessages {
    let schema: RealtimeSchema
    var generator: SeededGenerator
    /// NULs in texts, which end a text in C.
    var hasNULs = true
    /// Fields under unknown numbers.
    var hasUnknownFields = true
    /// Known fields with another wire type.
    var hasWrongWireTypes = true
    /// Bytes under the numbers of extensions that are not the extensions' messages, or hardly.
    var hasForeignExtensions = true

    init(_ schema: RealtimeSchema, seed: UInt64) {
        self.schema = schema
        generator = SeededGenerator(seed: seed)
    }

    mutating func feed() -> [UInt8] {
        let writer = ProtobufWriter()
        writer.message(1) { fields(of: schema.header, $0, depth: 0) }
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            writer.message(2) { fields(of: schema.entity, $0, depth: 0) }
            if hasUnknownFields, chance(5) { unknownField(writer) }
        }
        return Array(writer.bytes)
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func fields(of plan: UnsafePointer<MessagePlan>, _ writer: ProtobufWriter, depth: Int) {
        for index in (0..<plan.pointee.count).shuffled(using: &generator) {
            let field = plan.pointee.fields[index]
            guard chance(depth == 0 ? 50 : 40) else { continue }
            // Messages of .proto files may hold themselves.
            if depth > 8, field.kind == .message { continue }
            let count = field.isRepeated ? Int.random(in: 1...3, using: &generator) : 1
            for _ in 0..<count { value(of: field, writer, depth: depth) }
        }
        if hasUnknownFields, chance(15) { unknownField(writer) }
    }

    private mutating func value(of field: FieldPlan, _ writer: ProtobufWriter, depth: Int) {
        let number = Int(field.number)
        if hasWrongWireTypes, chance(2) { return wrong(number, field.wireType, writer) }
        switch field.kind {
        case .message:
            guard let plan = field.message else { return }
            if field.isExtension, hasForeignExtensions, chance(25) {
                return foreign(plan, depth).withUnsafeBytes { writer.bytes(number, $0) }
            }
            writer.message(number) { fields(of: plan, $0, depth: depth + 1) }
        case .string: text().withUnsafeBytes { writer.bytes(number, $0) }
        case .float: writer.fixed32(number, UInt32(truncatingIfNeeded: floatBits()))
        case .double:
            writer.fixed64(number, chance(20) ? generator.next() : Double(chance(50) ? 0.1 : -3e20).bitPattern)
        case .bool: writer.unsigned(number, UInt64.random(in: 0...1, using: &generator))
        case .enumeration: writer.signed(number, chance(80) ? Int64.random(in: 0...9, using: &generator) : -7)
        case .int32: writer.signed(number, Int64(Int32(truncatingIfNeeded: integer())))
        case .uint32: writer.unsigned(number, UInt64(UInt32(truncatingIfNeeded: integer())))
        case .int64, .uint64, .sint32, .sint64: writer.unsigned(number, integer())
        case .fixed32, .sfixed32: writer.fixed32(number, UInt32(truncatingIfNeeded: integer()))
        case .fixed64, .sfixed64: writer.fixed64(number, integer())
        case .bytes: text().withUnsafeBytes { writer.bytes(number, $0) }
        }
    }

    /// Bytes of somebody else's: a text, nothing, noise, or the extension's message with a part of it broken.
    private mutating func foreign(_ plan: UnsafePointer<MessagePlan>, _ depth: Int) -> [UInt8] {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return text()
        case 1:
            return (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
        case 2: return [0x0B, 0x08, 0x01]
        default:
            let inner = ProtobufWriter()
            fields(of: plan, inner, depth: depth + 1)
            var bytes = Array(inner.bytes)
            if !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x17 }
            return chance(50) ? bytes + [0x0F] : bytes
        }
    }

    private mutating func integer() -> UInt64 { generator.next() >> UInt64.random(in: 0..<64, using: &generator) }

    private mutating func floatBits() -> UInt64 {
        if chance(30) { return generator.next() }
        return UInt64(Float(Double(Int.random(in: -180_000_000...180_000_000, using: &generator)) / 1e6).bitPattern)
    }

    private mutating func text() -> [UInt8] {
        let choices = ["", "stop 1", "é", "駅", "🚋", "\"\\/\u{8}\n", "1341 ｳ", "a long enough text to pass over words"]
        var bytes = Array(choices.randomElement(using: &generator)!.utf8)
        if chance(10) { bytes += [0x82, 0xBD, 0xFF] }
        if hasNULs, chance(10) { bytes += [0, 0x41] }
        return bytes
    }

    private mutating func unknownField(_ writer: ProtobufWriter) {
        let number = [50, 99, 1000, 1003, 1999, 9500, 536_870_911].randomElement(using: &generator)!
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: writer.unsigned(number, integer())
        case 1: writer.fixed64(number, generator.next())
        case 2: text().withUnsafeBytes { writer.bytes(number, $0) }
        case 3: writer.fixed32(number, UInt32(truncatingIfNeeded: generator.next()))
        default:
            guard hasWrongWireTypes else { return }
            writer.tag(number, 3)
            writer.unsigned(1, 5)
            writer.tag(number, 4)
        }
    }

    private mutating func wrong(_ number: Int, _ wireType: UInt8, _ writer: ProtobufWriter) {
        switch wireType {
        case 0: text().withUnsafeBytes { writer.bytes(number, $0) }
        case 2: writer.unsigned(number, integer())
        default: writer.unsigned(number, 1)
        }
    }
}
