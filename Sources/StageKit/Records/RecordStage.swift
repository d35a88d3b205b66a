import Contract

/// A stage that reads records: it names what it looks at, takes record after record, and finishes.
///
/// What only some stages do beside that are protocols of their own, which a stage adopts: see StageCapabilities.swift.
public protocol RecordStage {
    /// The tables the stage consumes.
    var tables: [String] { get }
    /// The columns the stage looks at, in any of its tables; columns of one name are one.
    var columns: [any AnyColumn] { get }
    /// What it must find to have anything to do; unless said otherwise a record of any of `tables`.
    var needs: RecordNeeds { get }
    /// Which of its records must be of one feed; follows from `tables` unless said otherwise.
    var feedReading: FeedReading { get }
    /// Whether lines are read and scanned by another thread, ahead of the stage: for those that get many.
    var scansAhead: Bool { get }
    mutating func process(_ record: Record) throws
    /// Called once after the last record.
    mutating func finish() throws
}

extension RecordStage {
    public var columns: [any AnyColumn] { [] }
    public var needs: RecordNeeds { RecordNeeds(anyOf: tables) }
    public var feedReading: FeedReading { .of(tables) }
    public var scansAhead: Bool { false }
}
