import Contract
import Geometry
import NDJSON
import StageKit

/// A row of shapes.txt: a view of the record at hand, as `StopTimeRow` is.
public struct ShapePointRow {
    @usableFromInline let kept: Unmanaged<Record>
    @usableFromInline static let columns = Tables.Shapes.columns

    @inlinable @inline(__always)
    package init(_ record: Record) { kept = .passUnretained(record) }

    /// Lends the record.
    @inlinable @inline(__always)
    func lend<Result>(_ body: (Record) -> Result) -> Result { kept._withUnsafeGuaranteedRef(body) }

    @inlinable @inline(__always)
    public var shapeID: UnsafeRawBufferPointer? { lend { $0.id(ShapePointRow.columns.shapeID) } }

    /// The sequence number in the shape; a row without one is ignored.
    @inlinable @inline(__always)
    public var sequence: UInt32? { lend { $0.place(ShapePointRow.columns.shapePtSequence) } }

    /// Nil where nothing can be.
    @inlinable @inline(__always)
    public var position: Coordinate? {
        lend {
            Coordinate(
                place: $0[ShapePointRow.columns.shapePtLat].double, $0[ShapePointRow.columns.shapePtLon].double)
        }
    }

    /// shape_dist_traveled, in the unit of the feed.
    @inlinable @inline(__always)
    public var distance: Double? { lend { $0[ShapePointRow.columns.shapeDistTraveled].double } }

    /// The position; a missing one is reported.
    func checkedPosition(of shape: UnsafeRawBufferPointer, _ sequence: UInt32, _ rows: ScheduleRows) -> Coordinate? {
        let columns = ShapePointRow.columns
        return lend { record in
            let (latitude, longitude) = (record[columns.shapePtLat], record[columns.shapePtLon])
            rows.values.begin(record, table: TableNames.shapes)
            return rows.values.place(
                latitude, longitude, field: columns.shapePtLat.name,
                of: "point \(sequence) of shape \(Finding.quoted(shape))")
        }
    }
}
