import StageKit

/// Keeps what would have gone to standard error.
public final class LogLines: LogDestination {
    public private(set) var lines: [String] = []
    public init() {}
    public func line(_ text: String) { lines.append(text) }
    public var text: String { lines.joined(separator: "\n") }
}

/// What a stage did inside the process.
public struct InMemoryRun {
    public let status: ExitStatus
    /// What the process would end with in its place.
    public let statusOfItsOwn: Int32?
    public let bytes: [UInt8]
    public let log: String
    public let summary: RunSummary

    public var output: String { String(decoding: bytes, as: UTF8.self) }
    public var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Runs `body` under the driver, writing into memory.
    public init(
        _ stage: String, _ options: CommonOptions = CommonOptions(), in world: World = World(),
        _ body: (StageContext) throws -> Void
    ) throws {
        let destination = MemoryDestination()
        let log = LogLines()
        let context = try StageContext.inMemory(
            stage: stage, options: options, output: destination, log: log, world: world)
        status = StageRunner.run(context, body)
        statusOfItsOwn = context.statusOfItsOwn
        bytes = destination.bytes
        self.log = log.text
        summary = context.summary
    }
}

extension StageContext {
    /// Feeds lines of text to a stage as if they were a file.
    public func feed<Stage: RecordStage>(text: String, to stage: inout Stage) throws {
        let path = TemporaryFolder.shared.write(text)
        try feed([path], to: &stage)
    }
}

/// A clock that stands.
public final class StandingClock: TimeSource {
    public let posix: Int
    public let fraction = 0.5
    public let monotonic: UInt64 = 1_000_000_000

    public init(_ posix: Int) { self.posix = posix }

    /// No pause takes any time.
    public func pause(_ nanoseconds: UInt64, until signals: RunSignals) -> Int32? { nil }
}

extension World {
    /// One in which it is always the same moment, in POSIX seconds.
    public static func at(_ moment: Int) -> World {
        var world = World()
        world.clock = StandingClock(moment)
        return world
    }
}
