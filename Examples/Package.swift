// swift-tools-version: 6.0
import PackageDescription

/// The address of the package's git repository, whose last part is `linefeed` or `linefeed.git`.
/// `scripts/check-examples` makes such a repository from a checkout.
guard let address = Context.environment["LINEFEED_PACKAGE"] else {
    fatalError("set LINEFEED_PACKAGE to the address of linefeed's git repository")
}

let kit: [Target.Dependency] = [.product(name: "LinefeedKit", package: "linefeed")]

let package = Package(
    name: "Examples",
    dependencies: [.package(url: address, from: "1.0.0")],
    targets: [
        .executableTarget(name: "next-departures", dependencies: kit),
        .executableTarget(name: "rows", dependencies: kit),
        .executableTarget(name: "vehicles", dependencies: kit),
        .executableTarget(name: "lines", dependencies: kit),
        .executableTarget(name: "crowding", dependencies: kit),
    ]
)
