/// How large a pipeline file may be, and what it stands for: more than any that a person wrote, and less than what could
/// end the runner. `docs/pipelines.md` has these as a table.
public enum PipelineLimits {
    /// Bytes of the file.
    public static let file = 1 << 20
    public static let stages = 1000
    /// Commands of one `pipe` or one `load`.
    public static let commands = 100
    /// Entries of `env`.
    public static let variables = 1000
    /// Bytes of the name of a pipeline or of a stage.
    public static let name = 200
    /// How deep variables stand in variables, as in `${A:-${B:-c}}`.
    public static let depth = 32
    /// Steps of a date's offset.
    public static let steps = 8
    /// Bytes of a value once its variables are put in. Linux gives no program a longer one.
    public static let value = 128 << 10
    /// Bytes of a command once its variables are put in, before patterns become the names of files.
    public static let command = 1 << 20
    /// Bytes of the values of `env` together.
    public static let environment = 1 << 20
    /// Bytes of all values and commands of a file together.
    public static let total = 16 << 20

    /// The rows of the table in the documents.
    public static let rows: [String] = [
        ("the file", size(file)), ("stages", "\(stages)"), ("commands of one `pipe` or `load`", "\(commands)"),
        ("entries of `env`", "\(variables)"), ("a name", "\(name) bytes"),
        ("nested variables, `${A:-${B:-c}}`", "\(depth) deep"), ("steps of a date's offset", "\(steps)"),
        ("a value after substitution of variables", size(value)),
        ("a command after substitution of variables, before expansion of patterns", size(command)),
        ("the values of `env` together", size(environment)), ("all values and commands together", size(total)),
    ].map { "| \($0.0) | \($0.1) |" }

    /// A number of bytes in the unit that divides it.
    static func size(_ bytes: Int) -> String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : bytes % 1024 == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
    }
}
