import StageKit

/// A feed that can be read more than once, from any source.
package struct RereadableFeed {
    /// The path of the feed; nil for files of records.
    package let path: String?
    /// The name for messages.
    package let name: String
    private let files: [RereadableFile]
    /// Whether it is the feed of `--feed`, which messages then mention.
    private let isOption: Bool

    /// Opens a zip, a folder, a database, a URL or a file of records; `-` is standard input.
    /// - Throws: like `RereadableFile`.
    package init(_ feed: String, isOption: Bool = false, _ context: StageContext) throws {
        self.isOption = isOption
        name = InputFile.displayName(feed)
        guard feed == "-" || StageContext.isRemote(feed) else {
            path = feed
            files = []
            return
        }
        let copy = try RereadableFile(feed, context)
        files = [copy]
        path = copy.path
    }

    /// Opens files of records; `-` is standard input.
    /// - Throws: like `RereadableFile`.
    package init(records: [String], _ context: StageContext) throws {
        path = nil
        isOption = false
        name = records.first.map(InputFile.displayName) ?? ""
        files = try records.map { try RereadableFile($0, context) }
    }

    /// Passes its records to a stage, without finishing it.
    package func read<Stage: RecordStage>(_ context: StageContext, into stage: inout Stage) throws {
        guard let path else { return try context.read(files.map(\.path), to: &stage) }
        guard try isOption || FeedKind(of: path, refusing: false) != .records else {
            return try context.diagnostics.gathering {
                try context.read([path], to: &stage, forwarding: stage.asFeedInput != nil)
            }
        }
        try context.readFeed(path, to: &stage)
    }

    /// A context for reading the feed again without findings, which were reported the first time.
    ///
    /// - Parameter takes: which conditions of `--where` apply.
    package static func quietContext(
        like context: StageContext, conditions takes: (Condition) -> Bool = { _ in true }
    ) throws -> StageContext {
        var options = CommonOptions()
        options.conditions = context.options.conditions.filter(takes)
        options.maxLineBytes = context.options.maxLineBytes
        options.allowsEmpty = true
        options.jobs = context.options.jobs
        let quiet = try StageContext.inMemory(
            stage: context.stage, options: options, output: MemoryDestination(), world: context.world)
        quiet.isSecondReading = true
        return quiet
    }
}
