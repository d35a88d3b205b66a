import ArgumentParser
import EncodeRTStage
import GTFSRealtime
import RealtimeExtensions
import StageKit

extension EncodeRTOptions.Framing: ExpressibleByArgument {}

struct EncodeRTCommand: ReadingCommand {
    typealias Work = EncodeRT

    static let manual = Manual(
        abstract: "Turn records of decode-rt --nested back into GTFS-Realtime.",
        examples: [
            .init(
                "take the vehicles of one route out of a feed",
                """
                linefeed decode-rt --nested samples/vehicles-*.pb \\
                      | jq -c 'select(.header or .vehicle.trip.route_id == "B-10")' \\
                      | linefeed encode-rt -o route.pb
                """),
            .init(
                "join snapshots into one length-delimited file",
                """
                linefeed decode-rt --nested samples/vehicles-*.pb \\
                      | linefeed encode-rt --framing delimited -o all.bin
                """),
        ],
        input: """
            feed_messages, each followed by its feed_entities, as decode-rt --nested
            writes them: protobuf's JSON shape with the specification's names.
            Enumerations may be names. Unknown members are refused, not dropped. What
            was decoded with --proto FILE is encoded with it.
            """,
        output: """
            The messages, one after another or each after its length. Decoding them
            again gives the same records, unknown fields and odd texts included:
              {"table":"feed_messages","header":{"gtfs_realtime_version":"2.0"}}
              {"table":"feed_entities","id":"1","vehicle":{"stop_id":"A"}}
            become 0A 05 0A 03 32 2E 30 12 08 0A 01 31 22 03 3A 01 41.
            """,
        cost: """
            Memory: some 10 MB and the longest line; with --framing delimited also the
            largest message, else up to 16 MiB of a first one without a header.
            Time: about 1 s per 60 MB of records.
            """,
        statuses: [.dataUnusable, .inputMissing, .configurationWrong],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ])

    static let configuration = CommandConfiguration(EncodeRT.self, manual)

    @Argument(help: ArgumentHelp("Files of records; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(help: "message (one after another) or delimited.")
    var framing = EncodeRTOptions().framing

    @Option(help: ArgumentHelp("As decode-rt was given it.", valueName: "name=n"))
    var extensionNumber: [String] = []

    @Option(help: ArgumentHelp("As decode-rt was given it.", valueName: "file"), completion: .file())
    var proto: [String] = []

    @Option(help: ArgumentHelp("As decode-rt was given it.", valueName: "dir"), completion: .directory)
    var protoPath: [String] = []

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout EncodeRTOptions) throws {
        options.framing = framing
        options.extensions = try ExtensionChoice(numbers: extensionNumber)
        options.protoFiles = proto
        options.protoFolders = protoPath
        options.files = ArgumentRuns.unfold(files)
    }

    func run(in world: World) throws {
        if common.output == nil, ProcessState.outputIsTerminal {
            throw ValidationError("messages are bytes, not text: name a file with -o, or pipe them on")
        }
        try run(try options(), in: world)
    }
}
