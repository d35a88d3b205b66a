/// The environment of a running stage: its output, findings and counts.
public final class StageContext {
    public let stage: String
    public let options: CommonOptions
    public let summary: RunSummary
    public let diagnostics: Diagnostics
    public let sink: RecordSink
    public let progress: Progress
    /// The exit status of the run unless something else happens; the first reason counts.
    public private(set) var status: ExitStatus = .done
    /// An exit status chosen by the stage itself: the status of a program that it ran.
    public var statusOfItsOwn: Int32?
    /// Actions to run once the output is in place, but not if it is withheld.
    var delivered: [() throws -> Void] = []
    /// A message that no row has any of the ids in a condition of `--where`, which explains an empty result.
    public var absentNames: String?
    /// Whether the context reads an input again, whose conditions were concluded when it was read for the first time.
    package var isSecondReading = false
    public let world: World
    /// The fetcher of inputs that are URLs; nil without network support.
    public var remote: (any RemoteInputs)? { world.remote }
    public var clock: any TimeSource { world.clock }
    let files: [RecordFile]
    /// The columns of each file whose types were checked. A column is checked once, however often its file is read.
    var readColumns: Set<String> = []
    /// Receives findings about rows. A context that reads a file again and reports no lines uses the run's diagnostics.
    package lazy var rowDiagnostics: Diagnostics = diagnostics
    let summaryFile: RecordFile?

    /// Creates a context that writes to `output`, which it opens.
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
        let diagnosticsFile = try options.diagnosticsFile.map { try RecordFile(path: $0, jobs: options.jobs) }
        let rejectsFile = try options.rejectsFile.map { try RecordFile(path: $0, jobs: options.jobs) }
        summaryFile = try options.summaryFile.map { try RecordFile(path: $0, jobs: options.jobs) }
        files = [diagnosticsFile, rejectsFile].compactMap { $0 }
        diagnostics = Diagnostics(
            stage: stage, summary: summary, options: options, log: log, isTerminal: StandardError.isTerminal,
            color: StandardError.wantsColor(options.color), time: world.clock, file: diagnosticsFile,
            rejects: rejectsFile, hear: world.hear)
    }

    /// Creates a context inside a process, without files and standard streams.
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

    /// Ends the run with 64 if an input that only the run itself discovers is one of its outputs.
    public func check(input path: String) throws {
        var named = NamedFiles()
        named.read([path])
        if let conflict = named.conflict(with: options) { throw StageFailure(.usage, conflict) }
    }

    /// Lets the run continue and exit with `status`.
    public func degrade(to status: ExitStatus) {
        // Bad data is what the listener is there for.
        if status == .dataUnusable, diagnostics.isDiverted { return }
        if self.status == .done { self.status = status }
    }

    /// The start of a table's records with the feed id of the run.
    public func head(_ table: String, isFeature: Bool = false) -> RecordHead {
        RecordHead(table: table, feedID: options.feedID, isFeature: isFeature)
    }

    /// Runs an action once the output is in place, for example saving a state that refers to it.
    public func onceDelivered(_ step: @escaping () throws -> Void) { delivered.append(step) }

    /// Reports truncated or corrupt data: the run continues and exits with status 65.
    public func fault(_ finding: Finding) {
        diagnostics.report(finding)
        degrade(to: .dataUnusable)
    }
}
