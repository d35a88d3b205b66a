/// What .proto files add to GTFS-Realtime.
public struct ProtoDefinitions: @unchecked Sendable {
    /// In the order of the files and of the declarations in them.
    let fields: [ProtoAddition]
    /// By an enumeration of the specification, the values that a copy of its file has beside ours.
    let values: [ProtoEnumeration: [ProtoEnumerationValue]]
    /// What the fields' types are declared in, which is theirs to hold.
    let files: [ProtoFile]
    /// What is to be told of the files.
    public let notes: [ProtoNote]
}

/// A field that a .proto file adds to a message of the specification.
struct ProtoAddition {
    let message: ProtoMessage
    let field: ProtoField
    /// With the package and the message that it is declared in.
    let fullName: String
    let file: String
}
