import ArgumentParser
import DecodeRTStage
import IngestStage
import SchemaStage
import StageKit

/// The groups in which the help lists the stages.
enum StageGroup: String, CaseIterable {
    case timetables = "Timetables"
    case realtime = "Realtime"
    case analysis = "Analysis"
    case maps = "Maps"
    case upkeep = "Storage, jobs and test data"
}

/// A stage's place in the help: its group, and a number that grows within the group.
struct StagePlace {
    let group: StageGroup
    let number: Int

    init(_ group: StageGroup, _ number: Int) {
        self.group = group
        self.number = number
    }
}

/// A stage on the command line: its flags become the stage's options, with which it runs.
protocol StageCommand: ParsableCommand {
    associatedtype Work: Stage
    /// Its place among all stages in the help.
    static var place: StagePlace { get }
    static var manual: Manual { get }
    var common: CommonFlags { get }
    /// What options of `CommonFlags` do in this stage where that is something else, by name.
    static var ownTexts: [String: String] { get }
    /// The number of threads that the flags allow; nil for one for each core.
    var threadLimit: Int? { get }
    /// What the flags that stages share say.
    var commonOptions: CommonOptions { get }
    /// What decodes messages; nil for that of the world.
    func messageReader() throws -> (any MessageReader)?
    /// Sets what the flags say.
    /// - Throws: `UnusableOption` where a flag's text is none of its values.
    func fill(_ options: inout Work.Options) throws
    /// - Parameter world: what the run finds around it.
    func run(in world: World) throws
}

extension StageCommand {
    static var name: String { Work.name }

    /// The configuration of the command, without its manual: `HelpPage` builds and shows the manual on request.
    ///
    /// Because the name of the program is given, the parser does not look for `--generate-completion-script` among the flags of
    /// the stage. This saves a tenth of the time of `departures`. `Questions` answers this flag, or, behind the name of a stage, the
    /// parser of the root command.
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: name, _superCommandName: "linefeed", abstract: manual.abstract,
            usage: "linefeed \(name) \(manual.usage)")
    }

    static var ownTexts: [String: String] { [:] }

    var threadLimit: Int? { nil }

    func messageReader() throws -> (any MessageReader)? { nil }

    var commonOptions: CommonOptions { sharedOptions }

    fileprivate var sharedOptions: CommonOptions {
        var options = common.options
        if let threadLimit { options.jobs = threadLimit }
        return options
    }

    /// The options as the flags say.
    /// - Throws: as `fill`.
    func options() throws -> Work.Options {
        var options = Work.Options()
        try fill(&options)
        return options
    }

    func validate() throws { _ = try checked(options) }

    func run() throws { try run(in: .process) }

    func run(in world: World) throws { try run(try options(), in: world) }

    func run(_ options: Work.Options, in world: World) throws {
        var world = world
        if world.messages != nil, let reader = try messageReader() { world.messages = reader }
        let status = StageRunner.run(Work.self, options, commonOptions, in: world)
        if status != 0 { throw ExitCode(status) }
    }

    /// Options without a problem; the words for one are the stage's.
    func checked(_ make: () throws -> Work.Options) throws -> Work.Options {
        do {
            let options = try make()
            guard let problem = options.problem ?? options.problem(with: commonOptions) else { return options }
            throw ValidationError(problem)
        } catch let unusable as UnusableOption {
            throw ValidationError(unusable.message)
        }
    }
}

/// A stage that reads records, of which it may take some rows only.
protocol ReadingCommand: StageCommand {
    var rows: RowFlags { get }
}

extension ReadingCommand {
    var commonOptions: CommonOptions {
        var options = sharedOptions
        options.conditions = rows.conditions.compactMap { try? Condition($0) }
        return options
    }
}

/// One of some words as an argument.
///
/// What ArgumentParser has for them goes through key paths and asks the runtime about each type, at the start of every
/// stage.
protocol ArgumentWord: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension ArgumentWord {
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    public static var allValueDescriptions: [String: String] { [:] }
    public var defaultValueDescription: String { rawValue }
}

extension StageFormat: ArgumentWord {}

extension ArgumentHelp {
    /// The help of `--format`, with what must be said of the stage's formats.
    static func formats(of formats: (some OutputFormat).Type, _ remark: String? = nil) -> ArgumentHelp {
        ArgumentHelp(stringLiteral: "Write " + formats.sentence + (remark.map { " \($0)." } ?? ""))
    }

    /// The same, of formats of records, with what holds of those of tables.
    static func formats(tables remark: String) -> ArgumentHelp {
        formats(of: RecordFormat.self, RecordFormat.tables(remark))
    }
}

extension World {
    /// What the process has: its clock, its environment, the network, and every kind of feed.
    static var process: World {
        var world = World()
        world.schedule = IngestedFeed()
        world.messages = DecodedMessages()
        world.remote = Network.inputs()
        world.tables = { SchemaStage.tables }
        return world
    }
}
