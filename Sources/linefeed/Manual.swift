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
        return text + "  130, 143, 141: interrupted, terminated, output closed by its reader\n"
    }

    private static func indented(_ body: String) -> String {
        body.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }
}
