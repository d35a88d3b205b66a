import ArgumentParser
import Reports
import StageKit
import StringlineStage

extension StringlineOptions.Format: ArgumentWord {}

struct StringlineCommand: ReadingCommand {
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
            stringline reads stop_visits records, as stop-visits writes them, in any order. From trips_performed it
            learns which runs were canceled. Visits of other routes are counted as filtered.
            """,
        output: """
            The output is one self-contained picture, or a page with the picture and a table of every visit in it. Each
            direction has its own diagram, one below the other. Time runs to the right on the agency's clock. Distance
            runs down from the first stop.

            Scheduled runs are thin lines. Observed runs are bold lines in the colour of the occupancy on leaving each
            stop. They are wider if the vehicle is more crowded, and grey if its occupancy is unknown. A horizontal
            stretch is the time at a stop. The line is thin and dashed past stops that were not observed, and pale if
            the times are only predicted.

            Bunched departures have a bracket, and a tint between stops. A departure is bunched if it follows the run
            before within less than half of the scheduled headway, as in performance-report --of headways. Runs that are
            due more than 15 minutes apart are not judged. Unless you give stop-visits --missing or --feed here, a
            headway may span runs that nobody observed.

            The axis is the pattern with the most runs. Other patterns are placed on it by the stops that they share
            in the same order. A note reports stops that are not on the axis and unknown distances. It also reports
            runs that are not drawn, because a direction shows at most 1000 runs and 20,000 visits.

            A visit belongs to the window if it was due then, or if it was never due and happened then, as in
            performance-report. Figures and the table cover these visits. Late runs that were still under way in the
            window are drawn too.

            If --from and --to give no date, the first service day with visits in the window is drawn. An open window
            runs from the first visit to the last, whatever else --feed contains.

            The format png needs libcairo2 and libpng16-16; if a library is missing, the run exits with 69. If it has
            more than 64 million pixels, the run exits with 65.
            """,
        cost: """
            - Memory: 500 bytes a visit of the route; with --feed also the memory of stop-visits
            - Time: 100 MB of records a second
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable,
                unknown: ["--route": .dataUnusable])
        ],
        tables: "stop_visits trips_performed",
        values: ["--direction": .one { ["0", "1"] }])

    static let configuration = CommandConfiguration(Stringline.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(help: ArgumentHelp("Draw this route.", valueName: "id"))
    var route: String

    @Option(help: ArgumentHelp("Draw only direction 0 or 1; both by default.", valueName: "id"))
    var direction: Int?

    @Option(
        help: ArgumentHelp("Draw the scheduled runs of this feed too, observed or not.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Draw from this time on: 07:00, or with a date.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Draw until this time.", valueName: "time"))
    var to: String?

    @Option(help: .formats(of: StringlineOptions.Format.self))
    var format = StringlineOptions().format

    @OptionGroup var rows: RowFlags
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
