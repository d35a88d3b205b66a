// swift-tools-version: 6.0
import PackageDescription

// Every reader of bytes under libFuzzer, for scripts/fuzz, which says what sanitizers it is built with. A package beside
// the product: who builds that builds none of this. What is asserted is in Tests/ReaderChecks, so that the plain tests
// assert the same of Tests/FailCases.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "linefeed", path: "..")],
    targets: [
        // The driver of libFuzzer with a target of a name, and what an execution allocates.
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer", .product(name: "ReaderChecks", package: "linefeed")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ])
