// swift-tools-version: 6.0
import PackageDescription

/// One settings constant for every Swift target.
///
/// No unsafe flags, except for scripts/test: SwiftPM refuses a package that has them as a dependency by version.
/// scripts/build adds the flags of release builds.
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
        // Modules that Benchmarks measures separately. Their API may change at any time.
        .library(name: "LinefeedParts", targets: ["NDJSON", "GTFSSchedule", "GTFSRealtime", "Geometry"]),
        // Assertions of Fuzz about readers. Their API may change at any time too.
        .library(name: "ReaderChecks", targets: ["ReaderChecks"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    // The marks are the layers, lowest first: a target depends only on lower layers. scripts/draw-architecture copies the
    // comment before each target into docs/architecture.md.
    targets: [
        // MARK: C libraries
        // zlib, which inflates and deflates.
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // SQLite.
        .systemLibrary(
            name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // The events of libyaml.
        .systemLibrary(name: "CYAML", path: "Sources/C/CYAML", providers: [.apt(["libyaml-dev"])]),
        // libdeflate, which compresses the pages of Parquet.
        .systemLibrary(name: "CDeflate", path: "Sources/C/CDeflate", providers: [.apt(["libdeflate-dev"])]),
        // System calls that Swift lacks: starting a process in its own group, queued signals, and pages of pipes.
        .target(name: "CProcess", path: "Sources/C/CProcess"),
        // C code for what Swift cannot express: finding CSV delimiters 64 bytes at a time, finding JSON escapes and the ends of
        // strings and numbers 16 bytes at a time, and the processor's SHA-256 instructions.
        .target(name: "CVectors", path: "Sources/C/CVectors"),
        // Cairo and Pango, loaded on first use.
        .target(name: "CCairo", path: "Sources/C/CCairo"),
        // libturbojpeg and libwebp, loaded on first use.
        .target(name: "CImages", path: "Sources/C/CImages"),
        // libpng, loaded on first use.
        .target(name: "CPNG", path: "Sources/C/CPNG"),
        // libcurl, loaded on first use.
        .target(name: "CCurl", path: "Sources/C/CCurl"),
        // ISA-L, loaded on first use.
        .target(name: "CISAL", path: "Sources/C/CISAL"),
        // libzstd, loaded on first use.
        .target(name: "CZstd", path: "Sources/C/CZstd"),
        // The commit of a binary, which scripts/build links in.
        .target(name: "CCommit", path: "Sources/C/CCommit"),

        // MARK: Base
        // System services: files, memory, mathematics, clocks, environment, signals, threads. The only module that imports
        // the C library.
        .target(
            name: "Platform", dependencies: ["CProcess"],
            path: "Sources/Base/Platform", swiftSettings: settings),
        // SHA-256, 64-bit hashes of keys and records, and the random number generator.
        .target(
            name: "Hashing", dependencies: ["Platform", "CVectors"],
            path: "Sources/Base/Hashing", swiftSettings: settings),
        // Containers: growing columns, keys numbered in order of arrival, ids, rows by owner, heaps.
        .target(
            name: "Containers", dependencies: ["Hashing", "Platform"],
            path: "Sources/Base/Containers", swiftSettings: settings),
        // Web addresses: their parts, their secrets, their printable form.
        .target(
            name: "Addresses",
            path: "Sources/Base/Addresses", swiftSettings: settings),
        // Civil dates, service times, durations, RFC 3339, and the system's TZif files including their footer rule.
        .target(
            name: "TimeZones", dependencies: ["Platform"],
            path: "Sources/Base/TimeZones", swiftSettings: settings),
        // Coordinates, bounds, polylines, lengths, simplification, encoded polylines, and the union of lines.
        .target(
            name: "Geometry", dependencies: ["Platform"],
            path: "Sources/Base/Geometry", swiftSettings: settings),
        // Motion over virtual time: curves, springs, chains, keyframes, and the life cycle of a vehicle on a map.
        .target(
            name: "Motion", dependencies: ["Geometry", "Platform"],
            path: "Sources/Base/Motion", swiftSettings: settings),
        // A byte scanner that reads lines, a byte buffer that writes records, base64 and Windows-1252.
        .target(
            name: "NDJSON", dependencies: ["Platform", "CVectors"],
            path: "Sources/Base/NDJSON", swiftSettings: settings),
        // A reader of GeoJSON geometries.
        .target(
            name: "GeoJSON", dependencies: ["NDJSON", "Geometry"],
            path: "Sources/Base/GeoJSON", swiftSettings: settings),
        // A Parquet writer for flat and nested columns, each in the encoding chosen for it, with levels and row groups.
        .target(
            name: "Parquet", dependencies: ["NDJSON", "Containers", "Hashing", "Platform", "CDeflate", "CZstd"],
            path: "Sources/Base/Parquet", swiftSettings: settings,
            // The static archive by its full name: a shared library may be another version, which makes other files.
            linkerSettings: [.linkedLibrary(":libdeflate.a")]),
        // A sequential writer of zip archives, and deflated streams whose blocks several threads compress.
        .target(
            name: "Zip", dependencies: ["NDJSON", "Platform", "CZlib"],
            path: "Sources/Base/Zip", swiftSettings: settings),
        // SQLite databases and statements, with errors by kind.
        .target(
            name: "SQLite", dependencies: ["Platform", "CSQLite"],
            path: "Sources/Base/SQLite", swiftSettings: settings),
        // Downloads through libcurl.
        .target(
            name: "HTTP", dependencies: ["TimeZones", "Addresses", "Hashing", "Platform", "CCurl", "CZlib"],
            path: "Sources/Base/HTTP", swiftSettings: settings),
        // YAML documents with line numbers, built from the events of libyaml.
        .target(
            name: "YAML", dependencies: ["CYAML"],
            path: "Sources/Base/YAML", swiftSettings: settings,
            // The static archive by its full name: a shared libyaml would slow down every start of every stage.
            linkerSettings: [.linkedLibrary(":libyaml.a")]),
        // A pipeline file as values: words, variables, dates, links, the chain, and its shell script.
        .target(
            name: "Pipelines", dependencies: ["YAML", "TimeZones", "Addresses", "Platform"],
            path: "Sources/Base/Pipelines", swiftSettings: settings),
        // Projection, pictures described once, painters (SVG, and PNG through Cairo), symbols, colours, and picture files.
        .target(
            name: "Drawing", dependencies: ["Geometry", "Platform", "CPNG", "CImages", "CCairo"],
            path: "Sources/Base/Drawing", swiftSettings: settings),

        // MARK: Transit
        // Status, level and colour, distinct observations, and the tally that can be merged.
        .target(
            name: "Occupancy", dependencies: ["Containers", "Hashing"],
            path: "Sources/Transit/Occupancy", swiftSettings: settings),
        // The streets of several lines as a graph, each piece once, with its lines ordered for the fewest crossings.
        .target(
            name: "LineGraph", dependencies: ["Geometry", "Hashing", "Platform"],
            path: "Sources/Transit/LineGraph", swiftSettings: settings),
        // The record contract: every table as a structure of typed columns, writing rows, declaring what is read, the schema.
        .target(
            name: "Contract", dependencies: ["NDJSON", "TimeZones"],
            path: "Sources/Transit/Contract", swiftSettings: settings),
        // The file formats of flat tables: CSV, Parquet, workbooks. A format is a value, and a new format is a file here.
        .target(
            name: "TableFormats", dependencies: ["Contract", "Zip", "Parquet", "NDJSON", "TimeZones"],
            path: "Sources/Transit/TableFormats", swiftSettings: settings),
        // Archive → CSV rows → typed fields, by the tables of the contract, the calendar of services, and the timetable.
        .target(
            name: "GTFSSchedule",
            dependencies: [
                "Contract", "NDJSON", "TimeZones", "Containers", "Hashing", "Platform", "CISAL", "CVectors", "CZlib",
            ],
            path: "Sources/Transit/GTFSSchedule", swiftSettings: settings),
        .plugin(name: "EmbedTexts", capability: .buildTool()),
        // The message reader over the protobuf schema, extensions from .proto files, rows, and encoding.
        .target(
            name: "GTFSRealtime", dependencies: ["Contract", "NDJSON", "Platform"],
            path: "Sources/Transit/GTFSRealtime", exclude: ["Extensions"], swiftSettings: settings,
            plugins: ["EmbedTexts"]),
        // Two SQLite formats: a feed that `--feed` reads, and a history of any records.
        .target(
            name: "FeedStore",
            dependencies: [
                "GTFSSchedule", "Contract", "SQLite", "NDJSON", "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Transit/FeedStore", swiftSettings: settings),
        // Map tiles: their sources, their types, their archives (MBTiles, PMTiles, folders), and vector tiles.
        .target(
            name: "MapTiles",
            dependencies: ["HTTP", "SQLite", "NDJSON", "Geometry", "Addresses", "Hashing", "Platform", "CZlib"],
            path: "Sources/Transit/MapTiles", swiftSettings: settings),

        // MARK: StageKit
        // Code that all stages share: options, context, driver, inputs, record source and sink, findings, `--where`, files.
        .target(
            name: "StageKit",
            dependencies: [
                "TableFormats", "Contract", "Zip", "NDJSON", "TimeZones", "Addresses", "Containers", "Hashing",
                "Platform", "CProcess", "CZlib", "CZstd",
            ],
            path: "Sources/StageKit", swiftSettings: settings),

        // MARK: Engines
        // The schedule from any source: the input of `--feed`, its records as typed rows, and their storage in memory.
        .target(
            name: "Schedule",
            dependencies: [
                "StageKit", "FeedStore", "GTFSSchedule", "Contract", "SQLite", "NDJSON", "Geometry", "TimeZones",
                "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Engines/Schedule", swiftSettings: settings),
        // Realtime joined to a schedule: the resolved runs of trips, and how well both match.
        .target(
            name: "RealtimeJoin",
            dependencies: [
                "Schedule", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "Geometry", "TimeZones", "Containers",
                "Hashing",
            ],
            path: "Sources/Engines/RealtimeJoin", swiftSettings: settings),
        // Reports of any kind: keys, bins, windows, ordered rows, mergeable parts, records, and tables for people.
        .target(
            name: "Reports", dependencies: ["StageKit", "Contract", "Occupancy", "NDJSON", "TimeZones", "Containers"],
            path: "Sources/Engines/Reports", swiftSettings: settings),
        // The path of a vehicle along its run, and when it called at each stop.
        .target(
            name: "VehiclePaths",
            dependencies: [
                "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "Contract", "NDJSON", "Geometry",
                "Containers", "Hashing",
            ],
            path: "Sources/Engines/VehiclePaths", swiftSettings: settings),
        // Visits and performed trips as records: the run and stop of each, its values, and why visits do not count.
        .target(
            name: "Visits",
            dependencies: [
                "Reports", "StageKit", "GTFSSchedule", "Contract", "Occupancy", "NDJSON", "TimeZones", "Containers",
                "Hashing",
            ],
            path: "Sources/Engines/Visits", swiftSettings: settings),
        // Typical crowding and delays: the keys of `typical` records, and their values for a run at a stop.
        .target(
            name: "Expectations",
            dependencies: [
                "Visits", "Reports", "Schedule", "StageKit", "Contract", "Occupancy", "NDJSON", "TimeZones", "Hashing",
            ],
            path: "Sources/Engines/Expectations", swiftSettings: settings),
        // The amount of service of each group of trips, stops, hours and days: one count for all stages.
        .target(
            name: "ServiceFigures",
            dependencies: [
                "Reports", "Schedule", "StageKit", "GTFSSchedule", "TimeZones", "Containers", "Hashing",
            ],
            path: "Sources/Engines/ServiceFigures", swiftSettings: settings),
        // Picture files, SVG or PNG, and the errors of a run that cannot draw.
        .target(
            name: "Pictures", dependencies: ["StageKit", "Drawing"], path: "Sources/Engines/Pictures",
            swiftSettings: settings),
        // Charts: marks, heat maps, bars, legends, colours, the weight of thin data, time axes, and pages with a chart and its table.
        .target(
            name: "Charts",
            dependencies: ["Pictures", "Reports", "StageKit", "Occupancy", "Drawing", "NDJSON", "Hashing"],
            path: "Sources/Engines/Charts", swiftSettings: settings),
        // The network on a map: lines and pins from records, pins joined to stations, routes side by side.
        .target(
            name: "Networks",
            dependencies: [
                "StageKit", "Contract", "Occupancy", "Drawing", "GeoJSON", "NDJSON", "Geometry", "Platform",
            ],
            path: "Sources/Engines/Networks", swiftSettings: settings),
        // GTFS-Realtime extensions that the command line selects or supplies.
        .target(
            name: "RealtimeExtensions", dependencies: ["StageKit", "GTFSRealtime", "Platform"],
            path: "Sources/Engines/RealtimeExtensions", swiftSettings: settings),
        // Code that the tile stages share: where tiles go, zoom ranges, and the errors of a tile run.
        .target(
            name: "TileFiles",
            dependencies: [
                "Pictures", "Schedule", "StageKit", "MapTiles", "Contract", "Drawing", "SQLite", "NDJSON", "Geometry",
                "Platform",
            ],
            path: "Sources/Engines/TileFiles", swiftSettings: settings),
        // The files of the page that `map` makes: markup, style and script, embedded in the binary.
        .target(
            name: "MapPage",
            path: "Sources/Engines/MapPage", exclude: ["Resources"], swiftSettings: settings, plugins: ["EmbedTexts"]),

        // MARK: Stages
        // `ingest`, which is also the reader of `--feed`.
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
                "Hashing",
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
                "Expectations", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Occupancy",
                "Drawing", "TimeZones",
            ],
            path: "Sources/Stages/Departures", swiftSettings: settings),
        // `trip-details`: every stop of a trip.
        .target(
            name: "TripDetailsStage",
            dependencies: [
                "Expectations", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Occupancy",
                "Geometry", "TimeZones",
            ],
            path: "Sources/Stages/TripDetails", swiftSettings: settings),
        // `stop-visits`: when trips arrived and left.
        .target(
            name: "StopVisitsStage",
            dependencies: [
                "VehiclePaths", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "TableFormats", "Contract",
                "NDJSON",
                "Geometry", "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/StopVisits", swiftSettings: settings),
        // `predict`: when vehicles will arrive.
        .target(
            name: "PredictStage",
            dependencies: [
                "VehiclePaths", "Expectations", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule",
                "Contract", "NDJSON", "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Predict", swiftSettings: settings),
        // `occupancy-report`: how crowded trips were.
        .target(
            name: "OccupancyReportStage",
            dependencies: [
                "Charts", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Occupancy",
                "NDJSON", "Geometry", "TimeZones", "Containers", "Hashing",
            ],
            path: "Sources/Stages/OccupancyReport", swiftSettings: settings),
        // `performance-report`: punctuality, headways, running times, delivery, load, predictions.
        .target(
            name: "PerformanceReportStage",
            dependencies: [
                "Visits", "Charts", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "TableFormats",
                "Contract", "Occupancy", "Drawing", "NDJSON", "Geometry", "TimeZones", "Containers", "Hashing",
                "Platform",
            ],
            path: "Sources/Stages/PerformanceReport", swiftSettings: settings),
        // `expect`: what usually happens.
        .target(
            name: "ExpectStage",
            dependencies: [
                "Expectations", "Visits", "Reports", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Occupancy",
                "NDJSON", "TimeZones", "Containers",
            ],
            path: "Sources/Stages/Expect", swiftSettings: settings),
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
        // `retime`: a feed with the times at which its trips were driven.
        .target(
            name: "RetimeStage",
            dependencies: [
                "Visits", "RealtimeJoin", "ServiceFigures", "Schedule", "StageKit", "GTFSSchedule", "Contract",
                "NDJSON",
                "TimeZones", "Containers",
            ],
            path: "Sources/Stages/Retime", swiftSettings: settings),
        // `check`: the rules for feeds.
        .target(
            name: "CheckStage",
            dependencies: [
                "Charts", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Drawing", "NDJSON", "Geometry",
                "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Check", swiftSettings: settings),
        // `summarize`: what a feed or an archive contains.
        .target(
            name: "SummarizeStage",
            dependencies: [
                "Charts", "Reports", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Drawing", "NDJSON",
                "Geometry",
                "TimeZones", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Summarize", swiftSettings: settings),
        // `diff`: what changed between two feeds.
        .target(
            name: "DiffStage",
            dependencies: [
                "Charts", "ServiceFigures", "Reports", "Schedule", "StageKit", "GTFSSchedule", "Contract", "Drawing",
                "NDJSON", "TimeZones", "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Diff", swiftSettings: settings),
        // `service-levels`: how much service a timetable has.
        .target(
            name: "ServiceLevelsStage",
            dependencies: [
                "Visits", "Charts", "ServiceFigures", "Reports", "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule",
                "Contract", "Drawing", "NDJSON", "TimeZones", "Hashing",
            ],
            path: "Sources/Stages/ServiceLevels", swiftSettings: settings),
        // `build-polylines`: the lines of routes.
        .target(
            name: "BuildPolylinesStage",
            dependencies: [
                "RealtimeJoin", "Schedule", "StageKit", "GTFSSchedule", "TableFormats", "Contract", "LineGraph",
                "NDJSON", "Geometry", "TimeZones", "Containers", "Hashing",
            ],
            path: "Sources/Stages/BuildPolylines", swiftSettings: settings),
        // `map`: pages and stills.
        .target(
            name: "MapStage",
            dependencies: [
                "MapPage", "Networks", "Pictures", "Schedule", "StageKit", "MapTiles", "Contract", "Occupancy",
                "Drawing", "HTTP", "NDJSON", "Motion", "Geometry", "TimeZones", "Addresses", "Containers", "Hashing",
                "Platform", "CZlib",
            ],
            path: "Sources/Stages/Map", swiftSettings: settings),
        // `store`: records in a database, without duplicates.
        .target(
            name: "StoreStage",
            dependencies: ["Schedule", "StageKit", "FeedStore", "Contract", "SQLite", "NDJSON", "TimeZones"],
            path: "Sources/Stages/Store", swiftSettings: settings),
        // `track`: the life cycle of vehicles.
        .target(
            name: "TrackStage",
            dependencies: [
                "StageKit", "Contract", "NDJSON", "Motion", "Geometry", "TimeZones", "Hashing", "Platform",
                "GTFSSchedule",
            ],
            path: "Sources/Stages/Track", swiftSettings: settings),
        // `animate`: vehicles in motion, frame by frame.
        .target(
            name: "AnimateStage",
            dependencies: ["StageKit", "Contract", "YAML", "GeoJSON", "Motion", "Geometry", "TimeZones", "Platform"],
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
        // `render-tiles`: raster and vector tiles.
        .target(
            name: "RenderTilesStage",
            dependencies: [
                "TileFiles", "Networks", "StageKit", "MapTiles", "Contract", "Occupancy", "Drawing", "YAML", "NDJSON",
                "Geometry", "Platform",
            ],
            path: "Sources/Stages/RenderTiles", swiftSettings: settings),
        // `fetch`: downloads, and URLs as inputs.
        .target(
            name: "FetchStage",
            dependencies: [
                "StageKit", "GTFSRealtime", "GTFSSchedule", "Contract", "HTTP", "Pipelines", "YAML", "NDJSON",
                "TimeZones", "Addresses", "Hashing", "Platform",
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
                "Containers", "Hashing", "Platform",
            ],
            path: "Sources/Stages/Simulate", swiftSettings: settings),

        // MARK: Every table
        // `schema`: every table that a stage writes.
        .target(
            name: "SchemaStage",
            dependencies: ["BuildPolylinesStage", "DecodeRTStage", "StageKit", "Contract", "NDJSON"],
            path: "Sources/Stages/Schema", swiftSettings: settings),

        // MARK: The command line
        .plugin(name: "ListCommands", capability: .buildTool()),
        // The executable: one command file for each stage, with its flags and its manual.
        .executableTarget(
            name: "linefeed",
            dependencies: [
                "SchemaStage", "SimulateStage", "RunStage", "FetchStage", "RenderTilesStage", "FetchTilesStage",
                "CoverTilesStage", "AnimateStage", "TrackStage", "StoreStage", "MapStage", "BuildPolylinesStage",
                "ServiceLevelsStage", "DiffStage", "SummarizeStage", "CheckStage", "SelectStage", "RetimeStage",
                "StringlineStage", "ExpectStage", "PerformanceReportStage", "OccupancyReportStage", "PredictStage",
                "StopVisitsStage", "TripDetailsStage", "DeparturesStage", "EncodeRTStage", "DecodeRTStage",
                "WriteGTFSStage", "IngestStage", "TileFiles",
                "RealtimeExtensions", "Reports", "RealtimeJoin", "StageKit", "TableFormats", "GTFSRealtime",
                "Occupancy", "HTTP",
                "Motion", "TimeZones", "NDJSON", "Pipelines", "Platform", "CCommit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/linefeed", swiftSettings: settings, plugins: ["ListCommands"]),

        // MARK: The library
        // Feeds, boards, rows, messages, lines and crowding as values, for packages that depend on linefeed by version.
        .target(
            name: "LinefeedKit",
            dependencies: [
                "BuildPolylinesStage", "OccupancyReportStage", "DeparturesStage", "DecodeRTStage", "IngestStage",
                "RealtimeJoin", "Reports", "Schedule", "StageKit", "Contract", "Occupancy", "NDJSON", "Geometry",
                "TimeZones",
                "Containers", "Platform",
            ],
            path: "Sources/LinefeedKit", swiftSettings: settings),

        // MARK: Tests
        .target(
            name: "TestSupport", dependencies: ["StageKit", "NDJSON", "Hashing", "CZlib", "CZstd"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        // Assertions that hold for every reader and any bytes: for Fuzz, and for the tests of Tests/FailCases.
        .target(
            name: "ReaderChecks",
            dependencies: [
                "MapTiles", "GTFSRealtime", "GTFSSchedule", "Contract", "Drawing", "Pipelines", "YAML", "Zip",
                "Parquet", "NDJSON", "Motion", "Geometry", "TimeZones", "CZlib", "CZstd",
            ],
            path: "Tests/ReaderChecks", swiftSettings: settings),
        .testTarget(
            name: "ReaderChecksTests", dependencies: ["ReaderChecks", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ContractTests", dependencies: ["Contract", "NDJSON"], swiftSettings: settings),
        .testTarget(
            name: "ContainersTests", dependencies: ["TestSupport", "Containers", "Hashing", "Platform"],
            swiftSettings: settings),
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
            name: "ParquetTests", dependencies: ["ReaderChecks", "Parquet", "NDJSON"],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSScheduleTests",
            dependencies: [
                "TestSupport", "GTFSSchedule", "Contract", "NDJSON", "TimeZones", "Containers", "Hashing", "CISAL",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSRealtimeTests",
            dependencies: ["ReaderChecks", "TestSupport", "GTFSRealtime", "Contract", "NDJSON"],
            exclude: ["gtfs-realtime.proto"], swiftSettings: settings),
        .testTarget(
            name: "OccupancyTests",
            dependencies: ["TestSupport", "Contract", "Occupancy", "Containers", "Hashing"],
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
        // Code that tests of stages share: feeds for `--feed`, written timetables, a synthetic network.
        .target(
            name: "StageTestSupport",
            dependencies: ["TestSupport", "IngestStage", "StageKit", "HTTP", "Addresses", "Hashing"],
            path: "Tests/StageTestSupport", swiftSettings: settings),
        // `departures` and `trip-details`.
        .testTarget(
            name: "BoardStagesTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "TripDetailsStage", "DeparturesStage", "DecodeRTStage",
                "IngestStage", "StageKit", "GTFSSchedule", "Occupancy", "Drawing", "NDJSON", "TimeZones",
            ],
            path: "Tests/Stages/BoardStages", swiftSettings: settings),
        .testTarget(
            name: "BuildPolylinesStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "BuildPolylinesStage", "Schedule", "StageKit", "GTFSSchedule",
                "Contract", "NDJSON", "TimeZones",
            ],
            path: "Tests/Stages/BuildPolylinesStage", swiftSettings: settings),
        .testTarget(
            name: "CheckStageTests",
            dependencies: [
                "TestSupport", "CheckStage", "IngestStage", "StageKit", "Contract", "Containers", "NDJSON",
            ],
            path: "Tests/Stages/CheckStage", swiftSettings: settings),
        .testTarget(
            name: "DiffStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "SchemaStage", "ServiceLevelsStage", "DiffStage", "IngestStage",
                "Reports", "StageKit",
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
                "StageTestSupport", "TestSupport", "BuildPolylinesStage", "SelectStage", "DiffStage", "CheckStage",
                "IngestStage", "StageKit", "FeedStore", "GTFSSchedule", "Contract", "SQLite", "NDJSON", "Containers",
            ],
            path: "Tests/Stages/IngestStage", swiftSettings: settings),
        .testTarget(
            name: "RealtimeJoinTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "IngestStage", "RealtimeJoin", "Schedule", "StageKit",
                "GTFSSchedule", "Geometry", "TimeZones",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "VehiclePathsTests",
            dependencies: ["TestSupport", "VehiclePaths", "RealtimeJoin", "Schedule", "GTFSSchedule", "Geometry"],
            swiftSettings: settings),
        // `map`, `fetch-tiles`, `render-tiles`, and the network that they draw.
        .testTarget(
            name: "MapStagesTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "FetchStage", "RenderTilesStage", "FetchTilesStage", "MapStage",
                "MapPage", "TileFiles", "Networks", "Charts", "StageKit", "MapTiles", "Contract", "Occupancy",
                "Drawing", "YAML", "HTTP", "SQLite", "Geometry",
            ],
            path: "Tests/Stages/MapStages", swiftSettings: settings),
        // `track` and `animate`.
        .testTarget(
            name: "MotionStagesTests",
            dependencies: [
                "TestSupport", "AnimateStage", "TrackStage", "DecodeRTStage", "StageKit", "NDJSON", "Motion",
                "Geometry",
            ],
            path: "Tests/Stages/MotionStages", swiftSettings: settings),
        .testTarget(
            name: "OccupancyReportStageTests",
            dependencies: [
                "TestSupport", "linefeed", "OccupancyReportStage", "IngestStage", "Reports", "StageKit", "Contract",
                "Occupancy",
            ],
            path: "Tests/Stages/OccupancyReportStage", swiftSettings: settings),
        .testTarget(
            name: "ExpectStageTests",
            dependencies: [
                "TestSupport", "linefeed", "ExpectStage", "Expectations", "Reports", "Schedule", "StageKit",
                "Occupancy",
            ],
            path: "Tests/Stages/ExpectStage", swiftSettings: settings),
        .testTarget(
            name: "PredictStageTests", dependencies: ["TestSupport", "PredictStage"],
            path: "Tests/Stages/PredictStage", swiftSettings: settings),
        .testTarget(
            name: "PerformanceReportStageTests",
            dependencies: ["StageTestSupport", "TestSupport", "linefeed", "PerformanceReportStage", "StageKit"],
            path: "Tests/Stages/PerformanceReportStage", swiftSettings: settings),
        // `decode-rt` and `encode-rt`.
        .testTarget(
            name: "RealtimeStagesTests",
            dependencies: [
                "TestSupport", "EncodeRTStage", "DecodeRTStage", "RealtimeExtensions", "StageKit", "GTFSRealtime",
            ],
            path: "Tests/Stages/RealtimeStages", swiftSettings: settings),
        .testTarget(
            name: "RunStageTests",
            dependencies: ["TestSupport", "RunStage", "FetchStage", "StageKit", "GTFSRealtime", "TimeZones"],
            path: "Tests/Stages/RunStage", swiftSettings: settings),
        .testTarget(
            name: "RetimeStageTests",
            dependencies: [
                "TestSupport", "RetimeStage", "Visits", "IngestStage", "SimulateStage", "StageKit", "GTFSSchedule",
                "Contract", "NDJSON",
            ],
            path: "Tests/Stages/RetimeStage", swiftSettings: settings),
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
            ],
            path: "Tests/Stages/ServiceLevelsStage", swiftSettings: settings),
        .testTarget(
            name: "SimulateStageTests",
            dependencies: ["TestSupport", "SimulateStage", "StageKit", "GTFSSchedule", "TimeZones"],
            path: "Tests/Stages/SimulateStage", swiftSettings: settings),
        .testTarget(
            name: "StopVisitsStageTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "SimulateStage", "StopVisitsStage", "VehiclePaths", "RealtimeJoin",
                "Schedule", "StageKit", "GTFSSchedule", "Contract", "TimeZones",
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
            dependencies: ["TestSupport", "WriteGTFSStage", "IngestStage", "StageKit", "GTFSSchedule", "Contract"],
            path: "Tests/Stages/WriteGTFSStage", swiftSettings: settings),
        // Several stages at once, and rules for all sources.
        .testTarget(
            name: "StagesTests",
            dependencies: [
                "StageTestSupport", "TestSupport", "SchemaStage", "StoreStage", "BuildPolylinesStage",
                "OccupancyReportStage", "TripDetailsStage", "DeparturesStage", "StopVisitsStage", "IngestStage",
                "RealtimeJoin", "Schedule", "StageKit", "FeedStore", "SQLite", "TimeZones",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LinefeedKitTests",
            dependencies: [
                "TestSupport", "LinefeedKit", "DeparturesStage", "IngestStage", "GTFSRealtime", "Schedule", "StageKit",
                "NDJSON", "TimeZones",
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
                "TestSupport", "linefeed", "SchemaStage", "PerformanceReportStage", "StageKit", "MapTiles", "FeedStore",
                "Contract", "Drawing", "SQLite", "NDJSON", "Geometry",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], exclude: ["Formats"], swiftSettings: settings),
    ]
)

// scripts/build-api-docs sets the variable to get the DocC plugin. Packages that depend on this one never resolve it.
if Context.environment["LINEFEED_DOCC"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"))
}

// scripts/test sets the variable when it builds the program optimized. What runs once is compiled faster than it would
// run: tests, what supports them, and stages other than ingest, whose work the layers below them do. Contract keeps the
// checks of debug builds; the argument parser does not, for it would inspect every declaration in each of ten thousand
// runs. Packages that depend on this one never see these flags.
if Context.environment["LINEFEED_OPTIMIZED"] != nil {
    for target in package.targets {
        let path = target.path ?? ""
        let isStage = path.hasPrefix("Sources/Stages/") && target.name != "IngestStage"
        let isCommand = ["LinefeedKit", "linefeed"].contains(target.name)
        if target.type == .test || path.hasPrefix("Tests/") || isStage || isCommand {
            target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
        }
        if ["Contract", "ContractTests"].contains(target.name) {
            target.swiftSettings = (target.swiftSettings ?? []) + [.define("DEBUG")]
        }
    }
}
