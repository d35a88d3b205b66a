import Platform
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
    /// - Parameter leavesOut: whether an entry that cannot be had is left out, for those who need few of them.
    public init(
        _ entries: [EnvironmentEntry], in surroundings: Surroundings, leavesOut: Bool = false
    ) throws(PipelineFault) {
        variables = surroundings.environment
        instant = surroundings.instant
        let settings = Dictionary(surroundings.settings.map { ($0.name, $0.value) }) { _, last in last }
        // A setting without an entry is there from the start, so that entries may use it.
        let entered = Set(entries.map(\.name))
        for (name, value) in settings where !entered.contains(name) { variables[name] = value }
        var size = 0
        for entry in entries {
            if let value = settings[entry.name] {
                variables[entry.name] = value
                continue
            }
            let value: String
            do throws(PipelineFault) { value = try text(entry.value) } catch {
                guard leavesOut else { throw error }
                variables[entry.name] = nil
                continue
            }
            size += value.utf8.count
            guard size <= PipelineLimits.environment else {
                throw PipelineFault(
                    line: entry.value.line,
                    "the values of env exceed \(PipelineLimits.size(PipelineLimits.environment))")
            }
            variables[entry.name] = value
        }
    }

    /// What the run itself tells its stages; no file is wrong for using it.
    static let namesFromRun = [
        "LINEFEED_PIPELINE", "LINEFEED_STAGE", "LINEFEED_TURN", "LINEFEED_FAILED_STAGE", "LINEFEED_FAILED_STATUS",
        feeds, alert,
    ]
    private static let feeds = "LINEFEED_FEEDS"
    private static let alert = "LINEFEED_ALERT"
    /// The folder of the pipeline file, which a run puts into the environment that it reads the file with.
    public static let folder = "LINEFEED_PIPELINE_FOLDER"
    /// 1 if a loop ends after its first turn, else empty; likewise.
    public static let once = "LINEFEED_ONCE"

    /// Sets what a stage learns of the run that it is in.
    public mutating func tell(pipeline: String, stage: String, turn: Int, failure: Chain.Failure?) {
        set("LINEFEED_PIPELINE", pipeline)
        set("LINEFEED_STAGE", stage)
        set("LINEFEED_TURN", String(turn))
        variables["LINEFEED_FAILED_STAGE"] = failure?.stage
        variables["LINEFEED_FAILED_STATUS"] = failure.map { String($0.status) }
    }

    /// Sets what a stage of `on_stale` or `on_recover` learns.
    /// - Parameters:
    ///   - names: of the feeds.
    ///   - text: what has become of them, a line for each.
    public mutating func tell(feeds names: [String], _ text: String) {
        set(Scope.feeds, names.joined(separator: " "))
        set(Scope.alert, text)
    }

    public mutating func set(_ name: String, _ value: String) { variables[name] = value }

    /// `variables` as `NAME=value`, in the order of their names.
    public var environment: [String] { variables.map { "\($0.key)=\($0.value)" }.sorted() }

    /// One text, neither split nor matched against files.
    public func text(_ text: Text) throws(PipelineFault) -> String {
        var room = Room(PipelineLimits.value, line: text.line)
        return try joined(text.parts, &room)
    }

    /// The words of a command after expansion; a pattern that no file matches stays as it is.
    /// - Parameter matchingFiles: whether patterns become the names of files.
    public func words(_ words: [Word], line: Int, matchingFiles: Bool = true) throws(PipelineFault) -> [String] {
        var result: [String] = []
        var room = Room(PipelineLimits.command, line: line)
        for word in words {
            for field in try fields(word, &room) {
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

    /// How many bytes may still come of an expansion: `${A}${A}` in B, `${B}${B}` in C and so on would fill any memory.
    private struct Room {
        let line: Int
        private let limit: Int
        private var left: Int

        init(_ limit: Int, line: Int) {
            self.limit = limit
            self.line = line
            left = limit
        }

        mutating func take(_ text: String) throws(PipelineFault) {
            left -= text.utf8.count
            guard left >= 0 else {
                throw PipelineFault(
                    line: line, "the text exceeds \(PipelineLimits.size(limit)) after substitution of variables")
            }
        }
    }

    private func joined(_ parts: [WordPart], _ room: inout Room) throws(PipelineFault) -> String {
        try pieces(parts, &room, isExpansion: false).map(\.text).joined()
    }

    /// - Parameter isExpansion: whether the parts stand behind an operation outside quotes.
    private func pieces(
        _ parts: [WordPart], _ room: inout Room, isExpansion: Bool
    ) throws(PipelineFault) -> [Piece] {
        var result: [Piece] = []
        for part in parts {
            switch part {
            case .literal(let text, let isQuoted):
                try room.take(text)
                result.append(Piece(text: text, isQuoted: isQuoted, isSplit: isExpansion && !isQuoted))
            case .home:
                try room.take(home)
                result.append(Piece(text: home, isQuoted: true, isSplit: false))
            case .date(let pattern, let isQuoted):
                let zone = try zone(room.line)
                let text = pattern.text(at: try beginning(of: pattern, in: zone, room.line), in: zone)
                try room.take(text)
                result.append(Piece(text: text, isQuoted: isQuoted, isSplit: !isQuoted))
            case .parameter(let parameter, let isQuoted):
                result += try pieces(parameter, isQuoted: isQuoted, &room)
            }
        }
        return result
    }

    private func pieces(
        _ parameter: Parameter, isQuoted: Bool, _ room: inout Room
    ) throws(PipelineFault) -> [Piece] {
        let value = variables[parameter.name].flatMap { parameter.emptyIsUnset && $0.isEmpty ? nil : $0 }
        func whole(_ value: String) throws(PipelineFault) -> [Piece] {
            try room.take(value)
            return [Piece(text: value, isQuoted: isQuoted, isSplit: !isQuoted)]
        }
        switch parameter.operation {
        case .value:
            guard let value else {
                throw PipelineFault(
                    line: room.line,
                    "the variable \(parameter.name) is not set; write ${\(parameter.name):-} if it may be empty")
            }
            return try whole(value)
        case .fallback(let parts):
            if let value { return try whole(value) }
            return try pieces(parts, &room, isExpansion: !isQuoted)
        case .alternative(let parts):
            return value == nil ? [] : try pieces(parts, &room, isExpansion: !isQuoted)
        case .required(let parts):
            guard let value else {
                let message = try joined(parts, &room)
                throw PipelineFault(line: room.line, "\(parameter.name): \(message.isEmpty ? "is not set" : message)")
            }
            return try whole(value)
        }
    }

    /// The fields of a word: pieces outside quotes that came from an expansion are split at blanks (2.6.5).
    private func fields(_ word: Word, _ room: inout Room) throws(PipelineFault) -> [[Piece]] {
        var fields: [[Piece]] = []
        var current: [Piece] = []
        // An empty pair of quotes is a field of no characters.
        var isField = false
        for piece in try pieces(word.parts, &room, isExpansion: false) {
            guard piece.isSplit else {
                current.append(piece)
                isField = true
                continue
            }
            var text = ""
            for character in piece.text.unicodeScalars {
                guard character == " " || character == "\t" || character == "\n" else {
                    text.unicodeScalars.append(character)
                    continue
                }
                if !text.isEmpty { current.append(Piece(text: text, isQuoted: false, isSplit: false)) }
                if isField || !text.isEmpty { fields.append(current) }
                current = []
                isField = false
                text = ""
            }
            if !text.isEmpty {
                current.append(Piece(text: text, isQuoted: false, isSplit: false))
                isField = true
            }
        }
        if isField { fields.append(current) }
        return fields
    }

    // MARK: The system

    /// Where the steps of a date begin.
    private func beginning(of pattern: DatePattern, in zone: Zone, _ line: Int) throws(PipelineFault) -> Int {
        guard let name = pattern.day else { return instant }
        guard let text = variables[name], !text.isEmpty else {
            throw PipelineFault(line: line, "the variable \(name) is not set; a day is due, such as 20261120")
        }
        guard let start = DatePattern.beginning(of: text, in: zone) else {
            throw PipelineFault(line: line, "\(name): '\(text.prefix(40))' is not a day, such as 20261120")
        }
        return start
    }

    private var home: String {
        if let home = variables["HOME"], !home.isEmpty { return home }
        return homeFolder ?? "/"
    }

    /// The zone of `TZ`, Universal time where that is not set.
    private func zone(_ line: Int) throws(PipelineFault) -> Zone {
        guard var name = variables["TZ"], !name.isEmpty else { return .utc }
        if name.hasPrefix(":") { name.removeFirst() }
        do { return try Zone(named: name) } catch {
            throw PipelineFault(line: line, "cannot determine the time zone from TZ: \(error)")
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
        // No file has so long a name, each byte of it escaped, and glob(3) need not look for it.
        guard pattern.utf8.count <= 2 * Int(PATH_MAX) else { return nil }
        return paths(matching: pattern)?.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
