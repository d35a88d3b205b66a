import Schedule
import StageKit

/// Where the records come from that a stage reads beside its schedule.
public enum RealtimeInput: Sendable, Equatable, ExpressibleByArrayLiteral {
    /// None: the timetable alone.
    case nothing
    /// From these files; `-` is standard input.
    case files([String])
    /// From standard input where something may come through it: a pipe, a socket or a file, not a terminal or device,
    /// and not the feed.
    case pipe

    public init(arrayLiteral files: String...) { self = .files(files) }

    /// What the files named and `-n` mean together.
    public init(_ files: [String], readsNothing: Bool) throws(UnusableOption) {
        if readsNothing, !files.isEmpty {
            throw UnusableOption("-n reads no input; remove -n or the files")
        }
        self = readsNothing ? .nothing : files.isEmpty ? .pipe : .files(files)
    }

    /// The files to read; nil for none.
    public func files(besides feed: String, in world: World) -> [String]? {
        switch self {
        case .nothing: nil
        case .files(let files): files
        case .pipe: feed != "-" && world.inputMayHoldRecords ? ["-"] : nil
        }
    }

    /// Why records and feed cannot both be had, or nil.
    public func problem(besides feed: String) -> String? {
        guard feed == "-", case .files(let files) = self, files.contains("-") else { return nil }
        return "--feed - reads the schedule from standard input, so records must come from files"
    }
}
