import Contract
import GTFSSchedule
import NDJSON
import Platform
import Schedule
import StageKit

/// Writes messages of trip updates as `decode-rt` writes them.
///
/// Several threads work out the times of a message and format them, because that depends on one vehicle only. The order of
/// updates does not depend on the threads.
///
/// Memory: a buffer for each `share` vehicles of a part of a message.
final class PredictionWriter {
    private let messages: RowSink<Tables.FeedMessages>
    private let sink: RecordSink
    private let head: RecordHead
    private let figures: TableFigures
    private let layover: Int
    private let jobs: Int
    private var now = 0
    private var buffers: [RecordWriter] = []

    private static let version = "2.0"
    /// The vehicles that a thread takes at once.
    static let share = 32

    init(_ context: StageContext, layover: Int) {
        messages = context.rows(of: Tables.FeedMessages.self)
        sink = context.sink
        head = context.head(Tables.TripUpdates.name)
        figures = context.summary.table(Tables.TripUpdates.name)
        jobs = context.options.jobs
        self.layover = layover
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

    /// What threads share while they work on a part of a message. Each thread has vehicles and a buffer of its own.
    private struct Work: @unchecked Sendable {
        let updates: [PlannedUpdate]
        let buffers: [RecordWriter]
        let format: UpdateFormat

        /// Writes the updates of one share.
        /// - Returns: their number.
        func write(_ number: Int, to writer: RecordWriter) -> Int {
            writer.removeAll()
            var forecast = Forecast()
            let begin = number * PredictionWriter.share
            return updates[begin..<min(begin + PredictionWriter.share, updates.count)].reduce(0) {
                $0 + format.write($1, &forecast, to: writer)
            }
        }
    }

    /// Works out and writes a part of a message.
    func write(_ updates: [PlannedUpdate]) throws {
        let shares = (updates.count + PredictionWriter.share - 1) / PredictionWriter.share
        let isShared = jobs > 1 && shares > 1
        while buffers.count < (isShared ? shares : 1) { buffers.append(RecordWriter()) }
        let work = Work(
            updates: updates, buffers: buffers, format: UpdateFormat(head: head, feedTime: now, layover: layover))
        guard isShared else {
            for share in 0..<shares {
                let count = work.write(share, to: buffers[0])
                try sink.write(buffers[0].bytes, count: count, figures)
            }
            return
        }
        let counts = Workers.map(shares, jobs: jobs) { work.write($0, to: work.buffers[$0]) }
        for (count, buffer) in zip(counts, buffers) { try sink.write(buffer.bytes, count: count, figures) }
    }
}

/// Formats the updates of a message.
private struct UpdateFormat {
    let head: RecordHead
    /// POSIX seconds of the message.
    let feedTime: Int
    let layover: Int

    /// Works out what was planned of a vehicle, and writes its lines.
    /// - Returns: how many lines there are.
    func write(_ update: PlannedUpdate, _ forecast: inout Forecast, to writer: RecordWriter) -> Int {
        var lines = 0
        var end = 0.0
        switch update.own {
        case .noData(let members):
            write(update.head, made: update.made, to: writer) { row, columns in
                row.objects(columns.stopTimeUpdates, CollectionOfOne(0)) { stop, number in stop.append(members, number)
                }
            }
            return 1
        case .finished(let since): end = since
        case .run(let progress, let paces):
            guard let times = update.run.times else { return 0 }
            forecast.predict(update.run, times, from: progress, paces)
            update.vehicle.expect(forecast, update.made)
            write(update.head, times, forecast, update, to: writer)
            lines = 1
            end = forecast.arrival(times.positions.count - 1)
        }
        guard let next = update.next, let times = next.run.times else { return lines }
        forecast.predict(
            next.run, times, ready: max(end + Double(min(layover, next.planned)), Double(update.made)),
            now: Double(update.made), .init(route: next.pace, run: next.pace))
        write(next.head, times, forecast, update, to: writer)
        return lines + 1
    }

    private func write(
        _ head: UpdateHead, _ times: RunTimes, _ forecast: Forecast, _ update: PlannedUpdate, to writer: RecordWriter
    ) {
        let members = Tables.StopTimeUpdateMembers.columns
        let list = times.stops.members
        let last = times.positions.count - 1
        let made = Double(update.made)
        var uncertainty = Spread.Uncertainty.Reader(update.uncertainty)
        write(head, made: update.made, to: writer) { row, columns in
            forecast.withTimes { arrivals, departures in
                row.objects(columns.stopTimeUpdates, arrivals.indices) { row, place in
                    let stop = forecast.first + place
                    row.append(list, stop)
                    if stop >= forecast.firstArrival {
                        row[members.arrivalTime] = Int(arrivals[place].rounded())
                        row[members.arrivalUncertainty] = uncertainty.seconds(arrivals[place] - made)
                    }
                    if stop < last {
                        row[members.departureTime] = Int(departures[place].rounded())
                        row[members.departureUncertainty] = uncertainty.seconds(departures[place] - made)
                    }
                }
            }
        }
    }

    private func write(
        _ head: UpdateHead, made: Int, to writer: RecordWriter,
        _ stops: (Row<Tables.TripUpdates>, Tables.TripUpdates) -> Void
    ) {
        let columns = Tables.TripUpdates.columns
        writer.append(self.head)
        let row = Row<Tables.TripUpdates>(writer)
        row[columns.feedTimestamp] = feedTime
        row.append(head)
        row[columns.timestamp] = made
        stops(row, columns)
        row.end()
        writer.endObject()
        writer.newline()
    }
}
