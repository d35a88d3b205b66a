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
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // MARK: C at the edge
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CProtobufC", path: "Sources/C/CProtobufC", pkgConfig: "libprotobuf-c",
            providers: [.apt(["libprotobuf-c-dev"])]),
        .systemLibrary(
            name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CYAML", path: "Sources/C/CYAML", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CProcess", path: "Sources/C/CProcess"),
        .target(name: "CCairo", path: "Sources/C/CCairo"),
        .target(name: "CPNG", path: "Sources/C/CPNG"),
        .target(name: "CGTFSRealtime", dependencies: ["CProtobufC"], path: "Sources/C/CGTFSRealtime"),
        .target(name: "CCurl", path: "Sources/C/CCurl"),

        // MARK: Hashes and addresses
        .target(name: "Hashing", swiftSettings: settings),
        .target(name: "Addresses", swiftSettings: settings),

        // MARK: Records, a line each
        .target(name: "NDJSON", swiftSettings: settings),
        .target(
            name: "Contract", dependencies: ["TimeZones", "NDJSON", "CGTFSRealtime", "CProtobufC"],
            swiftSettings: settings),
        .target(
            name: "StageKit", dependencies: ["TimeZones", "Contract", "NDJSON", "Addresses", "CProcess", "CZlib"],
            swiftSettings: settings),

        // MARK: Configuration
        // From the archive, by its whole name: a shared libyaml would cost every start of every stage.
        .target(
            name: "YAML", dependencies: ["CYAML"], swiftSettings: settings,
            linkerSettings: [.linkedLibrary(":libyaml.a")]),
        .target(name: "Pipelines", dependencies: ["TimeZones", "YAML", "Addresses"], swiftSettings: settings),

        // MARK: The field's nouns
        .target(name: "TimeZones", swiftSettings: settings),
        .target(
            name: "GTFSSchedule", dependencies: ["TimeZones", "Contract", "NDJSON", "Hashing", "CZlib"],
            swiftSettings: settings),
        .plugin(name: "EmbedExtensions", capability: .buildTool()),
        .target(
            name: "GTFSRealtime", dependencies: ["Contract", "NDJSON", "CGTFSRealtime", "CProtobufC"],
            exclude: ["Extensions"],
            swiftSettings: settings, plugins: ["EmbedExtensions"]),
        .target(name: "Occupancy", dependencies: ["Hashing"], swiftSettings: settings),
        .target(name: "Geometry", swiftSettings: settings),
        .target(
            name: "HTTP", dependencies: ["TimeZones", "Addresses", "Hashing", "CCurl", "CZlib"],
            swiftSettings: settings),
        .target(
            name: "FeedStore", dependencies: ["GTFSSchedule", "TimeZones", "Contract", "NDJSON", "Hashing", "CSQLite"],
            swiftSettings: settings),
        .target(name: "MapTiles", dependencies: ["Geometry", "CPNG", "CCairo"], swiftSettings: settings),

        // MARK: The page of maps
        .target(name: "MapPage", resources: [.embedInCode("Resources")], swiftSettings: settings),

        // MARK: What stages stand on
        .target(
            name: "Feeds", dependencies: ["FeedStore", "GTFSSchedule", "TimeZones", "StageKit", "Hashing"],
            swiftSettings: settings),
        .target(
            name: "Journeys",
            dependencies: [
                "Feeds", "FeedStore", "Geometry", "Occupancy", "GTFSRealtime", "GTFSSchedule", "TimeZones", "StageKit",
                "Contract", "NDJSON", "Hashing",
            ],
            swiftSettings: settings),

        // MARK: Stages, by subject; none depends on another
        .target(
            name: "ScheduleStages",
            dependencies: [
                "Feeds", "FeedStore", "GTFSSchedule", "TimeZones", "StageKit", "Contract", "NDJSON", "Addresses",
                "Hashing",
            ],
            swiftSettings: settings),
        .target(
            name: "RealtimeStages", dependencies: ["GTFSRealtime", "StageKit", "Contract", "NDJSON"],
            swiftSettings: settings),
        .target(
            name: "Boards",
            dependencies: [
                "Journeys", "Feeds", "Geometry", "Occupancy", "GTFSSchedule", "TimeZones", "StageKit", "Contract",
                "NDJSON",
            ],
            swiftSettings: settings),
        .target(
            name: "CrowdingReports",
            dependencies: [
                "Journeys", "Feeds", "MapTiles", "Occupancy", "GTFSRealtime", "TimeZones", "StageKit", "Contract",
                "NDJSON", "Hashing",
            ],
            swiftSettings: settings),
        .target(
            name: "Lines",
            dependencies: [
                "Feeds", "Geometry", "GTFSSchedule", "TimeZones", "StageKit", "Contract", "NDJSON", "Hashing",
            ],
            swiftSettings: settings),
        .target(
            name: "Pages",
            dependencies: [
                "Feeds", "MapPage", "MapTiles", "Geometry", "Occupancy", "TimeZones", "StageKit", "Contract", "NDJSON",
                "Hashing",
            ],
            swiftSettings: settings),
        .target(
            name: "History", dependencies: ["Feeds", "FeedStore", "TimeZones", "StageKit", "Contract", "NDJSON"],
            swiftSettings: settings),
        .target(
            name: "Fetching",
            dependencies: [
                "HTTP", "GTFSRealtime", "GTFSSchedule", "TimeZones", "StageKit", "Contract", "NDJSON", "Addresses",
                "Hashing",
            ],
            swiftSettings: settings),
        .target(
            name: "Running",
            dependencies: ["TimeZones", "Pipelines", "StageKit", "Contract", "NDJSON", "Addresses", "CProcess"],
            swiftSettings: settings),
        .target(
            name: "MadeUpCity",
            dependencies: ["GTFSRealtime", "GTFSSchedule", "TimeZones", "StageKit", "NDJSON", "Hashing"],
            swiftSettings: settings),

        // MARK: Every table that a stage writes
        .target(
            name: "Schemas",
            dependencies: [
                "Running", "Fetching", "Lines", "CrowdingReports", "Boards", "RealtimeStages", "ScheduleStages",
                "Journeys", "StageKit", "Contract", "NDJSON",
            ],
            swiftSettings: settings),

        // MARK: The command line
        .executableTarget(
            name: "linefeed",
            dependencies: [
                "Schemas", "MadeUpCity", "Running", "Fetching", "History", "Pages", "Lines", "CrowdingReports",
                "Boards", "RealtimeStages", "ScheduleStages", "Journeys", "HTTP", "GTFSRealtime", "TimeZones",
                "StageKit", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // MARK: For Swift programmers
        .target(
            name: "LinefeedKit",
            dependencies: [
                "Lines", "CrowdingReports", "Boards", "RealtimeStages", "ScheduleStages", "Journeys", "Feeds",
                "Geometry", "Occupancy", "TimeZones", "StageKit", "Contract", "NDJSON",
            ], swiftSettings: settings),

        // MARK: Tests
        .target(
            name: "TestSupport", dependencies: ["StageKit", "NDJSON", "Hashing", "CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(name: "ContractTests", dependencies: ["Contract", "NDJSON"], swiftSettings: settings),
        .testTarget(name: "HashingTests", dependencies: ["TestSupport", "Hashing"], swiftSettings: settings),
        .testTarget(name: "NDJSONTests", dependencies: ["TestSupport", "NDJSON"], swiftSettings: settings),
        .testTarget(
            name: "StageKitTests", dependencies: ["TestSupport", "StageKit", "Contract", "NDJSON"],
            swiftSettings: settings),
        .testTarget(name: "TimeZonesTests", dependencies: ["TestSupport", "TimeZones"], swiftSettings: settings),
        .testTarget(
            name: "GTFSScheduleTests",
            dependencies: ["TestSupport", "GTFSSchedule", "TimeZones", "Contract", "NDJSON", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSRealtimeTests",
            dependencies: ["TestSupport", "GTFSRealtime", "Contract", "NDJSON", "CGTFSRealtime", "CProtobufC"],
            swiftSettings: settings),
        .testTarget(
            name: "OccupancyTests", dependencies: ["TestSupport", "Occupancy", "GTFSRealtime", "Contract", "Hashing"],
            swiftSettings: settings),
        .testTarget(name: "GeometryTests", dependencies: ["TestSupport", "Geometry"], swiftSettings: settings),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses"], swiftSettings: settings),
        .testTarget(
            name: "HTTPTests", dependencies: ["TestSupport", "HTTP", "Addresses", "Hashing"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedStoreTests",
            dependencies: ["TestSupport", "FeedStore", "GTFSSchedule", "TimeZones", "Contract", "NDJSON", "Hashing"],
            swiftSettings: settings),
        .testTarget(name: "YAMLTests", dependencies: ["TestSupport", "YAML"], swiftSettings: settings),
        .testTarget(
            name: "PipelinesTests", dependencies: ["TestSupport", "TimeZones", "Pipelines"], swiftSettings: settings),
        .testTarget(
            name: "StagesTests",
            dependencies: [
                "TestSupport", "linefeed", "Schemas", "MadeUpCity", "Running", "Fetching", "History", "Pages", "Lines",
                "CrowdingReports", "Boards", "RealtimeStages", "ScheduleStages", "Journeys", "Feeds", "MapPage",
                "MapTiles", "FeedStore", "HTTP", "Geometry", "Occupancy", "GTFSRealtime", "GTFSSchedule", "TimeZones",
                "Pipelines", "StageKit", "Contract", "NDJSON", "Addresses", "Hashing",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LinefeedKitTests",
            dependencies: [
                "TestSupport", "LinefeedKit", "Boards", "ScheduleStages", "Journeys", "TimeZones", "StageKit", "NDJSON",
            ], swiftSettings: settings),
        .testTarget(
            name: "MapTilesTests", dependencies: ["TestSupport", "MapTiles", "Geometry"],
            swiftSettings: settings),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "TestSupport", "linefeed", "Schemas", "FeedStore", "StageKit", "Contract", "NDJSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: settings),
    ]
)
