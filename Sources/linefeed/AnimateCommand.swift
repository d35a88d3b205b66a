import AnimateStage
import ArgumentParser
import Motion
import StageKit

extension AnimateOptions.TimeOrigin: ArgumentWord {}

struct AnimateCommand: ReadingCommand {
    typealias Work = Animate
    static let place = StagePlace(.maps, 60)

    static let manual = Manual(
        brief: "smooth vehicle motion",
        abstract: "Turn vehicle events into smooth motion: frames or trips to play.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --fps --speed --along --format --output",
        groups: [
            "Time": "--fps --from --to --speed --update-duration --stagger",
            "Motion": "--curve --entry --exit --along --effects --keyframes --reduce-motion",
            "Output": "--format --time-origin --inspect",
        ],
        examples: [
            .init(
                "ten frames a second, thirty times as fast as the feed",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --speed 30 -o frames.ndjson"),
            .init(
                "along the lines of the routes, for kepler.gl",
                "linefeed build-polylines --feed demo/feed.zip --by route -o lines.geojsonl &&\n"
                    + "    linefeed decode-rt demo/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --along lines.geojsonl --format trips -o trips.geojson"),
            .init(
                "the motion of one vehicle",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --inspect bus-2005 | jq -c '.vehicles[]'"),
        ],
        input: """
            animate reads vehicle_events records, sorted by their member at, as track writes them. With --along it
            also reads GeoJSON lines, as build-polylines writes them.
            """,
        output: """
            The table frames has one record for each frame. It lists all vehicles in the order in which they appeared.

            {"table":"frames","frame":12,"time":1683547272,"playback":1.2,"vehicles":
             [{"vehicle_id":"y1","latitude":42.3489123,"longitude":-71.1004321,
               "bearing":131.5,"scale":1,"opacity":1,"phase":"updating",
               "generation":7,"occupancy_status":null}]}

            Frames, curves and durations use playback time: a second of playback is --speed seconds of the feed. A
            movement begins at the time of its snapshot and lasts until the next snapshot that reports something.
            Therefore motion trails the feed by one interval. The last movement lasts as long as the one before. Springs
            ignore these durations, because they have a pace of their own.

            If a vehicle gets a new target while it moves, it keeps its velocity. Headings turn the short way round. A
            vehicle enters at scale 0.3 and exits to scale 0.3 and opacity 0. An update without from is a jump. The last
            frame is the first one in which all vehicles rest.

            With --along a vehicle follows a line of its trip, or else of its route, from fix to fix. It does so only if
            both fixes lie within 50 m of the line and the second fix is not behind the first.

            SPEC is linear, ease-in, ease-out, ease-in-out, cubic-bezier(a,b,c,d), spring(response,damping) or
            interactive-spring. For --entry and --exit a duration may come first, as in '0.5s ease-out'; without it they
            last 0.3 s.

            --effects reads a YAML file with chains by occupancy_status. They replace the pulse of FULL vehicles.
            --keyframes reads a YAML file with tracks that events start. See motion.md.

            --format trips writes a FeatureCollection with one line for each vehicle's life. The fourth number of each
            position is its time.
            """,
        cost: """
            - Memory: 12 MB and about 1 kB a vehicle
            - Memory with --format trips: also 32 bytes for each moving vehicle in each frame
            - Time: over 1 million vehicles of frames a second
            """,
        statuses: [.dataUnusable, .inputMissing, .configurationWrong],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable)
        ],
        tables: "vehicle_events")

    static let configuration = CommandConfiguration(Animate.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(help: ArgumentHelp("Write N frames for each second of playback.", valueName: "n"))
    var fps = AnimateOptions().framesPerSecond

    @Option(help: ArgumentHelp("Begin at this time of the feed; at the first event by default.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("End at this time of the feed; when all vehicles rest by default.", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("Play N seconds of the feed in each second.", valueName: "n"))
    var speed = AnimateOptions().speed

    @Option(help: ArgumentHelp("Let each movement on a timing curve last this long.", valueName: "time"))
    var updateDuration: String?

    @Option(help: ArgumentHelp("Move vehicles with this curve.", valueName: "spec"))
    var curve = UsualMotion.updateText

    @Option(help: ArgumentHelp("Let vehicles appear with this curve.", valueName: "spec"))
    var entry = UsualMotion.entryText

    @Option(help: ArgumentHelp("Let vehicles vanish with this curve.", valueName: "spec"))
    var exit = UsualMotion.exitText

    @Option(
        help: ArgumentHelp("Move vehicles along the lines of this GeoJSON file.", valueName: "file"),
        completion: .file())
    var along: String?

    @Option(
        help: ArgumentHelp(
            "Read effects by occupancy from this YAML file; none turns effects off.", valueName: "file"),
        completion: .file())
    var effects: String?

    @Option(
        help: ArgumentHelp("Read tracks that events start from this YAML file.", valueName: "file"), completion: .file()
    )
    var keyframes: String?

    @Option(help: ArgumentHelp("Wait this long between vehicles that enter in one snapshot.", valueName: "time"))
    var stagger = "0s"

    @Flag(help: "Let vehicles jump to their places instead of moving.")
    var reduceMotion = false

    @Option(help: .formats(of: AnimateOptions.Format.self))
    var format = AnimateOptions().format

    @Option(help: "Count the times of --format trips in unix seconds, or in seconds from the start.")
    var timeOrigin = AnimateOptions().timeOrigin

    @Option(help: ArgumentHelp("Write only this vehicle, with details of its motion.", valueName: "vehicle"))
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
