import StageKit

/// The manual of a stage: one text, from which the help, the man page and the documents are made.
///
/// Lines are at most 78 characters. Examples run as they stand, with `sh`, in a folder that has `samples/` in it.
struct Manual {
    struct Example {
        let purpose: String
        let command: String

        init(_ purpose: String, _ command: String) {
            self.purpose = purpose
            self.command = command
        }
    }

    /// The statuses with which a stage ends that finds nothing it can do, held to the binary by tests; nil where there is
    /// no such input. The table of `docs/exit-codes.md` is made of them.
    struct Answers {
        /// What a command line of them has beside the stage's name; empty for the usual one.
        let flags: String
        /// Of an empty input and of blank lines.
        let empty: ExitStatus?
        /// Of records of other tables only.
        let otherTables: ExitStatus?
        /// Of `feed_messages` only.
        let messages: ExitStatus?
        /// Of other kinds of input: a zip, CSV, a page.
        let otherKinds: ExitStatus?
        /// By the option that names what there is not.
        let unknown: KeyValuePairs<String, ExitStatus>

        init(
            _ flags: String = "", empty: ExitStatus? = nil, otherTables: ExitStatus? = nil, messages: ExitStatus? = nil,
            otherKinds: ExitStatus? = nil, unknown: KeyValuePairs<String, ExitStatus> = [:]
        ) {
            self.flags = flags
            self.empty = empty
            self.otherTables = otherTables
            self.messages = messages
            self.otherKinds = otherKinds
            self.unknown = unknown
        }

        /// Those of a stage that reads records, and ends with 65 if it can do nothing with them.
        static func records(
            _ flags: String = "", otherTables: ExitStatus = .dataUnusable, messages: ExitStatus = .dataUnusable,
            unknown: KeyValuePairs<String, ExitStatus> = [:]
        ) -> Answers {
            Answers(
                flags, empty: .dataUnusable, otherTables: otherTables, messages: messages,
                otherKinds: .dataUnusable, unknown: unknown)
        }

        /// Its line under the heading of `discussion`.
        fileprivate var line: String {
            func cell(_ status: ExitStatus?, _ width: Int) -> String {
                let text = status.map { String($0.rawValue) } ?? "-"
                return text + String(repeating: " ", count: width - text.count)
            }
            let names = unknown.map { "\($0) \($1.rawValue)" }.joined(separator: ", ")
            let row = cell(empty, 7) + cell(otherTables, 14) + cell(messages, 15) + cell(otherKinds, 13)
            return "  " + row + (names.isEmpty ? "-" : names) + (flags.isEmpty ? "" : "  (with \(flags))") + "\n"
        }
    }

    /// One sentence without a full stop's worth of detail.
    let abstract: String
    let examples: [Example]
    let input: String
    /// The tables written, with a sample line.
    let output: String
    /// Memory's bound and the time to expect.
    let cost: String
    /// Statuses beside 0, 64, 70, 73 and 74, which every stage may end with.
    let statuses: [ExitStatus]
    /// Empty for a stage that reads nothing and looks up no name.
    var answers: [Answers] = []

    /// The help's text between the abstract and the options.
    var discussion: String {
        var text = "EXAMPLES\n"
        for example in examples { text += "  # \(example.purpose)\n  \(example.command)\n" }
        for (title, body) in [("INPUT", input), ("OUTPUT", output), ("COST", cost)] {
            text += "\n\(title)\n" + Manual.indented(body)
        }
        text += "\nEXIT STATUS\n"
        let all = [.done, .usage] + statuses + [.internalFault, .outputUncreatable, .ioFailed]
        for status in all.sorted(by: { $0.rawValue < $1.rawValue }) {
            text += "  \(status.rawValue)  \(status.rawValue < 10 ? " " : "")\(status.meaning)\n"
        }
        text += "  130, 143, 141: interrupted, terminated, output closed by its reader\n"
        if !answers.isEmpty {
            text += "\nNOTHING TO WORK ON\n  empty  other tables  feed_messages  other kinds  unknown names\n"
            for answer in answers { text += answer.line }
        }
        return text
    }

    /// The text with two columns before each line. By bytes: every start of a stage makes its text, and to split
    /// them into lines by characters was a quarter of it.
    private static func indented(_ body: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.utf8.count + body.utf8.count / 8)
        var isAtStart = true
        for byte in body.utf8 {
            if isAtStart, byte != 0x0A { bytes += [0x20, 0x20] }
            isAtStart = byte == 0x0A
            bytes.append(byte)
        }
        bytes.append(0x0A)
        return String(decoding: bytes, as: UTF8.self)
    }
}
