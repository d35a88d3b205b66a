// swift-tools-version: 6.0
import PackageDescription

// The inner loops on their own, for scripts/count-instructions; the smallest command line and the writer alone, for
// scripts/bench. A package beside the product: who builds that builds none of this.
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
