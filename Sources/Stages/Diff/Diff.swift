import Contract
import Reports
import Schedule
import ServiceFigures
import StageKit

/// The stage `diff`: what changed between two feeds.
public enum Diff: Stage {
    public static let name = "diff"

    /// - Throws: `StageFailure` with status 65 or 66 where a feed cannot be read whole: of half a feed nobody could tell
    ///   what changed.
    public static func run(_ options: DiffOptions, _ context: StageContext) throws {
        try context.check(options)
        guard options.new != "-" || context.world.inputMayHoldRecords else {
            throw StageFailure(.usage, "name two feeds: linefeed diff OLD NEW; - is standard input")
        }
        try context.checkConditions(on: TableDefinition.all.map(\.name), keepsTripsWhole: options.keys != nil)
        let old = try RereadableFeed(options.old, context)
        let new = try RereadableFeed(options.new, context)
        let changes: Int
        if let keys = options.keys {
            changes = try compareService(old, new, by: keys, options, context)
        } else {
            let output = try ChangeOutput(options, names: (old.name, new.name), context)
            try RowComparison(old, new, output, context).run {
                options.tripMatch == nil ? nil : try TripPairs(old, new, context)
            }
            try output.finish()
            changes = output.count
        }
        context.reportDerivedRecords()
        if changes > 0 { context.statusOfItsOwn = ExitStatus.found.rawValue }
    }

    /// Compares what riders have.
    /// - Returns: how many groups differ.
    private static func compareService(
        _ old: RereadableFeed, _ new: RereadableFeed, by keys: [ReportKey], _ options: DiffOptions,
        _ context: StageContext
    ) throws -> Int {
        let names = UnknownNames(context)
        let before = (
            timetable: try old.readWhole(context) { try WholeTimetable.read(old, boarding: true, context) },
            name: old.name
        )
        names.note()
        let after = (
            timetable: try new.readWhole(context) { try WholeTimetable.read(new, boarding: true, context) },
            name: new.name
        )
        names.note()
        try names.check()
        let days = try ComparedDays.find(before, after, options, context)
        ComparedDays.tell(days, before, after, options, context)
        let output = ServiceChangeOutput(options, by: keys, context)
        // For people days are told apart by their type, whether or not that is a key.
        let compared = output.isForPeople && !keys.contains(.dayType) ? keys + [.dayType] : keys
        let comparison = try ServiceComparison(before, after, by: compared, on: days)
        let findings = ServiceFindings(context)
        findings.tell(of: before.timetable, comparison.old.trips, old.name)
        findings.tell(of: after.timetable, comparison.new.trips, new.name)
        let changes = comparison.changes()
        try output.write(changes, comparison)
        context.summary.table(Tables.ServiceChanges.name).read += changes.count
        return changes.count
    }
}

/// Names of `--where` that neither of two feeds has; one that only one of them has was added or removed.
final class UnknownNames {
    private let context: StageContext
    private var sentences: [String] = []

    init(_ context: StageContext) { self.context = context }

    /// Notes what a feed that was read lacks.
    func note() {
        if let sentence = context.absentNames { sentences.append(sentence) }
        context.absentNames = nil
    }

    /// - Throws: `StageFailure` with status 65 where both lack them.
    func check() throws {
        guard sentences.count > 1 else { return }
        throw context.unusable("names_not_found", "\(sentences[0]); neither has the other feed; nothing was compared")
    }
}
