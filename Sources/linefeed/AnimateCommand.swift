import AnimateStage
import ArgumentParser
import Motion
import StageKit

extension AnimateOptions.TimeOrigin: ArgumentWord {}

struct AnimateCommand: ReadingCommand, ThreadedCommand {
    typealias Work = Animate
    static let place = StagePlace(.maps, 60)

    static let manual = Manual(
        brief: "smooth vehicle motion",
        abstract: "Turn vehicle events into smooth motion, as frames or as trips to play.",
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
            animate reads the vehicle_events records that track writes, sorted by time (the member "at"). With --along,
            animate also reads a file of GeoJSON lines, such as the output of build-polylines.
            """,
        output: """
            The table "frames" contains one record for each frame. Each record lists all vehicles in the order in which
            they first appeared.

            {"table":"frames","frame":12,"time":1683547272,"playback":1.2,"vehicles":
             [{"vehicle_id":"y1","latitude":42.3489123,"longitude":-71.1004321,
               "bearing":131.5,"scale":1,"opacity":1,"phase":"updating",
               "generation":7,"occupancy_status":null}]}

            Frames, curves and durations are measured in playback time; one second of playback time corresponds to
            --speed seconds of feed time. By default, vehicles glide: at each time they are shown where they were. A
            vehicle leaves a position when it was last measured there, and arrives at the next position when it was
            first measured there. Its speed changes smoothly where it does not stand, and it never turns back. Because a
            glide needs the next positions, animate reads ten minutes of events ahead.

            With any other --curve, a vehicle begins to move at the time of the snapshot that contains its new position,
            and arrives at the time of the next snapshot that causes an event. The motion is then one snapshot interval
            behind the feed. The last movement lasts as long as the movement before it. A spring curve sets its own pace
            and ignores the duration of the movement. If a vehicle receives a new target while it is moving, a spring
            curve continues with the vehicle's current velocity.

            A vehicle turns to a new heading through the smaller angle. When a vehicle enters, it grows from scale 0.3
            to scale 1; when a vehicle exits, it shrinks to scale 0.3 and fades to opacity 0. If an "update" event lacks
            the member "from", the vehicle jumps to its new position. The last frame is the first frame in which all
            vehicles are at rest.

            With --along, a vehicle follows a line of its trip or, if there is none, a line of its route from one
            position to the next. A vehicle follows an --along line only if both positions are within 50 m of the line
            and the second position does not lie further back along the line than the first. A vehicle that glides heads
            where the line does.

            SPEC is one of linear, ease-in, ease-out, ease-in-out, cubic-bezier(a,b,c,d), spring(response,damping) and
            interactive-spring(response,damping,blend); --curve also takes glide. The response and the blend are
            seconds. If an interactive spring takes over from another spring that is still in motion, its response and
            damping change smoothly from those of the other spring during the blend. "interactive-spring" without
            numbers means interactive-spring(0.15,0.86,0.25). With --entry and --exit, a duration may be written before
            the curve, for example '0.5s ease-out'; the default duration is 0.3 s.

            By default, vehicles whose occupancy_status is FULL pulse; the YAML file of --effects replaces this effect
            with a chain of effects for each occupancy_status. The YAML file of --keyframes contains keyframe tracks,
            each of which is started by an event. See motion.md.

            With --format trips, a FeatureCollection is written, in which each vehicle has one line that extends from
            the vehicle's entry to its exit. The fourth number of each position in a line is the time of the position.
            """,
        cost: """
            - Memory: 20 MB, about 1 kB a vehicle, and about 400 bytes for each event of the ten minutes read ahead
            - Memory with --format trips: also 32 bytes for each moving vehicle in each frame
            - Time: over 1 million vehicles a second, where each vehicle counts once in each frame
            """,
        statuses: [.dataUnusable, .inputMissing, .configurationWrong],
        answers: [.unusable()],
        tables: "vehicle_events")

    @Argument(help: .records)
    var files: [String] = []

    @Option(help: ArgumentHelp("Write N frames for each second of playback.", valueName: "n"))
    var fps = AnimateOptions().framesPerSecond

    @Option(
        help: ArgumentHelp(
            "Begin at this time of the feed; the default is the time of the first event.", valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "End at this time of the feed; the default is the time when all vehicles are at rest.", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("Play N seconds of the feed in each second of playback.", valueName: "n"))
    var speed = AnimateOptions().speed

    @Option(help: ArgumentHelp("Make each movement last this long, if --curve is a timing curve.", valueName: "time"))
    var updateDuration: String?

    @Option(help: ArgumentHelp("Move vehicles with this curve.", valueName: "spec"))
    var curve = UsualMotion.updateText

    @Option(help: ArgumentHelp("Make vehicles appear with this curve.", valueName: "spec"))
    var entry = UsualMotion.entryText

    @Option(help: ArgumentHelp("Make vehicles disappear with this curve.", valueName: "spec"))
    var exit = UsualMotion.exitText

    @Option(
        help: ArgumentHelp("Move vehicles along the lines of this GeoJSON file.", valueName: "file"),
        completion: .file())
    var along: String?

    @Option(
        help: ArgumentHelp(
            "Read the effects for each occupancy_status from this YAML file; the value \"none\" turns effects off.",
            valueName: "file"),
        completion: .file())
    var effects: String?

    @Option(
        help: ArgumentHelp(
            "Read keyframe tracks from this YAML file; each track is started by an event.", valueName: "file"),
        completion: .file()
    )
    var keyframes: String?

    @Option(
        help: ArgumentHelp(
            "If several vehicles enter in the same snapshot, wait this long between them.", valueName: "time"))
    var stagger = "0s"

    @Flag(help: "Make vehicles jump to their new positions instead of moving there.")
    var reduceMotion = false

    @Option(help: .formats(of: AnimateOptions.Format.self))
    var format = AnimateOptions().format

    @Option(
        help: "Write the times of --format trips as Unix seconds (unix) or as seconds since the first frame (start).")
    var timeOrigin = AnimateOptions().timeOrigin

    @Option(help: ArgumentHelp("Write only this vehicle, together with details of its motion.", valueName: "vehicle"))
    var inspect: String?

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
