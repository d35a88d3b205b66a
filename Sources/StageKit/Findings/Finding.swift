import Addresses

/// A problem that a stage found in its input: where it is, what is wrong, what the stage did.
public struct Finding: Sendable {
    public enum Level: String, Sendable {
        /// The run does not exit with 0.
        case error
        /// Data was skipped, lacks required parts, or may be wrong.
        case warning
        /// A safe repair: trimmed spaces, a padded row, a padded hour.
        case repair
        /// A remark, for example about an extra file or an unknown field.
        case note
    }

    /// The effect of the finding on the counts and the exit status of the run.
    public enum Kind: Sendable {
        /// Truncated or corrupt input: the run continues where possible and exits with status 65, or with another
        /// failure's status.
        case fault
        /// A failure that the run may recover from, or that an option accepts; counted as a fault.
        case setback
        /// A skipped row, record or entity; counted under its code.
        case reject
        /// A row, record or entity skipped because of a fault: the run exits with status 65.
        case refusal
        /// A part of a message that was skipped because its bytes are wrong: a fault, and a reject under its code.
        case damage
        /// A skipped part of a message, of which an option accepts some.
        case bearableDamage
        /// A value of the wrong type that was written as null.
        case null
        /// An id without a match.
        case unmatched
        /// A required file or column that the input lacks.
        case incomplete
        /// A reason why a complete result may surprise, for example no service on the requested day.
        case surprise
        case warning
        case repair
        case note
        /// What logs show too, for example the end of failures that were reported.
        case news

        /// Whether `--strict` makes the run exit with status 65.
        public var tripsStrict: Bool {
            switch self {
            case .fault, .setback, .refusal, .damage, .bearableDamage, .reject, .null, .incomplete: true
            case .unmatched, .surprise, .warning, .repair, .note, .news: false
            }
        }

        /// Whether the run exits with a status other than 0.
        var endsRun: Bool { self == .fault || self == .refusal || self == .damage }

        /// The level shown to the user: the word "error" and exit status 0 never occur together.
        public func level(isStrict: Bool) -> Level {
            switch self {
            case .fault, .refusal, .damage: .error
            case .setback, .bearableDamage, .reject, .null, .incomplete: isStrict ? .error : .warning
            case .unmatched, .surprise, .warning: .warning
            case .repair: .repair
            case .note, .news: .note
            }
        }

        /// Whether it is also written to logs that nobody watches for warnings and notes.
        var isAlwaysTold: Bool { tripsStrict || self == .surprise || self == .news }
    }

    public var kind: Kind
    /// A stable name of the kind of finding, in lower_snake_case, for use in scripts.
    public var code: String
    public var file: String?
    /// Counted from 1.
    public var line: Int?
    public var field: String?
    public var value: String?
    /// The sentence, without place and field.
    public var message: String

    public init(
        _ kind: Kind, _ code: String, file: String? = nil, line: Int? = nil, field: String? = nil,
        value: String? = nil, message: String
    ) {
        self.kind = kind
        self.code = code
        self.file = file
        self.line = line
        self.field = field
        self.value = value
        self.message = message
    }

    /// `stop_times.txt:1042: arrival_time: '25:61:00' is not HH:MM:SS (written as null)`
    public var text: String {
        var parts = ""
        if let file {
            parts += Finding.printable(file, limit: 4096)
            if let line { parts += ":\(line)" }
            parts += ": "
        } else if let line {
            parts += "line \(line): "
        }
        if let field { parts += Finding.printable(field) + ": " }
        return parts + AddressWithoutSecrets.hidden(in: message)
    }

    /// How many bytes of a text are looked at for a message of so many characters: more than it shows, since what is
    /// hidden makes a text shorter.
    private static func bytesRead(for limit: Int) -> Int { 4 * limit + 4096 }

    /// Text from a feed made safe for a terminal and short enough for a line: controls escaped, addresses printable,
    /// cut at 80 characters.
    public static func printable(_ text: String, limit: Int = 80) -> String {
        var result = ""
        var length = 0
        // Before it is cut: half an address is not an address any more.
        let (shown, isCut) = AddressWithoutSecrets.hidden(in: text, first: bytesRead(for: limit))
        for scalar in shown.unicodeScalars {
            if length == limit { return result + "…" }
            length += 1
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069:
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return isCut ? result + "…" : result
    }

    /// A value from a feed in single quotes, printable.
    public static func quoted(_ bytes: UnsafeRawBufferPointer) -> String {
        "'" + printable(String(decoding: bytes.prefix(bytesRead(for: 80) + 1), as: UTF8.self)) + "'"
    }

    public static func quoted(_ text: String) -> String { "'" + printable(text) + "'" }
}
