import Contract
import RealtimeJoin
import Schedule
import StageKit

/// What each trip did at each stop: an archive of realtime beside its schedule.
public enum StopVisits: Stage {
    public static let name = "stop-visits"

    /// Reads positions and updates, and writes visits, performed trips and what matched.
    /// - Throws: `StageFailure`: 65 for a file that is not a schedule, 66 for one that is missing, 73 where a folder for
    ///   TIDES's files cannot be made.
    public static func run(_ options: StopVisitsOptions, _ context: StageContext) throws {
        try context.check(options)
        if let folder = options.split { try context.split(into: folder, as: options.format) }
        let timetable = try WholeTimetable.read(options.feed, context)
        let zone = try ScheduleZone.zone(
            ofAgencies: timetable.frame.agencies.compactMap(\.timezone), context, advice: "")
        let tides = try options.tides.map { try TIDESFolder($0, context) }
        let finder = RunFinder(timetable.frame.calendar, zone)
        let match = VisitMatch(timetable, zone: zone, context)
        let writer = RunWriter(options, zone: zone, tides: tides, context)
        let performer = RunPerformer(
            timetable: timetable, options: options, writesLocations: options.writesLocations || tides != nil)
        let runs = RunsBehind(performer, match, writer, jobs: context.options.jobs)
        defer { runs.stop() }
        let planner = RunPlanner(timetable: timetable, finder: finder, match: match)
        var reader = ArchiveReader(
            try ArchivePass(planner, options, runs, writer, context.diagnostics), options, context)
        try context.feed(options.files, to: &reader)
        balance(context)
        try tides?.commit()
    }

    /// What was written of the records counts as them.
    private static func balance(_ context: StageContext) {
        let tables: [any Table.Type] = [
            Tables.StopVisits.self, Tables.TripsPerformed.self, Tables.VehicleLocations.self, Tables.MatchReports.self,
        ]
        let written = tables.reduce(0) { $0 + context.summary.table($1.name).written }
        let sources = RealtimeReader.tables.map { context.summary.table($0) }
        (sources.max { $0.merged < $1.merged } ?? sources[0]).merged -= written
    }
}
