/// A .proto file as it is written.
///
/// Unchecked: files and what is in them are put together on one thread and not changed after that.
final class ProtoFile: @unchecked Sendable {
    let path: String
    var isProto3 = false
    var package: String
    var imports: [(path: String, line: Int)] = []
    var messages: [ProtoMessage] = []
    var enumerations: [ProtoEnumeration] = []
    var extensions: [ProtoExtend] = []
    /// The files that the imports name, but for gtfs-realtime.proto.
    var imported: [ProtoFile] = []

    init(path: String, package: String = "") {
        self.path = path
        self.package = package
    }

    /// Whether the file is a copy of gtfs-realtime.proto, as agencies publish them with fields of their own.
    var isCopyOfSpecification: Bool {
        guard let feed = messages.first(where: { $0.name == "FeedMessage" }) else { return false }
        return feed.fields.contains { $0.name == "entity" && $0.number == 2 }
    }
}

/// A message or an enumeration of the specification or of a .proto file. Two are equal only if they are one object.
///
/// Unchecked: see `ProtoFile`.
class ProtoDeclaration: Hashable, @unchecked Sendable {
    /// The name without the package: `Carriage.Door`.
    let name: String
    let line: Int

    fileprivate init(name: String, line: Int) {
        self.name = name
        self.line = line
    }

    static func == (left: ProtoDeclaration, right: ProtoDeclaration) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class ProtoMessage: ProtoDeclaration, @unchecked Sendable {
    unowned let file: ProtoFile
    var fields: [ProtoField] = []
    var messages: [ProtoMessage] = []
    var enumerations: [ProtoEnumeration] = []

    init(name: String, line: Int, file: ProtoFile) {
        self.file = file
        super.init(name: name, line: line)
    }

    var isOfSpecification: Bool { file === Specification.file }

    /// The name with the package.
    var fullName: String { file.package.isEmpty ? name : file.package + "." + name }
}

struct ProtoField {
    let name: String
    var line = 0
    let number: Int
    var isRepeated = false
    var isRequired = false
    var isPacked = false
    /// As it is written: a scalar's name, or what is to be resolved.
    var typeName = ""
    /// Set when names are resolved.
    var type: ProtoType
}

/// An enumeration, its values by number.
final class ProtoEnumeration: ProtoDeclaration, @unchecked Sendable {
    var values: [ProtoEnumerationValue]

    init(name: String, line: Int = 0, values: [ProtoEnumerationValue] = []) {
        self.values = values
        super.init(name: name, line: line)
    }
}

struct ProtoEnumerationValue {
    let number: Int32
    let name: String
    var line = 0
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

/// The type of a field.
enum ProtoType: Equatable {
    case scalar(FieldKind)
    case message(ProtoMessage)
    case enumeration(ProtoEnumeration)
}
