/// What is wrong with a .proto file.
public struct ProtoFault: Error, Sendable, CustomStringConvertible {
    public let file: String
    /// Counted from 1; nil if the file as a whole is wrong.
    public let line: Int?
    public let reason: String

    public var description: String { file + (line.map { ":\($0)" } ?? "") + ": " + reason }
}

/// Something to tell of a .proto file that can be used all the same.
public struct ProtoNote: Sendable {
    public enum Kind: Sendable {
        /// A field or an enumeration's value is left out: its number already means something else.
        case numberTaken
        /// A field is left out: it stands where only the specification's fields are read.
        case notRead
        /// The file adds nothing to GTFS-Realtime.
        case addsNothing
    }

    public let kind: Kind
    public let file: String
    public let line: Int?
    /// `VehiclePosition.consist`; nil if the note is about the file.
    public let field: String?
    public let message: String
}
