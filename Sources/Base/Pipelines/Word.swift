/// A word of a command before expansion (POSIX.1-2017, Shell Command Language, 2.2 and 2.6).
public struct Word: Sendable, Equatable {
    public var parts: [WordPart]

    public init(_ parts: [WordPart]) { self.parts = parts }
}

/// A value that is one text whatever it expands to: an output's name, an environment entry. As if it stood between
/// double quotes, but double quotes and backquotes in it are themselves.
public struct Text: Sendable, Equatable {
    public var parts: [WordPart]
    public var line: Int

    public init(_ parts: [WordPart], line: Int) {
        self.parts = parts
        self.line = line
    }

    /// Reads a value as a pipeline file has it.
    /// - Throws: `PipelineFault` with the line.
    public init(reading source: String, line: Int) throws(PipelineFault) {
        self = try WordReader.text(source, line: line)
    }
}

/// A piece of a word. What is quoted is neither split into fields nor read as a pattern.
public enum WordPart: Sendable, Equatable {
    case literal(String, isQuoted: Bool)
    indirect case parameter(Parameter, isQuoted: Bool)
    case date(DatePattern, isQuoted: Bool)
    /// `~` at the beginning of a word.
    case home
}

/// `$NAME`, `${NAME}`, `${NAME:-default}` and their relatives.
public struct Parameter: Sendable, Equatable {
    public enum Operation: Sendable, Equatable {
        /// An unset variable is an error, as under `set -u`.
        case value
        /// `-` and `:-`: these parts where the variable is unset.
        case fallback([WordPart])
        /// `+` and `:+`: these parts where the variable is set.
        case alternative([WordPart])
        /// `?` and `:?`: an error with this text where the variable is unset.
        case required([WordPart])
    }

    public var name: String
    public var operation: Operation
    /// Whether an empty value counts as unset: the colon.
    public var emptyIsUnset: Bool

    public init(_ name: String, _ operation: Operation = .value, emptyIsUnset: Bool = false) {
        self.name = name
        self.operation = operation
        self.emptyIsUnset = emptyIsUnset
    }

    /// Whether `name` can be a variable's: a letter or underscore, then letters, digits and underscores.
    public static func isName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, isStart(first) else { return false }
        return name.utf8.allSatisfy(isContinuation)
    }

    static func isStart(_ byte: UInt8) -> Bool { byte == 0x5F || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
    static func isContinuation(_ byte: UInt8) -> Bool { isStart(byte) || (byte >= 0x30 && byte <= 0x39) }
}
