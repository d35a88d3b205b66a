import TestSupport
import XCTest

/// Dependencies point one way, as Package.swift declares them; a turned arrow fails here.
///
/// The compiler guards most of it: a target sees no other's types but those of its dependencies. It does not mind a module
/// that another target happened to build first, so the imports are compared with what is declared.
final class ArrowTests: XCTestCase {
    /// The floors of the house, from the ground up: a target stands on lower floors, and beside others of its own only
    /// where `neighbours` says so.
    private static let floors: [(name: String, targets: Set<String>)] = [
        (
            "C at the edge",
            ["CZlib", "CProtobufC", "CSQLite", "CYAML", "CProcess", "CCairo", "CPNG", "CGTFSRealtime", "CCurl"]
        ),
        (
            "nouns",
            [
                "NDJSON", "Hashing", "Addresses", "TimeZones", "YAML", "Pipelines", "Occupancy", "Geometry", "HTTP",
                "MapTiles", "MapPage",
            ]
        ),
        ("what a record is", ["Contract"]),
        ("the field's nouns", ["GTFSSchedule", "GTFSRealtime", "FeedStore"]),
        ("what all stages share", ["StageKit"]),
        ("what several stages stand on", ["Feeds", "Journeys"]),
        (
            "stages",
            [
                "ScheduleStages", "RealtimeStages", "Boards", "CrowdingReports", "Lines", "Pages", "History",
                "Fetching",
                "Running", "MadeUpCity",
            ]
        ),
        ("every table", ["Schemas"]),
        ("faces", ["LinefeedKit", "linefeed"]),
    ]

    /// What may stand on another target of its own floor. No stage is among them.
    private static let neighbours: [String: Set<String>] = [
        "CGTFSRealtime": ["CProtobufC"],
        "GTFSSchedule": ["Hashing", "NDJSON", "TimeZones"],
        "GTFSRealtime": ["NDJSON"],
        "Pipelines": ["Addresses", "YAML", "TimeZones"],
        "HTTP": ["Addresses", "Hashing", "TimeZones"],
        "FeedStore": ["Hashing", "NDJSON", "GTFSRealtime", "GTFSSchedule", "TimeZones"],
        "Occupancy": ["Hashing"],
        "MapTiles": ["Geometry"],
        "Journeys": ["Feeds"],
    ]

    /// Modules of the system, which nobody declares.
    private static let system: Set<String> = ["Glibc", "Synchronization"]

    private struct Target {
        let name: String
        let folder: String
        let dependencies: Set<String>
    }

    /// The targets of Package.swift whose sources are in `Sources`.
    private func targets() -> [Target] {
        let manifest = TemporaryFolder.text(of: Checkout.root + "/Package.swift") ?? ""
        let declarations = manifest.split(separator: "\n").filter {
            !$0.drop { $0 == " " }.hasPrefix("//")
        }.joined(separator: " ")
        // What stands between one declaration's beginning and the next.
        let beginnings = declarations.ranges(of: #/\.(systemLibrary|target|executableTarget|testTarget)\(\s*name:/#)
        return beginnings.indices.compactMap { place in
            let end = place + 1 < beginnings.count ? beginnings[place + 1].lowerBound : declarations.endIndex
            let words = declarations[beginnings[place].upperBound..<end]
            guard let name = words.firstMatch(of: #/"(\w+)"/#)?.1 else { return nil }
            let path = words.firstMatch(of: #/path:\s*"([^"]+)"/#)?.1 ?? "Sources/\(name)"
            guard path.hasPrefix("Sources/"), !declarations[beginnings[place]].hasPrefix(".testTarget") else {
                return nil
            }
            let list = words.firstMatch(of: #/dependencies:\s*\[([^\]]*)\]/#)?.1 ?? ""
            // Of a product of another package the product's name.
            let bare = list.replacing(#/,\s*package:\s*"[^"]*"/#, with: "")
            return Target(
                name: String(name), folder: Checkout.root + "/" + path,
                dependencies: Set(bare.matches(of: #/"([^"]+)"/#).map { String($0.1) }))
        }
    }

    private func swiftFiles(_ folder: String) -> [String] {
        Checkout.names(in: folder).flatMap { name -> [String] in
            let path = folder + "/" + name
            return name.hasSuffix(".swift") ? [path] : swiftFiles(path)
        }
    }

    private func imports(_ path: String) -> [String] {
        (TemporaryFolder.text(of: path) ?? "").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count, !line.hasPrefix("//")
            else { return nil }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let name = kinds.contains(words[place + 1]) && place + 2 < words.count ? words[place + 2] : words[place + 1]
            return name.split(separator: ".").first.map(String.init)
        }
    }

    func testEveryTargetStandsOnLowerFloors() {
        let targets = targets()
        let floors = ArrowTests.floors
        XCTAssertEqual(
            targets.map(\.name).sorted(), floors.flatMap(\.targets).sorted(), "targets of Package.swift, and the floors"
        )
        for target in targets {
            guard let floor = floors.firstIndex(where: { $0.targets.contains(target.name) }) else { continue }
            for name in target.dependencies {
                guard let other = floors.firstIndex(where: { $0.targets.contains(name) }) else {
                    // Only the command line knows how flags are read.
                    XCTAssertEqual([target.name, name], ["linefeed", "ArgumentParser"])
                    continue
                }
                let isNeighbour = ArrowTests.neighbours[target.name, default: []].contains(name)
                XCTAssertTrue(
                    other < floor || other == floor && isNeighbour,
                    "\(target.name) (\(floors[floor].name)) depends on \(name) (\(floors[other].name))")
            }
        }
    }

    func testNoStageDependsOnAnother() throws {
        let stages = try XCTUnwrap(ArrowTests.floors.first { $0.name == "stages" }).targets
        XCTAssertTrue(stages.isDisjoint(with: ArrowTests.neighbours.keys))
        for target in targets() where stages.contains(target.name) {
            XCTAssertTrue(stages.isDisjoint(with: target.dependencies), target.name)
        }
    }

    func testImportsAreWhatPackageSwiftDeclares() {
        let targets = targets()
        let folders = targets.map(\.folder).filter { !$0.contains("/Sources/C/") }
        XCTAssertEqual(
            folders.sorted(),
            Checkout.names(in: Checkout.root + "/Sources").filter { $0 != "C" }
                .map { Checkout.root + "/Sources/" + $0 }.sorted())
        for target in targets where folders.contains(target.folder) {
            let files = swiftFiles(target.folder)
            XCTAssertFalse(files.isEmpty, target.name)
            var imported: Set<String> = []
            for file in files {
                let names = Set(imports(file)).subtracting(ArrowTests.system)
                XCTAssertEqual(names.subtracting(target.dependencies).sorted(), [], "imported undeclared by \(file)")
                imported.formUnion(names)
            }
            XCTAssertEqual(
                target.dependencies.subtracting(imported).sorted(), [], "declared by \(target.name), imported nowhere")
        }
    }

    func testNoUnsafeFlagsKeepThePackageFromBeingADependency() {
        XCTAssertFalse((TemporaryFolder.text(of: Checkout.root + "/Package.swift") ?? "").contains("unsafeFlags"))
    }

    func testCallsThatLoseDataStayOutOfTheSources() {
        for file in swiftFiles(Checkout.root + "/Sources") {
            let text = TemporaryFolder.text(of: file) ?? ""
            for call in ["print(", "FileHandle", "JSONEncoder", "JSONDecoder", "DateFormatter", "fatalError(", "try!"] {
                for line in text.split(separator: "\n") where line.contains(call) {
                    let before = line[..<line.firstRange(of: call)!.lowerBound]
                    if before.contains("//") || before.last?.isLetter == true { continue }
                    XCTFail("\(file): \(line)")
                }
            }
        }
    }
}
