import GTFSRealtime
import StageKit

/// What `decode-rt` is asked to write.
public struct DecodeRTOptions: StageOptions {
    public var files: [String] = []
    /// A file with paths, one a line; `-` is standard input.
    public var pathsFrom: String?
    public var framing: Framing = .auto
    /// The tables to write; nil for all. `feed_messages` is written in any case.
    public var tables: Set<RealtimeTable>?
    /// Whether stop time updates are rows of their own, as they are when `tables` has them.
    public var explodes = false
    public var namesEnumerations = false
    public var extensions = ExtensionChoice()
    /// .proto files of the user's own.
    public var protoFiles: [String] = []
    /// Folders in which imports of the .proto files are searched.
    public var protoFolders: [String] = []
    public var keepsUnknown = false
    public var tolerance = FaultTolerance.none
    public var isNested = false
    /// Whether records are left out that the message before had too.
    public var writesChanges = false
    /// Of formats of tables, which have rows instead of records, `tables` names the one table, unless each has a file.
    public var format = RecordFormat.ndjson
    /// The folder in which each table has a file of its own.
    public var split: String?

    public init() {}

    var hasStopTimeUpdates: Bool { explodes || tables?.contains(.stopTimeUpdates) == true }

    /// The table of which rows are written instead of records.
    var fileTable: RealtimeTable? { format != .ndjson ? tables?.first : nil }

    public var problem: String? {
        if pathsFrom == "-", files.contains("-") {
            return "standard input can be the list of --paths-from or an input, but not both"
        }
        if isNested, hasStopTimeUpdates { return "--nested and --explode cannot be combined" }
        if isNested, writesChanges { return "--nested and --changed cannot be combined" }
        if split == "" { return "--split takes a folder name" }
        guard format != .ndjson else { return nil }
        if isNested { return "--nested does not work with --format \(format.rawValue)" }
        if tables?.count == 1 || split != nil { return nil }
        return
            "--format \(format.rawValue) writes one table; name it, as in --entities vehicle_positions, or write one "
            + "file per table with --split"
    }

    public func problem(with common: CommonOptions) -> String? {
        split != nil && common.output != nil ? SplitFolder.conflictWithOutput : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty && pathsFrom == nil ? ["-"] : files)
        named.read(pathsFrom.map { [$0] } ?? [], as: "--paths-from")
        addProtoFiles(to: &named)
    }

    func addProtoFiles(to named: inout NamedFiles) { named.read(protoFiles, as: "--proto") }

    private static let knownTables = RealtimeTable.allCases.filter { $0 != .feedEntities && $0 != .unknownFields }
    /// The tables that `--entities` may name.
    public static var tableNames: [String] { knownTables.map(\.name) }

    /// Reads the names of `--entities`, separated by commas.
    /// - Throws: `UnusableOption` for a table that there is not.
    public static func tables(_ text: String) throws -> Set<RealtimeTable> {
        let known = DecodeRTOptions.knownTables
        return Set(
            try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
                guard let table = known.first(where: { $0.name == name }) else {
                    let words = NearestNames.words(String(name), among: known.map(\.name))
                    throw UnusableOption("--entities: unknown table '\(name)'; \(words)")
                }
                return table
            })
    }

    /// Reads `--max-faults`.
    /// - Throws: `UnusableOption`.
    public static func tolerance(_ text: String) throws -> FaultTolerance {
        guard let tolerance = FaultTolerance(text) else {
            throw UnusableOption("--max-faults takes a number, or a share such as 5%; not '\(text)'")
        }
        return tolerance
    }
}

/// How much may be faulty in a run that still ends well.
public enum FaultTolerance: Sendable, Equatable {
    /// So many messages that break off and damaged entities.
    case count(Int)
    /// Of the messages that were begun, 0 to 100 per cent with a fault.
    case percent(Double)

    public static let none = FaultTolerance.count(0)

    /// Reads `N` or `P%`; nil for anything else.
    public init?(_ text: String) {
        if text.hasSuffix("%") {
            guard let share = Double(text.dropLast()), share >= 0, share <= 100 else { return nil }
            self = .percent(share)
        } else {
            guard let count = Int(text), count >= 0 else { return nil }
            self = .count(count)
        }
    }

    /// Whether any number of faults is accepted.
    var acceptsAny: Bool {
        switch self {
        case .count(let limit): limit > 0
        case .percent(let share): share > 0
        }
    }

    func accepts(faults: Int, in faulty: Int, of messages: Int) -> Bool {
        switch self {
        case .count(let limit): faults <= limit
        case .percent(let share): Double(faulty) * 100 <= share * Double(messages)
        }
    }
}
