import ArgumentParser
import Reports
import StageKit
import StringlineStage

extension StringlineOptions.Format: ExpressibleByArgument {}

struct StringlineCommand: ReadingCommand {
    typealias Work = Stringline
    static let place = 150

    static let manual = Manual(
        abstract: "Draw the trips of a route as lines of time against distance.",
        examples: [
            .init(
                "what became of a route's morning, for the browser",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip \\\n"
                    + "    --missing | linefeed stringline --route B-20 --format html -o 20.html"),
            .init(
                "one direction and one hour, with scheduled runs that nobody saw",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip |\n"
                    + "    linefeed stringline --route B-20 --direction 0 \\\n"
                    + "    --feed samples/feed.zip --from 07:00 --to 08:00 -o 20.svg"),
        ],
        input: """
            stop_visits records, as stop-visits writes them, in any order; with
            trips_performed it is known which runs were canceled. Visits of other routes
            are counted as filtered.
            """,
        output: """
            One picture (svg, or png, which needs libcairo2 and libpng16-16: without them
            69, for more than 64 million pixels 65), or a page with it and a table of
            every visit that it shows; they need nothing else. Time runs to the right on the agency's clock, distance
            down from the first stop; a picture for each direction, one under the other.
            Scheduled runs are thin lines, observed ones bold in the colour of the
            occupancy on leaving each stop, and the wider the more crowded; grey where
            none is known. A horizontal stretch is the time at a stop. Past stops that
            were not observed the line is thin and dashed, and what is only predicted is
            pale. Bunched departures have a bracket, and a tint between stops: less than
            half of the scheduled headway after the run before, as performance-report
            --of headways has them: runs due more than 15 minutes apart are not judged.
            Without stop-visits' --missing, or --feed here, a headway may span runs that
            nobody saw.
            The axis is the pattern with the most runs; others are laid on it by the
            stops they share in their order. Stops that are not on it, distances that
            are not known, runs without room (1000 and 20,000 visits a direction) are
            told in the picture and as notes. A visit is in the window if it was due then,
            or if it was never due, happened then, as in performance-report; figures and
            the table are of those visits. Runs that were late enough to be on their way
            then are drawn too. Without --from and --to with a date it is the first
            service day that has visits in the window; where the window is open, from the
            first visit to the last, whatever --feed has around them.
            """,
        cost: """
            Memory: 500 bytes a visit of the route; --feed: that of stop-visits.
            Time: 100 MB of records a second.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [.records(unknown: ["--route": .dataUnusable])])

    static let configuration = CommandConfiguration(Stringline.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(help: ArgumentHelp("The route that is drawn.", valueName: "id"))
    var route: String

    @Option(help: ArgumentHelp("0 or 1 alone; both unless given.", valueName: "id"))
    var direction: Int?

    @Option(
        help: ArgumentHelp("Draw a schedule's runs of the time too, seen or not.", valueName: "path"),
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
