import ArgumentParser
import OccupancyReportStage
import Reports
import StageKit

extension OccupancyReportOptions.Deduplication: ArgumentWord {}

struct OccupancyReportCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = OccupancyReport
    static let place = StagePlace(.analysis, 30)

    static let manual = Manual(
        brief: "how full, by hour",
        abstract: "Report how crowded vehicles were, by route and hour or by other keys.",
        usage: "[OPTION]... [FILE]...",
        usual: "--by --feed --timezone --days --from --to --format --output",
        groups: [
            "Grouping": "--by --bin --timezone --feed --sort --min-observations",
            "Selection": "--days --from --to --deduplicate --carriages",
            "Partial report": "--partial --merge",
        ],
        examples: [
            .init(
                "a table for the terminal, in local time",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed occupancy-report --feed demo/feed.zip --format table"),
            .init(
                "the most crowded routes first, for a spreadsheet",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed occupancy-report \\\n"
                    + "    --by route_id --sort -share_very_crowded --format csv"),
            .init(
                "a heat map of routes and hours for the browser",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed occupancy-report \\\n"
                    + "    --feed demo/feed.zip --format html -o crowding.html"),
            .init(
                "the morning peak of weekdays, by quarter of an hour",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed occupancy-report \\\n"
                    + "    --by route_id,time_bin --bin 15m --days weekday --from 07:00 --to 09:00 \\\n"
                    + "    --timezone Australia/Brisbane --format table"),
            .init(
                "a report merged from partial reports, possibly from several machines",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed occupancy-report --partial | linefeed occupancy-report --merge"),
        ],
        input: """
            occupancy-report reads the vehicle_positions records that decode-rt writes. With --merge, occupancy-report
            reads only occupancy_partials records. The value of occupancy_status may be a number or a name.

            An observation is the state of one vehicle at one time. The vehicle of a record is identified by the first
            of these members that the record contains: vehicle_id, vehicle_label, license_plate, trip_id with
            start_date, entity_id. The time of an observation is the timestamp of the record or, if the record has no
            timestamp, the record's feed_timestamp. If several records describe the same observation, the record with
            the largest feed_timestamp is used. If several records describe the same observation and have the same
            feed_timestamp, the record with the largest occupancy_status is used.

            The options --days, --from and --to refer to dates and times in the time zone of the report. With --from
            22:00 --to 02:00, the window crosses midnight and covers parts of two dates. Observations that are outside
            the window or have no time are counted as filtered.
            """,
        output: """
            The table "occupancy" contains one record for each group. The records are sorted by the keys of the group,
            with null last.

            {"table":"occupancy","route_id":"Red","hour":7,"observations":412,
             "vehicles":22,"trips":31,"with_status":398,"empty":0, … ,
             "share_low":0.6131, … ,"mode_status":1,"worst_status":5,
             "percentage_observations":398,"percentage_p50":38, … ,"timezone":"UTC"}

            Shares are fractions of with_status, the number of observations with a status code from 0 to 6. Status codes
            are never averaged; percentiles are computed from occupancy_percentage.

            If the input contains no positions, the run prints an error and writes no rows. Without --merge, the run
            exits with 65 if the input consists of partial reports. With --merge, the run exits with 65 if the input
            consists of positions, or if the partial reports were written with different values of --bin, --days, --from
            or --to.

            With --feed, the names of routes and stops are added, and the table match_reports is written last. The table
            match_reports counts the realtime ids that are in the schedule. If adding or removing a prefix would make
            more ids match, match_reports suggests this change.

            In the output of --format table, the column "seen" shows observations, "known" shows with_status, and "low",
            "mod", "high" and "very" show the four shares. The formats markdown and csv use the full names of the
            columns.

            The formats html, svg and png draw a heat map with the first key as rows and the second key as columns. If
            --by has a third key, one heat map is drawn for each value of the third key; if --by has only one key, bars
            are drawn. The colour of a cell shows the share of observations with high or very crowded occupancy. The
            colour fills the whole cell if 30 or more observations have a status, only a strip of the cell if 5 to 29
            observations have a status, and only a line if fewer than 5 have a status. A cell without observations is
            blank. A cell is hatched if none of its observations has a status.

            The rows of a picture are in the order that --sort specifies. A picture shows at most 1000 rows and 100
            columns: the rows and columns with the most observations. An HTML page contains both the pictures and a
            table of all groups. The format png needs libcairo2 and libpng16-16; if one of these libraries is missing,
            the run exits with 69. A PNG picture has twice the width and height of the SVG picture, in pixels. If the
            PNG picture has more than 64 million pixels, the run exits with 65.
            """,
        cost: """
            - Memory with --deduplicate exact: 20 MB and 47 to 54 bytes a distinct observation; 2 million in 500 groups
              take 122 MB
            - Memory with --deduplicate consecutive: 20 MB and 47 to 54 bytes a vehicle
            - Memory for each group: about 250 bytes
            - Memory with consecutive, off or --merge: 30 to 60 bytes a distinct percentage, and 20 to 40 a vehicle and
              trip of a group
            - Memory with --feed: 20 to 40 bytes a trip, route and stop (60 from records), the names, and 3 MB for hints
            - Memory with html, svg and png: 500 bytes a group; png also 7 bytes a pixel
            - Time: 300 to 450 MB of records a second

            Each vehicle and each trip is identified by a 48-bit hash. If newer records move all observations of a group
            to other groups, the group is empty and does not appear in the report.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--by": .usage, "--sort": .usage]),
            .unusable("--merge", unknown: ["--sort": .dataUnusable]),
        ],
        tables: "vehicle_positions",
        values: [
            "--by": .several { OccupancyReportOptions.knownKeys.map(\.name) },
            "--days": .several { ReportWindow.dayWords },
        ])

    @Argument(help: .realtimeRecords)
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Group by these keys; the default is route_id,hour.",
            discussion: """
                The keys are route_id, direction_id, trip_id, stop_id, stop_sequence, vehicle_id, hour, time_bin, \
                weekday, day_type, date, service_date, feed_id and carriage.
                """, valueName: "key,…"))
    var by: [String] = []

    @Option(help: .timeBin)
    var bin: String?

    @Option(help: .days)
    var days: [String] = []

    @Option(
        help: ArgumentHelp(
            "Use only observations from this time on.",
            discussion: "A time such as 07:00 applies to every day, and a time such as 2026-03-02T07:00 to one day.",
            valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Use only observations before this time.",
            discussion: "If --to is earlier than --from, the window crosses midnight.", valueName: "time"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Take the time zone and names from this schedule, and count the realtime ids that match.",
            valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(
        help: ArgumentHelp(
            """
            Use this IANA time zone for hours and days; the default is the time zone of --feed, or UTC without --feed.
            """,
            valueName: "zone"))
    var timezone: String?

    @Option(help: .formats(of: ReportFormat.self))
    var format = OccupancyReportOptions().format

    @Option(
        help: ArgumentHelp(
            "Choose how to drop repeated observations: exact (the default), consecutive or off.",
            discussion: """
                With --deduplicate consecutive, an observation counts as repeated only if it has the same time as the \
                previous observation of the same vehicle in the input.
                """))
    var deduplicate: OccupancyReportOptions.Deduplication?

    @Option(help: ArgumentHelp("Omit groups with fewer than N observations.", valueName: "n"))
    var minObservations = OccupancyReportOptions().minimumObservations

    @Option(parsing: .unconditional, help: .sort)
    var sort: String?

    @Flag(
        help: ArgumentHelp(
            "Write a partial report, which --merge can read.",
            discussion: "All records of a vehicle must be in the same partial report."))
    var partial = false

    @Flag(help: "Merge partial reports into one report.")
    var merge = false

    @Flag(help: "Count carriages instead of vehicles.")
    var carriages = false

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout OccupancyReportOptions) throws {
        options.keys = try ListOption.text(by, "--by").map {
            try ReportKey.list($0, among: OccupancyReportOptions.knownKeys)
        }
        options.bin = try bin.map { try TimeBin($0) }
        options.window.weekdays = try ListOption.text(days, "--days").map(ReportWindow.weekdays)
        options.window.from = try from.map { try ReportWindow.time($0, "--from") }
        options.window.to = try to.map { try ReportWindow.time($0, "--to") }
        options.feed = feed
        options.timezone = timezone
        options.format = format
        options.deduplication = deduplicate
        options.minimumObservations = minObservations
        options.sort = sort.map(RowSort.init)
        options.writesPartials = partial
        options.mergesPartials = merge
        options.countsCarriages = carriages
        options.files = ArgumentRuns.unfold(files)
    }
}
