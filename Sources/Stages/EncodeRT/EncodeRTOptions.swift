import GTFSRealtime
import StageKit

/// What `encode-rt` is asked to write.
public struct EncodeRTOptions: StageOptions {
    public enum Framing: String, Sendable, CaseIterable { case message, delimited }

    public var framing: Framing = .message
    /// The numbers that the records were decoded with.
    public var extensions = ExtensionChoice()
    /// .proto files of the user's own, those that the records were decoded with.
    public var protoFiles: [String] = []
    /// Folders in which imports of the .proto files are searched.
    public var protoFolders: [String] = []
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? { nil }

    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough else { return nil }
        return "encode-rt does not support --pass-through: its output is protobuf messages"
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty ? ["-"] : files)
        named.read(protoFiles, as: "--proto")
    }
}
