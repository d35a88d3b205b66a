/// The options of a stage, as a value with the defaults of the command line; defaults are declared only here.
public protocol StageOptions: Sendable {
    /// Creates options with all defaults; options without a default are empty, which `problem` reports.
    init()
    /// What is wrong with the options, as a message; nil if they are valid.
    var problem: String? { get }
    /// A conflict with the common options, as a message; nil without one.
    func problem(with common: CommonOptions) -> String?
    /// Adds the files that the options name, so that no output destroys an input; by default none.
    func addFiles(to named: inout NamedFiles, in world: World)
}

extension StageOptions {
    public func problem(with common: CommonOptions) -> String? { nil }

    public func addFiles(to named: inout NamedFiles, in world: World) {}
}

/// A stage: a function of options and a context, with no other access to the outside world.
public protocol Stage {
    associatedtype Options: StageOptions
    /// The name of the stage on the command line.
    static var name: String { get }
    /// - Throws: `StageFailure`, with status 64 if the options are invalid.
    static func run(_ options: Options, _ context: StageContext) throws
}

/// The error for text that is not a valid value of an option.
public struct UnusableOption: Error {
    /// The complete message, with the name of the option.
    public let message: String

    public init(_ message: String) { self.message = message }
}

extension StageContext {
    /// Ends the run with 64 if the options are invalid.
    public func check(_ given: some StageOptions) throws {
        if let problem = given.problem ?? given.problem(with: options) { throw StageFailure(.usage, problem) }
    }
}

extension StageRunner {
    /// Runs a stage as a process does, and returns its exit status.
    public static func run<Work: Stage>(
        _ stage: Work.Type, _ options: Work.Options, _ common: CommonOptions, in world: World
    ) -> Int32 {
        var named = NamedFiles()
        options.addFiles(to: &named, in: world)
        world.messages?.addFiles(to: &named)
        var own: Int32?
        var summary: RunSummary?
        let status = run(Work.name, common, files: named, in: world) { context in
            summary = context.summary
            defer { own = context.statusOfItsOwn }
            try world.messages?.prepare(context)
            try Work.run(options, context)
        }
        // No test may run a stage that loses records without counting them.
        if let imbalance = summary?.imbalance { assertionFailure("\(Work.name): \(imbalance)") }
        if world.ownsProcess, let signal = StopSignals.received { StopSignals.die(of: signal) }
        return status == .done ? own ?? status.rawValue : status.rawValue
    }
}
