import Containers
import Contract
import NDJSON

/// A stage that reads records: it declares what it reads, processes record after record, and finishes.
///
/// Optional abilities are separate protocols; see StageCapabilities.swift.
public protocol RecordStage {
    /// The tables that the stage consumes.
    var tables: [String] { get }
    /// The columns that the stage reads, in any of its tables; columns with the same name count once.
    var columns: [any AnyColumn] { get }
    /// The records that the stage needs; by default a record of any of `tables`.
    var needs: RecordNeeds { get }
    /// Which records must belong to one feed; by default derived from `tables`.
    var feedReading: FeedReading { get }
    /// Whether a separate thread reads and scans lines ahead of the stage, which helps with large inputs.
    var scansAhead: Bool { get }
    mutating func process(_ record: Record) throws
    /// Called once after the last record.
    mutating func finish() throws

    // How the capabilities of a stage are found: a cast would look through every conformance of the program. The
    // protocols of StageCapabilities.swift implement these; no stage does.
    static var placeOfTable: ((inout Self, String) -> Int?)? { get }
    static var rejection: ((inout Self) throws -> Void)? { get }
    static var passing: ((inout Self, Record) throws -> Void)? { get }
    static var pausing: Pausing<Self>? { get }
    static var beginning: ((inout Self, SourceTable) throws -> Void)? { get }
    static var tableOfUnnamedObjects: StaticString? { get }
    static var marking: ((Self, String) -> (any RowMarker)?)? { get }
    /// Reads the key of a row from its mark; nil if marks do not contain it.
    static var keyOfMark: KeyOfMark? { get }
    static var takingRuns: ((inout Self, RowRuns, Int) throws -> Void)? { get }
    static var preparing: ((inout Self, UnsafeBufferPointer<RowMark>) -> Void)? { get }
    static var needing: ((Self, String) -> Bool)? { get }
    static var keepsTripsWhole: Bool { get }
    static var readsOnlyColumns: Bool { get }
    /// The stage as a consumer of a feed; nil if it reads the feed besides its input.
    var asFeedInput: (any FeedInput)? { get }
    /// Whether messages about wrong inputs mention `--feed`.
    var mentionsFeed: Bool { get }
    /// What to do with messages of GTFS-Realtime where they are given as records and no command line is known.
    var adviceOnMessages: String { get }
}

/// After how many milliseconds without input what is called.
public struct Pausing<Stage> {
    let milliseconds: Int
    let call: (inout Stage) throws -> Void
}

extension RecordStage {
    public var columns: [any AnyColumn] { [] }
    public var needs: RecordNeeds { RecordNeeds(anyOf: tables) }
    public var feedReading: FeedReading { .of(tables) }
    public var scansAhead: Bool { false }

    public static var placeOfTable: ((inout Self, String) -> Int?)? { nil }
    public static var rejection: ((inout Self) throws -> Void)? { nil }
    public static var passing: ((inout Self, Record) throws -> Void)? { nil }
    public static var pausing: Pausing<Self>? { nil }
    public static var beginning: ((inout Self, SourceTable) throws -> Void)? { nil }
    public static var tableOfUnnamedObjects: StaticString? { nil }
    public static var marking: ((Self, String) -> (any RowMarker)?)? { nil }
    public static var keyOfMark: KeyOfMark? { nil }
    public static var takingRuns: ((inout Self, RowRuns, Int) throws -> Void)? { nil }
    public static var preparing: ((inout Self, UnsafeBufferPointer<RowMark>) -> Void)? { nil }
    public static var needing: ((Self, String) -> Bool)? { nil }
    public static var keepsTripsWhole: Bool { false }
    public static var readsOnlyColumns: Bool { false }
    public var asFeedInput: (any FeedInput)? { nil }
    public var mentionsFeed: Bool { false }
    public var adviceOnMessages: String { "this stage has no use for realtime messages" }
}
