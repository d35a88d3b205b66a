// swift-tools-version: 6.0
import PackageDescription

/// One settings constant for every Swift target.
///
/// Exclusivity is checked statically as always; the run-time check is left out of release builds because the
/// record writer is a class whose counters change for every byte written.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .unsafeFlags(["-enforce-exclusivity=unchecked", "-cross-module-optimization"], .when(configuration: .release)),
]

let package = Package(
    name: "linefeed",
    products: [
        .executable(name: "linefeed", targets: ["linefeed"]),
        .library(name: "LinefeedKit", targets: ["Stages"]),
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

        // MARK: Lines
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
        .plugin(name: "EmbedExtensions", capability: .buildTool()),
        .target(
            name: "GTFSRealtime", dependencies: ["NDJSON", "CGTFSRealtime"], exclude: ["Extensions"],
            swiftSettings: settings, plugins: ["EmbedExtensions"]),
        .target(name: "Occupancy", swiftSettings: settings),
        .target(name: "Geometry", swiftSettings: settings),
        .target(name: "HTTP", dependencies: ["Addresses", "Digest", "CCurl", "CZlib"], swiftSettings: settings),
        .target(
            name: "FeedStore", dependencies: ["Digest", "NDJSON", "GTFSSchedule", "CSQLite"], swiftSettings: settings),
        .target(name: "MapTiles", dependencies: ["Geometry", "CCairo", "CPNG"], swiftSettings: settings),

        // MARK: The page of maps
        .target(name: "MapPage", resources: [.embedInCode("Resources")], swiftSettings: settings),

        // MARK: Verbs
        .target(
            name: "Stages",
            dependencies: [
                "StageKit", "TimeZones", "GTFSSchedule", "GTFSRealtime", "Occupancy", "Geometry", "FeedStore", "HTTP",
                "Addresses", "Digest", "Pipelines", "CProcess", "MapPage", "MapTiles",
            ],
            swiftSettings: settings),

        // MARK: The command line
        .executableTarget(
            name: "linefeed",
            dependencies: ["Stages", "HTTP", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: settings),

        // MARK: Tests
        .target(
            name: "TestSupport", dependencies: ["NDJSON", "StageKit"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(name: "DigestTests", dependencies: ["Digest", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "NDJSONTests", dependencies: ["NDJSON", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "StageKitTests", dependencies: ["StageKit", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "TimeZonesTests", dependencies: ["TimeZones", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "GTFSScheduleTests", dependencies: ["GTFSSchedule", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GTFSRealtimeTests", dependencies: ["GTFSRealtime", "CGTFSRealtime", "CProtobufC", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "OccupancyTests", dependencies: ["Occupancy", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "HTTPTests", dependencies: ["Addresses", "HTTP", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "FeedStoreTests", dependencies: ["FeedStore", "CSQLite", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "YAMLTests", dependencies: ["YAML", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "PipelinesTests", dependencies: ["Pipelines", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "StagesTests", dependencies: ["Stages", "Addresses", "HTTP", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "MapTilesTests", dependencies: ["MapTiles", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "CLITests", dependencies: ["linefeed", "Stages", "TestSupport"], swiftSettings: settings),
    ]
)
