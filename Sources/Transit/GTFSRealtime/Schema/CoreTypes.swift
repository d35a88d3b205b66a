import CGTFSRealtime
import CProtobufC

/// The specification's messages and enumerations by their names without the package: `TripUpdate.StopTimeUpdate`.
struct CoreTypes: @unchecked Sendable {
    static let package = "transit_realtime"
    static let prefix = package + "."
    static let all = CoreTypes()

    private(set) var messages: [String: UnsafePointer<ProtobufCMessageDescriptor>] = [:]
    private(set) var enumerations: [String: UnsafePointer<ProtobufCEnumDescriptor>] = [:]

    private init() { add(linefeed_transit_realtime__feed_message_descriptor()) }

    private mutating func add(_ message: UnsafePointer<ProtobufCMessageDescriptor>) {
        guard messages.updateValue(message, forKey: CoreTypes.name(message)) == nil else { return }
        for index in 0..<Int(message.pointee.n_fields) {
            guard let type = message.pointee.fields[index].descriptor else { continue }
            if message.pointee.fields[index].type == PROTOBUF_C_TYPE_MESSAGE {
                add(type.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
            } else {
                let enumeration = type.assumingMemoryBound(to: ProtobufCEnumDescriptor.self)
                let name = String(cString: enumeration.pointee.name).dropFirst(CoreTypes.package.utf8.count + 1)
                enumerations[String(name)] = enumeration
            }
        }
    }

    static func name(_ message: UnsafePointer<ProtobufCMessageDescriptor>) -> String {
        String(String(cString: message.pointee.name).dropFirst(package.utf8.count + 1))
    }

    /// The fields in the order of declaration: descriptors sort them by number, but the structure's members lie in
    /// the order of the .proto file.
    static func fields(_ message: UnsafePointer<ProtobufCMessageDescriptor>) -> [ProtobufCFieldDescriptor] {
        (0..<Int(message.pointee.n_fields)).map { message.pointee.fields[$0] }.sorted { $0.offset < $1.offset }
    }

    static func field(
        _ number: Int, of message: UnsafePointer<ProtobufCMessageDescriptor>
    ) -> ProtobufCFieldDescriptor? {
        let fields = UnsafeBufferPointer(start: message.pointee.fields, count: Int(message.pointee.n_fields))
        return fields.firstIndex { Int($0.id) == number }.map { fields[$0] }
    }

    static func type(of field: ProtobufCFieldDescriptor) -> ProtoType {
        let kind = kind(field.type)
        guard let type = field.descriptor else { return .scalar(kind) }
        return kind == .message
            ? .coreMessage(type.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
            : .coreEnumeration(type.assumingMemoryBound(to: ProtobufCEnumDescriptor.self))
    }

    private static func kind(_ type: ProtobufCType) -> FieldKind {
        switch type {
        case PROTOBUF_C_TYPE_INT32: .int32
        case PROTOBUF_C_TYPE_INT64: .int64
        case PROTOBUF_C_TYPE_UINT32: .uint32
        case PROTOBUF_C_TYPE_UINT64: .uint64
        case PROTOBUF_C_TYPE_FLOAT: .float
        case PROTOBUF_C_TYPE_DOUBLE: .double
        case PROTOBUF_C_TYPE_BOOL: .bool
        case PROTOBUF_C_TYPE_ENUM: .enumeration
        case PROTOBUF_C_TYPE_STRING: .string
        case PROTOBUF_C_TYPE_MESSAGE: .message
        default: preconditionFailure("GTFS-Realtime has no field of this type")
        }
    }
}
