import ArgumentParser
import Reports
import RetimeStage
import StageKit

/// `linefeed retime`
struct RetimeCommand: ReadingCommand, ThreadedCommand {
    typealias Work = Retime
    static let place = StagePlace(.analysis, 60)

    static let manual = Manual(
        brief: "timetable as driven",
        abstract: "Write a feed with the times at which its trips were driven.",
        usage: "--feed PATH [OPTION]... [FILE]...",
        usual: "FILE --feed --service-date --keep-unseen --percentile --min-days --output",
        groups: [
            "One day": "--service-date --keep-unseen",
            "Many days": "--percentile --days --min-days",
        ],
        examples: [
            .init(
                "a day as it was driven, as a feed",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip |\n"
                    + "    linefeed retime --feed demo/feed.zip |\n"
                    + "    linefeed write-gtfs -o observed.zip"),
            .init(
                "the same day, with the trips that nobody observed as planned",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip |\n"
                    + "    linefeed retime --feed demo/feed.zip --keep-unseen |\n"
                    + "    linefeed write-gtfs -o observed.zip"),
            .init(
                "the timetable that 85 % of the runs keep",
                "linefeed simulate --out days --service-days 3 --routes 4 --stops 40 \\\n"
                    + "    --vehicles 6 --interval 300 --truth -q &&\n"
                    + "    linefeed retime --feed days/feed.zip --percentile 85 --min-days 3 \\\n"
                    + "    days/truth.ndjson | linefeed write-gtfs -o p85.zip"),
        ],
        input: """
            retime reads the stop_visits and trips_performed records that stop-visits writes, in any order, and the feed
            that --feed names. The feed is read twice, so a feed on standard input or at a URL is first copied to a
            temporary file. --where selects visits and performed trips, not rows of the feed.

            If the visits are of one day, retime writes this day as it was driven. If you give --percentile, or if the
            visits are of several days, retime writes the timetable with a percentile of the observed times. The default
            percentile is 50. To write one of several days, name it with --service-date.
            """,
        output: """
            retime writes the records of the feed, as ingest does. Rows that do not change are copied unchanged. To turn
            the records into a GTFS zip, pipe them into write-gtfs.

              {"table":"stop_times","trip_id":"T","arrival_time":"08:07:00", … }

            One day:

            - A run ran if an arrival or departure time was observed at one of its stops. Canceled runs and runs that
              nobody observed are left out. With --keep-unseen, trips of the day that nobody observed stay as planned.
            - The first run of a trip keeps the trip_id. Further runs, for example runs of frequencies.txt, become trips
              with their own ids, and the rows of frequencies.txt are left out.
            - Added runs that the feed does not have become trips. Skipped stops are left out. Stops that were added are
              inserted, and stops that were replaced by another platform or stop are moved there.
            - calendar_dates names the day for each service that ran, and calendar is left out. In feed_info,
              feed_start_date and feed_end_date become the day.
            - Rows of other tables that refer to trips that were left out are left out too.

            Many days: each trip gets the percentile (nearest rank) of its arrival and departure times over the days on
            which it was observed, for weekdays, Saturdays and Sundays separately. If the times of a trip's day types
            differ, the trip and its service are parted by day type: the first day type keeps the trip_id, and the
            others get, for example, T-saturday. A trip that was observed on fewer than --min-days days stays as
            planned. So do runs of frequencies.txt, and added runs are ignored. The column observed_days of trips is the
            number of days on which the trip was observed.

            If only the arrival or the departure at a stop was observed, the other one follows from the planned dwell.
            If neither was observed, both are estimated: between two observed stops in proportion to the planned times
            or, without planned times, to the distance along the path; before the first observed stop with the delay
            there; after the last observed stop with the delay there. Estimated times get timepoint 0, and so do
            predictions and times with an uncertainty of more than 60 seconds. If observed times run backwards, they are
            changed as little as possible, and the changes are counted.

            With -v or --summary, retime reports what it left out, changed and estimated.
            """,
        cost: """
            - Memory: 12 bytes a visit and 300 a run; 24 bytes a stop time of an observed trip; the memory of
              stop-visits for the schedule
            - Time: two passes over the feed
            - Temporary files: the feed, if it comes from a pipe
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.unusable()],
        tables: "stop_visits trips_performed",
        values: [
            "--percentile": .one { RetimeOptions.percentiles.map(String.init) },
            "--days": .several { ReportWindow.dayWords },
        ])

    @Argument(help: .records)
    var files: [String] = []

    @Option(help: .schedule, completion: .file())
    var feed: String

    @Option(
        help: ArgumentHelp("Use only visits of this service day; repeat the option for more days.", valueName: "date"))
    var serviceDate: [String] = []

    @Flag(help: "Keep trips of the day as planned if nobody observed them.")
    var keepUnseen = false

    @Option(
        help: ArgumentHelp(
            "Write this percentile (50, 85 or 95) of the times over the days instead of one day.", valueName: "n"))
    var percentile: Int?

    @Option(help: .days)
    var days: [String] = []

    @Option(
        help: ArgumentHelp(
            "With a percentile, leave trips and times as planned that were observed on fewer days.", valueName: "n"))
    var minDays = RetimeOptions().minimumDays

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout RetimeOptions) throws {
        options.feed = feed
        options.serviceDates = try ListOption.names(serviceDate, "--service-date").map(RetimeOptions.serviceDate)
        options.keepsUnseen = keepUnseen
        options.percentile = percentile
        options.weekdays = try ListOption.text(days, "--days").map(ReportWindow.weekdays)
        options.minimumDays = minDays
        options.files = ArgumentRuns.unfold(files)
    }
}
