/// A stage that decides on each table when it first occurs, whatever `tables` lists.
public protocol TakesOtherTables: RecordStage {
    /// Returns the index of a table on its first occurrence, which its records will use; nil for a table that the stage
    /// does not consume.
    mutating func place(ofTable name: String) -> Int?
}

/// A stage whose records belong together, so that it must learn of records that it does not get.
public protocol MindsGaps: RecordStage {
    /// Called for a rejected line.
    mutating func lineRejected() throws
    /// Called for a record of a consumed table that `--where` excludes.
    mutating func recordPassedOver(_ record: Record) throws
}

extension MindsGaps {
    public mutating func lineRejected() throws {}
    public mutating func recordPassedOver(_ record: Record) throws {}
}

/// A stage that holds back output and releases it when its input pauses.
public protocol PausesWithInput: RecordStage {
    /// The number of milliseconds without input after which `inputPaused` is called.
    static var pause: Int { get }
    /// Called when the input pauses; more may follow.
    mutating func inputPaused() throws
}

/// A stage that accepts GeoJSON of other programs, whose objects have no member `table`.
public protocol TakesUnnamedObjects: RecordStage {
    /// The table to which such objects count.
    static var tableOfUnnamed: StaticString { get }
}

/// A stage that counts or draws whole trips, so that `--where` selects only whole trips and stops.
///
/// Conditions on columns of rows that are parts of trips are refused. The stage also receives stops that `--where`
/// excludes, marked by `Record.isPassedOver`, because trips that call there need their positions.
public protocol KeepsTripsWhole: RecordStage {}

/// A stage that may not need all rows of a table.
public protocol EndsTablesEarly: RecordStage {
    /// Whether the stage needs more rows of a table. The stage may still receive rows after it has returned false.
    func needsRows(ofTable name: String) -> Bool
}

/// A stage that uses nothing of a record but the values of its columns, so that nobody need write its line.
public protocol ReadsOnlyColumns: RecordStage {}

/// A stage with an option `--feed`, which messages about wrong inputs then mention.
public protocol HasFeedOption: RecordStage {
    var takesFeed: Bool { get }
}

extension HasFeedOption {
    public var takesFeed: Bool { true }
}

/// A stage that works on a feed, not on records with a feed beside them.
///
/// All tables of the feed are read with all columns, `--where` filters its rows, and the first row of each key counts.
public protocol FeedInput: RecordStage {
    /// Whether this pass works on a feed.
    var takesFeedAsInput: Bool { get }
    /// The tables to read from the feed; nil for all.
    var feedTables: [String]? { get }
    /// The receiver of findings about the feed's rows instead of the run, for stages whose output they are.
    var rowFindings: (any FindingListener)? { get }
    /// Called before the rows of each file of the feed, if the feed has files.
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

extension EndsTablesEarly {
    public static var needing: ((Self, String) -> Bool)? { { $0.needsRows(ofTable: $1) } }
}

extension KeepsTripsWhole {
    public static var keepsTripsWhole: Bool { true }
}

extension ReadsOnlyColumns {
    public static var readsOnlyColumns: Bool { true }
}

extension HasFeedOption {
    public var mentionsFeed: Bool { takesFeed }
}

extension FeedInput {
    public static var beginning: ((inout Self, SourceTable) throws -> Void)? { { try $0.begin($1) } }
    public var asFeedInput: (any FeedInput)? { takesFeedAsInput ? self : nil }
}
