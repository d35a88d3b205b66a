import ArgumentParser
import DecodeRTStage
import StageKit

struct DecodeRTCommand: MessageReadingCommand, ThreadedCommand {
    typealias Work = DecodeRT
    static let place = StagePlace(.realtime, 20)

    enum Enumerations: String, ArgumentWord { case numbers, names }
    enum Unknown: String, ArgumentWord { case count, keep }

    static let manual = Manual(
        brief: "read GTFS-RT messages",
        abstract: "Read GTFS-Realtime messages and write their entities as records.",
        usage: "[OPTION]... [FILE|URL]...",
        usual: "FILE --entities --explode --enums --format --split --output",
        groups: [
            "Input": "--framing --paths-from --max-faults",
            "Output": "--entities --explode --changed --enums --unknown --nested --format --split",
            "Extension": "--extensions --extension-number --proto --proto-path",
        ],
        examples: [
            .init("vehicle positions and their messages", "linefeed decode-rt demo/vehicles-*.pb"),
            .init(
                "the positions as a table",
                "linefeed decode-rt --entities vehicle_positions --format csv \\\n    demo/vehicles-*.pb"),
            .init(
                "one row for each predicted stop",
                "linefeed decode-rt --explode --entities trip_updates \\\n    demo/trip-updates-*.pb"),
            .init("thousands of files by name", "ls demo/*.pb | linefeed decode-rt --paths-from -"),
        ],
        input: """
            FILE contains GTFS-Realtime messages and may be compressed with gzip or zstd. FILE may be a single message,
            several messages one after another (cat a.pb b.pb), length-delimited messages, or lines of base64. decode-rt
            recognises the form of FILE from its first bytes.

            If a message is truncated, decode-rt writes the entities that are complete and continues with the next file.
            If an entity is damaged, decode-rt skips this entity and reads the entities after it. If a field has the
            number of an extension but cannot be parsed as that extension, the field is treated as unknown.

            Use --proto FILE to decode your own extensions, or the extra fields in your copy of gtfs-realtime.proto.
            Each decoded field is written under the field's name or, if this name is already in use, under the field's
            full name. See extensions.md.
            """,
        output: """
            For each message, decode-rt writes a feed_messages record. The records of the message's entities follow, in
            the tables vehicle_positions, trip_updates, alerts, shapes_rt, stops_rt, trip_modifications, update_bundles
            and deleted_entities. With --explode, stop_time_updates records are also written. With --nested, decode-rt
            writes only feed_messages and feed_entities, which contain the whole message without loss.

              {"table":"vehicle_positions","feed_timestamp":1683547200,
               "entity_id":"y1795","trip_id":"55800441","latitude":42.35,
               "longitude":-71.06,"occupancy_status":null}

            With --changed, a record is written only if the message before it did not contain the same record; the times
            of the messages do not count. The feed_messages records show which messages there were, but it is no longer
            visible whether a later message still contained an entity.

            Missing fields are omitted from the records, except occupancy_status, which becomes null.
            """,
        cost: """
            - Memory: about 11 MB, 4 MB for each thread (see --jobs) and the records of four files for each thread,
              however many files there are
            - Memory for an entity of several megabytes (the limit is 64 MiB): the entity's bytes, up to 192 MiB for the
              entity's parts, and the entity's row
            - Time: about 1 s for 200 MB of messages

            Files larger than 2 MiB are decoded one after another instead of in parallel; the output is the same. In a
            test, an entity that was designed to fill memory (64 MiB of NULs, each written as \\u0000) used 600 MB of
            memory.

            If a message does not begin with its header, decode-rt searches up to 16 MiB for the header. After a damaged
            entity, decode-rt checks whether the lengths of the next 256 entities are plausible, but reads at most 16
            MiB for this check.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .configurationWrong],
        answers: [
            .init(
                empty: .dataUnusable, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--entities": .usage, "--extensions": .usage])
        ],
        values: ["--entities": .several { DecodeRTOptions.tableNames }])

    @Argument(
        help: ArgumentHelp(
            "Decode these files or URLs; if FILE is omitted or is -, decode standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("Decode the files whose paths are listed in FILE, one path on each line.", valueName: "file")
    )
    var pathsFrom: String?

    @Option(
        name: [.customLong("tables"), .customLong("entities")],
        help: ArgumentHelp("Write only feed_messages and these tables.", valueName: "a,b"))
    var entities: [String] = []

    @Flag(help: "Write each stop time update as a separate row.")
    var explode = false

    @Flag(help: "Omit records that the message before contained, too.")
    var changed = false

    @Option(help: "Write enumeration values as numbers or names.")
    var enums: Enumerations = .numbers

    @Option(help: "Count unknown fields (count), or keep them as base64 (keep).")
    var unknown: Unknown = .count

    @Option(
        help: ArgumentHelp(
            "Exit with 0 if there are at most N faults, or faults in at most P% of the messages.", valueName: "N|P%"))
    var maxFaults: String = "0"

    @Flag(help: "Write whole entities without loss, for encode-rt.")
    var nested = false

    @Option(help: .formats(tables: "need a single table or --split"))
    var format = DecodeRTOptions().format

    @Option(help: .split, completion: .directory)
    var split: String?

    @OptionGroup var messages: MessageFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    // The stage itself decodes.
    func messageReader() throws -> (any MessageReader)? { nil }

    func fill(_ options: inout DecodeRTOptions) throws {
        options.files = ArgumentRuns.unfold(files)
        options.pathsFrom = pathsFrom
        options.explodes = explode
        options.writesChanges = changed
        options.namesEnumerations = enums == .names
        options.keepsUnknown = unknown == .keep
        options.isNested = nested
        try messages.fill(&options)
        options.tolerance = try DecodeRTOptions.tolerance(maxFaults)
        options.tables = try ListOption.text(entities, "--entities").map(DecodeRTOptions.tables)
        options.format = format
        options.split = split
    }
}
