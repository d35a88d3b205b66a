import Contract
import Feeds
import StageKit

/// The stage `diff`: what changed between two feeds.
public enum Diff: Stage {
    public static let name = "diff"

    /// - Throws: `StageFailure` with status 65 or 66 where a feed cannot be read whole: of half a feed nobody could tell
    ///   what changed.
    public static func run(_ options: DiffOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: TableDefinition.all.map(\.name))
        let old = try RereadableFeed(options.old, context)
        let new = try RereadableFeed(options.new, context)
        let output = try ChangeOutput(options, names: (old.name, new.name), context)
        if options.sums != nil {
            try RouteComparison(old, new, output, context).run()
        } else {
            try RowComparison(old, new, output, context).run {
                options.tripMatch == nil ? nil : try TripPairs(old, new, context)
            }
        }
        try output.finish()
        context.reportDerivedRecords()
        if output.count > 0 { context.statusOfItsOwn = ExitStatus.found.rawValue }
    }
}
