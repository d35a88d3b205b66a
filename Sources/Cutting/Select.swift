import Contract
import Feeds
import NDJSON
import StageKit

/// The stage `select`: writes a part of a feed that stands on its own.
///
/// The feed is read twice, to learn what refers to what, and to write what stays; standard input is copied to a temporary
/// file for that.
public enum Select: Stage {
    public static let name = "select"

    /// - Throws: `StageFailure` with status 65 where nothing would be left.
    public static func run(_ options: SelectOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: TableDefinition.all.map(\.name))
        let choice = try SelectChoice(options, context)
        let source = try SelectSource(options, context)
        if let folder = options.split { try context.split(into: folder, as: options.format) }
        let survey = FeedSurvey()
        var reader = SurveyReader(survey, choice, context)
        try source.read(context, into: &reader)
        try context.require(RecordNeeds(anyOf: [Tables.Trips.name]))
        // Where nothing was read no name can be wrong.
        if !survey.trips.isEmpty { try choice.report(context) }
        let cut = Cut(survey, choice, options)
        if cut.tripCount == 0 {
            try context.nothingToDo("nothing_selected", "no trip of the feed is what is asked for\(reason(options))")
            return settle(reader.names, context)
        }
        let quiet = try source.quietContext()
        var rows = SelectedRows(cut, options, reading: quiet, writing: context)
        try source.read(quiet, into: &rows)
        try rows.finish()
        settle(reader.names, context)
    }

    private static func reason(_ options: SelectOptions) -> String {
        options.clips ? " (--clip needs two stops inside)" : ""
    }

    /// Counts what was left out, and says how much is left.
    private static func settle(_ tables: [String], _ context: StageContext) {
        var parts: [String] = []
        for figures in tables.map(context.summary.table) where figures.taken > 0 {
            if figures.written < figures.taken { figures.filtered += figures.taken - figures.written }
            let all = figures.written + figures.filtered
            parts.append("\(figures.table) \(figures.written) of \(all)")
        }
        context.diagnostics.report(Finding(.note, "selected", message: parts.joined(separator: ", ")))
    }
}

/// Where the feed lies, so that it can be read twice.
private struct SelectSource {
    private let feed: String?
    private let files: [RereadableFile]
    private let context: StageContext

    init(_ options: SelectOptions, _ context: StageContext) throws {
        self.context = context
        guard let feed = options.feed else {
            feed = nil
            files = try context.namedOrStandardInput(options.files).map { try RereadableFile($0, context) }
            return
        }
        if feed == "-" || StageContext.isRemote(feed) {
            let copy = try RereadableFile(feed, context)
            files = [copy]
            self.feed = copy.path
        } else {
            files = []
            self.feed = feed
        }
    }

    func read<Reader: RecordStage>(_ context: StageContext, into reader: inout Reader) throws {
        if let feed { return try context.readFeed(feed, to: &reader) }
        try context.read(files.map(\.path), to: &reader)
    }

    /// A context that tells nothing: what there is to tell of the input was told when it was read first.
    func quietContext() throws -> StageContext {
        var options = CommonOptions()
        options.conditions = context.options.conditions
        options.maxLineBytes = context.options.maxLineBytes
        options.allowsEmpty = true
        return try StageContext.inMemory(
            stage: context.stage, options: options, output: MemoryDestination(), world: context.world)
    }
}
