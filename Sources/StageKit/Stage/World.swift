import Contract
import Platform

/// The environment of a run besides its options and inputs. The caller supplies it, so that a test or another program
/// can give a stage a fixed clock, its own feeds, or no network.
public struct World {
    public var clock: any TimeSource = SystemTime()
    /// The reader of the schedule in `--feed` from a zip, a folder or a database; without it only records are read.
    public var schedule: (any ScheduleReader)?
    /// The reader of GTFS-Realtime messages for stages that take their records; without it only records are read.
    public var messages: (any MessageReader)?
    /// The fetcher of inputs that are URLs; nil without network support.
    public var remote: (any RemoteInputs)?
    /// Creates the tables of the record contract, which most runs do not need.
    public var tables: () -> [TableDescription] = { [] }
    /// The command line to type instead of the one at hand, for input that its stage cannot use; nil where there is no
    /// command line, or none that would do.
    public var advice: ((Misplaced) -> String?)?
    /// Delay the signals that would end the process during a critical section, and deliver them again.
    public var holdSignals: () -> Void = { ProcessState.holdSignals() }
    public var releaseSignals: () -> Void = { ProcessState.releaseSignals() }
    /// Whether the process belongs to this run, so that it may handle signals.
    public var ownsProcess = true
    /// Receives each finding with its count, for programs that embed stages.
    public var hear: ((Finding, Int) -> Void)?
    /// Receives the tables that each pass over records consumes and the columns that it reads; tests set this closure.
    package var passes: ((_ tables: [String], _ columns: [String]) -> Void)?
    /// The environment variables; nil for those of the process, which are read only when needed.
    public var variables: [String: String]?

    public init() {}

    /// Whether standard input can carry data: a file, pipe or socket, not a terminal or device.
    public var inputMayHoldRecords: Bool { ProcessState.inputMayHoldRecords }

    /// All environment variables.
    public var environment: [String: String] {
        variables ?? environmentVariables
    }

    /// The value of an environment variable; nil if it is not set.
    public func environment(_ name: String) -> String? {
        guard let variables else { return ProcessState.environment(name) }
        return variables[name]
    }
}
