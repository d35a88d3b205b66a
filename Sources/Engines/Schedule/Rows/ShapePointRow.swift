import Contract
import Geometry
import NDJSON
import StageKit

/// A row of shapes.txt.
package struct ShapePointRow {
    package let record: Record
    @usableFromInline let values: ColumnReader
    @usableFromInline static let columns = Tables.Shapes.columns

    @inlinable @inline(__always)
    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
    }

    @inlinable @inline(__always)
    package var shapeID: UnsafeRawBufferPointer? { record.id(ShapePointRow.columns.shapeID) }

    /// Its place in the shape; without one the row is no part of it.
    @inlinable @inline(__always)
    package var sequence: UInt32? { record.place(ShapePointRow.columns.shapePtSequence) }

    /// Nil where nothing can be.
    @inlinable @inline(__always)
    package var position: Coordinate? {
        Coordinate(
            place: record[ShapePointRow.columns.shapePtLat].double, record[ShapePointRow.columns.shapePtLon].double)
    }

    /// shape_dist_traveled, in the unit of the feed.
    @inlinable @inline(__always)
    package var distance: Double? { record[ShapePointRow.columns.shapeDistTraveled].double }

    /// The position; where there is none, that is reported.
    func checkedPosition(of shape: UnsafeRawBufferPointer, _ sequence: UInt32) -> Coordinate? {
        let columns = ShapePointRow.columns
        values.begin(record, table: Tables.Shapes.name)
        return values.place(
            record[columns.shapePtLat], record[columns.shapePtLon], field: columns.shapePtLat.name,
            of: "point \(sequence) of shape \(Finding.quoted(shape))")
    }
}
