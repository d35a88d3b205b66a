// swift-tools-version: 6.0
import PackageDescription

// The inner loops on their own, for scripts/count-instructions. A package beside the product: who builds that builds none
// of this.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "linefeed", path: "..")],
    targets: [
        .executableTarget(
            name: "inner-loops", dependencies: [.product(name: "LinefeedParts", package: "linefeed")],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ])
