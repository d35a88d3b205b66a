import ArgumentParser
import DecodeRTStage
import GTFSRealtime
import RealtimeExtensions
import StageKit

extension Framing: ArgumentWord {}

/// The flags of stages that read GTFS-Realtime messages: how the messages are decoded.
struct MessageFlags: ParsableArguments {
    /// What the help lists under MESSAGE OPTIONS.
    static let names = ["--framing", "--extensions", "--extension-number", "--proto", "--proto-path"]
    /// The values that completions offer.
    static let values: KeyValuePairs<String, Manual.Values> = [
        "--extensions": .several { Extension.names + ["none"] }
    ]

    @Option(help: "Expect the messages in this form: auto, message, delimited or base64-lines.")
    var framing = DecodeRTOptions().framing

    @Option(
        help: ArgumentHelp(
            "Decode only these built-in extensions: " + Extension.names.listed
                + ", or none; the default is all of them.",
            valueName: "a,b"))
    var extensions: [String] = []

    @Option(help: ArgumentHelp("Read the extension NAME from the field with the number N.", valueName: "NAME=N"))
    var extensionNumber: [String] = []

    @Option(
        help: ArgumentHelp("Decode the fields that this .proto file adds to GTFS-Realtime.", valueName: "file"),
        completion: .file())
    var proto: [String] = []

    @Option(help: .protoPath, completion: .directory)
    var protoPath: [String] = []

    func validate() throws {
        var options = DecodeRTOptions()
        do { try fill(&options) } catch let unusable as UnusableOption { throw ValidationError(unusable.message) }
    }

    /// Whether none of them was given.
    var areUnused: Bool {
        framing == DecodeRTOptions().framing && extensions.isEmpty && extensionNumber.isEmpty && proto.isEmpty
            && protoPath.isEmpty
    }

    /// Sets what the flags say.
    /// - Throws: `UnusableOption`.
    func fill(_ options: inout DecodeRTOptions) throws {
        options.framing = framing
        options.extensions = try ExtensionChoice(
            names: ListOption.text(extensions, "--extensions"),
            numbers: ListOption.names(extensionNumber, "--extension-number"))
        options.protoFiles = proto
        options.protoFolders = protoPath
    }

    /// A reader that decodes messages as the flags say; nil if none was given.
    func reader() throws -> DecodedMessages? {
        if areUnused { return nil }
        var options = DecodeRTOptions()
        try fill(&options)
        return DecodedMessages(options)
    }
}

/// A stage that reads messages in place of the records that `decode-rt` makes of them.
protocol MessageReadingCommand: StageCommand {
    var messages: MessageFlags { get }
}

extension MessageReadingCommand {
    func messageReader() throws -> (any MessageReader)? { try messages.reader() }
}
