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

extension RecordStage {
    /// The stage as one that works on a feed; nil if it reads the feed beside its input.
    public var asFeedInput: (any FeedInput)? {
        guard let stage = self as? any FeedInput, stage.takesFeedAsInput else { return nil }
        return stage
    }
}

/// The methods of the capabilities that a stage has, as functions of the stage's own type.
///
/// Each is looked up once, when it is first needed: a cast of the stage itself would copy it for every record.
struct CapabilityCalls<Stage: RecordStage> {
    private(set) lazy var placeOfTable = (Stage.self as? any TakesOtherTables.Type)
        .map { $0.placeOfTable as! (inout Stage, String) -> Int? }
    private(set) lazy var lineRejected = (Stage.self as? any MindsGaps.Type)
        .map { $0.rejection as! (inout Stage) throws -> Void }
    private(set) lazy var recordPassedOver = (Stage.self as? any MindsGaps.Type)
        .map { $0.passing as! (inout Stage, Record) throws -> Void }
    private(set) lazy var inputPaused = (Stage.self as? any PausesWithInput.Type)
        .map { $0.pausing as! (inout Stage) throws -> Void }
    private(set) lazy var begin = (Stage.self as? any FeedInput.Type)
        .map { $0.beginning as! (inout Stage, SourceTable) throws -> Void }
    private(set) lazy var tableOfUnnamed = (Stage.self as? any TakesUnnamedObjects.Type)?.tableOfUnnamed
}

extension TakesOtherTables {
    fileprivate static var placeOfTable: Any {
        { $0.place(ofTable: $1) } as (inout Self, String) -> Int?
    }
}

extension MindsGaps {
    fileprivate static var rejection: Any { { try $0.lineRejected() } as (inout Self) throws -> Void }
    fileprivate static var passing: Any { { try $0.recordPassedOver($1) } as (inout Self, Record) throws -> Void }
}

extension PausesWithInput {
    fileprivate static var pausing: Any { { try $0.inputPaused() } as (inout Self) throws -> Void }
}

extension FeedInput {
    fileprivate static var beginning: Any { { try $0.begin($1) } as (inout Self, SourceTable) throws -> Void }
}
