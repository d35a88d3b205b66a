import Contract
import GTFSSchedule
import NDJSON
import Schedule
import StageKit
import TimeZones

/// What is predicted for a run.
enum PredictedUpdate {
    case forecast(PredictedRun, PredictedVehicle, RunTimes, Forecast, made: Int, Spread)
    /// Nothing can be said, from a stop on.
    case noData(PredictedRun, PredictedVehicle, from: Int)
}

/// Writes messages of trip updates as `decode-rt` writes them.
final class PredictionWriter {
    private let messages: RowSink<Tables.FeedMessages>
    private let updates: RowSink<Tables.TripUpdates>
    private let timetable: WholeTimetable
    private var now = 0

    /// StopTimeUpdate.ScheduleRelationship.
    private static let noData = 2
    private static let version = "2.0"

    init(_ context: StageContext, _ timetable: WholeTimetable) {
        messages = context.rows(of: Tables.FeedMessages.self)
        updates = context.rows(of: Tables.TripUpdates.self)
        self.timetable = timetable
    }

    /// Begins a message.
    /// - Parameter time: POSIX seconds.
    func begin(at time: Int, source: String) throws {
        now = time
        try messages.write { row, columns in
            row[columns.source] = source
            row[columns.gtfsRealtimeVersion] = PredictionWriter.version
            row[columns.incrementality] = 0
            row[columns.timestamp] = time
        }
    }

    func write(_ update: PredictedUpdate) throws {
        switch update {
        case .forecast(let run, let vehicle, let times, let forecast, let made, let spread):
            try write(run, vehicle, made: made) { row, columns in
                row.objects(columns.stopTimeUpdates, forecast.stops) { stop, place in
                    fill(stop, place, times, forecast, made, spread)
                }
            }
        case .noData(let run, let vehicle, let from):
            try write(run, vehicle, made: vehicle.lastSeen) { row, columns in
                row.objects(columns.stopTimeUpdates, CollectionOfOne(from)) { stop, place in
                    let members = Tables.StopTimeUpdateMembers.columns
                    let row = timetable.runningTimes(of: run.trip)?.times.stopTimes[place]
                    stop[members.stopSequence] = row?.sequence
                    stop[members.stopID] = row?.stop.map { timetable.frame[$0].id }
                    stop[members.scheduleRelationship] = PredictionWriter.noData
                }
            }
        }
    }

    private func write(
        _ run: PredictedRun, _ vehicle: PredictedVehicle, made: Int,
        _ stops: (Row<Tables.TripUpdates>, Tables.TripUpdates) -> Void
    ) throws {
        try updates.write { row, columns in
            row[columns.feedTimestamp] = now
            row[columns.entityID] =
                PerformedTripID.text(tripID: run.tripID, startTime: run.startTime) + "_"
                + CivilDate(daysSinceEpoch: run.day).compactText
            row[columns.tripID] = run.tripID
            row[columns.routeID] = timetable.route(of: run.trip)?.id
            row[columns.directionID] = timetable.directionID(of: run.trip)
            row[columns.startTime] = run.startTime
            row[columns.startDate] = run.day
            row[columns.scheduleRelationship] = 0
            row[columns.vehicleID] = vehicle.names.id
            row[columns.vehicleLabel] = vehicle.names.label
            row[columns.licensePlate] = vehicle.names.plate
            row[columns.timestamp] = made
            stops(row, columns)
        }
    }

    private func fill(
        _ row: Row<Tables.StopTimeUpdateMembers>, _ stop: Int, _ times: RunTimes, _ forecast: Forecast, _ made: Int,
        _ spread: Spread
    ) {
        let members = Tables.StopTimeUpdateMembers.columns
        row[members.stopSequence] = times.rows[stop].sequence
        row[members.stopID] = times.stopIDs[stop]
        if stop >= forecast.firstArrival {
            let time = forecast.arrival(stop)
            row[members.arrivalTime] = Int(time.rounded())
            row[members.arrivalUncertainty] = spread.uncertainty(time - Double(made))
        }
        if stop < times.rows.count - 1 {
            let time = forecast.departure(stop)
            row[members.departureTime] = Int(time.rounded())
            row[members.departureUncertainty] = spread.uncertainty(time - Double(made))
        }
    }
}
