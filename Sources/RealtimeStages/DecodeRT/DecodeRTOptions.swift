import GTFSRealtime
import StageKit

extension DecodeRT {
    public struct Options: StageOptions {
        public var files: [String] = []
        /// A file with paths, one a line; `-` is standard input.
        public var pathsFrom: String?
        public var framing: Framing = .auto
        /// The tables to write; nil for all. `feed_messages` is written in any case.
        public var tables: Set<RealtimeTable>?
        public var explodes = false
        public var namesEnumerations = false
        public var extensions = ExtensionChoice()
        /// .proto files of the user's own.
        public var protoFiles: [String] = []
        public var keepsUnknown = false
        public var tolerance = FaultTolerance.none
        public var isNested = false
        /// Rows of CSV of this table instead of records.
        public var csvTable: RealtimeTable?

        public init() {}

        public var problem: String? {
            if isNested, explodes { return "--nested keeps entities whole; it does not go with --explode" }
            if isNested, csvTable != nil { return "--nested writes records, not CSV" }
            return nil
        }

        public func namedFiles(in world: World) -> NamedFiles {
            var named = NamedFiles()
            named.read(files.isEmpty && pathsFrom == nil ? ["-"] : files)
            named.read(pathsFrom.map { [$0] } ?? [], as: "--paths-from")
            named.read(protoFiles, as: "--proto")
            return named
        }
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
