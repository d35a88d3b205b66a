import ArgumentParser
import StageKit
import Stages

struct SimulateCommand: StageCommand {
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
        ],
        input: "Nothing is read.",
        output: """
            Files in DIR, which is made; nothing on stdout.
              feed.zip                 GTFS Schedule
              vehicles-TIME.pb         VehiclePositions, one file a snapshot
              trip-updates-TIME.pb     TripUpdates of the same instant
            TIME is the snapshot's POSIX time, 1772398800 for instance. A file of the
            same name is replaced whole; other files in DIR stay.

            --stops counts places to board at; stations that hold platforms come on top.
            Vehicles follow their shapes by the timetable and its delays. Mornings are
            full towards the centre, evenings away from it. There are a cancelled round
            trip, an added trip, a vehicle that vanishes and returns, a blocked road, a
            railway with platforms and carriages, a route by headway, trips past
            midnight, vehicles that do not count passengers and some that cannot tell.
            It takes 8 vehicles, 4 routes and 8 stops a route to have them all.

            All times are those of Australia/Brisbane. The timetable runs from two weeks
            before --start to six weeks after; --stop-times adds later weeks to it.
            The same options give the same bytes, whatever the machine, if its zlib
            deflates alike.
            """,
        cost: """
            Memory: the city and the trips around the window: 12 MB, and 10 KB for each
            vehicle; --stop-times adds nothing. Time: a second for a million stop times,
            and for 200 snapshots of 60 vehicles.
            """,
        statuses: [])

    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: manual.abstract, discussion: manual.discussion)

    @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("Routes, 1 to 1000.", valueName: "n"))
    var routes = 12

    @Option(help: ArgumentHelp("Stops, 2 to 60 for each route.", valueName: "n"))
    var stops = 200

    @Option(help: ArgumentHelp("Vehicles that send realtime data.", valueName: "n"))
    var vehicles = 60

    @Option(help: ArgumentHelp("Length of the realtime window.", valueName: "n"))
    var minutes = 30

    @Option(help: ArgumentHelp("Seconds between two snapshots.", valueName: "n"))
    var interval = 15

    @Option(help: ArgumentHelp("Another seed, another city.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("Local YYYY-MM-DDTHH:MM[:SS], or with an offset.", valueName: "time"))
    var start = "2026-03-02T07:00:00"

    @Option(help: ArgumentHelp("Rows of stop_times.txt at least.", valueName: "n"))
    var stopTimes = 0

    @OptionGroup var common: CommonFlags

    func validate() throws { _ = try options() }

    private func options() throws -> SimulateOptions {
        var options = SimulateOptions(folder: out)
        options.routes = routes
        options.stops = stops
        options.vehicles = vehicles
        options.minutes = minutes
        options.interval = interval
        options.seed = seed
        options.stopTimes = stopTimes
        guard let instant = CivilTime.posix(start) else {
            throw ValidationError(
                "--start takes a time of 2000 to 2999 like 2026-03-02T07:00 or 2026-03-01T21:00:00Z")
        }
        options.start = instant
        if let problem = options.problem { throw ValidationError(problem) }
        return options
    }

    func run(in world: World) throws {
        let options = try options()
        var named = NamedFiles()
        named.write(options.folder + "/feed.zip", as: "--out")
        try StageRunner.run("simulate", common.options, files: named, in: world) { context in
            try Simulate.run(options, context)
        }.orThrow()
    }
}
