import ArgumentParser
import OccupancyReportStage
import Reports
import StageKit

extension OccupancyReportOptions.Deduplication: ExpressibleByArgument {}

struct OccupancyReportCommand: ReadingCommand {
    typealias Work = OccupancyReport
    static let place = 90

    static let manual = Manual(
        abstract: "Tell how crowded vehicles were, by route and hour or other keys.",
        examples: [
            .init(
                "a table for the terminal, in local time",
                "linefeed decode-rt samples/vehicles-*.pb |\n"
                    + "    linefeed occupancy-report --timezone Australia/Brisbane --format table"),
            .init(
                "the busiest routes first, for a spreadsheet",
                "linefeed occupancy-report samples/positions.ndjson --by route_id \\\n"
                    + "    --sort -share_very_crowded --format csv"),
            .init(
                "a heat map of routes and hours for the browser, and one picture a day type",
                "linefeed occupancy-report samples/positions.ndjson \\\n"
                    + "    --feed samples/feed.zip --format html -o crowding.html\n"
                    + "  linefeed occupancy-report samples/positions.ndjson \\\n"
                    + "    --by route_id,hour,day_type --format svg -o crowding.svg"),
            .init(
                "the morning peak of weekdays, by quarters of an hour",
                "linefeed occupancy-report samples/positions.ndjson --by route_id,time_bin \\\n"
                    + "    --bin 15m --days weekday --from 07:00 --to 09:00 \\\n"
                    + "    --timezone Australia/Brisbane --format table"),
            .init(
                "parts of a report, which may come from several machines, added up",
                "linefeed occupancy-report samples/positions.ndjson --partial |\n"
                    + "    linefeed occupancy-report --merge"),
        ],
        input: """
            vehicle_positions records, as decode-rt writes them, from files or stdin;
            with --merge occupancy_partials. occupancy_status may be number or name.
            An observation is a vehicle at a time: the first of vehicle_id,
            vehicle_label, license_plate, trip_id with start_date, entity_id; and
            timestamp, else feed_timestamp. Of several records for one, that with the
            largest feed_timestamp, then occupancy_status, counts.
            --days, --from and --to take its time on the clock of the report's zone, and
            its local date: --from 22:00 --to 02:00 goes past midnight, and is of two
            dates. An observation without a time lies outside. Outside is filtered.
            """,
        output: """
            occupancy, one record a group, sorted by its keys; null comes last:
            {"table":"occupancy","route_id":"Red","hour":7,"observations":412,
             "vehicles":22,"trips":31,"with_status":398,"empty":0, … ,
             "share_low":0.6131, … ,"mode_status":1,"worst_status":5,
             "percentage_observations":398,"percentage_p50":38, … ,"timezone":"UTC"}
            Shares are of with_status (codes 0 to 6). No code is averaged: percentiles
            come from occupancy_percentage. No positions: an error message, no rows;
            parts where positions are due, or the reverse: status 65.
            With --feed the names of routes and stops, and match_reports at the end:
            what the schedule knows, and hints where a prefix more or less would help.
            Seen, known, low, mod, high, very in a table are observations,
            with_status and the four shares; markdown and csv spell the names out.
            html, svg and png draw the first key as rows, the second as columns, a third
            as pictures of their own; one key as bars. A cell has the share at high
            occupancy or very crowded, and how many observations have a status: 30 or
            more fill it with colour, 5 to 29 a strip, fewer a line. Blank is no
            observation, hatched no status. Rows follow --sort. Up to 1000 rows and 100
            columns, those with most observations; html has every group as a table too.
            png needs libcairo2 and libpng16-16 (without them 69), and has two pixels a
            unit of svg; more than 64 million pixels are 65.
            Parts of another bin or another window do not add up: status 65.
            """,
        cost: """
            Memory, exact: 12 MB and 48 to 56 bytes a distinct observation: 2 million in
            500 groups take 116 MB, whatever they hold. Consecutive: as much a vehicle
            instead. Further some 250 bytes a group; where nothing is kept till the end
            (consecutive, off, --merge) 30 to 60 a distinct percentage and 20 to 40 a
            vehicle and trip of a group. --feed: 20 to 40 bytes a trip, route and stop
            (60 of records), the names, and 3 MB for hints.
            html, svg and png: 500 bytes a group; png also 7 bytes a pixel. Groups that
            all observations left for another are let go.
            Vehicles and trips are told apart by 48 bits of a hash.
            Time: 300 to 450 MB of records a second.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .records(messages: .done, unknown: ["--by": .usage, "--sort": .usage]),
            .records("--merge", unknown: ["--sort": .dataUnusable]),
        ])

    static let configuration = CommandConfiguration(OccupancyReport.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Group by route_id, direction_id, trip_id, stop_id, stop_sequence, vehicle_id, hour, time_bin, weekday, "
                + "day_type, date, service_date, feed_id, carriage; route_id,hour unless given.", valueName: "key,…"))
    var by: String?

    @Option(
        help: ArgumentHelp(
            "How long a time_bin is; minutes that part a day evenly. \(TimeBin.hour.length) unless given.",
            valueName: "duration"))
    var bin: String?

    @Option(
        help: ArgumentHelp(
            "Look at these days alone: weekday, saturday, sunday, weekend, or mon,tue,…", valueName: "day,…"))
    var days: String?

    @Option(
        help: ArgumentHelp(
            "Look at no time before this: 07:00 of every day, or a time such as 2026-03-02T07:00.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Look at no time from this on; before --from: past midnight.", valueName: "time"))
    var to: String?

    @Option(
        help: ArgumentHelp("Take zone and names from a schedule, and report what matches.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Hours and days in this IANA zone; else the feed's, else UTC.", valueName: "zone"))
    var timezone: String?

    @Option(help: .formats(of: ReportFormat.self))
    var format = OccupancyReportOptions().format

    @Option(help: "exact (the usual), consecutive (repeats of a vehicle's last time) or off.")
    var deduplicate: OccupancyReportOptions.Deduplication?

    @Option(help: ArgumentHelp("Leave out groups with fewer observations.", valueName: "n"))
    var minObservations = OccupancyReportOptions().minimumObservations

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort by a column; -column for the largest first.", valueName: "column"))
    var sort: String?

    @Flag(help: "Write a part of a report, for --merge; a vehicle's records must be in one part.")
    var partial = false

    @Flag(help: "Add up parts of a report.")
    var merge = false

    @Flag(help: "Count carriages instead of vehicles.")
    var carriages = false

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout OccupancyReportOptions) throws {
        options.keys = try by.map { try ReportKey.list($0, among: OccupancyReportOptions.knownKeys) }
        options.bin = try bin.map { try TimeBin($0) }
        options.window.weekdays = try days.map(ReportWindow.weekdays)
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
