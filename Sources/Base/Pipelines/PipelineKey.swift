/// A key of a pipeline file; `docs/pipelines.md` has these as its tables.
public struct PipelineKey: Sendable, Equatable {
    public let name: String
    /// What its value is.
    public let value: String
    /// What holds where it is left out; empty for a key that has to be there.
    public let fallback: String
    public let summary: String

    /// A row of the table in the documents.
    public var row: String { "| `\(name)` | \(value) | \(fallback) | \(summary) |" }

    /// The keys of the file itself.
    public static let ofPipeline: [PipelineKey] = PipelineField.allCases.map(\.key)
    /// The keys of an entry of `stages`.
    public static let ofStage: [PipelineKey] = StageField.allCases.map(\.key)
}

enum PipelineField: String, CaseIterable {
    case name, env, lock, stages

    var key: PipelineKey {
        switch self {
        case .name:
            make(
                "text", "the file's name without its ending", "What the run is called in messages and in `stage_runs`.")
        case .env:
            make(
                "mapping of NAME to text", "nothing",
                "Variables, for the file and for its commands. Each may use those before it; `--set` wins over them.")
        case .lock:
            make(
                "a path, or `none`", "the file's name with `.lock` at its end",
                "The file that keeps a second run away, and where the status stands; its folder is made.")
        case .stages: make("list of stages", "", "The first one is where the chain begins.")
        }
    }

    private func make(_ value: String, _ fallback: String, _ summary: String) -> PipelineKey {
        PipelineKey(name: rawValue, value: value, fallback: fallback, summary: summary)
    }
}

enum StageField: String, CaseIterable {
    case name, load, run, pipe, shell, output, append, delay, duration, retries, backoff, hold, next
    case onFailure = "on_failure"
    case quiet

    var key: PipelineKey {
        switch self {
        case .name: make("letters, digits, `_`, `.`, `-`", "", "Distinct, and none of `end`, `stop`, `continue`.")
        case .load: make("a command, or a list of them", "nothing", "Setup, run one after another before each attempt.")
        case .run: make("a command", "this or `pipe` has to be there", "The stage's work.")
        case .pipe:
            make("list of commands", "this or `run` has to be there", "The members of a pipe, from left to right.")
        case .shell: make("`true` or `false`", "`false`", "Whether the commands are scripts for `sh -c`.")
        case .output:
            make(
                "a path", "the run's standard output",
                "Standard output goes there when the stage has succeeded; until then the old file stays. `.gz` compresses."
            )
        case .append:
            make(
                "a path", "the run's standard output",
                "Standard output is added there, whole, when the stage has succeeded.")
        case .delay: make("a duration", "`0s`", "A pause before the first attempt.")
        case .duration:
            make("a duration", "no limit", "The longest that an attempt may take; then it has failed with 124.")
        case .retries: make("0 to 1000", "`0`", "Attempts after the first one has failed.")
        case .backoff:
            make(
                "a duration", "`1s`",
                "The longest pause before the first retry. It doubles with each, to five minutes at most; the pause is a random part of it."
            )
        case .hold: make("a duration", "`0s`", "A pause after the stage, before the chain goes on.")
        case .next:
            make(
                "a stage, or `end`", "the stage below, after the last `end`",
                "Where the chain goes on; back, for a loop.")
        case .onFailure:
            make(
                "`stop`, `continue` or a stage", "`stop`",
                "What follows when the last attempt has failed: the run ends with its status, goes on as after success, or goes on there."
            )
        case .quiet:
            make("`true` or `false`", "`false`", "Whether what the stage prints is shown only when it has failed.")
        }
    }

    private func make(_ value: String, _ fallback: String, _ summary: String) -> PipelineKey {
        PipelineKey(name: rawValue, value: value, fallback: fallback, summary: summary)
    }
}
