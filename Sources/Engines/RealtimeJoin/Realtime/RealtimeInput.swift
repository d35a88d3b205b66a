import StageKit

/// The source of the records that a stage reads besides its schedule.
public enum RealtimeInput: Sendable, Equatable, ExpressibleByArrayLiteral {
    /// No records, only the timetable.
    case nothing
    /// The given files; `-` is standard input.
    case files([String])
    /// Standard input, if it is a pipe, a socket or a file and not the feed; not a terminal or device.
    case pipe

    public init(arrayLiteral files: String...) { self = .files(files) }

    /// Determines the source from the given files and `-n`.
    public init(_ files: [String], readsNothing: Bool) throws(UnusableOption) {
        if readsNothing, !files.isEmpty {
            throw UnusableOption("-n reads no input; remove -n or \(Finding.quoted(files[0]))")
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

    /// The conflict between the sources of records and feed, as a message, or nil.
    public func problem(besides feed: String) -> String? {
        guard feed == "-", case .files(let files) = self, files.contains("-") else { return nil }
        return "--feed - reads the schedule from standard input, so records must come from files"
    }
}
