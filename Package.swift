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
        .executable(name: "linefeed", targets: ["linefeed"])
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

        // MARK: Digests and addresses
        .target(name: "Digest", swiftSettings: settings),
        .target(name: "Addresses", swiftSettings: settings),

        // MARK: Records, a line each
        .target(name: "NDJSON", swiftSettings: settings),
        .target(name: "StageKit", dependencies: ["Addresses", "NDJSON", "CZlib", "CProcess"], swiftSettings: settings),

        // MARK: Configuration
        // From the archive, by its whole name: a shared libyaml would cost every start of every stage.
        .target(
            name: "YAML", dependencies: ["CYAML"], swiftSettings: settings,
            linkerSettings: [.linkedLibrary(":libyaml.a")]),
        .target(name: "Pipelines", dependencies: ["Addresses", "YAML", "TimeZones"], swiftSettings: settings),

        // MARK: The field's nouns
        .target(name: "TimeZones", swiftSettings: settings),
        .target(name: "GTFSSchedule", dependencies: ["NDJSON", "TimeZones", "CZlib"], swiftSettings: settings),
        .target(
            name: "GTFSRealtime", dependencies: ["NDJSON", "CGTFSRealtime", "CProtobufC"], swiftSettings: settings),
        .target(name: "Occupancy", swiftSettings: settings),
        .target(name: "Geometry", swiftSettings: settings),
        .target(name: "HTTP", dependencies: ["Addresses", "Digest", "CCurl", "CZlib"], swiftSettings: settings),
        .target(
            name: "FeedStore", dependencies: ["Digest", "NDJSON", "GTFSSchedule", "CSQLite"], swiftSettings: settings),
        .target(name: "MapTiles", dependencies: ["Geometry", "CCairo", "CPNG"], swiftSettings: settings),

        // MARK: The page of maps
        .target(name: "MapPage", resources: [.embedInCode("Resources")], swiftSettings: settings),

        // MARK: What stages stand on
        .target(
            name: "Feeds", dependencies: ["StageKit", "NDJSON", "TimeZones", "GTFSSchedule", "FeedStore"],
            swiftSettings: settings),
        .target(
            name: "Journeys",
            dependencies: [
                "Feeds", "StageKit", "NDJSON", "TimeZones", "GTFSSchedule", "Geometry", "Occupancy", "FeedStore",
            ],
            swiftSettings: settings),

        // MARK: Stages, by subject; none depends on another
        .target(
            name: "ScheduleStages",
            dependencies: [
                "Feeds", "StageKit", "Addresses", "NDJSON", "TimeZones", "GTFSSchedule", "FeedStore",
            ],
            swiftSettings: settings),
        .target(name: "RealtimeStages", dependencies: ["StageKit", "NDJSON", "GTFSRealtime"], swiftSettings: settings),
        .target(
            name: "Boards",
            dependencies: [
                "Journeys", "Feeds", "StageKit", "NDJSON", "TimeZones", "GTFSSchedule", "Geometry", "Occupancy",
            ],
            swiftSettings: settings),
        .target(
            name: "CrowdingReports",
            dependencies: [
                "Journeys", "Feeds", "StageKit", "NDJSON", "TimeZones", "Occupancy", "MapTiles",
            ],
            swiftSettings: settings),
        .target(
            name: "Lines", dependencies: ["Feeds", "StageKit", "NDJSON", "TimeZones", "GTFSSchedule", "Geometry"],
            swiftSettings: settings),
        .target(
            name: "Pages",
            dependencies: [
                "Feeds", "StageKit", "Digest", "NDJSON", "TimeZones", "GTFSRealtime", "Occupancy", "Geometry",
                "MapTiles", "MapPage",
            ],
            swiftSettings: settings),
        .target(
            name: "History", dependencies: ["Feeds", "StageKit", "NDJSON", "TimeZones", "FeedStore"],
            swiftSettings: settings),
        .target(
            name: "Fetching",
            dependencies: [
                "StageKit", "Digest", "Addresses", "NDJSON", "TimeZones", "GTFSSchedule", "GTFSRealtime", "HTTP",
            ],
            swiftSettings: settings),
        .target(
            name: "Running", dependencies: ["StageKit", "Addresses", "NDJSON", "Pipelines", "CProcess"],
            swiftSettings: settings),
        .target(
            name: "MadeUpCity", dependencies: ["StageKit", "NDJSON", "GTFSSchedule", "GTFSRealtime"],
            swiftSettings: settings),

        // MARK: Every table that a stage writes
        .target(
            name: "Schemas",
            dependencies: [
                "ScheduleStages", "RealtimeStages", "Boards", "CrowdingReports", "Lines", "Fetching", "Running",
                "Journeys", "StageKit", "NDJSON",
            ],
            swiftSettings: settings),

        // MARK: The command line
        .executableTarget(
            name: "linefeed",
            dependencies: [
                "Schemas", "ScheduleStages", "RealtimeStages", "Boards", "CrowdingReports", "Lines", "Pages", "History",
                "Fetching", "Running", "MadeUpCity", "Journeys", "StageKit", "GTFSRealtime", "HTTP",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // MARK: Tests
        .target(
            name: "TestSupport", dependencies: ["NDJSON", "StageKit", "CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(name: "DigestTests", dependencies: ["Digest", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "NDJSONTests", dependencies: ["NDJSON", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "StageKitTests", dependencies: ["StageKit", "NDJSON", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "TimeZonesTests", dependencies: ["TimeZones", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GTFSScheduleTests", dependencies: ["GTFSSchedule", "NDJSON", "TimeZones", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "GTFSRealtimeTests",
            dependencies: [
                "GTFSRealtime", "NDJSON", "CGTFSRealtime", "CProtobufC", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(name: "OccupancyTests", dependencies: ["Occupancy", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses"], swiftSettings: settings),
        .testTarget(
            name: "HTTPTests", dependencies: ["HTTP", "Digest", "Addresses", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "FeedStoreTests",
            dependencies: [
                "FeedStore", "Digest", "NDJSON", "TimeZones", "GTFSSchedule", "CSQLite", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(name: "YAMLTests", dependencies: ["YAML", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "PipelinesTests", dependencies: ["Pipelines", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "StagesTests",
            dependencies: [
                "linefeed", "Schemas", "ScheduleStages", "RealtimeStages", "Boards", "CrowdingReports", "Lines",
                "Pages",
                "History", "Fetching", "Running", "MadeUpCity", "Journeys", "Feeds", "StageKit", "Digest", "Addresses",
                "NDJSON",
                "Pipelines", "TimeZones", "GTFSSchedule", "GTFSRealtime", "Occupancy", "Geometry", "HTTP", "FeedStore",
                "MapTiles", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MapTilesTests", dependencies: ["MapTiles", "Geometry", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CLITests", dependencies: ["linefeed", "FeedStore", "NDJSON", "Schemas", "StageKit", "TestSupport"],
            swiftSettings: settings),
    ]
)
