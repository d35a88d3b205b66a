import ArgumentParser
import DecodeRTStage
import GTFSRealtime
import RealtimeExtensions
import StageKit

extension Framing: ExpressibleByArgument {}

struct DecodeRTCommand: StageCommand {
    typealias Work = DecodeRT

    enum Enumerations: String, CaseIterable, ExpressibleByArgument { case numbers, names }
    enum Unknown: String, CaseIterable, ExpressibleByArgument { case count, keep }

    static let manual = Manual(
        abstract: "Turn GTFS-Realtime messages into records.",
        examples: [
            .init("where the vehicles are", "linefeed decode-rt samples/vehicles-*.pb"),
            .init(
                "the positions as a table",
                "linefeed decode-rt --entities vehicle_positions --format csv \\\n      samples/vehicles-*.pb"),
            .init(
                "one row a predicted stop",
                "linefeed decode-rt --explode --entities trip_updates \\\n      samples/trip-updates-*.pb"),
            .init("thousands of files by name", "ls samples/*.pb | linefeed decode-rt --paths-from -"),
        ],
        input: """
            Messages in files, at http: or https: URLs, or on stdin, gzip or not: one a
            file, several one after another (cat a.pb b.pb), length-delimited, or base64
            on lines; told apart from the file's beginning. A message that breaks off
            gives its whole entities, and the next file is read. A damaged entity is
            left out, and those after it are read. Bytes under an extension's number
            that are not its message are unknown fields. --proto FILE, repeatable,
            reads extensions of your own, or a copy of gtfs-realtime.proto with fields
            of its own; they are written under their names, and under their full names
            if a name has a meaning already (docs/extensions.md).
            """,
        output: """
            feed_messages, then per entity vehicle_positions, trip_updates, alerts,
            shapes_rt, stops_rt, trip_modifications, update_bundles, deleted_entities;
            stop_time_updates with --explode; feed_messages and feed_entities without
            any loss with --nested. Absent fields are left out, except
            occupancy_status, which is null.
              {"table":"vehicle_positions","feed_timestamp":1683547200,
               "entity_id":"y1795","trip_id":"55800441","latitude":42.35,
               "longitude":-71.06,"occupancy_status":null}
            """,
        cost: """
            Memory: some 11 MB and 4 MB a job, however many files, and the records of
            twice as many files as --jobs says; files above 2 MiB are decoded one
            after the other. The output is the same. More only for entities of
            megabytes, 64 MiB being the limit of one: its bytes, up to 192 MiB for its
            parts, and the row it becomes. An entity made to fill memory (64 MiB of
            NULs, each \\u0000 in the row) took 600 MB. A message that begins without
            its header is searched for it 16 MiB far; after a damaged entity the next
            256 are looked at, as far at most, for whether their lengths fit.
            Time: about 1 s per 200 MB of messages.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .configurationWrong],
        answers: [
            .init(
                empty: .dataUnusable, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--entities": .usage, "--extensions": .usage])
        ])

    static let configuration = CommandConfiguration(DecodeRT.self, manual)

    @Argument(help: ArgumentHelp("Files or URLs; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(help: "auto, message, delimited or base64-lines.")
    var framing: Framing = .auto

    @Option(help: ArgumentHelp("Read the files named in FILE, one a line.", valueName: "file"))
    var pathsFrom: String?

    @Option(help: ArgumentHelp("Write these tables only, beside feed_messages.", valueName: "a,b"))
    var entities: String?

    @Flag(help: "Write stop time updates as rows of their own.")
    var explode = false

    @Option(help: "Enumerations as numbers or names.")
    var enums: Enumerations = .numbers

    @Option(
        help: ArgumentHelp(Extension.names.joined(separator: ", ") + ", or none; all by default.", valueName: "a,b"))
    var extensions: String?

    @Option(help: ArgumentHelp("Take an extension from another number.", valueName: "name=n"))
    var extensionNumber: [String] = []

    @Option(
        help: ArgumentHelp("Decode what a .proto file of your own adds.", valueName: "file"), completion: .file())
    var proto: [String] = []

    @Option(
        help: ArgumentHelp("Search this folder for files that a .proto file imports.", valueName: "dir"),
        completion: .directory)
    var protoPath: [String] = []

    @Option(help: "Unknown fields: count them, or keep them as base64.")
    var unknown: Unknown = .count

    @Option(help: ArgumentHelp("End with 0 despite so many faults, or messages with one.", valueName: "n|p%"))
    var maxFaults: String = "0"

    @Flag(help: "Write whole entities without loss, for encode-rt.")
    var nested = false

    @Option(help: .formats(tables: "of one table, or with --split"))
    var format = DecodeRTOptions().format

    @Option(
        help: ArgumentHelp("Write a file for each table into this folder.", valueName: "dir"), completion: .directory)
    var split: String?

    @Option(help: ArgumentHelp("Decode so many files at once; the cores by default.", valueName: "n"))
    var jobs: Int?

    @OptionGroup var common: CommonFlags

    func fill(_ options: inout DecodeRTOptions) throws {
        options.files = ArgumentRuns.unfold(files)
        options.pathsFrom = pathsFrom
        options.framing = framing
        options.explodes = explode
        options.namesEnumerations = enums == .names
        options.keepsUnknown = unknown == .keep
        options.isNested = nested
        options.extensions = try ExtensionChoice(names: extensions, numbers: extensionNumber)
        options.protoFiles = proto
        options.protoFolders = protoPath
        options.tolerance = try DecodeRTOptions.tolerance(maxFaults)
        options.tables = try entities.map(DecodeRTOptions.tables)
        options.format = format
        options.split = split
        options.jobs = jobs
    }
}
