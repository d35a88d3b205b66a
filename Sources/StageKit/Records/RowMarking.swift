import Containers
import NDJSON

/// Returns the owner and the number of a row's key; nil if the row has no key. The row's mark must stand for its values, and
/// the row must have no `feed_id`. The key is `trip_id` and `stop_sequence` in `stop_times`, `shape_id` and
/// `shape_pt_sequence` in `shapes`, and `trip_id` and 0 in `trips`.
public typealias KeyOfMark = (Record) -> (owner: UnsafeRawBufferPointer, number: Int)?

/// A stage for which a part of the work on a row depends on nothing but the row, so that several threads can do it in advance.
///
/// The stage must do that work itself if a record has no mark: marks are made of the plain rows of large files only.
public protocol MarksRows: RecordStage {
    /// What marks the rows of a table; nil for a table whose rows are not marked. Each marker is used by one thread at a time.
    func marker(ofTable name: String) -> (any RowMarker)?
}

/// Marks rows, on one thread at a time.
public protocol RowMarker: AnyObject {
    /// Whether the marker may be given a row of the file instead of a record. The strings of such a row may have no quotes,
    /// so the marker must not use `JSONValue.raw`. If the mark then stands for the values, no record is made. If this is
    /// false, the marker gets only records.
    var maySpareRecords: Bool { get }
    /// Whether a mark is of no use unless it stands for the values of its row.
    var onlySparesValues: Bool { get }
    /// This marker as a `MemberMarker`; nil if it does not look at all members of a row. A property replaces the cast `as?`,
    /// because a cast searches every conformance in the program.
    var ofMembers: (any MemberMarker)? { get }
    /// The runs in which the marker gathers rows, so that the stage can take them together (`TakesRuns`); nil if it gathers
    /// none. The marker appends each row whose mark stands for its values, with the owner and number that `keyOfMark` reads.
    var runs: RowRuns? { get }
    /// Marks a row.
    /// - Parameters:
    ///   - record: has the row's bytes and values, but no number and no file.
    ///   - mark: receives the mark, and contains `RowMark()` when the method is called. The mark is not returned, because copying
    ///     a mark whose words were just written one by one makes the processor wait: three copies took 7 % of the time of marking.
    func mark(_ record: Record, _ mark: inout RowMark)
}

extension RowMarker {
    public var maySpareRecords: Bool { false }
    public var onlySparesValues: Bool { false }
    public var runs: RowRuns? { nil }
    public var ofMembers: (any MemberMarker)? { nil }
}

/// A marker that looks at all members of a row, whatever their names are.
public protocol MemberMarker: RowMarker {
    /// Says how the members are named whose values are marked from then on.
    func know(members names: [String])
    /// Marks a row as `mark(_:_:)` marks its record.
    /// - Parameters:
    ///   - values: by member; `.absent` for one that the row does not have.
    ///   - mark: receives the mark.
    func mark(members values: UnsafePointer<JSONValue>, _ mark: inout RowMark)
}

extension MemberMarker {
    public var ofMembers: (any MemberMarker)? { self }
}

extension MarksRows {
    public static var marking: ((Self, String) -> (any RowMarker)?)? { { $0.marker(ofTable: $1) } }
}

/// A stage that takes rows in the runs in which its markers gathered them (`RowMarker.runs`), instead of one by one.
public protocol TakesRuns: MarksRows {
    /// Takes the rows of the first `count` runs. None of these rows repeats a key.
    mutating func take(_ runs: RowRuns, first count: Int) throws
}

extension TakesRuns {
    public static var takingRuns: ((inout Self, RowRuns, Int) throws -> Void)? { { try $0.take($1, first: $2) } }
}

/// A stage that reads the memory for many rows together before they arrive, so that it waits less for each row.
public protocol PreparesForRows: MarksRows {
    /// Prepares for rows that come soon, one by one, with these marks. It is a hint: most rows come without it.
    mutating func prepare(for marks: UnsafeBufferPointer<RowMark>)
}

extension PreparesForRows {
    public static var preparing: ((inout Self, UnsafeBufferPointer<RowMark>) -> Void)? { { $0.prepare(for: $1) } }
}

/// A marker with the record that it looks at.
public final class RowMarking {
    private let record: Record
    private let marker: any RowMarker
    private let sparesValues: Bool
    /// The marker, if it looks at all members of a row and not at the record.
    public let ofMembers: (any MemberMarker)?

    /// Whether the marker may be given a row of the file instead of a record.
    public var maySpareRecords: Bool { sparesValues && marker.maySpareRecords }
    /// Whether a mark is useless unless it stands for the values of its row.
    public var onlySparesValues: Bool { marker.onlySparesValues }

    /// The runs in which the marker gathers rows; nil if it gathers none.
    public var runs: RowRuns? { sparesValues ? marker.runs : nil }

    /// - Parameter sparesValues: whether nobody but the stage looks at values, so that a mark may stand for them.
    init(_ record: Record, _ marker: any RowMarker, sparesValues: Bool) {
        self.record = record
        self.marker = marker
        self.sparesValues = sparesValues
        ofMembers = marker.ofMembers
    }

    /// Marks a row whose values are known. If `ofMembers` is not nil, `values` contains the values of all members; otherwise, only
    /// those that the stage uses.
    /// - Parameters:
    ///   - line: the record, or a row of a file. The values point into it.
    ///   - mark: receives the mark.
    public func mark(
        _ line: UnsafeRawBufferPointer, _ values: UnsafeMutablePointer<JSONValue>, _ mark: inout RowMark
    ) {
        mark = RowMark()
        if let ofMembers {
            ofMembers.mark(members: values, &mark)
        } else {
            record.bytes = line
            record.values.scanner.use(values)
            marker.mark(record, &mark)
        }
        if !sparesValues { mark.standsForValues = false }
    }
}
