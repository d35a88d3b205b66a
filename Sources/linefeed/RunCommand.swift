import ArgumentParser
import RunStage
import StageKit

extension RunOptions.IfLocked: ExpressibleByArgument {}

struct RunCommand: StageCommand {
    typealias Work = RunPipeline
    static let place = 250

    static let manual = Manual(
        abstract: "Run a pipeline file: stages in order or in a loop, under a lock.",
        examples: [
            .init("what would be done", "linefeed run samples/crowding.yaml --dry-run"),
            .init(
                "the crowding table of the sample city, with a record of each stage",
                "linefeed run samples/crowding.yaml --log runs.ndjson --set OUT=."),
            .init("the same as a shell script", "linefeed run samples/crowding.yaml --print-shell"),
        ],
        input: """
            A pipeline file, YAML; - is stdin. docs/pipelines.md has every key:
              name: nightly
              env: {FEED: "${FEED:-feed.zip}"}
              stages:
                - name: polylines
                  pipe:
                    - linefeed ingest $FEED
                    - linefeed build-polylines
                  output: polylines.geojsonl
                  retries: 3
            Words are split as a shell splits them, variables and globs expanded; only
            shell: true starts a shell. ${date:%Y-%m-%d:-1d} is yesterday in the zone of TZ;
            :-1d/d is its midnight, :UTC writes in Universal time. Commands read
            /dev/null. A wrong key, link, variable or a loop without a hold is found
            before anything runs: 78, with the line.
            """,
        output: """
            What the stages print, unless it goes to their output. Each record of --log,
            which is added to:
              {"table":"stage_runs","pipeline":"nightly","stage":"polylines","turn":1,
              "started":1772398800,"ended":1772398803,"status":0,"attempts":1,
              "bytes_out":481516}
            --status writes one pipeline_status record, and needs no variables. Off a
            terminal each line that a loop prints begins with the time.
            The exit status is that of the stage that failed; signals count from 128, a
            duration that ran out is 124. A second run while one goes on ends with 75.
            Stages run in a process group of their own: a signal to the run is passed on
            and waited for, a second one kills. They get SIGTERM if the run is killed.
            """,
        cost: """
            Memory: 13 MB, and 64 KiB of what a quiet stage prints. Time: 5 ms, and 1 ms
            for each command; output: is copied once.
            """,
        statuses: [
            .dataUnusable, .inputMissing, .serviceFailed, .tryLater, .configurationWrong,
        ])

    static let configuration = CommandConfiguration(RunPipeline.self, manual)

    @Argument(help: ArgumentHelp("The pipeline file.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Set a variable; repeat for more.", valueName: "key=value"))
    var set: [String] = []

    @Option(help: ArgumentHelp("Run this stage alone.", valueName: "name"))
    var stage: String?

    @Flag(help: "Show what would be done.")
    var dryRun = false

    @Flag(help: "Print a bash script that does the same.")
    var printShell = false

    @Flag(help: "End a loop after its first turn.")
    var once = false

    @Option(help: ArgumentHelp("Add a stage_runs record per stage.", valueName: "file"), completion: .file())
    var log: String?

    @Option(help: "If a run goes on: fail with 75, or quiet with 0.")
    var ifLocked = RunOptions().ifLocked

    @Flag(help: "Tell how the run is going.")
    var status = false

    @OptionGroup var common: CommonFlags

    func fill(_ options: inout RunOptions) throws {
        options.file = file
        options.action = try RunOptions.action(show: dryRun, printShell: printShell, status: status)
        options.settings = try set.map(RunOptions.setting)
        options.stage = stage
        options.isOnce = once
        options.log = log
        options.ifLocked = ifLocked
    }
}
