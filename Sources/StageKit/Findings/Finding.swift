import Addresses

/// Something that a stage noticed about its input: where it was, what is wrong, what was done about it.
public struct Finding: Sendable {
    public enum Level: String, Sendable {
        /// The run will not end with 0 for it.
        case error
        /// Data was lost, lacks what is required, or may be wrong.
        case warning
        /// A certain repair: trimmed blanks, a padded row, a padded hour.
        case repair
        /// Worth knowing: an extra file, an unknown field.
        case note
    }

    /// What the finding does to the run's figures and exit status.
    public enum Kind: Sendable {
        /// Input that breaks off or is corrupt: the run goes on where it can and ends with status 65, unless with
        /// another that is not 0.
        case fault
        /// A failure that the run may get over, or that the command line accepts; counted as a fault.
        case setback
        /// A row, record or entity that was left out; counted under its code.
        case reject
        /// One that was left out for a fault: the run ends with status 65.
        case refusal
        /// A part of a message that was left out because its bytes are wrong: a fault, and a reject under its code.
        case damage
        /// The same, of which the command line accepts some.
        case bearableDamage
        /// A value that broke its type and was written as null.
        case null
        /// An id that nothing matches.
        case unmatched
        /// Something required that the input does not have at all, a file or a column.
        case incomplete
        /// Why a result that is whole may surprise: no service on the day asked for.
        case surprise
        case warning
        case repair
        case note

        /// Whether `--strict` ends a run with status 65 for it.
        public var tripsStrict: Bool {
            switch self {
            case .fault, .setback, .refusal, .damage, .bearableDamage, .reject, .null, .incomplete: true
            case .unmatched, .surprise, .warning, .repair, .note: false
            }
        }

        /// Whether the run ends with another status than 0 for it.
        var endsRun: Bool { self == .fault || self == .refusal || self == .damage }

        /// What it is called: the word "error" and exit status 0 never go together.
        public func level(isStrict: Bool) -> Level {
            switch self {
            case .fault, .refusal, .damage: .error
            case .setback, .bearableDamage, .reject, .null, .incomplete: isStrict ? .error : .warning
            case .unmatched, .surprise, .warning: .warning
            case .repair: .repair
            case .note: .note
            }
        }

        /// Whether it is told to a log as well, where nobody looks for warnings.
        var isAlwaysTold: Bool { tripsStrict || self == .surprise }
    }

    public var kind: Kind
    /// A stable name in lower_snake_case that scripts can count by.
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
        return parts + PrintableAddress.hidden(in: message)
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
        let (shown, isCut) = PrintableAddress.hidden(in: text, first: bytesRead(for: limit))
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
