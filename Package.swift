// swift-tools-version: 6.0
import PackageDescription

/// One settings constant for every Swift target.
///
/// No unsafe flags: SwiftPM refuses a package that has them as a dependency by version. What release builds of the
/// binary add stands in scripts/build.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let package = Package(
    name: "linefeed",
    products: [
        .executable(name: "linefeed", targets: ["linefeed"]),
        .library(name: "LinefeedKit", targets: ["LinefeedKit"]),
        // Pure Swift, for apps on any platform.
        .library(name: "Motion", targets: ["Motion"]),
        .library(name: "Geometry", targets: ["Geometry"]),
        .library(name: "Occupancy", targets: ["Occupancy"]),
        // What Benchmarks measures on its own; no promise to anybody else.
        .library(name: "LinefeedParts", targets: ["NDJSON", "GTFSSchedule", "GTFSRealtime", "Geometry"]),
        // What Fuzz asserts of readers; no promise either.
        .library(name: "ReaderChecks", targets: ["ReaderChecks"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    // The marks are the floors of the house, from the ground up: a target stands on lower ones. The comment before a
    // target is its sentence in docs/architecture.md, which scripts/draw-architecture writes.
    targets: [
        // MARK: C at the edge
        // zlib: inflating and deflating.
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // libprotobuf-c, for the shape of its descriptors alone.
        .systemLibrary(
            name: "CProtobufC", path: "Sources/C/CProtobufC", pkgConfig: "libprotobuf-c",
            providers: [.apt(["libprotobuf-c-dev"])]),
        // SQLite.
        .systemLibrary(
            name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // libyaml's events.
        .systemLibrary(name: "CYAML", path: "Sources/C/CYAML", providers: [.apt(["libyaml-dev"])]),
        // What Swift cannot say of processes: starting one with its group, signals that wait.
        .target(name: "CProcess", path: "Sources/C/CProcess"),
        // Cairo and Pango, loaded on first use.
        .target(name: "CCairo", path: "Sources/C/CCairo"),
        // libturbojpeg and libwebp, loaded on first use.
        .target(name: "CImages", path: "Sources/C/CImages"),
        // libpng, loaded on first use.
        .target(name: "CPNG", path: "Sources/C/CPNG"),
        // The tables of gtfs-realtime.proto as protoc-c writes them.
        .target(
            name: "CGTFSRealtime", dependencies: ["CProtobufC"], path: "Sources/C/CGTFSRealtime",
            // Nothing calls its functions; their asserts would put the folder of the sources into the binary.
            cSettings: [.define("NDEBUG", .when(configuration: .release))]),
        // libcurl, loaded on first use.
        .target(name: "CCurl", path: "Sources/C/CCurl"),
        // The commit that a binary is of, which scripts/build links in.
        .target(name: "CCommit", path: "Sources/C/CCommit"),

        // MARK: Nouns
        // SHA-256, 64-bit hashes of keys and records, and the generator of random numbers.
        .target(name: "Hashing", swiftSettings: settings),
        // Addresses of the web: their parts, their secrets, their printable form.
        .target(name: "Addresses", swiftSettings: settings),
        // Civil dates, service times, durations, RFC 3339, and the system's TZif files, footer rule included.
        .target(name: "TimeZones", swiftSettings: settings),
        // Status, level and color; distinct observations and the tally that merges.
        .target(name: "Occupancy", dependencies: ["Hashing"], swiftSettings: settings),
        // Coordinate, bounds, polyline, length, simplification, encoded polyline, the union of ways.
        .target(name: "Geometry", swiftSettings: settings),
        // Motion over virtual time: curves, springs, chains, keyframes; the life cycle of a vehicle on a map.
        .target(name: "Motion", dependencies: ["Geometry"], swiftSettings: settings),
        // The ways of several lines as a graph: each piece once, its lines in an order with the fewest crossings.
        .target(name: "LineGraph", dependencies: ["Geometry", "Hashing"], swiftSettings: settings),
        // Downloads by libcurl.
        .target(
            name: "HTTP", dependencies: ["TimeZones", "Addresses", "Hashing", "CCurl", "CZlib"],
            swiftSettings: settings),
        // Projection, pictures described once, painters (SVG; PNG through Cairo), symbols and colours, pictures in files.
        .target(
            name: "Drawing", dependencies: ["Geometry", "Occupancy", "CPNG", "CImages", "CCairo"],
            swiftSettings: settings),
        // SQLite's databases and statements, with faults that say what they are.
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: settings),
        // The files of the page that map makes: markup, style, script, embedded in the binary.
        .target(name: "MapPage", resources: [.embedInCode("Resources")], swiftSettings: settings),

        // MARK: Configuration
        // A document with its lines, over libyaml's events.
        .target(
            name: "YAML", dependencies: ["CYAML"], swiftSettings: settings,
            // From the archive, by its whole name: a shared libyaml would cost every start of every stage.
            linkerSettings: [.linkedLibrary(":libyaml.a")]),
        // A pipeline file as values: words, variables, dates, links, the chain; the shell script of it.
        .target(name: "Pipelines", dependencies: ["YAML", "TimeZones", "Addresses"], swiftSettings: settings),

        // MARK: Records
        // Reading lines (a scanner over bytes) and writing records (a byte buffer); base64 and Windows-1252.
        .target(name: "NDJSON", swiftSettings: settings),
        // The record contract: every table a structure of typed columns; writing a row, naming what is read, the schema.
        .target(
            name: "Contract", dependencies: ["NDJSON", "TimeZones", "CGTFSRealtime", "CProtobufC"],
            swiftSettings: settings),

        // MARK: The field's files
        // Writing Parquet: columns, nested ones too, as dictionaries and levels in groups of rows.
        .target(name: "Parquet", dependencies: ["NDJSON", "Hashing", "CZlib"], swiftSettings: settings),
        // Archive → CSV rows → typed fields, by the tables of the contract; the calendar of services, the timetable.
        .target(
            name: "GTFSSchedule", dependencies: ["Contract", "NDJSON", "TimeZones", "Hashing", "CZlib"],
            swiftSettings: settings),
        .plugin(name: "EmbedExtensions", capability: .buildTool()),
        // The message reader over the protobuf schema, extensions from .proto files, rows, encoding.
        .target(
            name: "GTFSRealtime", dependencies: ["Contract", "NDJSON", "CGTFSRealtime", "CProtobufC"],
            exclude: ["Extensions"],
            swiftSettings: settings, plugins: ["EmbedExtensions"]),
        // SQLite behind two formats: a feed that `--feed` reads, and the history of any records.
        .target(
            name: "FeedStore", dependencies: ["GTFSSchedule", "Contract", "SQLite", "NDJSON", "TimeZones", "Hashing"],
            swiftSettings: settings),

        // MARK: What stages stand on
        // What all stages share: options, context, driver, inputs, record source and sink, findings, `--where`, files.
        .target(
            name: "StageKit",
            dependencies: [
                "Parquet", "Contract", "NDJSON", "TimeZones", "Addresses", "Hashing", "CProcess", "CZlib",
            ],
            swiftSettings: settings),
        // How a stage opens the schedule that `--feed` names, and the tables of ids that it keeps of it.
        .target(
            name: "Feeds",
            dependencies: [
                "StageKit", "FeedStore", "SQLite", "GTFSSchedule", "NDJSON", "Geometry", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // The timetable from any source, what realtime says of it, the resolved runs of trips, and how well both match.
        .target(
            name: "Journeys",
            dependencies: [
                "Feeds", "StageKit", "FeedStore", "SQLite", "GTFSRealtime", "GTFSSchedule", "Contract", "NDJSON",
                "Geometry",
                "Occupancy", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),

        // What reports share: which days and times they look at, parts of the day, headways, names of routes, tables for people.
        .target(name: "Reporting", dependencies: ["StageKit", "TimeZones"], swiftSettings: settings),
        // How much service a timetable has in each group of trips, stops, hours and days: one count for all stages.
        .target(
            name: "ServiceFigures",
            dependencies: [
                "Journeys", "Feeds", "StageKit", "GTFSSchedule", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // What charts share: colours, marks, the weight of thin data, axes of time, the frame of a picture and of a page.
        .target(
            name: "Charts", dependencies: ["StageKit", "Drawing", "NDJSON", "Occupancy", "Hashing"],
            swiftSettings: settings),
        // Reading GeoJSON's geometries.
        .target(name: "GeoJSON", dependencies: ["NDJSON", "Geometry"], swiftSettings: settings),
        // The network that is drawn: lines and pins read out of records, pins as stations, routes side by side.
        .target(
            name: "Networks", dependencies: ["GeoJSON", "StageKit", "Contract", "NDJSON", "Drawing", "Geometry"],
            swiftSettings: settings),
        // Map tiles: where they come from, what they are, archives of them (MBTiles, PMTiles, folders), vector tiles.
        .target(
            name: "MapTiles",
            dependencies: ["Geometry", "NDJSON", "SQLite", "HTTP", "Addresses", "Hashing", "CZlib"],
            swiftSettings: settings),

        // MARK: Stages, by subject; none depends on another
        // `ingest`, the reader of `--feed` that stands on it, and `write-gtfs`.
        .target(
            name: "ScheduleStages",
            dependencies: [
                "Feeds", "StageKit", "FeedStore", "SQLite", "GTFSSchedule", "Parquet", "Contract", "NDJSON",
                "TimeZones",
                "Addresses", "Hashing",
            ],
            swiftSettings: settings),
        // `decode-rt` and `encode-rt`.
        .target(
            name: "RealtimeStages", dependencies: ["StageKit", "GTFSRealtime", "Contract", "NDJSON"],
            swiftSettings: settings),
        // `departures` and `trip-details`.
        .target(
            name: "Boards",
            dependencies: [
                "Journeys", "Feeds", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "Geometry", "Occupancy",
                "TimeZones",
            ],
            swiftSettings: settings),
        // `stop-visits`: what trips did at their stops.
        .target(
            name: "StopVisits",
            dependencies: [
                "Journeys", "Feeds", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "Geometry", "Occupancy",
                "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // `occupancy-report`.
        .target(
            name: "CrowdingReports",
            dependencies: [
                "Charts", "Journeys", "Feeds", "Reporting", "StageKit", "GTFSRealtime", "GTFSSchedule", "Contract",
                "NDJSON", "Drawing", "Geometry", "Occupancy", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // `performance-report`.
        .target(
            name: "Performance",
            dependencies: [
                "Charts", "Journeys", "Feeds", "Reporting", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "Drawing",
                "Geometry", "Occupancy", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // `stringline`: the trips of a route as lines of time against distance.
        .target(
            name: "Stringlines",
            dependencies: [
                "Charts", "Journeys", "Feeds", "Reporting", "StageKit", "GTFSSchedule", "Contract", "Drawing",
                "Occupancy", "TimeZones",
            ],
            swiftSettings: settings),
        // `select`: a part of a feed that stands on its own.
        .target(
            name: "Cutting",
            dependencies: [
                "Feeds", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "GeoJSON", "Geometry", "TimeZones",
                "Hashing",
            ],
            swiftSettings: settings),
        // `check`: rules that feeds are checked by.
        .target(
            name: "Checking",
            dependencies: [
                "Charts", "Drawing", "Feeds", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "Geometry",
                "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // `diff`: what changed between two feeds.
        .target(
            name: "Comparing",
            dependencies: [
                "Charts", "ServiceFigures", "Journeys", "Feeds", "StageKit", "GTFSSchedule", "Contract", "NDJSON",
                "Drawing", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // `service-levels`: how much service a timetable has.
        .target(
            name: "Supply",
            dependencies: [
                "Charts", "ServiceFigures", "Journeys", "Feeds", "Reporting", "StageKit", "GTFSSchedule", "Contract",
                "NDJSON", "Drawing", "TimeZones",
            ],
            swiftSettings: settings),
        // `build-polylines`.
        .target(
            name: "Lines",
            dependencies: [
                "Feeds", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "Geometry", "LineGraph", "TimeZones",
                "Hashing",
            ],
            swiftSettings: settings),
        // `map`: pages and stills.
        .target(
            name: "Pages",
            dependencies: [
                "Networks", "Feeds", "StageKit", "Contract", "NDJSON", "MapTiles", "MapPage", "Motion", "Drawing",
                "HTTP",
                "Geometry", "Occupancy", "TimeZones", "Addresses", "Hashing",
            ],
            swiftSettings: settings),
        // `store`.
        .target(
            name: "History",
            dependencies: ["Feeds", "StageKit", "FeedStore", "SQLite", "Contract", "NDJSON", "TimeZones"],
            swiftSettings: settings),
        // `track` and `animate`.
        .target(
            name: "MotionStages",
            dependencies: [
                "GeoJSON", "StageKit", "Contract", "NDJSON", "YAML", "Motion", "Geometry", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        // `cover-tiles`, `fetch-tiles` and `render-tiles`.
        .target(
            name: "TileStages",
            dependencies: [
                "Networks", "Feeds", "StageKit", "Contract", "NDJSON", "GeoJSON", "YAML", "MapTiles", "Drawing", "HTTP",
                "SQLite",
                "Geometry", "Occupancy",
                "TimeZones", "Addresses",
            ], swiftSettings: settings),
        // `fetch`, and inputs that are addresses.
        .target(
            name: "Fetching",
            dependencies: [
                "StageKit", "GTFSRealtime", "GTFSSchedule", "Contract", "NDJSON", "HTTP", "TimeZones", "Addresses",
                "Hashing",
            ],
            swiftSettings: settings),
        // `run`.
        .target(
            name: "Running",
            dependencies: ["StageKit", "Contract", "NDJSON", "Pipelines", "TimeZones", "Addresses", "CProcess"],
            swiftSettings: settings),
        // `simulate`: the made-up city.
        .target(
            name: "MadeUpCity",
            dependencies: ["StageKit", "GTFSRealtime", "GTFSSchedule", "Contract", "NDJSON", "TimeZones", "Hashing"],
            swiftSettings: settings),

        // MARK: Every table
        // `schema`: every table that a stage writes.
        .target(
            name: "Schemas",
            dependencies: ["Lines", "RealtimeStages", "StageKit", "Contract", "NDJSON"],
            swiftSettings: settings),

        // MARK: The command line
        // The executable: one command file a stage (flags → options → run) with its manual, nothing else.
        .executableTarget(
            name: "linefeed",
            dependencies: [
                "Schemas", "MadeUpCity", "Running", "Fetching", "History", "TileStages", "MotionStages", "Motion",
                "Pages",
                "Lines",
                "Performance", "Stringlines", "CrowdingReports", "StopVisits",
                "Boards", "RealtimeStages", "ScheduleStages", "Cutting", "Checking", "Comparing", "Supply", "Journeys",
                "Reporting",
                "StageKit",
                "GTFSRealtime",
                "HTTP", "TimeZones", "CCommit", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // MARK: For Swift programmers
        // Feeds, boards, rows, messages, lines and crowding as values, for packages that depend on linefeed by version.
        .target(
            name: "LinefeedKit",
            dependencies: [
                "Lines", "CrowdingReports", "Boards", "RealtimeStages", "ScheduleStages", "Reporting",
                "Journeys",
                "Feeds", "StageKit", "Contract", "NDJSON", "Geometry", "Occupancy", "TimeZones",
            ], swiftSettings: settings),

        // MARK: Tests
        .target(
            name: "TestSupport", dependencies: ["StageKit", "NDJSON", "Hashing", "CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        // What holds of every reader whatever bytes it is given: for Fuzz, and for the tests of Tests/FailCases.
        .target(
            name: "ReaderChecks",
            dependencies: [
                "Pipelines", "YAML", "MapTiles", "SQLite", "Drawing", "Motion", "Parquet", "GTFSSchedule",
                "GTFSRealtime",
                "Contract", "NDJSON", "Geometry", "TimeZones", "Addresses", "Hashing", "CGTFSRealtime", "CProtobufC",
                "CZlib",
            ],
            path: "Tests/ReaderChecks", swiftSettings: settings),
        .testTarget(
            name: "ReaderChecksTests", dependencies: ["ReaderChecks", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "ContractTests", dependencies: ["Contract", "NDJSON"], swiftSettings: settings),
        .testTarget(name: "HashingTests", dependencies: ["TestSupport", "Hashing"], swiftSettings: settings),
        .testTarget(name: "NDJSONTests", dependencies: ["TestSupport", "NDJSON"], swiftSettings: settings),
        .testTarget(
            name: "StageKitTests", dependencies: ["ReaderChecks", "TestSupport", "StageKit", "Contract", "NDJSON"],
            swiftSettings: settings),
        .testTarget(name: "TimeZonesTests", dependencies: ["TestSupport", "TimeZones"], swiftSettings: settings),
        .testTarget(
            name: "ParquetTests", dependencies: ["ReaderChecks", "TestSupport", "Parquet", "NDJSON"],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSScheduleTests",
            dependencies: ["TestSupport", "GTFSSchedule", "Contract", "NDJSON", "TimeZones", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSRealtimeTests",
            dependencies: ["TestSupport", "GTFSRealtime", "Contract", "NDJSON", "CGTFSRealtime", "CProtobufC"],
            swiftSettings: settings),
        .testTarget(
            name: "OccupancyTests", dependencies: ["TestSupport", "GTFSRealtime", "Contract", "Occupancy", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "GeometryTests", dependencies: ["TestSupport", "Geometry"], exclude: ["mercantile.csv"],
            swiftSettings: settings),
        .testTarget(
            name: "LineGraphTests", dependencies: ["LineGraph", "Geometry", "Hashing"], swiftSettings: settings),
        .testTarget(
            name: "MotionTests", dependencies: ["TestSupport", "Motion", "Geometry"],
            exclude: ["browser-easings.csv"], swiftSettings: settings),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses"], swiftSettings: settings),
        .testTarget(
            name: "HTTPTests", dependencies: ["TestSupport", "HTTP", "Addresses", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedStoreTests",
            dependencies: [
                "TestSupport", "FeedStore", "SQLite", "GTFSSchedule", "Contract", "NDJSON", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        .testTarget(name: "YAMLTests", dependencies: ["TestSupport", "YAML"], swiftSettings: settings),
        .testTarget(
            name: "PipelinesTests", dependencies: ["TestSupport", "Pipelines", "TimeZones"], swiftSettings: settings),
        .testTarget(
            name: "StagesTests",
            dependencies: [
                "TestSupport", "linefeed", "TileStages", "MotionStages", "Motion", "Schemas", "MadeUpCity", "Running",
                "Fetching",
                "History",
                "Pages", "Networks", "Lines",
                "Performance", "Stringlines", "CrowdingReports", "Charts", "StopVisits", "Boards", "RealtimeStages",
                "ScheduleStages", "Cutting", "Checking", "Comparing", "Supply", "ServiceFigures", "Journeys", "Feeds",
                "StageKit", "FeedStore", "SQLite", "GTFSRealtime", "GTFSSchedule", "Contract", "NDJSON", "Pipelines",
                "MapPage",
                "Drawing", "MapTiles",
                "HTTP", "Geometry", "Occupancy", "TimeZones", "Addresses", "Hashing",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LinefeedKitTests",
            dependencies: [
                "TestSupport", "LinefeedKit", "Boards", "ScheduleStages", "Journeys", "StageKit", "NDJSON", "TimeZones",
            ], swiftSettings: settings),
        .testTarget(
            name: "DrawingTests", dependencies: ["TestSupport", "Drawing", "Geometry"],
            swiftSettings: settings),
        .testTarget(
            name: "MapTilesTests",
            dependencies: ["TestSupport", "MapTiles", "HTTP", "Geometry", "NDJSON", "SQLite", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "TestSupport", "linefeed", "Schemas", "StageKit", "FeedStore", "SQLite", "Contract", "NDJSON",
                "MapTiles", "Drawing", "Geometry",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings),
    ]
)
