import ArgumentParser
import RunStage
import StageKit

extension RunOptions.IfLocked: ArgumentWord {}

struct RunCommand: StageCommand {
    typealias Work = RunPipeline
    static let place = StagePlace(.upkeep, 20)

    static let manual = Manual(
        brief: "run a pipeline file",
        abstract: "Run the stages of a pipeline file, once or in a loop, under a lock.",
        usage: "[OPTION]... FILE",
        usual: "FILE --set --days --stage --dry-run --once --log --status",
        groups: [
            "Selection": "--set --days --stage --once",
            "Preview": "--dry-run --print-shell --status",
            "Log": "--log --metrics --if-locked",
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
            FILE is a pipeline file in YAML. If FILE is -, run reads the pipeline from standard input. For a description
            of every key, see pipelines.md.

              name: nightly
              env: {FEED: "${FEED:-feed.zip}"}
              stages:
                - name: polylines
                  pipe:
                    - linefeed ingest $FEED
                    - linefeed build-polylines
                  output: polylines.geojsonl
                  retries: 3

            As in a shell, commands are split into words, and variables and globs are expanded. The stage "run" starts a
            shell only for stages with shell: true. The standard input of every command is /dev/null.

            The variable ${date:%Y-%m-%d:-1d} contains yesterday's date in the time zone that the variable TZ names.
            With the suffix :-1d/d, a date variable contains the midnight at the start of yesterday. With :UTC as the
            last suffix, a date variable is written in UTC.

            The pipeline file is checked before any command is started. If a key or variable is wrong, if a stage refers
            to a stage that does not exist, or if a loop has no pause, the run exits with 78 and prints the number of
            the line with the mistake.
            """,
        output: """
            The output of a stage is written to its output file, or to standard output if the stage has no output file.
            With --log FILE, one record for each stage is appended to FILE.

              {"table":"stage_runs","pipeline":"nightly","stage":"polylines","turn":1,
              "started":1772398800,"ended":1772398803,"status":0,"attempts":1,
              "bytes_out":481516}

            With --status, run writes one pipeline_status record, and one feed_status record for each feed that the
            pipeline fetches, and starts no stage. It exits with 1 if the pipeline has never run, was killed or failed,
            if the last turn of a loop failed, or if a feed is stale. With --status, the only variables that must be set
            are those in the name of the lock file. If the pipeline is a loop and standard error is not a terminal, each
            message begins with the time.

            With --days, run goes through the pipeline once for each day, with the day in the variable DAY. It skips
            days that are complete, continues with the next day after a day that failed, and exits with the status of
            the first day that failed.

            With --metrics FILE, run replaces FILE every few seconds with metrics in the text format of Prometheus: for
            each stage its runs, failures, durations and last status, and for each feed the metrics of fetch.

            If a stage fails, run exits with the exit status of that stage. The exit status of a stage is 128 plus the
            signal number if a signal killed the stage, and 124 if the stage exceeded its maximum duration. If another
            run of the same pipeline is under way, the run exits with 75.

            The stages of a pipeline run in a separate process group. If run receives a signal, it passes the signal on
            to the stages and waits for them to end; a second signal kills the stages. If run itself is killed, the
            stages receive SIGTERM.

            If a stage of a loop fails again and again, run reports the first failure, and then, with the number of
            failures, after 1 minute, 10 minutes and each hour. If a fetch in the pipeline has --alert-after, run starts
            the stage of on_stale once when feeds become stale, and the stage of on_recover once when they recover.
            Under systemd, with Type=notify, run reports that it has started, and answers the watchdog.
            """,
        cost: """
            - Memory: 20 MB, and up to 64 KiB for the output of a stage with quiet: true
            - Time: 5 ms, and 1 ms for each command; an output file is copied once
            """,
        statuses: [
            .found, .dataUnusable, .inputMissing, .serviceFailed, .tryLater, .configurationWrong,
        ])

    @Argument(
        help: ArgumentHelp("Run this pipeline file; if FILE is -, read standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "Set a variable of the pipeline file; repeat the option for more variables.", valueName: "KEY=VALUE"))
    var set: [String] = []

    @Option(
        help: ArgumentHelp(
            "Run the pipeline for each of these days, or for the last N days; skip complete days.",
            discussion: """
                Days are written as 20261120 or 20261120-20261124. With a number N, no day before the first complete \
                day is run. The pipeline must have the variable DAY in env.
                """, valueName: "days"))
    var days: String?

    @Option(help: ArgumentHelp("Run only this stage of the pipeline file.", valueName: "name"))
    var stage: String?

    @Flag(help: "Print what would be run, but run nothing.")
    var dryRun = false

    @Flag(help: "Print a bash script that does the same as the pipeline.")
    var printShell = false

    @Flag(help: "End a loop after its first iteration.")
    var once = false

    @Option(
        help: ArgumentHelp("Append a stage_runs record to FILE for each stage.", valueName: "file"),
        completion: .file())
    var log: String?

    @Option(
        help: ArgumentHelp("Keep metrics for Prometheus in FILE.", valueName: "file"), completion: .file())
    var metrics: String?

    @Option(help: "If another run of the pipeline is under way, exit with 75 (fail) or silently with 0 (quiet).")
    var ifLocked = RunOptions().ifLocked

    @Flag(help: "Print the state of the pipeline as a record.")
    var status = false

    @OptionGroup var common: CommonFlags

    func fill(_ options: inout RunOptions) throws {
        options.file = file
        options.action = try RunOptions.action(show: dryRun, printShell: printShell, status: status)
        options.settings = try set.map(RunOptions.setting)
        options.days = try days.map(RunOptions.days)
        options.metrics = metrics
        options.stage = stage
        options.isOnce = once
        options.log = log
        options.ifLocked = ifLocked
    }
}
