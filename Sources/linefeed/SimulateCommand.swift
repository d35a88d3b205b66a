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
            "Realtime":
                "--start --minutes --service-days --interval --period --week --trend --entities --duplicate --truth",
            "Fault": "--outages --drop --freeze --lag --off --sequences --twins --noise --stray --clock-slip",
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
                "bad receivers: drifting errors, stray positions and wrong timestamps",
                "linefeed simulate --out noisy --minutes 5 --truth --sequences absent \\\n"
                    + "    --noise 8 --stray 0.05:60-150 --clock-slip 0.01:120"),
            .init(
                "four weeks with worse Fridays, a trend and days without data",
                "linefeed simulate --out weeks --vehicles 4 --routes 2 --stops 20 --truth \\\n"
                    + "    --service-days 28 --interval 900 --week 1,1,1,1,1.6,0.7,0.5 \\\n"
                    + "    --trend 0.01 --outages 0.1"),
        ],
        input: "simulate reads no input.",
        output: """
            simulate writes nothing to standard output; it creates the folder DIR and writes these files to the folder:

              feed.zip                 GTFS Schedule
              vehicles-TIME.pb         VehiclePositions, one file a snapshot
              trip-updates-TIME.pb     TripUpdates of the same instant
              truth.ndjson             stop_visits, with --truth

            TIME is the POSIX time of the snapshot, for example 1772398800. The files of an earlier run of simulate are
            replaced. If DIR contains files that simulate did not write, simulate writes nothing and exits with 73,
            unless you add --force.

            The same options produce the same bytes on every machine, provided that the zlib libraries of the machines
            compress in the same way. All times are in the time zone Australia/Brisbane. The timetable begins two weeks
            before the --start time and ends six weeks after it; with --stop-times, later weeks are added.

            Vehicles follow their shapes according to the timetable, with delays. Vehicles that travel towards the
            centre are full in the morning, and vehicles that travel away from the centre are full in the evening. A
            city with at least 8 vehicles, 4 routes and 8 stops for each route contains all of the following; a smaller
            city may lack some:

            - a cancelled round trip, an added trip and a blocked road
            - a vehicle that vanishes and returns
            - a railway with platforms and carriages, a route with headways, and trips past midnight
            - vehicles that do not count passengers, and vehicles that report NO_DATA_AVAILABLE

            With --week and --trend, a factor applies to each service day: the factor of its day of the week, times 1
            plus the trend for each day after the first service day. The factor multiplies the load of vehicles and the
            time that traffic adds to each leg, so delays and crowding have the same pattern.

            With --truth, simulate writes the times at which each vehicle really arrived at and left each stop; the
            source of these times is "truth", and their uncertainty is 0. The arrival time is the first second in which
            the vehicle is stationary, and the departure time is the first second in which the vehicle moves again. The
            first stop of a trip has no arrival, and the last stop has no departure.

            A visit is written if its arrival or departure lies in the simulated period or in the lead-in, in which the
            vehicles measure their first positions. The lead-in is the time immediately before the simulated period; it
            lasts 21 s by default, and N + 1 seconds with --period N. Cancelled runs have no visits. The visits of an
            added trip have neither scheduled times nor delays. The visits of a duplicated trip (--duplicate) have
            scheduled times and delays. The occupancy of a visit is the occupancy that the vehicle reports after the
            stop. Visits are sorted by service_date, trip_id_performed and trip_stop_sequence. Fault options and
            vanishing vehicles do not change truth.ndjson.

            Without fault options, the data contains no faults. Faults of different kinds occur independently of each
            other. If a vehicle does not measure its position between two snapshots, both snapshots contain the same
            values for the vehicle. If you combine --off, --noise and --stray, their errors are added together.
            Timestamps are correct unless you use --freeze or --clock-slip.
            """,
        cost: """
            - Memory: 22 MB, the city, the trips around the simulated period, and 10 KB for each vehicle (50 KB with
              --service-days); --stop-times adds nothing
            - Time: a second for a million stop times, for 200,000 positions, or for 200 snapshots of 60 vehicles with
              their trip updates

            At the default interval, each day of --service-days produces 5,760 snapshots.
            """,
        statuses: [],
        values: [
            "--entities": .several { ["vehicle_positions", "trip_updates"] }
        ])

    @Option(help: ArgumentHelp("Write the files to this folder.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("Generate N routes, from 1 to 1000.", valueName: "n"))
    var routes = SimulateOptions().routes

    @Option(
        help: ArgumentHelp(
            "Generate N stops, with 2 to 60 stops for each route.",
            discussion: "Stations with platforms are generated in addition to the N stops.",
            valueName: "n"))
    var stops = SimulateOptions().stops

    @Option(help: ArgumentHelp("Generate realtime data for N vehicles.", valueName: "n"))
    var vehicles = SimulateOptions().vehicles

    @Option(help: ArgumentHelp("Write realtime data for N minutes.", valueName: "n"))
    var minutes = SimulateOptions().minutes

    @Option(help: ArgumentHelp("Write a snapshot every N seconds.", valueName: "n"))
    var interval = SimulateOptions().interval

    @Option(
        help: ArgumentHelp(
            "Write realtime data for N whole service days instead of a few minutes.",
            discussion: """
                With --service-days, the realtime data starts at 04:00 on the service day of --start and ends at 04:00 \
                on the day after the last service day. On each service day, the cancelled trip, the added trip, the \
                vanishing vehicle and the blocked road all occur in the first --minutes minutes after the time of day \
                of --start.
                """, valueName: "n"))
    var serviceDays: Int?

    @Option(
        help: ArgumentHelp(
            """
            Make each vehicle measure its position every N seconds; the default is 10, 15 or 20, depending on the \
            vehicle.
            """,
            valueName: "n"))
    var period: Int?

    @Option(
        help: ArgumentHelp(
            "Multiply traffic and crowding by these seven factors, from 0 to 10, Monday first.",
            discussion: "Without --week, every factor is 1.", valueName: "factor,…"))
    var week: String?

    @Option(
        help: ArgumentHelp(
            "Increase traffic and crowding by this share on each day after the first, from -0.1 to 0.1.",
            valueName: "share"))
    var trend = Rhythm().trend

    @Option(
        help: ArgumentHelp(
            "Write no snapshots on a service day of --service-days with this probability.", valueName: "share"))
    var outages = Rhythm().outages

    @Option(help: ArgumentHelp("Generate the city from this seed; each seed gives a different city.", valueName: "n"))
    var seed = SimulateOptions().seed

    @Option(
        help: ArgumentHelp(
            "Start the realtime data at this time: YYYY-MM-DDTHH:MM[:SS] in local time, or with an offset.",
            valueName: "time"))
    var start = SimulateOptions.usualStart

    @Option(help: ArgumentHelp("Write at least N rows to stop_times.txt.", valueName: "n"))
    var stopTimes = SimulateOptions().stopTimes

    @Option(
        name: [.customLong("tables"), .customLong("entities")],
        help: ArgumentHelp(
            "Write only messages of these tables: vehicle_positions, trip_updates; the default is both.",
            valueName: "a,b"))
    var entities: [String] = []

    @Flag(help: "Write the true stop visits of all vehicles to truth.ndjson.")
    var truth = false

    @Flag(
        help: ArgumentHelp(
            "Add a vehicle that runs a copy of a scheduled trip (DUPLICATED), four minutes after the original trip.",
            discussion: """
                The vehicle that --duplicate adds is not one of the N vehicles that --vehicles sets. On each day of \
                --service-days, the added vehicle runs a copy of a scheduled trip that starts during the simulated \
                period or soon after it. --duplicate changes nothing else.
                """))
    var duplicate = false

    @Flag(help: "Write to DIR even if the folder contains other files.")
    var force = false

    @Option(
        help: ArgumentHelp("Drop each position from its snapshot with this probability.", valueName: "share"))
    var drop = Doses().drop

    @Option(
        help: ArgumentHelp(
            "Freeze this share of the vehicles once every ten minutes, for one to five minutes.",
            discussion: """
                A frozen vehicle keeps reporting the same values, for example STOPPED_AT, while its timestamp \
                continues to increase. A freeze ends early if the vehicle starts a new trip.
                """, valueName: "share"))
    var freeze = Doses().freeze

    @Option(
        help: ArgumentHelp(
            "Report measurements with a delay of up to N seconds.",
            discussion:
                """
                The position of a vehicle and the predictions for its trip are delayed by the same number of seconds. \
                The timestamps of the feed never decrease.
                """,
            valueName: "n"))
    var lag = Doses().late

    @Option(
        help: ArgumentHelp(
            "Number stops as in the timetable (kept), from 0 (position), or not at all (absent).",
            discussion: """
                With --sequences position, the realtime data numbers the stops of a trip from 0, although the \
                timetable numbers them from 1. Vehicle positions then identify a stop only by this number, but trip \
                updates also contain the stop_id. With --sequences absent, vehicle positions have no \
                current_stop_sequence, current_status or stop_id, and trip updates are not changed.
                """))
    var sequences = Doses().sequences

    @Option(
        help: ArgumentHelp(
            "On this share of the runs, make a second vehicle report the same trip.",
            discussion: """
                The vehicle_id of the second vehicle is the vehicle_id of the first, with a B appended. The second \
                vehicle reports the trip for part of the run, two to seven minutes behind the first vehicle.
                """, valueName: "share"))
    var twins = Doses().twins

    @Option(
        help: ArgumentHelp(
            "Move positions by up to this distance; the default is about 3 metres.", valueName: "metres"))
    var off: Double?

    @Option(
        help: ArgumentHelp(
            "Add a drifting error to positions, with this standard deviation to the east and to the north.",
            discussion: """
                The --noise error of each vehicle is a first-order Gauss-Markov process. The correlation between the \
                errors of two measurements that are s seconds apart is e^(-s/45).
                """, valueName: "metres"))
    var noise = Doses().noise

    @Option(
        help: ArgumentHelp(
            "Displace a share P of measured positions by METRES, or by LOW to HIGH metres (P:LOW-HIGH).",
            discussion: """
                Each stray position is moved in a random direction, by a distance that is uniformly distributed \
                between LOW and HIGH. All other values that a vehicle measures together with a stray position are \
                correct.
                """, valueName: "P:METRES"))
    var stray: String?

    @Option(
        help: ArgumentHelp(
            "Give a share P of measured positions a timestamp that is wrong by 1 to SECONDS seconds.",
            discussion: """
                A wrong timestamp is as likely to be too early as too late. --clock-slip does not change the \
                coordinates.
                """,
            valueName: "P:SECONDS"))
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
        options.duplicates = duplicate
        options.force = force
        if let week { try options.rhythm.setWeek(week) }
        options.rhythm.trend = trend
        options.rhythm.outages = outages
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
