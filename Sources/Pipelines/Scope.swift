import Glibc
import TimeZones

/// What a pipeline is run in: the process's environment, what `--set` says, and the time.
public struct Surroundings: Sendable {
    public var environment: [String: String]
    /// From `--set`, in its order; they win over the file's `env`.
    public var settings: [(name: String, value: String)]
    /// POSIX seconds, for dates.
    public var instant: Int

    public init(environment: [String: String], settings: [(name: String, value: String)] = [], instant: Int) {
        self.environment = environment
        self.settings = settings
        self.instant = instant
    }
}

/// The variables that a stage sees, and what words expand to with them (POSIX.1-2017, 2.6 Word Expansions).
public struct Scope: Sendable {
    public private(set) var variables: [String: String]
    private let instant: Int

    /// The environment with the file's entries, each of which sees those before it, and with `settings` over them.
    public init(_ entries: [EnvironmentEntry], in surroundings: Surroundings) throws(PipelineFault) {
        variables = surroundings.environment
        instant = surroundings.instant
        let settings = Dictionary(surroundings.settings.map { ($0.name, $0.value) }) { _, last in last }
        // A setting without an entry is there from the start, so that entries may use it.
        let entered = Set(entries.map(\.name))
        for (name, value) in settings where !entered.contains(name) { variables[name] = value }
        for entry in entries {
            if let value = settings[entry.name] {
                variables[entry.name] = value
            } else {
                variables[entry.name] = try text(entry.value)
            }
        }
    }

    /// What the run itself tells its stages; no file is wrong for using it.
    static let namesFromRun = [
        "LINEFEED_PIPELINE", "LINEFEED_STAGE", "LINEFEED_TURN", "LINEFEED_FAILED_STAGE", "LINEFEED_FAILED_STATUS",
    ]

    /// Sets what a stage learns of the run that it is in.
    public mutating func tell(pipeline: String, stage: String, turn: Int, failure: Chain.Failure?) {
        set("LINEFEED_PIPELINE", pipeline)
        set("LINEFEED_STAGE", stage)
        set("LINEFEED_TURN", String(turn))
        variables["LINEFEED_FAILED_STAGE"] = failure?.stage
        variables["LINEFEED_FAILED_STATUS"] = failure.map { String($0.status) }
    }

    public mutating func set(_ name: String, _ value: String) { variables[name] = value }

    /// `variables` as `NAME=value`, in the order of their names.
    public var environment: [String] { variables.map { "\($0.key)=\($0.value)" }.sorted() }

    /// One text, neither split nor matched against files.
    public func text(_ text: Text) throws(PipelineFault) -> String {
        try joined(text.parts, line: text.line)
    }

    /// The words of a command after expansion; a pattern that no file matches stays as it is.
    /// - Parameter matchingFiles: whether patterns become the names of files.
    public func words(_ words: [Word], line: Int, matchingFiles: Bool = true) throws(PipelineFault) -> [String] {
        var result: [String] = []
        for word in words {
            for field in try fields(word, line: line) {
                let text = field.map(\.text).joined()
                if matchingFiles, field.contains(where: { !$0.isQuoted && $0.text.contains { "*?[".contains($0) } }),
                    let names = Scope.files(matching: field)
                {
                    result += names
                } else {
                    result.append(text)
                }
            }
        }
        return result
    }

    // MARK: Pieces

    private struct Piece {
        var text: String
        var isQuoted: Bool
        /// Whether it came from an expansion outside quotes and so is split at blanks.
        var isSplit: Bool
    }

    private func joined(_ parts: [WordPart], line: Int) throws(PipelineFault) -> String {
        try pieces(parts, line: line, isExpansion: false).map(\.text).joined()
    }

    /// - Parameter isExpansion: whether the parts stand behind an operation outside quotes.
    private func pieces(_ parts: [WordPart], line: Int, isExpansion: Bool) throws(PipelineFault) -> [Piece] {
        var result: [Piece] = []
        for part in parts {
            switch part {
            case .literal(let text, let isQuoted):
                result.append(Piece(text: text, isQuoted: isQuoted, isSplit: isExpansion && !isQuoted))
            case .home:
                result.append(Piece(text: home, isQuoted: true, isSplit: false))
            case .date(let pattern, let isQuoted):
                let text = pattern.text(at: instant, in: try zone(line))
                result.append(Piece(text: text, isQuoted: isQuoted, isSplit: !isQuoted))
            case .parameter(let parameter, let isQuoted):
                result += try pieces(parameter, isQuoted: isQuoted, line: line)
            }
        }
        return result
    }

    private func pieces(_ parameter: Parameter, isQuoted: Bool, line: Int) throws(PipelineFault) -> [Piece] {
        let value = variables[parameter.name].flatMap { parameter.emptyIsUnset && $0.isEmpty ? nil : $0 }
        let whole = value.map { [Piece(text: $0, isQuoted: isQuoted, isSplit: !isQuoted)] }
        switch parameter.operation {
        case .value:
            guard let whole else {
                throw PipelineFault(
                    line: line, "the variable \(parameter.name) is not set; ${\(parameter.name):-} may be empty")
            }
            return whole
        case .fallback(let parts):
            if let whole { return whole }
            return try pieces(parts, line: line, isExpansion: !isQuoted)
        case .alternative(let parts):
            return value == nil ? [] : try pieces(parts, line: line, isExpansion: !isQuoted)
        case .required(let parts):
            guard let whole else {
                let message = try joined(parts, line: line)
                throw PipelineFault(line: line, "\(parameter.name): \(message.isEmpty ? "is not set" : message)")
            }
            return whole
        }
    }

    /// The fields of a word: pieces outside quotes that came from an expansion are split at blanks (2.6.5).
    private func fields(_ word: Word, line: Int) throws(PipelineFault) -> [[Piece]] {
        var fields: [[Piece]] = []
        var current: [Piece]?
        for piece in try pieces(word.parts, line: line, isExpansion: false) {
            guard piece.isSplit else {
                current = (current ?? []) + [piece]
                continue
            }
            var text = ""
            for character in piece.text.unicodeScalars {
                guard character == " " || character == "\t" || character == "\n" else {
                    text.unicodeScalars.append(character)
                    continue
                }
                if !text.isEmpty { current = (current ?? []) + [Piece(text: text, isQuoted: false, isSplit: false)] }
                text = ""
                if let field = current { fields.append(field) }
                current = nil
            }
            if !text.isEmpty { current = (current ?? []) + [Piece(text: text, isQuoted: false, isSplit: false)] }
        }
        if let field = current { fields.append(field) }
        return fields
    }

    // MARK: The system

    private var home: String {
        if let home = variables["HOME"], !home.isEmpty { return home }
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "/" }
        return String(cString: folder)
    }

    /// The zone of `TZ`, Universal time where that is not set.
    private func zone(_ line: Int) throws(PipelineFault) -> Zone {
        guard var name = variables["TZ"], !name.isEmpty else { return .utc }
        if name.hasPrefix(":") { name.removeFirst() }
        do { return try Zone(named: name) } catch {
            throw PipelineFault(line: line, "a date needs the zone of TZ: \(error)")
        }
    }

    /// The files that a field matches as a pattern, in the order of their bytes; nil where there are none.
    private static func files(matching field: [Piece]) -> [String]? {
        var pattern = ""
        for piece in field {
            guard piece.isQuoted else {
                pattern += piece.text
                continue
            }
            for character in piece.text {
                if "*?[]\\".contains(character) { pattern.append("\\") }
                pattern.append(character)
            }
        }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return nil }
        return (0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }
}
