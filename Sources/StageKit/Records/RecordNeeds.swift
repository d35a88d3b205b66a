import Contract

/// What a stage must find among its records to have anything to do, declared where its tables are.
public struct RecordNeeds: Sendable {
    /// A record of any of these is enough; nil where any record at all is.
    let tables: [String]?
    /// What to say where there are records of another table: the table, and what to do with it.
    let advice: [(table: String, text: String)]

    /// - Parameter advice: for tables that are often given by mistake.
    public init(anyOf tables: [String], advice: [(table: String, text: String)] = []) {
        self.tables = tables
        self.advice = advice
    }

    /// Any record at all.
    public static var anyRecord: RecordNeeds { RecordNeeds() }

    private init() {
        tables = nil
        advice = []
    }
}

/// Thrown where a stage has nothing to work on: its output is withheld, and the run ends with 65, unless with what went
/// wrong before.
package struct NothingToDo: Error {
    let finding: Finding
    /// The finding for those who have no command line.
    package let reason: String
}

extension StageContext {
    /// Sees that the records read so far are what a stage needs.
    ///
    /// - Throws: what ends the run with 65 and leaves the old file where they are not; with `--allow-empty` nothing.
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
            "the input has no records of \(RecordNeeds.list(wanted)); it has \(found)\(met.count > 5 ? ", …" : "")"
                + world.whatToType(.tables(met.map(\.table)), else: advice?.text ?? ""))
    }

    /// What ends the run because an input is not what it should be; said unless what was wrong with it has been said.
    public func unusable(_ code: String, _ message: String) -> any Error {
        NothingToDo(finding: Finding(.fault, code, message: message), reason: message)
    }

    /// Ends the run because there is nothing to make an output of: error and status 65, the old file stays.
    ///
    /// With `--allow-empty` it is a note, and the stage goes on to write what is empty.
    /// - Parameters:
    ///   - message: what there is not, as a part of a sentence.
    ///   - outcome: what `--allow-empty` makes of it.
    public func nothingToDo(_ code: String, _ message: String, outcome: String = "an empty output") throws {
        // A name that does not exist is the reason of all that follows from it.
        let message = absentNames ?? message
        if options.allowsEmpty {
            return diagnostics.report(
                .note, code, message: "nothing to work on: \(message) (\(outcome), by --allow-empty)")
        }
        throw NothingToDo(
            finding: Finding(
                .fault, code,
                message: "nothing to work on: \(message) (--allow-empty makes \(outcome) of that)"),
            reason: message)
    }
}

extension RecordNeeds {
    /// `trips, stops or shapes`
    static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
