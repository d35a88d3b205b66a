/// What a stage works with: its output, its findings, its figures.
public final class StageContext {
    public let stage: String
    public let options: CommonOptions
    public let summary: RunSummary
    public let diagnostics: Diagnostics
    public let sink: RecordSink
    public let progress: Progress
    /// The status the run will end with if nothing else happens; the first reason stays.
    public private(set) var status: ExitStatus = .done
    /// What the process ends with where the stage knows it and the driver does not: the status of a program it ran.
    public var statusOfItsOwn: Int32?
    /// What is to be done once the output stands, and not where it is withheld or cannot be put in place.
    var delivered: [() throws -> Void] = []
    /// That no row has any of the ids that a condition of `--where` asks for, as a sentence: where there is nothing to do
    /// that is why.
    public var absentNames: String?
    public let world: World
    /// What fetches inputs that are URLs; nil if there is no network.
    public var remote: (any RemoteInputs)? { world.remote }
    public var clock: any TimeSource { world.clock }
    let files: [RecordFile]
    let summaryFile: RecordFile?

    /// A context that writes to `output`, which is opened here.
    init(
        stage: String, options: CommonOptions, output: any ByteDestination, log: (any LogDestination)?,
        progress: Progress, world: World
    )
        throws
    {
        self.stage = stage
        self.options = options
        self.progress = progress
        self.world = world
        summary = RunSummary()
        sink = RecordSink(destination: output, summary: summary)
        let diagnosticsFile = try options.diagnosticsFile.map(RecordFile.init(path:))
        let rejectsFile = try options.rejectsFile.map(RecordFile.init(path:))
        summaryFile = try options.summaryFile.map(RecordFile.init(path:))
        files = [diagnosticsFile, rejectsFile].compactMap { $0 }
        diagnostics = Diagnostics(
            stage: stage, summary: summary, options: options, log: log, isTerminal: StandardError.isTerminal,
            color: StandardError.wantsColor(options.color), time: world.clock, file: diagnosticsFile,
            rejects: rejectsFile, hear: world.hear)
    }

    /// A context inside a process, without files and without standard streams.
    public static func inMemory(
        stage: String, options: CommonOptions = CommonOptions(), output: any ByteDestination,
        log: (any LogDestination)? = nil, world: World = World()
    ) throws -> StageContext {
        try StageContext(
            stage: stage, options: options, output: output, log: log,
            progress: Progress(stage: stage, isShown: false), world: world)
    }

    /// Reads something else inside this run: what is found goes where this run's findings go, its records go to `output`,
    /// where they are counted, and what did not arrive there is counted here.
    /// - Parameter mergesRejected: rows that were left out live on in something else.
    public func runPart(
        output: any ByteDestination, mergesRejected: Bool = false, _ body: (StageContext) throws -> Void
    ) throws {
        let part = StageContext(partOf: self, output: output)
        defer {
            summary.bytesIn += part.summary.bytesIn
            for table in part.summary.tables {
                let figures = summary.table(table.table)
                let rejected = table.read - table.written - table.ignored
                figures.read += table.read - table.written
                figures.ignored += table.ignored
                figures.leftOut += rejected
                if mergesRejected { figures.merged += rejected }
            }
            if part.status != .done { degrade(to: part.status) }
        }
        try body(part)
        try part.sink.flush()
    }

    private init(partOf whole: StageContext, output: any ByteDestination) {
        stage = whole.stage
        var options = whole.options
        options.feedID = nil
        options.conditions = []
        self.options = options
        summary = RunSummary()
        diagnostics = whole.diagnostics
        sink = RecordSink(destination: output, summary: summary)
        progress = whole.progress
        world = whole.world
        files = []
        summaryFile = nil
    }

    /// Ends the run with 64 where an input that only the run itself comes to know is one of its outputs.
    public func check(input path: String) throws {
        var named = NamedFiles()
        named.read([path])
        if let conflict = named.conflict(with: options) { throw StageFailure(.usage, conflict) }
    }

    /// Lets the run go on and end with `status`.
    public func degrade(to status: ExitStatus) {
        // Bad data is what the listener is there for.
        if status == .dataUnusable, diagnostics.isDiverted { return }
        if self.status == .done { self.status = status }
    }

    /// The head of a table's records with the run's feed id.
    public func head(_ table: String, isFeature: Bool = false) -> RecordHead {
        RecordHead(table: table, feedID: options.feedID, isFeature: isFeature)
    }

    /// Does something once the output stands: what a state file says was said must have been.
    public func onceDelivered(_ step: @escaping () throws -> Void) { delivered.append(step) }

    /// Reports data that breaks off or is corrupt: the run goes on and ends with status 65.
    public func fault(_ finding: Finding) {
        diagnostics.report(finding)
        degrade(to: .dataUnusable)
    }
}
