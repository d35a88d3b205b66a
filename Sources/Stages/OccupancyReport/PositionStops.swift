import Contract
import Occupancy
import Reports
import StageKit

/// Asks for the stops that positions do not name, where the report's keys need them.
///
/// A class: most reports have none, and a structure of that size inside the stage costs each record a fifth more.
final class PositionStops {
    /// What the timetable has of the present record's stop and the record does not say itself.
    private(set) var foundID: [UInt8]?
    private(set) var foundSequence: Int?
    private(set) var asked = 0
    private(set) var answered = 0

    private let position = Tables.VehiclePositions.columns
    private let finder: any StopFinder
    private let reader: PositionReader
    private let needsID: Bool
    private let needsSequence: Bool
    /// Copies: of a record only one text is at hand at a time.
    private var tripID: [UInt8] = []
    private var stopID: [UInt8] = []

    /// nil where no key is of a stop.
    init?(_ finder: any StopFinder, keys: [ReportKey], _ reader: PositionReader) {
        needsID = keys.contains(.stopID)
        needsSequence = keys.contains(.stopSequence)
        guard needsID || needsSequence else { return nil }
        self.finder = finder
        self.reader = reader
    }

    /// Takes the next record.
    func see(_ record: Record, _ timestamp: UInt32) {
        foundID = nil
        foundSequence = nil
        let sequence = reader.stopSequence(record)
        stopID.removeAll(keepingCapacity: true)
        if let id = reader.text(record, position.stopID) { stopID.append(contentsOf: id) }
        guard needsID && stopID.isEmpty || needsSequence && sequence == nil else { return }
        asked += 1
        guard let trip = reader.text(record, position.tripID) else { return }
        tripID.removeAll(keepingCapacity: true)
        tripID.append(contentsOf: trip)
        let date = reader.date(record, position.startDate)
        let place = reader.place(record)
        let answer = tripID.withUnsafeBytes { trip in
            stopID.withUnsafeBytes { stop in
                finder.stop(
                    StopQuestion(
                        tripID: trip, startDate: date,
                        instant: timestamp == Observation.noTime ? nil : Int(timestamp), place: place,
                        stopID: stop.isEmpty ? nil : stop, stopSequence: sequence))
            }
        }
        guard let answer else { return }
        answered += 1
        if stopID.isEmpty { foundID = answer.stopID }
        if sequence == nil { foundSequence = answer.stopSequence }
    }

    /// Says how much of the report the timetable told.
    func report(_ diagnostics: Diagnostics) {
        guard asked > 0 else { return }
        diagnostics.report(
            Finding(
                .note, "stops_from_timetable",
                message:
                    "\(grouped(asked)) vehicle_positions lack the stop that --by needs; the timetable supplied it for "
                    + grouped(answered)))
    }
}
