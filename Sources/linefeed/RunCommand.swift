import ArgumentParser
import RunStage
import StageKit

extension RunOptions.IfLocked: ArgumentWord {}

struct RunCommand: StageCommand {
    typealias Work = RunPipeline
    static let place = StagePlace(.upkeep, 20)

    static let manual = Manual(
        brief: "run a pipeline file",
        abstract: "Run a pipeline file: stages in order or in a loop, under a lock.",
        usage: "[OPTION]... FILE",
        usual: "FILE --set --stage --dry-run --once --log --status",
        groups: [
            "Selection": "--set --stage --once",
            "Preview": "--dry-run --print-shell --status",
            "Log": "--log --if-locked",
        ],
        examples: [
            .init(
                "what a pipeline file would do",
                """
                echo 'stages: [{name: stops, output: stops.ndjson,
                    run: linefeed ingest demo/feed.zip --tables stops}]' > stops.yaml &&
                    linefeed run stops.yaml --dry-run
                """),
            .init(
                "a pipeline from standard input, with a record of each stage",
                """
                echo 'stages: [{name: stops, output: stops.ndjson,
                    run: linefeed ingest demo/feed.zip --tables stops}]' |
                    linefeed run - --log runs.ndjson
                """),
            .init(
                "a pipeline as a shell script",
                """
                echo 'stages: [{name: check, run: linefeed check demo/feed.zip}]' |
                    linefeed run - --print-shell
                """),
        ],
        input: """
            FILE is a pipeline file in YAML; - is standard input. pipelines.md describes every key.

              name: nightly
              env: {FEED: "${FEED:-feed.zip}"}
              stages:
                - name: polylines
                  pipe:
                    - linefeed ingest $FEED
                    - linefeed build-polylines
                  output: polylines.geojsonl
                  retries: 3

            run splits words, and expands variables and globs, as a shell does, but it starts a shell only for shell:
            true. Commands read /dev/null.

            The variable ${date:%Y-%m-%d:-1d} is yesterday in the time zone TZ. The suffix :-1d/d means midnight of
            that day, and :UTC means Universal Time.

            run checks the file before it starts anything. If a key, link or variable is wrong, or if a loop has no
            pause, the run exits with 78 and prints the line.
            """,
        output: """
            The output of a stage goes to its output file, or else to standard output. --log appends one record for each
            stage to a file.

              {"table":"stage_runs","pipeline":"nightly","stage":"polylines","turn":1,
              "started":1772398800,"ended":1772398803,"status":0,"attempts":1,
              "bytes_out":481516}

            --status writes one pipeline_status record and needs no variables. If standard error is not a terminal, each
            message of a loop begins with the time.

            The exit status is that of the stage that failed. Signals count from 128, and 124 means that a duration ran
            out. If another run of the pipeline is under way, the run exits with 75.

            Stages run in their own process group. run passes a signal on and waits; a second signal kills the stages.
            If run itself is killed, the stages receive SIGTERM.
            """,
        cost: """
            - Memory: 13 MB, and 64 KiB of the output of a quiet stage
            - Time: 5 ms, and 1 ms for each command; an output file is copied once
            """,
        statuses: [
            .dataUnusable, .inputMissing, .serviceFailed, .tryLater, .configurationWrong,
        ])

    static let configuration = CommandConfiguration(RunPipeline.self, manual)

    @Argument(
        help: ArgumentHelp("Run this pipeline file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Set a variable of the file; repeat the option for more.", valueName: "KEY=VALUE"))
    var set: [String] = []

    @Option(help: ArgumentHelp("Run only this stage of the file.", valueName: "name"))
    var stage: String?

    @Flag(help: "Print what would be done, and run nothing.")
    var dryRun = false

    @Flag(help: "Print a bash script that does the same.")
    var printShell = false

    @Flag(help: "End a loop after its first turn.")
    var once = false

    @Option(
        help: ArgumentHelp("Append a stage_runs record for each stage to FILE.", valueName: "file"),
        completion: .file())
    var log: String?

    @Option(help: "If another run is under way, exit with 75 (fail) or silently with 0 (quiet).")
    var ifLocked = RunOptions().ifLocked

    @Flag(help: "Print the state of the pipeline as a record.")
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
