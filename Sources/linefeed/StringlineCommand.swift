import ArgumentParser
import Reports
import StageKit
import StringlineStage

extension StringlineOptions.Format: ArgumentWord {}

struct StringlineCommand: ReadingCommand, ThreadedCommand {
    typealias Work = Stringline
    static let place = StagePlace(.analysis, 40)

    static let manual = Manual(
        brief: "time against distance",
        abstract: "Draw the trips of a route in a time-distance diagram.",
        usage: "--route ID [OPTION]... [FILE]...",
        usual: "--route --direction --from --to --feed --format --output",
        groups: ["Selection": "--route --direction --from --to"],
        examples: [
            .init(
                "the morning of a route, for the browser",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip --missing |\n"
                    + "    linefeed stringline --route B-20 --format html -o 20.html"),
            .init(
                "one direction and one hour, with scheduled runs that nobody observed",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip |\n"
                    + "    linefeed stringline --route B-20 --direction 0 \\\n"
                    + "    --feed demo/feed.zip --from 07:00 --to 08:00 -o 20.svg"),
            .init(
                "a picture of a simulated city",
                "linefeed simulate --out city --truth --interval 60 -q &&\n"
                    + "    linefeed stringline city/truth.ndjson --route B-10 -o 10.svg"),
        ],
        input: """
            stringline reads the stop_visits records that stop-visits writes, in any order. To find out which runs were
            canceled, stringline also reads trips_performed records. Visits of other routes are counted as filtered.
            """,
        output: """
            The output is one self-contained picture, or a page with the picture and a table of all visits in the
            picture. Each direction has its own diagram, and the diagrams are drawn one below the other. The horizontal
            axis is the time in the time zone of the agency. The vertical axis is the distance from the first stop,
            which is at the top.

            Scheduled runs are drawn as thin lines. Observed runs are drawn as bold lines whose colour shows the
            occupancy of the vehicle when it leaves each stop. The more crowded the vehicle, the wider the line; if the
            occupancy is unknown, the line is grey. While the vehicle is at a stop, the line is horizontal. The line is
            thin and dashed past stops that were not observed, and pale if the times are only predicted.

            At each stop, a bracket connects a bunched departure with the departure before it. If two runs are bunched
            at two stops in a row, the area between the lines of the runs is tinted. Like performance-report --of
            headways, stringline treats a departure as bunched if it follows the previous run after less than half of
            the scheduled headway. Two runs that are due more than 15 minutes apart are never marked as bunched. Unless
            you give --feed or the visits come from stop-visits --missing, a headway may span runs that were not
            observed.

            The vertical axis shows the stops of the pattern with the most runs. A run with a different pattern is drawn
            only at its stops that occur on the vertical axis in the same order. A note reports the stops that are not
            on the axis and the distances that are unknown. Each direction shows at most 1000 runs and 20,000 visits; a
            note reports the runs that are not drawn.

            A visit belongs to the window that --from and --to define if the scheduled time of the visit is in the
            window. If a visit has no scheduled time, its actual time decides whether the visit is in the window. The
            numbers and the table cover only the visits in the window. Late runs that were still under way in the window
            are also drawn.

            If --from and --to contain no date, the first service day that has visits in the window is drawn. Without
            --from, the window starts at the first visit. Without --to, the window ends at the last visit. Earlier or
            later runs in --feed do not extend the window.

            The format png needs libcairo2 and libpng16-16; if one of these libraries is missing, the run exits with 69.
            If the PNG picture has more than 64 million pixels, the run exits with 65.
            """,
        cost: """
            - Memory: 500 bytes a visit of the route; with --feed also the memory of stop-visits
            - Time: 100 MB of records a second
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [.unusable(unknown: ["--route": .dataUnusable])],
        tables: "stop_visits trips_performed",
        values: ["--direction": .one { ["0", "1"] }])

    @Argument(help: .records)
    var files: [String] = []

    @Option(help: ArgumentHelp("Draw this route.", valueName: "id"))
    var route: String

    @Option(help: ArgumentHelp("Draw only direction 0 or 1; the default is both directions.", valueName: "id"))
    var direction: Int?

    @Option(
        help: ArgumentHelp("Also draw the scheduled runs of this feed, whether observed or not.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Draw from this time on (for example, 07:00 or 2026-03-02T07:00).", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Draw until this time (for example, 09:00 or 2026-03-02T09:00).", valueName: "time"))
    var to: String?

    @Option(help: .formats(of: StringlineOptions.Format.self))
    var format = StringlineOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout StringlineOptions) throws {
        options.route = route
        options.direction = direction
        options.feed = feed
        options.window.from = try from.map { try ReportWindow.time($0, "--from") }
        options.window.to = try to.map { try ReportWindow.time($0, "--to") }
        options.format = format
        options.files = ArgumentRuns.unfold(files)
    }
}
