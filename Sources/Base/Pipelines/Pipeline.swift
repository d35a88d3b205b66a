import TimeZones

/// A pipeline file as values: stages, their options, and the links that make them a chain.
///
/// Nothing here runs. What variables, dates and globs stand for is found when a stage starts, by `Scope`.
public struct Pipeline: Sendable, Equatable {
    public enum Lock: Sendable, Equatable {
        /// A file beside the pipeline's own, with `.lock` at its end.
        case beside
        case file(Text)
        /// Two runs may go on at once, and there is no status to ask for.
        case none
    }

    public var name: String
    /// In the file's order: each may use those before it.
    public var environment: [EnvironmentEntry]
    public var lock: Lock
    /// Never empty; names are distinct. Those outside the chain stand at the end.
    public var stages: [PipelineStage]
    /// The file that a run of a day makes at its end, so that the day is known to be complete.
    public var done: Text?
    /// What tells this instance of the pipeline from others in records; nil for the machine and the lock.
    public var instance: Text?
    /// The stage that runs when feeds have become stale, at its place in `stages`; it is no part of the chain.
    public var onStale: Int?
    /// The one that runs when they have recovered, likewise.
    public var onRecover: Int?

    /// The variable that names the day which a pipeline works on.
    public static let day = "DAY"

    /// The place of a stage in `stages`.
    public func index(of name: String) -> Int? { stages.firstIndex { $0.name == name } }

    /// Whether the stage at a place is no part of the chain.
    public func isOutsideChain(_ index: Int) -> Bool { index == onStale || index == onRecover }

    /// Whether the file says which day it works on.
    public var takesDay: Bool { environment.contains { $0.name == Pipeline.day } }
}

public struct EnvironmentEntry: Sendable, Equatable {
    public var name: String
    public var value: Text
}

/// A stage as a value: what it loads, what it performs, and how.
public struct PipelineStage: Sendable, Equatable {
    public enum Output: Sendable, Equatable {
        /// The run's own standard output.
        case inherited
        /// A file that is replaced when the stage has succeeded.
        case file(Text)
        /// A file that grows by the whole output when the stage has succeeded.
        case append(Text)
    }

    /// Where the chain goes when the stage has succeeded.
    public enum Link: Sendable, Equatable {
        /// The stage at this place.
        case stage(Int)
        case end
    }

    /// Where the chain goes when the stage has failed for good.
    public enum FailureLink: Sendable, Equatable {
        case stop
        /// As if it had succeeded.
        case proceed
        case stage(Int)
    }

    public var name: String
    /// Where it stands in the file, counted from 1.
    public var line: Int
    /// Run one after another before the commands, at every attempt.
    public var load: [PipelineCommand] = []
    /// The members of a pipe, or one command; never empty.
    public var commands: [PipelineCommand] = []
    public var output: Output = .inherited
    /// Before the first attempt.
    public var delay: TimeSpan = .zero
    /// The longest that an attempt may take; nil for no limit.
    public var duration: TimeSpan?
    /// After the stage, before the chain goes on.
    public var hold: TimeSpan = .zero
    /// Attempts after the first.
    public var retries = 0
    /// The longest pause before the first retry; it doubles with each.
    public var backoff = TimeSpan(seconds: 1)
    public var next: Link = .end
    public var onFailure: FailureLink = .stop
    /// Whether what it prints is shown only when it has failed.
    public var isQuiet = false
    /// Where the links stand in the file, for a message.
    var nextLine: Int?
    var onFailureLine: Int?
}

/// A command as it is written, read into words or left to the shell.
public struct PipelineCommand: Sendable, Equatable {
    public enum Form: Sendable, Equatable {
        case words([Word])
        /// For `sh -c`.
        case shell
    }

    /// Counted from 1.
    public var line: Int
    public var source: String
    public var form: Form
}

/// Why a pipeline file cannot be run: the line that has to be changed, and what is wrong with it.
public struct PipelineFault: Error, Equatable, CustomStringConvertible {
    /// Counted from 1; nil where no line is at fault.
    public let line: Int?
    public let reason: String

    public init(line: Int?, _ reason: String) {
        self.line = line
        self.reason = reason
    }

    public var description: String { line.map { "\($0): \(reason)" } ?? reason }
}
