import Contract
import Platform
import StageKit
import Zip

/// Makes up a city, its timetable and a stretch of its life, and writes them as GTFS and GTFS-Realtime files.
///
/// Nothing is printed: the files are the output. The same options give the same bytes.
public enum Simulate: Stage {
    public static let name = "simulate"

    /// Writes `feed.zip`, `vehicles-<POSIX time>.pb` and `trip-updates-<POSIX time>.pb` into the folder, and
    /// `truth.ndjson` where it is asked for.
    /// - Throws: `StageFailure` with status 73 when the folder or a file cannot be made, or the folder has other files.
    public static func run(_ options: SimulateOptions, _ context: StageContext) throws {
        try context.check(options)
        try makeFolder(options.folder)
        let folder = options.folder.hasSuffix("/") ? options.folder : options.folder + "/"
        let scenario = Scenario(options)
        if !options.force { try CityFolder.check(options.folder, scenario, options) }
        let feed = try writeFeed(folder + "feed.zip", scenario, options, context)
        let visits = try options.truth ? writeTruth(folder + "truth.ndjson", scenario, options, context) : nil
        let messages = CityMessages(scenario, sequences: options.doses.sequences)
        var snapshots = 0
        var (positions, updates) = (0, 0)
        let window = options.window
        for time in stride(from: window.lowerBound, to: window.upperBound, by: options.interval)
        where !options.isOut(time) {
            if options.entities.contains(.vehiclePositions) {
                let message = messages.vehiclePositions(at: time)
                positions += message.entities
                try write(message.bytes, to: folder + "vehicles-\(time).pb", context)
            }
            if options.entities.contains(.tripUpdates) {
                let message = messages.tripUpdates(at: time)
                updates += message.entities
                try write(message.bytes, to: folder + "trip-updates-\(time).pb", context)
            }
            snapshots += 1
        }
        let made =
            "\(options.folder): feed.zip with \(feed.trips) trips and \(feed.stopTimes) stop times, "
            + "\(snapshots) snapshots with \(positions) vehicle positions"
            + (visits.map { ", truth.ndjson with \($0) visits" } ?? "")
        context.diagnostics.report(.note, "simulated", message: made)
        // Where positions are dropped or not asked for, none is no sign of that.
        if positions == 0, updates == 0 || options.entities.contains(.vehiclePositions), options.doses.drop == 0,
            options.rhythm.outages == 0
        {
            context.diagnostics.report(
                .warning, "no_vehicle_in_service",
                message:
                    "--start, --minutes and --service-days choose a time without service, so no message has a vehicle")
        }
    }

    private static func writeFeed(
        _ path: String, _ scenario: Scenario, _ options: SimulateOptions, _ context: StageContext
    ) throws -> (trips: Int, stopTimes: Int) {
        let file = try OutputFile(path: path, jobs: context.options.jobs, followsLinks: false)
        var written = 0
        let archive = ZipWriter(level: ScheduleFeed.level, jobs: context.options.jobs) { bytes in
            try file.write(bytes)
            written += bytes.count
            context.progress.update(written)
        }
        let feed = ScheduleFeed(timetable: scenario.timetable, options: options)
        let rows: (trips: Int, stopTimes: Int)
        do {
            rows = try feed.write(into: archive)
        } catch let fault as ZipWriterFault {
            throw StageFailure(.internalFault, "\(path): \(fault)")
        }
        try file.commit()
        context.summary.bytesOut += written
        return rows
    }

    private static func writeTruth(
        _ path: String, _ scenario: Scenario, _ options: SimulateOptions, _ context: StageContext
    ) throws -> Int {
        let file = try OutputFile(path: path, jobs: context.options.jobs, followsLinks: false)
        let truth = Truth(scenario, window: options.window, head: context.head(Tables.StopVisits.name))
        let visits = try truth.write { bytes in
            try file.write(bytes)
            context.summary.bytesOut += bytes.count
        }
        try file.commit()
        return visits
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to path: String, _ context: StageContext) throws {
        let file = try OutputFile(path: path, jobs: context.options.jobs, followsLinks: false)
        try file.write(bytes)
        try file.commit()
        context.summary.bytesOut += bytes.count
    }

    /// Makes a folder and those above it; one that is there already is fine.
    private static func makeFolder(_ path: String) throws {
        if let status = FileStatus(path) {
            guard status.isFolder else {
                throw StageFailure(.outputUncreatable, "\(path) is not a folder")
            }
            return
        }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            let above = String(path[..<slash])
            if !above.allSatisfy({ $0 == "/" }) { try makeFolder(above) }
        }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw StageFailure(.outputUncreatable, "\(path): cannot create: \(systemMessage(errno))")
        }
    }
}
