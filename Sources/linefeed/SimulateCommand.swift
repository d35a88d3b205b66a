import ArgumentParser
import SimulateStage
import StageKit

extension Doses.Sequences: ArgumentWord {}

struct SimulateCommand: StageCommand {
    typealias Work = Simulate
    static let place = StagePlace(.upkeep, 30)

    static let manual = Manual(
        brief: "make a demo city",
        abstract: "Generate a synthetic city: a GTFS feed with matching realtime messages.",
        usage: "--out DIR [OPTION]...",
        usual: "--out --routes --stops --vehicles --minutes --service-days --seed --truth",
        groups: [
            "City": "--out --routes --stops --vehicles --stop-times --seed",
            "Realtime": "--start --minutes --service-days --interval --period --entities --truth",
            "Fault": "--drop --freeze --lag --off --sequences --twins --noise --stray --clock-slip",
        ],
        examples: [
            .init("a city with half an hour of its morning", "linefeed simulate --out demo"),
            .init(
                "a small city, for a test",
                "linefeed simulate --out small --routes 4 --stops 40 --vehicles 12 --minutes 5"),
            .init(
                "a large timetable, for a measurement",
                "linefeed simulate --out big --stop-times 200000 --minutes 1"),
            .init(
                "bad realtime data, and the truth",
                "linefeed simulate --out bad --minutes 5 --truth --drop 0.2 --freeze 0.1 \\\n"
                    + "    --lag 40 --off 25 --twins 0.05 --sequences position"),
            .init(
                "bad receivers: wandering errors, strays and wrong timestamps",
                "linefeed simulate --out noisy --minutes 5 --truth --sequences absent \\\n"
                    + "    --noise 8 --stray 0.05:60-150 --clock-slip 0.01:120"),
        ],
        input: "simulate reads nothing.",
        output: """
            simulate creates the folder DIR, writes these files into it, and writes nothing to standard output:

              feed.zip                 GTFS Schedule
              vehicles-TIME.pb         VehiclePositions, one file a snapshot
              trip-updates-TIME.pb     TripUpdates of the same instant
              truth.ndjson             stop_visits, with --truth

            TIME is the POSIX time of the snapshot, such as 1772398800. Files of an earlier city are replaced. If DIR
            has files that simulate did not write, it writes nothing and exits with 73, unless you add --force.

            The same options give the same bytes on every machine, provided that its zlib compresses alike. All times
            are those of Australia/Brisbane. The timetable runs from two weeks before --start to six weeks after it;
            --stop-times adds later weeks.

            Vehicles follow their shapes by the timetable and its delays. They are full towards the centre in the
            morning, and away from it in the evening. The city has:

            - a cancelled round trip, an added trip and a blocked road
            - a vehicle that vanishes and returns
            - a railway with platforms and carriages, a route with headways, and trips past midnight
            - vehicles that do not count passengers, and some that report no data

            It has all of them from 8 vehicles, 4 routes and 8 stops a route.

            --truth writes what the vehicles did at each stop, with the source truth and an uncertainty of 0. Arrival is
            the first second in which the vehicle stands, and departure the first in which it moves. A first stop has no
            arrival, and a last stop no departure.

            A visit is written if its arrival or departure lies in the window or in the 21 s before it, the time of the
            first positions. With --period N it is N + 1 s. Cancelled runs have no visits. An added trip has neither
            scheduled times nor delays. Occupancy is what the vehicle reports after the stop. Visits are sorted by
            service_date, trip_id_performed and trip_stop_sequence. Vanishing vehicles and fault options do not change
            the truth.

            Without fault options the data has no faults. One fault does not change another. A fix is what a vehicle
            measures at one time; every snapshot that repeats the fix has the same value. The errors of --off, --noise
            and --stray add up. Timestamps are correct except with --freeze and --clock-slip.
            """,
        cost: """
            - Memory: the city and the trips around the window, 12 MB, and 10 KB for each vehicle; 50 KB for each vehicle
              with --service-days; --stop-times adds nothing
            - Time: a second for a million stop times, for 200,000 positions, or for 200 snapshots of 60 vehicles with
              their trip updates

            A day of --service-days has 5,760 snapshots at the default interval.
            """,
        statuses: [],
        values: [
            "--entities": .several { ["vehicle_positions", "trip_updates"] }
        ])

    static let configuration = CommandConfiguration(Simulate.self, manual)

    @Option(help: ArgumentHelp("Write the files into this folder.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("Make N routes, 1 to 1000.", valueName: "n"))
    var routes = SimulateOptions().routes

    @Option(
        help: ArgumentHelp(
            "Make N stops, 2 to 60 for each route.", discussion: "Stations with platforms come in addition.",
            valueName: "n"))
    var stops = SimulateOptions().stops

    @Option(help: ArgumentHelp("Let N vehicles send realtime data.", valueName: "n"))
    var vehicles = SimulateOptions().vehicles

    @Option(help: ArgumentHelp("Write realtime data for N minutes.", valueName: "n"))
    var minutes = SimulateOptions().minutes

    @Option(help: ArgumentHelp("Write a snapshot every N seconds.", valueName: "n"))
    var interval = SimulateOptions().interval

    @Option(
        help: ArgumentHelp(
            "Write realtime data for N whole service days instead of a few minutes.",
            discussion: """
                The data starts at 04:00 on the service day of --start and ends at 04:00 on the day after the last one. \
                The cancelled trip, the added trip, the vanishing vehicle and the blocked road occur every day, in the \
                --minutes from the clock time of --start.
                """, valueName: "n"))
    var serviceDays: Int?

    @Option(
        help: ArgumentHelp(
            "Let vehicles measure every N seconds; by default every 10, 15 or 20 seconds.", valueName: "n"))
    var period: Int?

    @Option(help: ArgumentHelp("Make another city from another seed.", valueName: "n"))
    var seed = SimulateOptions().seed

    @Option(
        help: ArgumentHelp(
            "Start the realtime data at this time: local YYYY-MM-DDTHH:MM[:SS], or with an offset.",
            valueName: "time"))
    var start = SimulateOptions.usualStart

    @Option(help: ArgumentHelp("Write at least N rows of stop_times.txt.", valueName: "n"))
    var stopTimes = SimulateOptions().stopTimes

    @Option(
        name: [.customLong("tables"), .customLong("entities")],
        help: ArgumentHelp(
            "Write messages of these tables only: vehicle_positions, trip_updates; both by default.", valueName: "a,b"))
    var entities: [String] = []

    @Flag(help: "Write what really happened as stop_visits.")
    var truth = false

    @Flag(help: "Write into a folder that has other files.")
    var force = false

    @Option(
        help: ArgumentHelp("Drop each position from a snapshot with this probability.", valueName: "share"))
    var drop = Doses().drop

    @Option(
        help: ArgumentHelp(
            "Freeze this share of the vehicles once in ten minutes, for one to five minutes.",
            discussion: """
                A frozen vehicle repeats everything that it reports, such as STOPPED_AT, while its timestamp goes on. A \
                new trip ends the freeze.
                """, valueName: "share"))
    var freeze = Doses().freeze

    @Option(
        help: ArgumentHelp(
            "Report measurements up to N seconds late.",
            discussion:
                "A position and the predictions of its trip are late together. The feed never goes back in time.",
            valueName: "n"))
    var lag = Doses().late

    @Option(
        help: ArgumentHelp(
            "Number stops as in the timetable (kept), by position, or not at all (absent).",
            discussion: """
                With position, stops count from 0 where the timetable has 1, 2, 3, and positions have no stop_id, but \
                trip updates do. With absent, positions have no current_stop_sequence, current_status or stop_id; trip \
                updates do not change.
                """))
    var sequences = Doses().sequences

    @Option(
        help: ArgumentHelp(
            "On this share of the runs, let a second vehicle report the same trip.",
            discussion: """
                The second vehicle has the same vehicle_id with a B. It reports the trip for part of the run, two to \
                seven minutes behind.
                """, valueName: "share"))
    var twins = Doses().twins

    @Option(
        help: ArgumentHelp(
            "Move positions by up to this distance; about 3 by default.", valueName: "metres"))
    var off: Double?

    @Option(
        help: ArgumentHelp(
            "Add a wandering error with this standard deviation, east and north.",
            discussion: """
                The error is a first-order Gauss-Markov process for each vehicle. Errors of fixes s seconds apart have \
                the correlation e^(-s/45).
                """, valueName: "metres"))
    var noise = Doses().noise

    @Option(
        help: ArgumentHelp(
            "Move this share of the fixes by METRES, or by LOW to HIGH metres (P:LOW-HIGH).",
            discussion: """
                Each such fix moves in its own random direction, evenly distributed between LOW and HIGH. Everything \
                else that the vehicle reports is correct.
                """, valueName: "P:METRES"))
    var stray: String?

    @Option(
        help: ArgumentHelp(
            "Give this share of the fixes a timestamp that is wrong by 1 to SECONDS.",
            discussion: "Earlier and later are equally likely. The position is correct.", valueName: "P:SECONDS"))
    var clockSlip: String?

    @OptionGroup var common: CommonFlags

    func fill(_ options: inout SimulateOptions) throws {
        options.folder = out
        options.routes = routes
        options.stops = stops
        options.vehicles = vehicles
        options.minutes = minutes
        options.interval = interval
        options.days = serviceDays
        options.period = period
        options.seed = seed
        options.start = try SimulateOptions.start(start)
        options.stopTimes = stopTimes
        if let entities = try ListOption.text(entities, "--entities") {
            options.entities = try SimulateOptions.entities(entities)
        }
        options.truth = truth
        options.force = force
        options.doses.drop = drop
        options.doses.freeze = freeze
        options.doses.late = lag
        options.doses.sequences = sequences
        options.doses.twins = twins
        options.doses.off = off
        options.doses.noise = noise
        if let stray { options.doses.stray = try Doses.stray(stray) }
        if let clockSlip { options.doses.clockSlip = try Doses.clockSlip(clockSlip) }
    }
}
