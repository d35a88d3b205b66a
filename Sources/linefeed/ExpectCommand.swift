import ArgumentParser
import ExpectStage
import Reports
import StageKit
import TimeZones

extension ExpectOptions.Scope: ArgumentWord {}

struct ExpectCommand: ReadingCommand, ThreadedCommand {
    typealias Work = Expect
    static let place = StagePlace(.analysis, 50)

    static let manual = Manual(
        brief: "usual load and delay",
        abstract: "Compute the usual crowding and delay of trips from the visits of several days.",
        usage: "[OPTION]... [FILE]...",
        usual: "--by --bin --min-days --valid --segments --feed --format --output",
        groups: ["Grouping": "--by --bin --segments --feed", "Reliability": "--min-days --valid"],
        examples: [
            .init(
                "typical crowding and delays, from stop visits",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip |\n"
                    + "    linefeed expect --min-days 1 -o typical.ndjson"),
            .init(
                "the file occupancies.txt for a feed",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip |\n"
                    + "    linefeed expect --min-days 1 --feed demo/feed.zip \\\n"
                    + "    --format occupancies -o occupancies.txt"),
            .init(
                "routes by the hour, for a spreadsheet",
                "linefeed simulate --out city --truth --interval 60 -q &&\n"
                    + "    linefeed expect city/truth.ndjson --by route --bin 1h \\\n"
                    + "    --min-days 1 --format csv -o routes.csv"),
        ],
        input: """
            expect reads the stop_visits records that stop-visits writes, for any number of service days and in any
            order. To recognize the last stop of each run, expect also reads trips_performed records. Only visits with
            the schedule_relationship Scheduled are counted. If two records describe the same performed trip and stop,
            only the first record is used. All visits must have the same feed_id, or none.

            With --feed, expect reads a schedule and does not write records of trips that are not in the schedule.
            """,
        output: """
            The table "typical" has one record for each trip, stop and type of day, and one record for each route,
            direction, time bin, stop and type of day. With --by route, only the records of routes are written. The
            records of trips come first, sorted by trip_id; the records of routes follow, sorted by route_id.

            {"table":"typical","route_id":"10","direction_id":0,"trip_id":"T-17",
             "stop_sequence":4,"stop_id":"S02","day_type":"weekday","days":20,
             "observations":20,"status_days":19, … ,"share_low":0.2105, … ,
             "occupancy_status":3,"occupancy_level":"high", … ,"delay_p50":48, … }

            Types of day are weekday, saturday and sunday, by the service date: a trip after midnight belongs to the
            service date on which it started. The trips of a route are counted in the time bin of their scheduled time
            at the stop or, if a visit has no scheduled time, of the actual time. The record of a route counts all
            trips, also those that have records of their own. For a run in frequencies.txt, the record has a start_time.

            The occupancy_status is the most frequent status from 0 to 6; of two equally frequent statuses, it is the
            more crowded one. Visits without a status count in no share. The delay is the delay of the departure; at
            the last stop of a run, it is the delay of the arrival. Percentiles are computed by the nearest-rank method.

            A status is written only if it was known on at least --min-days service dates of the type, and a delay only
            if it was known on that many dates. If neither is known on enough dates, there is no record. Notes report
            how many stops of trips, and of routes, have no record for this reason.

            With --segments, the table "typical_segments" follows: the driving time from each stop of a pattern to the next
            stop, by type of day and by the hour in which the departure is scheduled, and the dwell at the first of the
            two stops. Only times that were observed count, not predictions. The stage predict reads these records with
            --typical.

            With --format occupancies, the output is the file occupancies.txt, which was proposed for GTFS
            (google/transit#240) and which ingest reads. The file has one row for each stop of a trip at which the
            typical status changes; later stops have the status of the last row. If a stop in between has no typical
            status, it has the status of an earlier stop too, because the file has no row that ends a status; a note
            reports the number of these stops. With --feed, every trip of the schedule that runs while the file is
            valid has rows, from its own records or, for stops without these, from the records of its route. Runs in
            frequencies.txt have no rows.

            Records and rows are valid from the day after the last service date of the visits, for --valid.
            """,
        cost: """
            - Memory: 15 bytes a visit and 60 to 70 a performed trip
            - Memory: 100 to 150 bytes a stop of a trip, and of a route and time bin, for each type of day
            - Memory with --segments: 12 bytes a driven segment, 40 a performed trip and 60 a visit out of order
            - Memory with --feed: about 60 bytes a trip and 40 a stop time of the schedule
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.unusable()],
        tables: "stop_visits trips_performed")

    @Argument(help: .records)
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write records of trips and of routes (trip), or of routes only (route).",
            valueName: "scope"))
    var by = ExpectOptions().scope

    @Option(
        help: ArgumentHelp(
            "Make each time_bin this long.",
            discussion: "The length of a time_bin must be a whole number of minutes that divides a day evenly.",
            valueName: "duration"))
    var bin = ExpectOptions().bin.length

    @Option(
        help: ArgumentHelp(
            "Write a status or a delay only if it is known on at least N service dates.", valueName: "n"))
    var minDays = ExpectOptions().minimumDays

    @Option(
        help: ArgumentHelp(
            "Make the output valid for this many days (for example, 4w) after the last service date.",
            valueName: "days"))
    var valid = "\(ExpectOptions().validDays)d"

    @Flag(help: "Also write the usual driving times between stops (typical_segments).")
    var segments = false

    @Option(
        help: ArgumentHelp("Write only trips of this schedule.", valueName: "path"), completion: .file())
    var feed: String?

    @Option(help: .formats(of: ExpectOptions.Format.self))
    var format = ExpectOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout ExpectOptions) throws {
        options.scope = by
        options.bin = try TimeBin(bin)
        options.minimumDays = minDays
        options.validDays = try ExpectOptions.days(valid)
        options.writesSegments = segments
        options.feed = feed
        options.format = format
        options.files = ArgumentRuns.unfold(files)
    }
}
