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
    // The marks are the layers, lowest first: a target depends on lower layers only. The comment before a target is
    // its sentence in docs/architecture.md, which scripts/draw-architecture writes.
    targets: [
        // MARK: C libraries
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
        .target(name: "CGTFSRealtime", dependencies: ["CProtobufC"], path: "Sources/C/CGTFSRealtime"),
        // libcurl, loaded on first use.
        .target(name: "CCurl", path: "Sources/C/CCurl"),
        // The commit that a binary is of, which scripts/build links in.
        .target(name: "CCommit", path: "Sources/C/CCommit"),

        // MARK: Base
        // What is asked of the system: files, memory, mathematics, clocks, environment, signals, threads; the one module that
        // imports the C library.
        .target(
            name: "Platform",
            path: "Sources/Base/Platform", swiftSettings: settings),
        // SHA-256, 64-bit hashes of keys and records, and the generator of random numbers.
        .target(
            name: "Hashing", dependencies: ["Platform"],
            path: "Sources/Base/Hashing", swiftSettings: settings),
        // Containers: columns that grow, keys numbered in the order of their coming, ids, rows of owners, heaps.
        .target(
            name: "Containers", dependencies: ["Hashing", "Platform"],
            path: "Sources/Base/Containers", swiftSettings: settings),
        // Addresses of the web: their parts, their secrets, their printable form.
        .target(
            name: "Addresses",
            path: "Sources/Base/Addresses", swiftSettings: settings),
        // Civil dates, service times, durations, RFC 3339, and the system's TZif files, footer rule included.
        .target(
            name: "TimeZones", dependencies: ["Platform"],
            path: "Sources/Base/TimeZones", swiftSettings: settings),
        // Coordinate, bounds, polyline, length, simplification, encoded polyline, the union of ways.
        .target(
            name: "Geometry", dependencies: ["Platform"],
            path: "Sources/Base/Geometry", swiftSettings: settings),
        // Motion over virtual time: curves, springs, chains, keyframes; the life cycle of a vehicle on a map.
        .target(
            name: "Motion", dependencies: ["Geometry", "Platform"],
            path: "Sources/Base/Motion", swiftSettings: settings),
        // Reading lines (a scanner over bytes) and writing records (a byte buffer); base64 and Windows-1252.
        .target(
            name: "NDJSON", dependencies: ["Platform"],
            path: "Sources/Base/NDJSON", swiftSettings: settings),
        // Reading GeoJSON's geometries.
        .target(
            name: "GeoJSON", dependencies: ["NDJSON", "Geometry"],
            path: "Sources/Base/GeoJSON", swiftSettings: settings),
        // Writing Parquet: columns, nested ones too, as dictionaries and levels in groups of rows.
        .target(
            name: "Parquet", dependencies: ["NDJSON", "Containers", "Hashing", "Platform", "CZlib"],
            path: "Sources/Base/Parquet", swiftSettings: settings),
        // Writing zip archives front to back.
        .target(
            name: "Zip", dependencies: ["NDJSON", "CZlib"],
            path: "Sources/Base/Zip", swiftSettings: settings),
        // SQLite's databases and statements, with faults that say what they are.
        .target(
            name: "SQLite", dependencies: ["Platform", "CSQLite"],
            path: "Sources/Base/SQLite", swiftSettings: settings),
        // Downloads by libcurl.
        .target(
            name: "HTTP", dependencies: ["TimeZones", "Addresses", "Hashing", "Platform", "CCurl", "CZlib"],
            path: "Sources/Base/HTTP", swiftSettings: settings),
        // A document with its lines, over libyaml's events.
        .target(
            name: "YAML", dependencies: ["CYAML"],
            path: "Sources/Base/YAML", swiftSettings: settings,
            // From the archive, by its whole name: a shared libyaml would cost every start of every stage.
            linkerSettings: [.linkedLibrary(":libyaml.a")]),
        // A pipeline file as values: words, variables, dates, links, the chain; the shell script of it.
        .target(
            name: "Pipelines", dependencies: ["YAML", "TimeZones", "Addresses", "Platform"],
            path: "Sources/Base/Pipelines", swiftSettings: settings),
        // Projection, pictures described once, painters (SVG; PNG through Cairo), symbols and colours, pictures in files.
        .target(
            name: "Drawing", dependencies: ["Geometry", "Platform", "CPNG", "CImages", "CCairo"],
            path: "Sources/Base/Drawing", swiftSettings: settings),

        // MARK: Transit
        // Status, level and color; distinct observations and the tally that merges.
        .target(
            name: "Occupancy", dependencies: ["Containers", "Hashing"],
            path: "Sources/Transit/Occupancy", swiftSettings: settings),
        // The ways of several lines as a graph: each piece once, its lines in an order with the fewest crossings.
        .target(
            name: "LineGraph", dependencies: ["Geometry", "Hashing", "Platform"],
            path: "Sources/Transit/LineGraph", swiftSettings: settings),
        // The record contract: every table a structure of typed columns; writing a row, naming what is read, the schema.
        .target(
            name: "Contract", dependencies: ["NDJSON", "TimeZones", "Platform", "CGTFSRealtime", "CProtobufC"],
            path: "Sources/Transit/Contract", swiftSettings: settings),
        // The files that flat tables become: CSV, Parquet, workbooks; a format is a value, and a new one a file here.
        .target(
            name: "TableFormats", dependencies: ["Contract", "Zip", "Parquet", "NDJSON", "TimeZones"],
            path: "Sources/Transit/TableFormats", swiftSettings: settings),
        // Archive → CSV rows → typed fields, by the tables of the contract; the calendar of services, the timetable.
        .target(
            name: "GTFSSchedule",
            dependencies: ["Contract", "NDJSON", "TimeZones", "Containers", "Hashing", "Platform", "CZlib"],
            path: "Sources/Transit/GTFSSchedule", swiftSettings: settings),
        .plugin(name: "EmbedExtensions", capability: .buildTool()),
        // The message reader over the protobuf schema, extensions from .proto files, rows, encoding.
        .target(
            name: "GTFSRealtime", dependencies: ["Contract", "NDJSON", "Platform", "CGTFSRealtime", "CProtobufC"],
            path: "Sources/Transit/GTFSRealtime", exclude: ["Extensions"], swiftSettings: settings,
            plugins: ["EmbedExtensions"]),
        // SQLite behind two formats: a feed that `--feed` reads, and the history of any records.
        .target(
            name: "FeedStore",
            dependencies: ["GTFSSchedule", "Contract", "SQLite", "NDJSON", "TimeZones", "Hashing", "Platform"],
            path: "Sources/Transit/FeedStore", swiftSettings: settings),
        // Map tiles: where they come from, what they are, archives of them (MBTiles, PMTiles, folders), vector tiles.
        .target(
            name: "MapTiles",
            dependencies: ["HTTP", "SQLite", "NDJSON", "Geometry", "Addresses", "Hashing", "Platform", "CZlib"],
            path: "Sources/Transit/MapTiles", swiftSettings: settings),

        // MARK: StageKit
        // What all stages share: options, context, driver, inputs, record source and sink, findings, `--where`, files.
        .target(
            name: "StageKit",
            dependencies: [
                "TableFormats", "Contract", "NDJSON", "TimeZones", "Addresses", "Containers", "Platform", "CProcess",
                "CZlib",
            ],
            path: "Sources/StageKit", swiftSettings: settings),

        // MARK: Engines
        // The schedule from any source: what `--feed` names, its records as typed rows, and what keeps them.
        .target(
            name: "Schedule",
            dependencies: [
                "StageKit", "FeedStore", "GTFSSchedule", "Contract", "SQLite", "NDJSON", "Geometry", "TimeZones",
                "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Engines/Schedule", swiftSettings: settings),
        // What realtime says of a schedule: the resolved runs of trips, and how well both match.
        .target(
            name: "RealtimeJoin",
            dependencies: [
                "Schedule", "StageKit", "GTFSRealtime", "GTFSSchedule", "Contract", "Occupancy", "NDJSON", "Geometry",
                "TimeZones", "Containers", "Hashing",
            ],
            path: "Sources/Engines/RealtimeJoin", swiftSettings: settings),
        // Reports of any kind: keys, bins, windows, rows and their order, parts that merge, records and tables for people.
        .target(
            name: "Reports", dependencies: ["StageKit", "Contract", "Occupancy", "NDJSON", "TimeZones", "Containers"],
            path: "Sources/Engines/Reports", swiftSettings: settings),
        // How much service a timetable has in each group of trips, stops, hours and days: one count for all stages.
        .target(
            name: "ServiceFigures",
            dependencies: ["Reports", "Schedule", "StageKit", "GTFSSchedule", "TimeZones", "Hashing"],
            path: "Sources/Engines/ServiceFigures", swiftSettings: settings),
        // A picture as a file, SVG or PNG, and how a run ends that cannot draw.
        .target(
            name: "Pictures", dependencies: ["StageKit", "Drawing"], path: "Sources/Engines/Pictures",
            swiftSettings: settings),
        // Charts: marks, the heat map, bars, legends, colours, the weight of thin data, axes of time; a chart on a page with its table.
        .target(
            name: "Charts",
            dependencies: ["Pictures", "Reports", "StageKit", "Occupancy", "Drawing", "NDJSON", "Hashing"],
            path: "Sources/Engines/Charts", swiftSettings: settings),
        // The network that is drawn: lines and pins read out of records, pins as stations, routes side by side.
        .target(
            name: "Networks",
            dependencies: [
                "StageKit", "Contract", "Occupancy", "Drawing", "GeoJSON", "NDJSON", "Geometry", "Platform",
            ],
            path: "Sources/Engines/Networks", swiftSettings: settings),
        // Extensions of GTFS-Realtime that the command line chooses or brings.
        .target(
            name: "RealtimeExtensions", dependencies: ["StageKit", "GTFSRealtime", "NDJSON", "Platform"],
            path: "Sources/Engines/RealtimeExtensions", swiftSettings: settings),
        // What the stages of tiles share: where tiles go, ranges of zooms, how a run of tiles fails.
        .target(
            name: "TileFiles",
            dependencies: [
                "Pictures", "Schedule", "StageKit", "MapTiles", "Contract", "Drawing", "SQLite", "NDJSON", "Geometry",
            ],
            path: "Sources/Engines/TileFiles", swiftSettings: settings),
        // The files of the page that map makes: markup, style, script, embedded in the binary.
        .target(
            name: "MapPage",
            path: "Sources/Engines/MapPage", resources: [.embedInCode("Resources")], swiftSettings: settings),

        // MARK: Stages
        // `ingest`, and the reader of --feed that it is.
        .target(
            name: "IngestStage",
            dependencies: [
                "Schedule", "StageKit", "FeedStore", "GTFSSchedule", "TableFormats", "Contract", "SQLite", "Parquet",
                "NDJSON", "TimeZones", "Addresses", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Ingest", swiftSettings: settings),
        // `write-gtfs`: records back into a feed.
        .target(
            name: "WriteGTFSStage",
            dependencies: [
                "Schedule", "StageKit", "GTFSSchedule", "TableFormats", "Contract", "Zip", "NDJSON", "Containers",
                "Platform",
            ],
            path: "Sources/Stages/WriteGTFS", swiftSettings: settings),
        // `decode-rt`: realtime messages to records.
        .target(
            name: "DecodeRTStage",
            dependencies: [
                "RealtimeExtensions", "StageKit", "GTFSRealtime", "TableFormats", "Contract", "NDJSON", "Platform",
            ],
            path: "Sources/Stages/DecodeRT", swiftSettings: settings),
        // `encode-rt`: records back into a realtime message.
        .target(
            name: "EncodeRTStage",
            dependencies: ["RealtimeExtensions", "StageKit", "GTFSRealtime", "Contract", "NDJSON"],
            path: "Sources/Stages/EncodeRT", swiftSettings: settings),
        // `departures`: the board of a stop.
        .target(
            name: "DeparturesStage",
            dependencies: [
                "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Occupancy", "TimeZones",
                "Platform",
            ],
            path: "Sources/Stages/Departures", swiftSettings: settings),
        // `trip-details`: every stop of a trip.
        .target(
            name: "TripDetailsStage",
            dependencies: [
                "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Occupancy", "NDJSON", "Geometry",
                "TimeZones",
            ],
            path: "Sources/Stages/TripDetails", swiftSettings: settings),
        // `stop-visits`: when trips arrived and left.
        .target(
            name: "StopVisitsStage",
            dependencies: [
                "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "TableFormats", "Contract", "Occupancy",
                "NDJSON", "Geometry", "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/StopVisits", swiftSettings: settings),
        // `occupancy-report`: how crowded trips were.
        .target(
            name: "OccupancyReportStage",
            dependencies: [
                "Charts", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSRealtime", "GTFSSchedule", "Contract",
                "Occupancy", "NDJSON", "Geometry", "TimeZones", "Containers", "Hashing",
            ],
            path: "Sources/Stages/OccupancyReport", swiftSettings: settings),
        // `performance-report`: punctuality, headways, running times, delivery, load, predictions.
        .target(
            name: "PerformanceReportStage",
            dependencies: [
                "Charts", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "TableFormats", "Contract",
                "Occupancy", "Drawing", "NDJSON", "Geometry", "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/PerformanceReport", swiftSettings: settings),
        // `stringline`: the trips of a route as lines of time against distance.
        .target(
            name: "StringlineStage",
            dependencies: [
                "Charts", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Occupancy",
                "Drawing", "TimeZones",
            ],
            path: "Sources/Stages/Stringline", swiftSettings: settings),
        // `select`: part of a feed as a valid feed.
        .target(
            name: "SelectStage",
            dependencies: [
                "Schedule", "StageKit", "GTFSSchedule", "Contract", "GeoJSON", "NDJSON", "Geometry", "TimeZones",
                "Containers", "Hashing",
            ],
            path: "Sources/Stages/Select", swiftSettings: settings),
        // `check`: the rules that feeds are checked by.
        .target(
            name: "CheckStage",
            dependencies: [
                "Charts", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Drawing", "NDJSON", "Geometry",
                "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Check", swiftSettings: settings),
        // `diff`: what changed between two feeds.
        .target(
            name: "DiffStage",
            dependencies: [
                "Charts", "ServiceFigures", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Drawing", "NDJSON",
                "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Diff", swiftSettings: settings),
        // `service-levels`: how much service a timetable has.
        .target(
            name: "ServiceLevelsStage",
            dependencies: [
                "Charts", "ServiceFigures", "Reports", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Drawing",
                "NDJSON", "TimeZones",
            ],
            path: "Sources/Stages/ServiceLevels", swiftSettings: settings),
        // `build-polylines`: the lines of routes.
        .target(
            name: "BuildPolylinesStage",
            dependencies: [
                "Schedule", "StageKit", "GTFSSchedule", "TableFormats", "Contract", "LineGraph", "NDJSON", "Geometry",
                "TimeZones", "Containers", "Hashing",
            ],
            path: "Sources/Stages/BuildPolylines", swiftSettings: settings),
        // `map`: pages and stills.
        .target(
            name: "MapStage",
            dependencies: [
                "MapPage", "Networks", "Pictures", "Schedule", "StageKit", "MapTiles", "Contract", "Occupancy",
                "Drawing", "HTTP", "NDJSON", "Motion", "Geometry", "TimeZones", "Addresses", "Containers", "Hashing",
                "Platform",
            ],
            path: "Sources/Stages/Map", swiftSettings: settings),
        // `store`: records in a database, each once.
        .target(
            name: "StoreStage",
            dependencies: ["Schedule", "StageKit", "FeedStore", "Contract", "SQLite", "NDJSON", "TimeZones"],
            path: "Sources/Stages/Store", swiftSettings: settings),
        // `track`: the life cycle of vehicles.
        .target(
            name: "TrackStage",
            dependencies: ["StageKit", "Contract", "NDJSON", "Motion", "Geometry", "TimeZones", "Hashing", "Platform"],
            path: "Sources/Stages/Track", swiftSettings: settings),
        // `animate`: vehicles in motion, frame by frame.
        .target(
            name: "AnimateStage",
            dependencies: ["StageKit", "Contract", "YAML", "GeoJSON", "NDJSON", "Motion", "Geometry", "TimeZones"],
            path: "Sources/Stages/Animate", swiftSettings: settings),
        // `cover-tiles`: the tiles of a map that cover a box or features.
        .target(
            name: "CoverTilesStage",
            dependencies: ["TileFiles", "StageKit", "Contract", "GeoJSON", "NDJSON", "Geometry"],
            path: "Sources/Stages/CoverTiles", swiftSettings: settings),
        // `fetch-tiles`: tiles from servers and folders.
        .target(
            name: "FetchTilesStage",
            dependencies: [
                "TileFiles", "StageKit", "MapTiles", "Contract", "Drawing", "HTTP", "SQLite", "NDJSON", "Geometry",
                "TimeZones", "Addresses", "Platform",
            ],
            path: "Sources/Stages/FetchTiles", swiftSettings: settings),
        // `render-tiles`: tiles of pictures and of vectors.
        .target(
            name: "RenderTilesStage",
            dependencies: [
                "TileFiles", "Networks", "StageKit", "MapTiles", "Contract", "Occupancy", "Drawing", "YAML", "NDJSON",
                "Geometry", "Platform",
            ],
            path: "Sources/Stages/RenderTiles", swiftSettings: settings),
        // `fetch`: downloads, and inputs that are addresses.
        .target(
            name: "FetchStage",
            dependencies: [
                "StageKit", "GTFSRealtime", "GTFSSchedule", "Contract", "HTTP", "NDJSON", "TimeZones", "Addresses",
                "Hashing", "Platform",
            ],
            path: "Sources/Stages/Fetch", swiftSettings: settings),
        // `run`: pipeline files.
        .target(
            name: "RunStage",
            dependencies: [
                "StageKit", "Contract", "Pipelines", "NDJSON", "TimeZones", "Addresses", "Platform", "CProcess",
            ],
            path: "Sources/Stages/Run", swiftSettings: settings),
        // `simulate`: a synthetic city.
        .target(
            name: "SimulateStage",
            dependencies: [
                "StageKit", "GTFSRealtime", "GTFSSchedule", "TableFormats", "Contract", "Zip", "NDJSON", "TimeZones",
                "Hashing", "Platform",
            ],
            path: "Sources/Stages/Simulate", swiftSettings: settings),

        // MARK: Every table
        // `schema`: every table that a stage writes.
        .target(
            name: "SchemaStage",
            dependencies: ["BuildPolylinesStage", "DecodeRTStage", "StageKit", "Contract", "NDJSON"],
            path: "Sources/Stages/Schema", swiftSettings: settings),

        // MARK: The command line
        // The executable: one command file a stage (flags → options → run) with its manual, nothing else.
        .executableTarget(
            name: "linefeed",
            dependencies: [
                "SchemaStage", "SimulateStage", "RunStage", "FetchStage", "RenderTilesStage", "FetchTilesStage",
                "CoverTilesStage", "AnimateStage", "TrackStage", "StoreStage", "MapStage", "BuildPolylinesStage",
                "ServiceLevelsStage", "DiffStage", "CheckStage", "SelectStage", "StringlineStage",
                "PerformanceReportStage", "OccupancyReportStage", "StopVisitsStage", "TripDetailsStage",
                "DeparturesStage", "EncodeRTStage", "DecodeRTStage", "WriteGTFSStage", "IngestStage", "TileFiles",
                "RealtimeExtensions", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSRealtime", "HTTP",
                "Motion", "TimeZones", "Platform", "CCommit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/linefeed", swiftSettings: settings),

        // MARK: The library
        // Feeds, boards, rows, messages, lines and crowding as values, for packages that depend on linefeed by version.
        .target(
            name: "LinefeedKit",
            dependencies: [
                "BuildPolylinesStage", "OccupancyReportStage", "DeparturesStage", "DecodeRTStage", "IngestStage",
                "Reports", "Schedule", "StageKit", "Contract", "Occupancy", "NDJSON", "Geometry", "TimeZones",
                "Containers", "Platform",
            ],
            path: "Sources/LinefeedKit", swiftSettings: settings),

        // MARK: Tests
        .target(
            name: "TestSupport", dependencies: ["StageKit", "NDJSON", "Hashing", "CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        // What holds of every reader whatever bytes it is given: for Fuzz, and for the tests of Tests/FailCases.
        .target(
            name: "ReaderChecks",
            dependencies: [
                "MapTiles", "GTFSRealtime", "GTFSSchedule", "Contract", "Drawing", "Pipelines", "YAML", "SQLite", "Zip",
                "Parquet", "NDJSON", "Motion", "Geometry", "TimeZones", "CGTFSRealtime", "CProtobufC", "CZlib",
            ],
            path: "Tests/ReaderChecks", swiftSettings: settings),
        .testTarget(
            name: "ReaderChecksTests", dependencies: ["ReaderChecks", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ContractTests", dependencies: ["Contract", "NDJSON"], swiftSettings: settings),
        .testTarget(
            name: "ContainersTests", dependencies: ["TestSupport", "Containers", "Hashing"], swiftSettings: settings),
        .testTarget(
            name: "HashingTests", dependencies: ["TestSupport", "Hashing"], swiftSettings: settings),
        .testTarget(
            name: "NDJSONTests", dependencies: ["TestSupport", "NDJSON"], swiftSettings: settings),
        .testTarget(
            name: "StageKitTests",
            dependencies: [
                "ReaderChecks", "TestSupport", "StageKit", "TableFormats", "Contract", "NDJSON", "Platform",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TimeZonesTests", dependencies: ["TestSupport", "TimeZones"], swiftSettings: settings),
        .testTarget(
            name: "ZipTests", dependencies: ["TestSupport", "Zip"], swiftSettings: settings),
        .testTarget(
            name: "TableFormatsTests", dependencies: ["TestSupport", "TableFormats", "Contract", "NDJSON"],
            swiftSettings: settings),
        .testTarget(
            name: "ParquetTests", dependencies: ["ReaderChecks", "TestSupport", "Parquet", "NDJSON"],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSScheduleTests",
            dependencies: ["TestSupport", "GTFSSchedule", "Contract", "NDJSON", "TimeZones", "Containers", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSRealtimeTests",
            dependencies: ["TestSupport", "GTFSRealtime", "Contract", "NDJSON", "CGTFSRealtime", "CProtobufC"],
            swiftSettings: settings),
        .testTarget(
            name: "OccupancyTests",
            dependencies: ["TestSupport", "GTFSRealtime", "Contract", "Occupancy", "Containers", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "GeometryTests", dependencies: ["TestSupport", "Geometry"], exclude: ["mercantile.csv"],
            swiftSettings: settings),
        .testTarget(
            name: "LineGraphTests", dependencies: ["LineGraph", "Geometry", "Hashing"], exclude: ["eight-routes.csv"],
            swiftSettings: settings),
        .testTarget(
            name: "MotionTests", dependencies: ["TestSupport", "Motion", "Geometry"],
            exclude: ["browser-easings.csv"], swiftSettings: settings),
        .testTarget(
            name: "AddressesTests", dependencies: ["Addresses"], swiftSettings: settings),
        .testTarget(
            name: "HTTPTests", dependencies: ["TestSupport", "HTTP", "Addresses", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedStoreTests",
            dependencies: [
                "TestSupport", "FeedStore", "GTFSSchedule", "Contract", "SQLite", "NDJSON", "TimeZones", "Hashing",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "YAMLTests", dependencies: ["TestSupport", "YAML"], swiftSettings: settings),
        .testTarget(
            name: "PipelinesTests", dependencies: ["TestSupport", "Pipelines", "TimeZones"], swiftSettings: settings),
        // What tests of stages share: feeds behind --feed, written timetables, a made-up network.
        .target(
            name: "StageTestSupport",
            dependencies: ["TestSupport", "IngestStage", "StageKit", "HTTP", "Addresses", "Hashing"],
            path: "Tests/StageTestSupport", swiftSettings: settings),
        // `departures` and `trip-details`.
        .testTarget(
            name: "BoardStagesTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "TripDetailsStage", "DeparturesStage", "DecodeRTStage",
                "IngestStage", "RealtimeExtensions", "StageKit", "GTFSSchedule", "Occupancy", "NDJSON", "TimeZones",
            ],
            path: "Tests/Stages/BoardStages", swiftSettings: settings),
        .testTarget(
            name: "BuildPolylinesStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "BuildPolylinesStage", "IngestStage", "Schedule", "StageKit",
                "GTFSSchedule", "Contract", "NDJSON", "TimeZones",
            ],
            path: "Tests/Stages/BuildPolylinesStage", swiftSettings: settings),
        .testTarget(
            name: "CheckStageTests",
            dependencies: ["TestSupport", "CheckStage", "IngestStage", "StageKit", "Contract", "NDJSON"],
            path: "Tests/Stages/CheckStage", swiftSettings: settings),
        .testTarget(
            name: "DiffStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "SchemaStage", "ServiceLevelsStage", "DiffStage", "IngestStage",
                "ServiceFigures", "Reports", "StageKit", "TimeZones",
            ],
            path: "Tests/Stages/DiffStage", swiftSettings: settings),
        .testTarget(
            name: "FetchStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "FetchStage", "StageKit", "HTTP", "NDJSON", "Addresses", "Hashing",
            ],
            path: "Tests/Stages/FetchStage", swiftSettings: settings),
        .testTarget(
            name: "IngestStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "BuildPolylinesStage", "IngestStage", "StageKit", "FeedStore",
                "GTFSSchedule", "Contract", "SQLite", "NDJSON",
            ],
            path: "Tests/Stages/IngestStage", swiftSettings: settings),
        .testTarget(
            name: "RealtimeJoinTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "WriteGTFSStage", "IngestStage", "RealtimeJoin", "Schedule",
                "StageKit", "GTFSSchedule", "NDJSON", "Geometry", "TimeZones",
            ],
            swiftSettings: settings),
        // `map`, `fetch-tiles`, `render-tiles`, and the network that they draw.
        .testTarget(
            name: "MapStagesTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "FetchStage", "RenderTilesStage", "FetchTilesStage",
                "CoverTilesStage", "MapStage", "MapPage", "TileFiles", "Networks", "Charts", "StageKit", "MapTiles",
                "Contract", "Occupancy", "Drawing", "YAML", "HTTP", "SQLite", "NDJSON", "Geometry",
            ],
            path: "Tests/Stages/MapStages", swiftSettings: settings),
        // `track` and `animate`.
        .testTarget(
            name: "MotionStagesTests",
            dependencies: [
                "TestSupport", "AnimateStage", "TrackStage", "DecodeRTStage", "RealtimeExtensions", "StageKit",
                "NDJSON", "Motion", "Geometry",
            ],
            path: "Tests/Stages/MotionStages", swiftSettings: settings),
        .testTarget(
            name: "OccupancyReportStageTests",
            dependencies: [
                "TestSupport", "linefeed", "OccupancyReportStage", "IngestStage", "Reports", "StageKit", "Contract",
                "Occupancy", "NDJSON",
            ],
            path: "Tests/Stages/OccupancyReportStage", swiftSettings: settings),
        .testTarget(
            name: "PerformanceReportStageTests",
            dependencies: ["StageTestSupport", "TestSupport", "linefeed", "PerformanceReportStage", "StageKit"],
            path: "Tests/Stages/PerformanceReportStage", swiftSettings: settings),
        // `decode-rt` and `encode-rt`.
        .testTarget(
            name: "RealtimeStagesTests",
            dependencies: [
                "TestSupport", "EncodeRTStage", "DecodeRTStage", "RealtimeExtensions", "StageKit", "GTFSRealtime",
                "NDJSON",
            ],
            path: "Tests/Stages/RealtimeStages", swiftSettings: settings),
        .testTarget(
            name: "RunStageTests",
            dependencies: [
                "TestSupport", "RunStage", "FetchStage", "StageKit", "GTFSRealtime", "Pipelines", "TimeZones",
            ],
            path: "Tests/Stages/RunStage", swiftSettings: settings),
        .testTarget(
            name: "SelectStageTests",
            dependencies: [
                "TestSupport", "SelectStage", "IngestStage", "StageKit", "Contract", "GeoJSON", "NDJSON", "Geometry",
            ],
            path: "Tests/Stages/SelectStage", swiftSettings: settings),
        .testTarget(
            name: "ServiceLevelsStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "ServiceLevelsStage", "IngestStage", "Reports", "StageKit",
                "TimeZones",
            ],
            path: "Tests/Stages/ServiceLevelsStage", swiftSettings: settings),
        .testTarget(
            name: "SimulateStageTests",
            dependencies: ["TestSupport", "SimulateStage", "StageKit", "GTFSSchedule", "TimeZones"],
            path: "Tests/Stages/SimulateStage", swiftSettings: settings),
        .testTarget(
            name: "StopVisitsStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "SimulateStage", "StopVisitsStage", "RealtimeJoin", "Schedule",
                "StageKit", "GTFSSchedule", "Contract", "TimeZones",
            ],
            path: "Tests/Stages/StopVisitsStage", swiftSettings: settings),
        .testTarget(
            name: "StoreStageTests",
            dependencies: ["TestSupport", "SchemaStage", "StoreStage", "StageKit", "FeedStore", "SQLite"],
            path: "Tests/Stages/StoreStage", swiftSettings: settings),
        .testTarget(
            name: "StringlineStageTests",
            dependencies: ["StageTestSupport", "TestSupport", "linefeed", "StringlineStage", "StageKit"],
            path: "Tests/Stages/StringlineStage", swiftSettings: settings),
        .testTarget(
            name: "WriteGTFSStageTests",
            dependencies: [
                "TestSupport", "WriteGTFSStage", "IngestStage", "StageKit", "GTFSSchedule", "Contract", "NDJSON",
            ],
            path: "Tests/Stages/WriteGTFSStage", swiftSettings: settings),
        // Several stages at once, and what holds of all sources.
        .testTarget(
            name: "StagesTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "SchemaStage", "StoreStage", "BuildPolylinesStage",
                "OccupancyReportStage", "TripDetailsStage", "DeparturesStage", "WriteGTFSStage", "IngestStage",
                "Schedule", "StageKit", "FeedStore", "SQLite", "TimeZones",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LinefeedKitTests",
            dependencies: [
                "TestSupport", "LinefeedKit", "TripDetailsStage", "DeparturesStage", "IngestStage", "Schedule",
                "StageKit", "NDJSON", "TimeZones",
            ], swiftSettings: settings),
        .testTarget(
            name: "DrawingTests", dependencies: ["TestSupport", "Drawing", "Geometry"],
            swiftSettings: settings),
        .testTarget(
            name: "MapTilesTests", dependencies: ["TestSupport", "MapTiles", "HTTP", "SQLite", "NDJSON", "Geometry"],
            swiftSettings: settings),
        // Every case of Tests/Golden, in process.
        .testTarget(
            name: "GoldenTests", dependencies: ["TestSupport", "linefeed", "StageKit", "SQLite"],
            swiftSettings: settings),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "TestSupport", "linefeed", "SchemaStage", "StageKit", "MapTiles", "FeedStore", "Contract", "Drawing",
                "SQLite", "NDJSON", "Geometry", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings),
    ]
)

// scripts/build-api-docs sets the variable to get the DocC plugin. Packages that depend on this one never resolve it.
if Context.environment["LINEFEED_DOCC"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"))
}
