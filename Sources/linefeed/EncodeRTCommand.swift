import ArgumentParser
import DecodeRTStage
import EncodeRTStage
import GTFSRealtime
import RealtimeExtensions
import StageKit

extension EncodeRTOptions.Framing: ArgumentWord {}

struct EncodeRTCommand: ReadingCommand, ThreadedCommand {
    typealias Work = EncodeRT
    static let place = StagePlace(.realtime, 30)

    static let manual = Manual(
        brief: "write GTFS-RT files",
        abstract: "Convert records of decode-rt --nested or of predict to GTFS-Realtime messages.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --framing --proto --where --output",
        groups: ["Extension": "--extension-number --proto --proto-path"],
        examples: [
            .init(
                "the vehicles of one route",
                """
                linefeed decode-rt --nested demo/vehicles-*.pb |
                    jq -c 'select(.header or .vehicle.trip.route_id == "B-10")' |
                    linefeed encode-rt -o route.pb
                """),
            .init(
                "snapshots in one length-delimited file",
                "linefeed decode-rt --nested demo/vehicles-*.pb |\n"
                    + "    linefeed encode-rt --framing delimited -o all.bin"),
        ],
        input: """
            encode-rt reads the output of decode-rt --nested: feed_messages records, each followed by the feed_entities
            records of the message. The records use the JSON form of protobuf with the field names of the specification.
            Enumeration values may be numbers or names.

            encode-rt also reads flat trip_updates records, each message after its feed_messages record, as predict and
            decode-rt write them. Flat records of other tables, and flat records with unknown fields, are rejected; use
            --nested for them.

            A record with an unknown member is rejected; encode-rt never drops an unknown member silently. If you
            decoded the messages with --proto FILE, encode them with the same option.
            """,
        output: """
            The output consists of the messages, one after another; with --framing delimited, each message is preceded
            by its length. If you decode the output, you get the same records, including unknown fields and invalid
            text.

              {"table":"feed_messages","header":{"gtfs_realtime_version":"2.0"}}
              {"table":"feed_entities","id":"1","vehicle":{"stop_id":"A"}}

            These two records become the following bytes:

              0A 05 0A 03 32 2E 30 12 08 0A 01 31 22 03 3A 01 41
            """,
        cost: """
            - Memory: about 20 MB and the longest line
            - Memory with --framing delimited: also the largest message; otherwise up to 16 MiB of a first message
              without a header
            - Time: about 1 s for 60 MB of records
            """,
        statuses: [.dataUnusable, .inputMissing, .configurationWrong],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: "feed_messages feed_entities")

    @Argument(help: .realtimeRecords, completion: .file())
    var files: [String] = []

    @Option(help: "Write the bare messages (message), or prefix each message with its length (delimited).")
    var framing = EncodeRTOptions().framing

    @Option(
        help: ArgumentHelp(
            "Write the extension NAME to the field with the number N.", valueName: "NAME=N"))
    var extensionNumber: [String] = []

    @Option(
        help: ArgumentHelp(
            "Encode the fields that this .proto file adds, in the form that decode-rt --proto writes.",
            valueName: "file"),
        completion: .file())
    var proto: [String] = []

    @Option(help: .protoPath, completion: .directory)
    var protoPath: [String] = []

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout EncodeRTOptions) throws {
        options.framing = framing
        options.extensions = try ExtensionChoice(numbers: ListOption.names(extensionNumber, "--extension-number"))
        options.protoFiles = proto
        options.protoFolders = protoPath
        options.files = ArgumentRuns.unfold(files)
    }

    /// Messages are decoded with the extensions with which they are encoded.
    func messageReader() throws -> (any MessageReader)? {
        let options = try self.options()
        var decoding = DecodeRTOptions()
        decoding.extensions = options.extensions
        decoding.protoFiles = options.protoFiles
        decoding.protoFolders = options.protoFolders
        return DecodedMessages(decoding, notesAreReported: true)
    }

    func run(in world: World) throws {
        if common.output == nil, ProcessState.outputIsTerminal {
            throw ValidationError("messages are bytes, not text: name a file with -o, or pipe them on")
        }
        try run(try options(), in: world)
    }
}
