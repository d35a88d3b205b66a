// swift-tools-version: 6.0
import PackageDescription

// The inner loops alone for scripts/count-instructions, and the smallest command line and the writer alone for
// scripts/bench. This is a separate package, so that building the product does not build it.
let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "linefeed", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "inner-loops", dependencies: [.product(name: "LinefeedParts", package: "linefeed")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "writer-alone", dependencies: [.product(name: "LinefeedParts", package: "linefeed")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "hello-swift", dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ])
