import CProtobufC

/// A .proto file as it is written.
///
/// Unchecked: files and what is in them are put together on one thread and not changed after that.
final class ProtoFile: @unchecked Sendable {
    let path: String
    var isProto3 = false
    var package = ""
    var imports: [(path: String, line: Int)] = []
    var messages: [ProtoMessage] = []
    var enumerations: [ProtoEnumeration] = []
    var extensions: [ProtoExtend] = []
    /// The files that the imports name, but for gtfs-realtime.proto.
    var imported: [ProtoFile] = []

    init(path: String) { self.path = path }

    /// Whether the file is a copy of gtfs-realtime.proto, as agencies publish them with fields of their own.
    var isCopyOfSpecification: Bool {
        guard let feed = messages.first(where: { $0.name == "FeedMessage" }) else { return false }
        return feed.fields.contains { $0.name == "entity" && $0.number == 2 }
    }
}

/// A message that a .proto file declares.
final class ProtoMessage: @unchecked Sendable {
    /// Without the package: `Carriage.Door`.
    let name: String
    let line: Int
    unowned let file: ProtoFile
    var fields: [ProtoField] = []
    var messages: [ProtoMessage] = []
    var enumerations: [ProtoEnumeration] = []

    init(name: String, line: Int, file: ProtoFile) {
        self.name = name
        self.line = line
        self.file = file
    }

    /// With the package.
    var fullName: String { file.package.isEmpty ? name : file.package + "." + name }
}

struct ProtoField {
    let name: String
    let line: Int
    let number: Int
    let isRepeated: Bool
    let isRequired: Bool
    let isPacked: Bool
    /// As it is written: a scalar's name, or what is to be resolved.
    let typeName: String
    /// Set when names are resolved.
    var type = ProtoType.scalar(.bool)
}

/// An enumeration that a .proto file declares, its values by number.
final class ProtoEnumeration: @unchecked Sendable {
    let name: String
    let line: Int
    var values: [ProtoEnumerationValue] = []

    init(name: String, line: Int) {
        self.name = name
        self.line = line
    }
}

struct ProtoEnumerationValue {
    let number: Int32
    let name: String
    let line: Int
}

/// An `extend` with its fields.
struct ProtoExtend {
    /// As it is written.
    let extended: String
    let line: Int
    /// The message around it with its package, or the package: where its names are looked up and its fields' names begin.
    let scope: String
    var fields: [ProtoField]
}

/// What a field holds: declared in a .proto file, or by the specification.
enum ProtoType {
    case scalar(FieldKind)
    case message(ProtoMessage)
    case enumeration(ProtoEnumeration)
    case coreMessage(UnsafePointer<ProtobufCMessageDescriptor>)
    case coreEnumeration(UnsafePointer<ProtobufCEnumDescriptor>)
}
