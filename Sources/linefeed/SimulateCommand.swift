import ArgumentParser
import MadeUpCity
import StageKit

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

    @Option(help: ArgumentHelp("Another seed, another city.", valueName: "n"))
    var seed = SimulateOptions().seed

    @Option(
        help: ArgumentHelp("Local YYYY-MM-DDTHH:MM[:SS], or with an offset.", valueName: "time"))
    var start = SimulateOptions.usualStart

    @Option(help: ArgumentHelp("Rows of stop_times.txt at least.", valueName: "n"))
    var stopTimes = SimulateOptions().stopTimes

    @OptionGroup var common: CommonFlags

    func options() throws -> SimulateOptions {
        var options = SimulateOptions()
        options.folder = out
        options.routes = routes
        options.stops = stops
        options.vehicles = vehicles
        options.minutes = minutes
        options.interval = interval
        options.seed = seed
        options.start = try SimulateOptions.start(start)
        options.stopTimes = stopTimes
        return options
    }
}
