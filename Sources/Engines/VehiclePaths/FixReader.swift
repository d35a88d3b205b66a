import Contract
import Geometry
import Hashing
import NDJSON
import Schedule
import StageKit

/// Reads the positions of vehicles: which vehicle it is, and its fix. What breaks its type is reported and taken as
/// absent.
package struct FixReader {
    package typealias NameColumn = Column<Tables.VehiclePositions, Text, IfKnown>

    /// The columns of vehicle_positions that are read.
    package static let columns: [any AnyColumn] = {
        let position = Tables.VehiclePositions.columns
        return [
            position.feedTimestamp, position.entityID, position.isDeleted, position.tripID, position.vehicleID,
            position.vehicleLabel, position.licensePlate, position.latitude, position.longitude,
            position.currentStopSequence, position.stopID, position.currentStatus, position.timestamp,
            position.occupancyStatus, position.occupancyPercentage,
        ]
    }()

    /// When a position was measured.
    package enum Moment {
        /// POSIX seconds; the message's time where it has one.
        case at(Int, feedTime: Int?)
        case deleted
        case timeless
        /// Seconds after its message.
        case future(Int, after: Int)
    }

    /// Seconds that a position's clock may be ahead of its message's.
    package static let latestFuture = 300

    private let position = Tables.VehiclePositions.columns
    private let values: ColumnReader
    private let diagnostics: Diagnostics

    package init(_ values: ColumnReader, _ diagnostics: Diagnostics) {
        self.values = values
        self.diagnostics = diagnostics
    }

    // MARK: Values

    @inline(__always)
    package func text<V, P>(
        _ record: Record, _ column: Column<Tables.VehiclePositions, V, P>
    ) -> UnsafeRawBufferPointer? {
        let value = record[column]
        switch value.kind {
        case .string: return value.inside.count > 0 ? value.inside : nil
        case .number: return value.inside
        default: return nil
        }
    }

    @inline(__always)
    private func number<V, P>(_ record: Record, _ column: Column<Tables.VehiclePositions, V, P>) -> Int? {
        let value = record[column]
        return value.kind == .number ? value.integer : nil
    }

    @inline(__always)
    package func enumerated<P>(
        _ record: Record, _ column: Column<Tables.VehiclePositions, Enumerated, P>, in known: ClosedRange<Int>
    ) -> Int? {
        let value = record[column]
        guard value.isPresent, !Enumerated.isBlank(value) else { return nil }
        let number = value.kind == .number ? value.integer : Enumerated.read(value, column.cases)
        if let number, known.contains(number) { return number }
        values.report(.null, "invalid_\(column.name)", field: column.name, value: value) {
            "\($0) is not a known \(column.name); treated as absent"
        }
        return nil
    }

    // MARK: Positions

    package func moment(_ record: Record) -> Moment {
        let feedTime = diagnostics.instant(record, position.feedTimestamp)
        guard record[position.isDeleted].bool != true else { return .deleted }
        guard let measured = diagnostics.instant(record, position.timestamp) ?? feedTime else { return .timeless }
        if let feedTime, measured > feedTime + FixReader.latestFuture {
            return .future(measured, after: measured - feedTime)
        }
        return .at(measured, feedTime: feedTime)
    }

    /// The vehicle of a record: a hash of what it is called, and the column that says it.
    @inline(__always)
    package func vehicle(_ record: Record) -> (UInt64, NameColumn?) {
        // Without a list of columns, which would be made for each position.
        checkName(record, position.vehicleID)
        checkName(record, position.vehicleLabel)
        checkName(record, position.licensePlate)
        if let id = text(record, position.vehicleID) { return (Fingerprint.of(id, seed: 1), position.vehicleID) }
        if let id = text(record, position.vehicleLabel) { return (Fingerprint.of(id, seed: 2), position.vehicleLabel) }
        if let id = text(record, position.licensePlate) { return (Fingerprint.of(id, seed: 3), position.licensePlate) }
        // On a trip the trip tells which vehicle it is; an entity's id may be another in each message.
        guard text(record, position.tripID) == nil else { return (0, nil) }
        if let id = text(record, position.entityID) { return (Fingerprint.of(id, seed: 4), position.entityID) }
        return (0, nil)
    }

    @inline(__always)
    private func checkName(_ record: Record, _ column: NameColumn) {
        let value = record[column]
        guard value.kind == .bool || value.kind == .array || value.kind == .object else { return }
        values.begin(record)
        values.report(.null, "invalid_\(column.name)", field: column.name, value: value) {
            "\($0) is not text; treated as absent"
        }
    }

    /// The text of a column of the record.
    package func name(_ record: Record, _ column: NameColumn) -> String? {
        record[column].string ?? text(record, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The fix of a position, and its coordinate as it is written.
    ///
    /// - Parameters:
    ///   - measured: POSIX seconds.
    ///   - feedTime: the time of its message.
    ///   - stopNumber: gives the stop_ids that realtime names their numbers.
    @inline(__always)
    package func fix(
        _ record: Record, measured: Int, feedTime: Int?, stopNumber: (UnsafeRawBufferPointer) -> Int32
    ) -> (fix: Fix, place: Coordinate?) {
        var fix = Fix(time: UInt32(measured), feedTime: UInt32(feedTime ?? measured))
        values.begin(record)
        let place = values.place(
            record[position.latitude], record[position.longitude], field: position.latitude.name, of: "the vehicle")
        if let place {
            fix.latitude = Int32((place.latitude * 1e7).rounded())
            fix.longitude = Int32((place.longitude * 1e7).rounded())
        }
        if let sequence = number(record, position.currentStopSequence) {
            fix.sequence = Int32(exactly: sequence) ?? Fix.none
        }
        if let stop = text(record, position.stopID) { fix.stop = stopNumber(stop) }
        if let status = enumerated(record, position.currentStatus, in: 0...2) { fix.status = Int8(status) }
        if let status = enumerated(record, position.occupancyStatus, in: 0...8) { fix.occupancyStatus = Int8(status) }
        if let percentage = number(record, position.occupancyPercentage), (0...1000).contains(percentage) {
            fix.occupancyPercentage = Int16(percentage)
        }
        return (fix, place)
    }
}
