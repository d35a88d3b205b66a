/// What a stage is asked to do: a value with the defaults of the command line, which are declared nowhere else.
public protocol StageOptions: Sendable {
    /// All at their defaults; what has none is empty, and `problem` says so.
    init()
    /// What is wrong with them, as a sentence for people; nil when nothing is.
    var problem: String? { get }
    /// What does not go with the options that every stage has; nil when nothing is.
    func problem(with common: CommonOptions) -> String?
    /// Adds the files that they name, so that no output destroys an input; unless said otherwise none.
    func addFiles(to named: inout NamedFiles, in world: World)
}

extension StageOptions {
    public func problem(with common: CommonOptions) -> String? { nil }

    public func addFiles(to named: inout NamedFiles, in world: World) {}
}

/// A verb: it takes options and a context, and nothing else of the world.
public protocol Stage {
    associatedtype Options: StageOptions
    /// What it is called on the command line.
    static var name: String { get }
    /// - Throws: `StageFailure`, with status 64 where the options have a problem.
    static func run(_ options: Options, _ context: StageContext) throws
}

/// Thrown by what reads an option's text if that is not one of its values.
public struct UnusableOption: Error {
    /// The whole sentence for people, with the option's name.
    public let message: String

    public init(_ message: String) { self.message = message }
}

extension StageContext {
    /// Ends the run with 64 where there is a problem with the options.
    public func check(_ given: some StageOptions) throws {
        if let problem = given.problem ?? given.problem(with: options) { throw StageFailure(.usage, problem) }
    }
}

extension StageRunner {
    /// Runs a stage as a process does, and returns the status to end with.
    public static func run<Work: Stage>(
        _ stage: Work.Type, _ options: Work.Options, _ common: CommonOptions, in world: World
    ) -> Int32 {
        var named = NamedFiles()
        options.addFiles(to: &named, in: world)
        var own: Int32?
        let status = run(Work.name, common, files: named, in: world) { context in
            defer { own = context.statusOfItsOwn }
            try Work.run(options, context)
        }
        if world.ownsProcess, let signal = StopSignals.received { StopSignals.die(of: signal) }
        return status == .done ? own ?? status.rawValue : status.rawValue
    }
}
