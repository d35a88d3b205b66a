/// A stage that consumes tables by their names when it meets them, whatever `tables` lists.
public protocol TakesOtherTables: RecordStage {
    /// The place of a table met for the first time, by which its records will name it; nil for one that the stage does
    /// not consume.
    mutating func place(ofTable name: String) -> Int?
}

/// A stage whose records belong together, so that it must know which of them it does not get.
public protocol MindsGaps: RecordStage {
    /// Called for a line that was not a record and has been rejected.
    mutating func lineRejected() throws
    /// Called for a record of a consumed table that `--where` skips.
    mutating func recordPassedOver(_ record: Record) throws
}

extension MindsGaps {
    public mutating func lineRejected() throws {}
    public mutating func recordPassedOver(_ record: Record) throws {}
}

/// A stage that holds something back, and lets go of it when its input gives nothing for a while.
public protocol PausesWithInput: RecordStage {
    /// After how many milliseconds without input `inputPaused` is called.
    static var pause: Int { get }
    /// Called when the input pauses; more may come.
    mutating func inputPaused() throws
}

/// A stage that takes what others make: GeoJSON, whose objects have no member `table`.
public protocol TakesUnnamedObjects: RecordStage {
    /// The table that such objects count as.
    static var tableOfUnnamed: StaticString { get }
}

/// A stage that counts or draws trips, so that `--where` chooses whole trips and stops.
///
/// Conditions on columns of rows that trips are made of are refused, and stops that `--where` skips are given to the
/// stage, marked by `Record.isPassedOver`, since trips that call there need their places.
public protocol KeepsTripsWhole: RecordStage {}

/// A stage with an option `--feed`, which messages about wrong inputs then mention.
public protocol HasFeedOption: RecordStage {
    var takesFeed: Bool { get }
}

extension HasFeedOption {
    public var takesFeed: Bool { true }
}

/// A stage that works on a feed, rather than on records with a feed beside them.
///
/// All tables of the feed are read with all columns, `--where` skips its rows, and of rows with one key the first
/// counts.
public protocol FeedInput: RecordStage {
    /// Whether that holds of this reading.
    var takesFeedAsInput: Bool { get }
    /// The tables that are read of the feed; nil for all.
    var feedTables: [String]? { get }
    /// What takes the findings about the feed's rows in place of the run: for stages whose output they are.
    var rowFindings: (any FindingListener)? { get }
    /// Called before the rows of a file of the feed, where it has files.
    mutating func begin(_ table: SourceTable) throws
}

extension FeedInput {
    public var takesFeedAsInput: Bool { true }
    public var feedTables: [String]? { takesFeedAsInput ? nil : tables }
    public var rowFindings: (any FindingListener)? { nil }
    public mutating func begin(_ table: SourceTable) throws {}
}

extension TakesOtherTables {
    public static var placeOfTable: ((inout Self, String) -> Int?)? { { $0.place(ofTable: $1) } }
}

extension MindsGaps {
    public static var rejection: ((inout Self) throws -> Void)? { { try $0.lineRejected() } }
    public static var passing: ((inout Self, Record) throws -> Void)? { { try $0.recordPassedOver($1) } }
}

extension PausesWithInput {
    public static var pausing: Pausing<Self>? { Pausing(milliseconds: pause) { try $0.inputPaused() } }
}

extension TakesUnnamedObjects {
    public static var tableOfUnnamedObjects: StaticString? { tableOfUnnamed }
}

extension KeepsTripsWhole {
    public static var keepsTripsWhole: Bool { true }
}

extension HasFeedOption {
    public var mentionsFeed: Bool { takesFeed }
}

extension FeedInput {
    public static var beginning: ((inout Self, SourceTable) throws -> Void)? { { try $0.begin($1) } }
    public var asFeedInput: (any FeedInput)? { takesFeedAsInput ? self : nil }
}
