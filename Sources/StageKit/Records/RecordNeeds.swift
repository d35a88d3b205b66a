import Contract

/// The records that a stage needs in its input, declared with its tables.
public struct RecordNeeds: Sendable {
    /// The tables of which at least one record is needed; nil if any record is enough.
    let tables: [String]?
    /// Advice for input with records of another table: the table and what to do with it.
    let advice: [(table: String, text: String)]

    /// - Parameter advice: advice for tables that are often given by mistake.
    public init(anyOf tables: [String], advice: [(table: String, text: String)] = []) {
        self.tables = tables
        self.advice = advice
    }

    /// At least one record of any table.
    public static var anyRecord: RecordNeeds { RecordNeeds() }

    private init() {
        tables = nil
        advice = []
    }
}

/// The error of a stage that has nothing to work on: its output is withheld, and the run exits with 65, or with the
/// status of an earlier failure.
package struct NothingToDo: Error {
    let finding: Finding
    /// The reason without hints about the command line.
    package let reason: String
}

extension StageContext {
    /// Checks that the records read so far contain what the stage needs.
    ///
    /// - Throws: `NothingToDo` if they do not, which exits with 65 and keeps the old output; with `--allow-empty`
    ///   nothing.
    public func require(_ needs: RecordNeeds) throws {
        let met = summary.tables.filter { $0.read > 0 && $0.table != RunSummary.lines }
        if let tables = needs.tables {
            guard !met.contains(where: { tables.contains($0.table) }) else {
                guard let sentence = allFiltered(of: tables) else { return }
                return try nothingToDo("all_filtered", sentence)
            }
        } else if !met.isEmpty {
            return
        }
        guard !met.isEmpty else { return try nothingToDo("no_records", "the input has no records") }
        let wanted = (needs.tables ?? []).filter { $0 != Tables.FeedMessages.name }
        let found = met.prefix(5).map { "\(grouped($0.read)) \($0.table)" }.joined(separator: ", ")
        let advice = needs.advice.first { advice in met.contains { $0.table == advice.table } }
        try nothingToDo(
            "no_records",
            "the input has no records of \(wanted.alternatives); it has \(found)\(met.count > 5 ? ", …" : "")"
                + world.whatToType(.tables(met.map(\.table)), else: advice?.text ?? ""))
    }

    /// Returns the error for an unusable input, which is reported unless its cause has been reported before.
    public func unusable(_ code: String, _ message: String) -> any Error {
        NothingToDo(finding: Finding(.fault, code, message: message), reason: message)
    }

    /// Ends the run because there is nothing to write: error and status 65; the old file stays.
    ///
    /// With `--allow-empty` this is a note, and the stage writes an empty output.
    /// - Parameters:
    ///   - message: what is missing, as part of a sentence.
    ///   - outcome: what the stage writes with `--allow-empty`.
    public func nothingToDo(_ code: String, _ message: String, outcome: String = "an empty output") throws {
        // A name that does not exist is the reason of all that follows from it.
        let message = absentNames ?? message
        if options.allowsEmpty {
            return diagnostics.report(
                .note, code, message: "nothing to work on: \(message); wrote \(outcome) because of --allow-empty")
        }
        throw NothingToDo(
            finding: Finding(
                .fault, code,
                message: "nothing to work on: \(message); to write \(outcome) instead, add --allow-empty"),
            reason: message)
    }
}
