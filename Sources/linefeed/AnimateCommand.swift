import AnimateStage
import ArgumentParser
import Motion
import StageKit

extension AnimateOptions.TimeOrigin: ExpressibleByArgument {}

struct AnimateCommand: ReadingCommand {
    typealias Work = Animate
    static let place = 170

    static let manual = Manual(
        abstract: "Turn life cycles of vehicles into smooth motion, frame by frame.",
        examples: [
            .init(
                "frames of half a minute each second, ten a second",
                "linefeed decode-rt samples/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --speed 30 > frames.ndjson"),
            .init(
                "along the routes' lines, for kepler.gl",
                "linefeed ingest samples/feed.zip |\n"
                    + "    linefeed build-polylines --by route -o lines.geojsonl && \\\n"
                    + "    linefeed decode-rt samples/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --along lines.geojsonl --format trips -o trips.geojson"),
            .init(
                "what one vehicle does",
                "linefeed decode-rt samples/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --inspect bus-2004 | jq -c '.vehicles[]'"),
        ],
        input: """
            vehicle_events records in the order of at, as track writes them, from files
            or stdin. --along: polylines as GeoJSON, as build-polylines writes them.
            """,
        output: """
            frames, each with all vehicles in the order in which they came:
            {"table":"frames","frame":12,"time":1683547272,"playback":1.2,"vehicles":
             [{"vehicle_id":"y1","latitude":42.3489123,"longitude":-71.1004321,
               "bearing":131.5,"scale":1,"opacity":1,"phase":"updating",
               "generation":7,"occupancy_status":null}]}
            Frames, curves and durations run in playback time: a second of it is
            --speed seconds of the feed. An update begins when its snapshot was made
            and lasts until the feed's next one that says anything, so motion trails
            by one interval; the last one lasts as long as the one before. Springs have
            a pace of their own and take no notice of that. Where a vehicle is
            sent elsewhere on its way it keeps its velocity; headings turn the short
            way. It enters at scale 0.3 and exits to 0.3 and opacity 0. An update
            without from is a jump. The last frame is the first at which all rest.
            --along: from fix to fix along a line of the trip, else of the route, if
            both lie within 50 m of it, the second not behind the first.
            SPEC: linear, ease-in, ease-out, ease-in-out, cubic-bezier(a,b,c,d),
            spring(response,damping), interactive-spring; for --entry and --exit with
            a duration before it if wanted, as in '0.5s ease-out'; 0.3 s else.
            --effects: YAML, chains by occupancy_status instead of the pulse of FULL;
            --keyframes: YAML, tracks that events start (docs/motion.md).
            --format trips: a FeatureCollection with a line a life, whose positions
            have the time as fourth number.
            """,
        cost: """
            Memory: 12 MB and some 1 kB a vehicle; of --format trips 32 bytes a frame
            and vehicle that moves. Time: over 1 million vehicles of frames a second.
            """,
        statuses: [.dataUnusable, .inputMissing, .configurationWrong],
        answers: [.records()])

    static let configuration = CommandConfiguration(Animate.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(help: ArgumentHelp("Frames a second of playback.", valueName: "n"))
    var fps = AnimateOptions().framesPerSecond

    @Option(help: ArgumentHelp("Begin at this time of the feed; else at the first event.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("End at this time; else when all rest.", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("Seconds of the feed in a second of playback.", valueName: "n"))
    var speed = AnimateOptions().speed

    @Option(help: ArgumentHelp("Let updates on timing curves last so long.", valueName: "time"))
    var updateDuration: String?

    @Option(help: ArgumentHelp("How vehicles move.", valueName: "spec"))
    var curve = UsualMotion.updateText

    @Option(help: ArgumentHelp("How they appear.", valueName: "spec"))
    var entry = UsualMotion.entryText

    @Option(help: ArgumentHelp("How they vanish.", valueName: "spec"))
    var exit = UsualMotion.exitText

    @Option(help: ArgumentHelp("Move along these lines.", valueName: "file"), completion: .file())
    var along: String?

    @Option(help: ArgumentHelp("Chains by occupancy, or none.", valueName: "file"), completion: .file())
    var effects: String?

    @Option(help: ArgumentHelp("Tracks that events start.", valueName: "file"), completion: .file())
    var keyframes: String?

    @Option(help: ArgumentHelp("Time between entries of one snapshot.", valueName: "time"))
    var stagger = "0s"

    @Flag(help: "Let everything jump to where it ends.")
    var reduceMotion = false

    @Option(help: .formats(of: AnimateOptions.Format.self))
    var format = AnimateOptions().format

    @Option(help: "Of trips: unix seconds, or seconds since the start.")
    var timeOrigin = AnimateOptions().timeOrigin

    @Option(help: ArgumentHelp("Show this vehicle alone, with its motion.", valueName: "vehicle"))
    var inspect: String?

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout AnimateOptions) throws {
        options.framesPerSecond = fps
        options.from = try from.map { try AnimateOptions.instant($0, "--from") }
        options.to = try to.map { try AnimateOptions.instant($0, "--to") }
        options.speed = speed
        options.updateDuration = try updateDuration.map { try AnimateOptions.seconds($0, "--update-duration") }
        options.curve = try AnimateOptions.curve(curve, "--curve")
        options.entry = try TimedCurve(entry, "--entry")
        options.exit = try TimedCurve(exit, "--exit")
        options.along = along
        options.effects = effects
        options.keyframes = keyframes
        options.stagger = try AnimateOptions.seconds(stagger, "--stagger")
        options.reducesMotion = reduceMotion
        options.format = format
        options.timeOrigin = timeOrigin
        options.inspected = inspect
        options.files = ArgumentRuns.unfold(files)
    }
}
