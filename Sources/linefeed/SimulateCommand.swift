import ArgumentParser
import SimulateStage
import StageKit

extension Doses.Sequences: ExpressibleByArgument {}

struct SimulateCommand: StageCommand {
    typealias Work = Simulate

    static let manual = Manual(
        abstract: "Make up a city: a GTFS feed and GTFS-Realtime messages that agree.",
        examples: [
            .init("a city with half an hour of its morning", "linefeed simulate --out city"),
            .init(
                "a small one, for a test",
                "linefeed simulate --out small --routes 4 --stops 40 --vehicles 12 --minutes 5"),
            .init(
                "a big timetable, for a measurement",
                "linefeed simulate --out big --stop-times 200000 --minutes 1"),
            .init(
                "realtime that is bad, and what really happened",
                "linefeed simulate --out bad --minutes 5 --truth --drop 0.2 --freeze 0.1 \\\n"
                    + "      --lag 40 --off 25 --twins 0.05 --sequences position"),
            .init(
                "bad receivers: wandering errors, strays and wrong timestamps",
                "linefeed simulate --out noisy --minutes 5 --truth --sequences absent \\\n"
                    + "      --noise 8 --stray 0.05:60-150 --clock-slip 0.01:120"),
        ],
        input: "Nothing is read.",
        output: """
            Files in DIR, which is made; nothing on stdout.
              feed.zip                 GTFS Schedule
              vehicles-TIME.pb         VehiclePositions, one file a snapshot
              trip-updates-TIME.pb     TripUpdates of the same instant
              truth.ndjson             stop_visits, with --truth
            TIME is the snapshot's POSIX time, 1772398800 for instance. A city that lies
            in DIR already is replaced file by file. If DIR has files that simulate did
            not write, nothing is written (73) unless --force is given.

            --stops counts places to board at; stations that hold platforms come on top.
            Vehicles follow their shapes by the timetable and its delays. Mornings are
            full towards the centre, evenings away from it. There are a cancelled round
            trip, an added trip, a vehicle that vanishes and returns, a blocked road, a
            railway with platforms and carriages, a route by headway, trips past
            midnight, vehicles that do not count passengers and some that cannot tell.
            It takes 8 vehicles, 4 routes and 8 stops a route to have them all.

            --service-days N: realtime of N whole service days, from 04:00 on the service day
            of --start to 04:00 on the day after the last one. What happens (the
            cancelled and the added trip, the vehicle that vanishes, the blocked road)
            happens every day in the --minutes from the clock time of --start.

            All times are those of Australia/Brisbane. The timetable runs from two weeks
            before --start to six weeks after; --stop-times adds later weeks to it.
            The same options give the same bytes, whatever the machine, if its zlib
            deflates alike.

            --truth: what the vehicles did at each stop, sources truth, uncertainty 0.
            Arrival is the first second that a vehicle stands, departure the first that
            it moves; a first stop has no arrival, a last one no departure. A visit is
            there where either lies in the window or in the 21 s before it (with
            --period N, N + 1 s), from which the first positions are. Cancelled runs have none, an added trip has
            neither schedule times nor delays, and occupancy is what the vehicle tells
            after the stop. In the order of service_date, trip_id_performed,
            trip_stop_sequence. Vanishing and the doses change nothing of it.

            Doses, none unless asked for; one does not change another:
              --drop P       each position is missing from a snapshot with chance P
              --freeze P     P of the vehicles are stuck once in ten minutes, for one
                             to five: all that their positions tell stays, STOPPED_AT
                             for instance, the timestamp goes on; a new trip ends it
              --lag S        what was measured comes up to S seconds later, a position
                             with its trip's predictions; a feed never goes back
              --off METRES   positions lie anywhere within METRES; about 3 otherwise
              --sequences position
                             stops are counted from 0 where the timetable has 1, 2, 3;
                             positions have no stop_id, trip updates do
              --sequences absent
                             positions have no current_stop_sequence, current_status
                             or stop_id; trip updates are as they were
              --twins P      on P of the runs a second vehicle, of the same vehicle_id
                             with a B, tells the trip for a part of the way, two to
                             seven minutes behind
              --noise METRES an error that wanders is added to each position: a
                             first-order Gauss-Markov process for each vehicle, of
                             standard deviation METRES east and north; fixes s seconds
                             apart have errors of correlation e^(-s/45)
              --stray P:METRES, --stray P:LOW-HIGH
                             P of the fixes lie METRES from where they would lie, or
                             evenly between LOW and HIGH metres, in any direction, each
                             fix for itself; all else that the vehicle reports is right
              --clock-slip P:SECONDS
                             P of the fixes have a timestamp that is wrong by 1 to
                             SECONDS, earlier or later, each as likely; the place is
                             right
            A fix is what a vehicle measured at one time; it is the same in every
            snapshot that repeats it. The errors of --off, --noise and --stray add up.
            Timestamps are right except for stuck vehicles and slipping clocks.
            """,
        cost: """
            Memory: the city and the trips around the window: 12 MB, and 10 KB for each
            vehicle, 50 KB for a day of it; --stop-times adds nothing. Time: a second
            for a million stop times, for 200,000 positions, and for 200 snapshots of
            60 vehicles with their trip updates. A day of --service-days at the usual interval
            is 5,760 snapshots.
            """,
        statuses: [])

    static let configuration = CommandConfiguration(Simulate.self, manual)

    @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("Routes, 1 to 1000.", valueName: "n"))
    var routes = SimulateOptions().routes

    @Option(help: ArgumentHelp("Stops, 2 to 60 for each route.", valueName: "n"))
    var stops = SimulateOptions().stops

    @Option(help: ArgumentHelp("Vehicles that send realtime data.", valueName: "n"))
    var vehicles = SimulateOptions().vehicles

    @Option(help: ArgumentHelp("Length of the realtime window.", valueName: "n"))
    var minutes = SimulateOptions().minutes

    @Option(help: ArgumentHelp("Seconds between two snapshots.", valueName: "n"))
    var interval = SimulateOptions().interval

    @Option(help: ArgumentHelp("Service days with realtime data, whole ones, instead of the window.", valueName: "n"))
    var serviceDays: Int?

    @Option(help: ArgumentHelp("Seconds between a vehicle's measurements; 10, 15 or 20 by default.", valueName: "n"))
    var period: Int?

    @Option(help: ArgumentHelp("Another seed, another city.", valueName: "n"))
    var seed = SimulateOptions().seed

    @Option(
        help: ArgumentHelp("Local YYYY-MM-DDTHH:MM[:SS], or with an offset.", valueName: "time"))
    var start = SimulateOptions.usualStart

    @Option(help: ArgumentHelp("Rows of stop_times.txt at least.", valueName: "n"))
    var stopTimes = SimulateOptions().stopTimes

    @Option(
        name: [.customLong("entities"), .customLong("tables")],
        help: ArgumentHelp("Write messages of these tables only; both by default.", valueName: "a,b"))
    var entities: [String] = []

    @Flag(help: "Write what really happened as stop_visits.")
    var truth = false

    @Flag(help: "Write into a folder that has other files too.")
    var force = false

    @Option(help: ArgumentHelp("Share of positions that are missing.", valueName: "share"))
    var drop = Doses().drop

    @Option(help: ArgumentHelp("Share of vehicles that are stuck now and then.", valueName: "share"))
    var freeze = Doses().freeze

    @Option(help: ArgumentHelp("Seconds that data comes late at the most.", valueName: "n"))
    var lag = Doses().late

    @Option(help: "Sequences as in the timetable, positions from 0, or none.")
    var sequences = Doses().sequences

    @Option(help: ArgumentHelp("Share of runs that a second vehicle tells too.", valueName: "share"))
    var twins = Doses().twins

    @Option(help: ArgumentHelp("Metres that positions lie off at the most.", valueName: "metres"))
    var off: Double?

    @Option(help: ArgumentHelp("Standard deviation of a wandering error.", valueName: "metres"))
    var noise = Doses().noise

    @Option(help: ArgumentHelp("Share of fixes that lie far off, and how far.", valueName: "p:metres"))
    var stray: String?

    @Option(help: ArgumentHelp("Share of wrong timestamps, and how wrong.", valueName: "p:seconds"))
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
