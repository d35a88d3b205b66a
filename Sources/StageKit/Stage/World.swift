import Contract
import Platform

/// What a run finds around it beside its options and its inputs: handed in by whoever starts it, so that a test or
/// another program can give a stage a clock that stands, feeds of its own, or no network.
public struct World {
    public var clock: any TimeSource = SystemTime()
    /// What reads the schedule that `--feed` names from a zip, a folder or a store; without it only records are read.
    public var schedule: (any ScheduleReader)?
    /// What reads messages of GTFS-Realtime for stages that take records of them; without it only records are read.
    public var messages: (any MessageReader)?
    /// Brings inputs that are named by a URL; without it there are none.
    public var remote: (any RemoteInputs)?
    /// Makes the tables of the record contract, which most runs do not need.
    public var tables: () -> [TableDescription] = { [] }
    /// The command line to type instead of the one at hand, for input that its stage cannot use; nil where there is no
    /// command line, or none that would do.
    public var advice: ((Misplaced) -> String?)?
    /// Keep the signals that would end the process waiting while something must not be cut short, and let them through.
    public var holdSignals: () -> Void = { ProcessState.holdSignals() }
    public var releaseSignals: () -> Void = { ProcessState.releaseSignals() }
    /// Whether the process is this run's own, so that it may take its signals.
    public var ownsProcess = true
    /// Takes each finding with how many it tells of, for programs that have the stages inside.
    public var hear: ((Finding, Int) -> Void)?
    /// The environment; nil for that of the process, which is looked at only when it is asked for.
    public var variables: [String: String]?

    public init() {}

    /// Whether something may come through standard input: a file, a pipe or a socket, not a terminal or a device.
    public var inputMayHoldRecords: Bool { ProcessState.inputMayHoldRecords }

    /// All variables of the environment.
    public var environment: [String: String] {
        variables ?? environmentVariables
    }

    /// The value of a variable of the environment; nil if it is not set.
    public func environment(_ name: String) -> String? {
        guard let variables else { return ProcessState.environment(name) }
        return variables[name]
    }
}
