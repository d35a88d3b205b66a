/// Splits a command into words as a shell does (POSIX.1-2017, 2.2 Quoting, 2.3 Token Recognition), and reads the
/// variables in it. What only a shell could do is refused, so that no command means less than it says.
struct WordReader {
    private let bytes: [UInt8]
    private let line: Int
    private var position = 0
    /// How many braces are open.
    private var depth = 0

    /// The words of a command.
    static func words(_ source: String, line: Int) throws(PipelineFault) -> [Word] {
        var reader = WordReader(source, line: line)
        return try reader.words()
    }

    /// A value that stays one text.
    static func text(_ source: String, line: Int) throws(PipelineFault) -> Text {
        var reader = WordReader(source, line: line)
        return Text(try reader.quotedParts(until: nil, isText: true), line: line)
    }

    private init(_ source: String, line: Int) {
        // A block scalar brings its last newline along.
        var bytes = Array(source.utf8)
        while bytes.last == 0x0A { bytes.removeLast() }
        self.bytes = bytes
        self.line = line
    }

    private func fault(_ reason: String) -> PipelineFault { PipelineFault(line: line, reason) }

    // MARK: Words

    private mutating func words() throws(PipelineFault) -> [Word] {
        var words: [Word] = []
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09: position += 1
            case 0x5C where position + 1 < bytes.count && bytes[position + 1] == 0x0A: position += 2
            case 0x0A:
                throw fault(
                    "a command must be one line; fold a long line with '>', or use shell: true for several lines")
            case UInt8(ascii: "#"): throw fault("'#' begins a comment in a shell; quote it")
            default:
                let word = try word()
                if words.isEmpty, let name = WordReader.assignment(word) {
                    throw fault("'\(name)=' before a command needs shell: true; or set \(name) in env")
                }
                words.append(word)
            }
        }
        if words.isEmpty { throw fault("the command is empty") }
        return words
    }

    private static func assignment(_ word: Word) -> String? {
        guard case .literal(let text, isQuoted: false)? = word.parts.first, let equals = text.firstIndex(of: "=") else {
            return nil
        }
        let name = text[..<equals]
        return Parameter.isName(name) ? String(name) : nil
    }

    private mutating func word() throws(PipelineFault) -> Word {
        var parts = PartList()
        if bytes[position] == UInt8(ascii: "~") {
            position += 1
            guard position == bytes.count || [0x2F, 0x20, 0x09, 0x0A].contains(bytes[position]) else {
                throw fault("'~' followed by a name is not supported; write out the folder, or quote the '~'")
            }
            parts.add(.home)
        }
        loop: while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x20, 0x09, 0x0A: break loop
            case UInt8(ascii: "'"): parts.add(try single())
            case UInt8(ascii: "\""):
                position += 1
                parts.addQuoted(try quotedParts(until: UInt8(ascii: "\""), isText: false))
            case 0x5C:
                if position + 1 < bytes.count, bytes[position + 1] == 0x0A {
                    position += 2
                    continue
                }
                guard position + 1 < bytes.count else { throw fault("the command ends with a backslash") }
                position += 1
                parts.add(character(isQuoted: true))
            case UInt8(ascii: "$"): parts.add(try dollar(isQuoted: false, isText: false))
            case UInt8(ascii: "`"): throw fault("'`' needs shell: true or quotes")
            case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "("), UInt8(ascii: ")"):
                let operation = Character(UnicodeScalar(byte))
                let advice = operation == "|" ? "; or list the members of a pipe under the key pipe" : ""
                throw fault("'\(operation)' needs shell: true or quotes\(advice)")
            default: parts.add(character(isQuoted: false))
            }
        }
        return Word(parts.parts)
    }

    /// The bytes at the position up to the next one that may mean something.
    private mutating func character(isQuoted: Bool) -> WordPart {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
        return .literal(String(decoding: bytes[start..<position], as: UTF8.self), isQuoted: isQuoted)
    }

    private mutating func single() throws(PipelineFault) -> WordPart {
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "'")) else {
            throw fault("a single quote is not closed")
        }
        position = end + 1
        return .literal(String(decoding: bytes[start..<end], as: UTF8.self), isQuoted: true)
    }

    // MARK: Between double quotes

    /// Parts up to the closing byte, which is passed over, or to the end.
    private mutating func quotedParts(until closing: UInt8?, isText: Bool) throws(PipelineFault) -> [WordPart] {
        var parts = PartList()
        // Even an empty pair of quotes is a word.
        if closing == UInt8(ascii: "\"") { parts.add(.literal("", isQuoted: true)) }
        while position < bytes.count {
            let byte = bytes[position]
            if byte == closing {
                position += 1
                return parts.parts
            }
            switch byte {
            case UInt8(ascii: "$"): parts.add(try dollar(isQuoted: true, isText: isText))
            case UInt8(ascii: "\"") where !isText:
                throw fault("shells disagree about quotes inside the braces of a quoted variable; escape them")
            case UInt8(ascii: "`") where !isText: throw fault("'`' needs shell: true or single quotes")
            case 0x5C where position + 1 < bytes.count:
                let next = bytes[position + 1]
                var escaped = isText ? "$\\" : "$\\\"`"
                if closing == UInt8(ascii: "}") { escaped += "}" }
                if next == 0x0A, !isText {
                    position += 2
                } else if escaped.utf8.contains(next) {
                    position += 1
                    parts.add(character(isQuoted: true))
                } else {
                    parts.add(character(isQuoted: true))
                }
            default: parts.add(character(isQuoted: true))
            }
        }
        if closing == UInt8(ascii: "}") { throw fault("'${' is not closed") }
        if closing != nil { throw fault("a double quote is not closed") }
        return parts.parts
    }

    // MARK: Variables

    private mutating func dollar(isQuoted: Bool, isText: Bool) throws(PipelineFault) -> WordPart {
        position += 1
        guard position < bytes.count else { return .literal("$", isQuoted: true) }
        let byte = bytes[position]
        if Parameter.isStart(byte) { return .parameter(Parameter(name()), isQuoted: isQuoted) }
        switch byte {
        case UInt8(ascii: "{"):
            position += 1
            return try braces(isQuoted: isQuoted, isText: isText)
        case UInt8(ascii: "("): throw fault("'$(' needs shell: true; for a date, write ${date:%Y-%m-%d}")
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "*"), UInt8(ascii: "#"),
            UInt8(ascii: "?"), UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "-"):
            throw fault("'$\(Character(UnicodeScalar(byte)))' needs shell: true; for a dollar sign, write '\\$'")
        default: return .literal("$", isQuoted: true)
        }
    }

    private mutating func name() -> String {
        let start = position
        while position < bytes.count, Parameter.isContinuation(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func braces(isQuoted: Bool, isText: Bool) throws(PipelineFault) -> WordPart {
        let start = position
        depth += 1
        defer { depth -= 1 }
        guard depth <= PipelineLimits.depth else {
            throw fault("variables are nested more than \(PipelineLimits.depth) deep")
        }
        for start in ["date:", "date@"] where bytes[position...].starts(with: start.utf8) {
            return try date(isQuoted: isQuoted)
        }
        let name = name()
        guard Parameter.isName(name) else { throw unknown(from: start) }
        guard position < bytes.count else { throw fault("'${' is not closed") }
        var parameter = Parameter(name)
        if bytes[position] == UInt8(ascii: ":") {
            parameter.emptyIsUnset = true
            position += 1
        }
        guard position < bytes.count else { throw fault("'${' is not closed") }
        let operation = bytes[position]
        position += 1
        switch operation {
        case UInt8(ascii: "}") where !parameter.emptyIsUnset: break
        case UInt8(ascii: "-"): parameter.operation = .fallback(try inner(isQuoted: isQuoted, isText: isText))
        case UInt8(ascii: "+"): parameter.operation = .alternative(try inner(isQuoted: isQuoted, isText: isText))
        case UInt8(ascii: "?"): parameter.operation = .required(try inner(isQuoted: isQuoted, isText: isText))
        default: throw unknown(from: start)
        }
        return .parameter(parameter, isQuoted: isQuoted)
    }

    private func unknown(from start: Int) -> PipelineFault {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
        let inside = String(decoding: bytes[start..<end], as: UTF8.self)
        return fault(
            "'${\(inside)}' is not supported; write ${NAME}, optionally with - :- + :+ ? or :?, or ${date:FORMAT:OFFSET}"
        )
    }

    private mutating func date(isQuoted: Bool) throws(PipelineFault) -> WordPart {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else { throw fault("'${' is not closed") }
        let whole = String(decoding: bytes[position..<end], as: UTF8.self)
        let parts = whole.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let day = parts[0].hasPrefix("date@") ? String(parts[0].dropFirst(5)) : nil
        guard parts.count == 2, day.map({ Parameter.isName($0) }) ?? true,
            let pattern = DatePattern(String(parts[1]), day: day)
        else {
            throw fault(
                "'${\(whole)}' is not a date; write a format of %Y %m %d %H %M %S %j %u %F %T %s, optionally an offset "
                    + "in s, m, h, d or w such as :-1d, with /d for the start of the day, and optionally :UTC")
        }
        position = end + 1
        return .date(pattern, isQuoted: isQuoted)
    }

    /// What stands behind an operation, up to the brace that closes it.
    private mutating func inner(isQuoted: Bool, isText: Bool) throws(PipelineFault) -> [WordPart] {
        if isQuoted { return try quotedParts(until: UInt8(ascii: "}"), isText: isText) }
        var parts = PartList()
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "}"):
                position += 1
                return parts.parts
            case UInt8(ascii: "'"): parts.add(try single())
            case UInt8(ascii: "\""):
                position += 1
                parts.addQuoted(try quotedParts(until: UInt8(ascii: "\""), isText: false))
            case UInt8(ascii: "$"): parts.add(try dollar(isQuoted: false, isText: false))
            case UInt8(ascii: "`"): throw fault("'`' needs shell: true or quotes")
            case 0x5C where position + 1 < bytes.count:
                position += 1
                parts.add(character(isQuoted: true))
            default: parts.add(character(isQuoted: false))
            }
        }
        throw fault("'${' is not closed")
    }
}

/// Parts with neighbouring literals of one kind joined.
private struct PartList {
    private var whole: [WordPart] = []
    /// The literal that grows: characters come one by one.
    private var text = ""
    private var isQuoted: Bool?

    var parts: [WordPart] { isQuoted.map { whole + [.literal(text, isQuoted: $0)] } ?? whole }

    mutating func add(_ part: WordPart) {
        guard case .literal(let more, let isMoreQuoted) = part else {
            if let isQuoted { whole.append(.literal(text, isQuoted: isQuoted)) }
            isQuoted = nil
            whole.append(part)
            return
        }
        if isQuoted == isMoreQuoted {
            text += more
        } else {
            if let isQuoted { whole.append(.literal(text, isQuoted: isQuoted)) }
            text = more
            isQuoted = isMoreQuoted
        }
    }

    mutating func addQuoted(_ more: [WordPart]) { for part in more { add(part) } }
}
