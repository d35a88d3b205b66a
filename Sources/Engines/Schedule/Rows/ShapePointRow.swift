import Contract
import Geometry
import NDJSON
import StageKit

/// A row of shapes.txt.
public struct ShapePointRow {
    public let record: Record
    @usableFromInline static let columns = Tables.Shapes.columns

    @inlinable @inline(__always)
    init(_ record: Record) { self.record = record }

    @inlinable @inline(__always)
    public var shapeID: UnsafeRawBufferPointer? { record.id(ShapePointRow.columns.shapeID) }

    /// The sequence number in the shape; a row without one is ignored.
    @inlinable @inline(__always)
    public var sequence: UInt32? { record.place(ShapePointRow.columns.shapePtSequence) }

    /// Nil where nothing can be.
    @inlinable @inline(__always)
    public var position: Coordinate? {
        Coordinate(
            place: record[ShapePointRow.columns.shapePtLat].double, record[ShapePointRow.columns.shapePtLon].double)
    }

    /// shape_dist_traveled, in the unit of the feed.
    @inlinable @inline(__always)
    public var distance: Double? { record[ShapePointRow.columns.shapeDistTraveled].double }

    /// The position; a missing one is reported.
    func checkedPosition(of shape: UnsafeRawBufferPointer, _ sequence: UInt32, _ rows: ScheduleRows) -> Coordinate? {
        let columns = ShapePointRow.columns
        rows.values.begin(record, table: TableNames.shapes)
        return rows.values.place(
            record[columns.shapePtLat], record[columns.shapePtLon], field: columns.shapePtLat.name,
            of: "point \(sequence) of shape \(Finding.quoted(shape))")
    }
}
