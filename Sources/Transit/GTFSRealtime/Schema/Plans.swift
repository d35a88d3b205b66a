/// How a field's value travels and how it is written.
public enum FieldKind: UInt8, Sendable {
    case int32, int64, uint32, uint64, float, double, bool, enumeration, string, message
    /// Of .proto files only: the specification has no field of these.
    case sint32, sint64, fixed32, fixed64, sfixed32, sfixed64, bytes

    /// The wire type the value has (https://protobuf.dev/programming-guides/encoding#structure).
    var wireType: UInt8 {
        switch self {
        case .int32, .int64, .uint32, .uint64, .sint32, .sint64, .bool, .enumeration: 0
        case .double, .fixed64, .sfixed64: 1
        case .string, .bytes, .message: 2
        case .float, .fixed32, .sfixed32: 5
        }
    }
}

/// Bytes that live as long as their schema: `,"name":`, ready to be copied.
struct KeyText {
    let start: UnsafeRawPointer
    let count: Int
}

/// One field as the hot loop needs it: nothing in it is counted by reference.
struct FieldPlan {
    let number: Int32
    let kind: FieldKind
    let wireType: UInt8
    let isRepeated: Bool
    /// Whether a .proto file adds it to a message of the specification.
    let isExtension: Bool
    /// Whether a repeated field is written as one run of values; either form is read.
    let isPacked: Bool
    /// The index of the sibling that a varint in this field's place means, or -1.
    var varintTwin: Int8
    let key: KeyText
    /// What a message field holds.
    let message: UnsafePointer<MessagePlan>?
    let enumeration: UnsafePointer<EnumerationPlan>?
    /// The field's place in the schema's list of names.
    let id: Int32
}

/// A message: its fields in the order of the specification, extensions after them, at most `RealtimeSchema.fieldLimit`.
struct MessagePlan {
    let fields: UnsafePointer<FieldPlan>
    let count: Int
    /// For field numbers below 32 the field's index, 255 for none.
    let small: UnsafePointer<UInt8>
    /// For tags of one byte what they announce.
    let tags: UnsafePointer<TagPlan>
    /// Pairs of a larger field number and an index.
    let large: UnsafePointer<(number: Int32, index: UInt8)>
    let largeCount: Int
    /// Bits of the fields that the specification requires.
    let required: UInt64
    /// The message's place in the schema's list of names.
    let id: Int32

    static let none: UInt8 = 255

    @inline(__always)
    func index(of number: UInt64) -> UInt8 {
        if number < 32 { return small[Int(number)] }
        for position in 0..<largeCount where large[position].number == Int32(truncatingIfNeeded: number) {
            return large[position].index
        }
        return MessagePlan.none
    }
}

/// What a tag of one byte announces, for the fields that need the least work.
struct TagPlan {
    enum Value: UInt8 {
        /// Anything that needs more: unknown and repeated fields, messages that .proto files add, and wrong tags.
        case other
        case varint, fixed32, fixed64, text, message
    }

    let value: Value
    let index: UInt8

    static let none = TagPlan(value: .other, index: 0)

    init(value: Value, index: UInt8) {
        self.value = value
        self.index = index
    }

    init(_ field: FieldPlan, index: UInt8) {
        self.index = index
        value =
            if field.isRepeated {
                .other
            } else {
                switch field.wireType {
                case 0: .varint
                case 1: .fixed64
                case 5: .fixed32
                default: field.message == nil ? .text : field.isExtension ? .other : .message
                }
            }
    }
}

/// The names of an enumeration's numbers, each with its quotes.
struct EnumerationPlan {
    let values: UnsafePointer<(number: Int32, name: KeyText)>
    let count: Int

    func name(of number: Int32) -> KeyText? {
        for position in 0..<count where values[position].number == number { return values[position].name }
        return nil
    }
}
