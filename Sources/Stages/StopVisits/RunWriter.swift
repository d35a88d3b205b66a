import Contract
import NDJSON
import StageKit
import TimeZones

/// Writes performed runs as records, and as TIDES's files where these are asked for.
final class RunWriter {
    private let sinks: RunSinks
    private let tides: TIDESFolder?
    private let zone: Zone
    private let rows: RunRows

    init(_ options: StopVisitsOptions, zone: Zone, tides: TIDESFolder?, _ context: StageContext) {
        self.tides = tides
        self.zone = zone
        sinks = RunSinks(
            visits: context.rows(of: Tables.StopVisits.self), trips: context.rows(of: Tables.TripsPerformed.self),
            locations: options.writesLocations ? context.rows(of: Tables.VehicleLocations.self) : nil)
        rows = RunRows(zone)
    }

    /// Returns a line maker for one thread; nil if TIDES files are also written.
    func makeLineMaker() -> RunLineMaker? { tides == nil ? RunLineMaker(sinks, zone) : nil }

    func write(_ run: PerformedRun) throws {
        if let lines = run.lines { try sinks.write(lines) } else { try sinks.write(run, rows) }
        if let tides { try write(run, to: tides) }
    }

    private func write(_ run: PerformedRun, to tides: TIDESFolder) throws {
        if run.isTrip {
            for visit in run.visits { try tides.visits.write { row, columns in rows.fill(row, columns, visit, run) } }
            try tides.trips.write { row, columns in rows.fill(row, columns, run) }
        }
        for location in run.locations {
            try tides.locations.write { row, columns in rows.fill(row, columns, location, run) }
        }
    }
}

/// The tables that performed runs are written to.
struct RunSinks {
    let visits: RowSink<Tables.StopVisits>
    let trips: RowSink<Tables.TripsPerformed>
    let locations: RowSink<Tables.VehicleLocations>?

    func write(_ run: PerformedRun, _ rows: RunRows) throws {
        if run.isTrip {
            for visit in run.visits { try visits.write { row, columns in rows.fill(row, columns, visit, run) } }
            try trips.write { row, columns in rows.fill(row, columns, run) }
        }
        guard let locations else { return }
        for location in run.locations {
            try locations.write { row, columns in rows.fill(row, columns, location, run) }
        }
    }

    func write(_ lines: RunLines) throws {
        try lines.bytes.withUnsafeBytes { bytes in
            func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }
            let (visits, trips) = (lines.visits, lines.trips)
            try self.visits.write(lines: part(0..<visits.end), count: visits.count)
            try self.trips.write(lines: part(visits.end..<trips.end), count: trips.count)
            try locations?.write(lines: part(trips.end..<bytes.count), count: lines.locations)
        }
    }
}

/// The rows of a run as lines: visits, then the trip, then locations.
struct RunLines {
    let bytes: [UInt8]
    /// The number of lines of visits, and where they end in `bytes`.
    let visits: (count: Int, end: Int)
    /// The number of lines of trips, 0 or 1, and where they end in `bytes`.
    let trips: (count: Int, end: Int)
    /// The number of lines of locations, which are the rest of `bytes`.
    let locations: Int
}

/// Makes lines of runs; each thread has its own.
final class RunLineMaker {
    /// Runs with this many rows or more are not made into lines, which would take too much memory.
    private static let mostRows = 1000

    private let sinks: RunSinks
    private let rows: RunRows
    private let writer = RecordWriter(capacity: 1 << 14)

    fileprivate init(_ sinks: RunSinks, _ zone: Zone) {
        self.sinks = sinks
        rows = RunRows(zone)
    }

    /// The lines of a run; nil if it has too many rows.
    func lines(of run: PerformedRun) -> RunLines? {
        guard run.visits.count + run.locations.count < RunLineMaker.mostRows else { return nil }
        writer.removeAll()
        let visits = run.isTrip ? run.visits : []
        for visit in visits { sinks.visits.append(to: writer) { row, columns in rows.fill(row, columns, visit, run) } }
        let endOfVisits = writer.count
        if run.isTrip { sinks.trips.append(to: writer) { row, columns in rows.fill(row, columns, run) } }
        let endOfTrips = writer.count
        if let table = sinks.locations {
            for location in run.locations {
                table.append(to: writer) { row, columns in rows.fill(row, columns, location, run) }
            }
        }
        return RunLines(
            bytes: Array(writer.bytes), visits: (visits.count, endOfVisits), trips: (run.isTrip ? 1 : 0, endOfTrips),
            locations: sinks.locations == nil ? 0 : run.locations.count)
    }
}
