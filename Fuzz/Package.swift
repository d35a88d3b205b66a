// swift-tools-version: 6.0
import PackageDescription

// Runs every reader of bytes under libFuzzer. scripts/fuzz builds it with sanitizers. This is a separate package, so that
// building the product does not build it. The assertions are in Tests/ReaderChecks, so that the ordinary tests make the
// same assertions about Tests/FailCases.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "linefeed", path: "..")],
    targets: [
        // The driver of libFuzzer for a named target, and the allocations of an execution.
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer", .product(name: "ReaderChecks", package: "linefeed")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ])
