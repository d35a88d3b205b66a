import TestSupport
import XCTest

/// Dependencies point one way, as Package.swift declares them; a turned arrow fails here.
///
/// The compiler guards most of it: a target sees no other's types but those of its dependencies. It does not mind a module
/// that another target happened to build first, so the imports are compared with what is declared.
final class ArrowTests: XCTestCase {
    /// What may stand on another target of its own floor. No stage is among them.
    private static let neighbours: [String: Set<String>] = [
        "CGTFSRealtime": ["CProtobufC"],
        "Occupancy": ["Hashing"],
        "HTTP": ["Addresses", "Hashing", "TimeZones"],
        "LineGraph": ["Geometry", "Hashing"],
        "Motion": ["Geometry"],
        "Drawing": ["Geometry", "Occupancy"],
        "Pipelines": ["YAML"],
        "Contract": ["NDJSON"],
        "FeedStore": ["GTFSSchedule"],
        "Feeds": ["StageKit"],
        "Networks": ["GeoJSON", "StageKit"],
        "Reporting": ["StageKit"],
        "Journeys": ["Feeds", "StageKit"],
        "ServiceFigures": ["Journeys", "Feeds", "StageKit"],
        "Charts": ["StageKit"],
    ]
    /// What no target may stand on although it is lower.
    private static let strangers: [(floor: String, unknown: Set<String>)] = [
        ("The field's files", ["HTTP", "Drawing", "MapPage", "YAML", "Pipelines"]),
        ("Records", ["HTTP", "Drawing", "MapPage", "YAML", "Pipelines", "Occupancy", "Geometry"]),
    ]
    private static let stages = "Stages, by subject; none depends on another"

    /// Modules of the system, which nobody declares.
    private static let system: Set<String> = ["Glibc", "Darwin", "Musl", "Synchronization"]

    private struct Target {
        let name: String
        let folder: String
        let dependencies: Set<String>
        /// The place of its mark among those of Package.swift: the floors of the house, from the ground up.
        let floor: Int
    }

    /// The names of the floors.
    private func floors() -> [String] {
        (TemporaryFolder.text(of: Checkout.root + "/Package.swift") ?? "").split(separator: "\n")
            .compactMap { $0.firstMatch(of: #/^ *// MARK: (.*)/#).map { String($0.1) } }
    }

    /// The targets of Package.swift whose sources are in `Sources`.
    private func targets() -> [Target] {
        let manifest = TemporaryFolder.text(of: Checkout.root + "/Package.swift") ?? ""
        // Sentences are left out, marks are not.
        let declarations = manifest.split(separator: "\n").filter {
            let line = $0.drop { $0 == " " }
            return !line.hasPrefix("//") || line.hasPrefix("// MARK: ")
        }.joined(separator: " ")
        let marks = declarations.ranges(of: "// MARK: ").map(\.lowerBound)
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
                dependencies: Set(bare.matches(of: #/"([^"]+)"/#).map { String($0.1) }),
                floor: marks.count { $0 < beginnings[place].lowerBound } - 1)
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
        let floors = floors()
        XCTAssertGreaterThan(targets.count, 30)
        XCTAssertEqual(floors.last, "Tests")
        for target in targets {
            let strangers = ArrowTests.strangers.first { $0.floor == floors[target.floor] }?.unknown ?? []
            XCTAssertEqual(target.dependencies.intersection(strangers).sorted(), [], target.name)
            for name in target.dependencies {
                guard let other = targets.first(where: { $0.name == name }) else {
                    // Only the command line knows how flags are read.
                    XCTAssertEqual([target.name, name], ["linefeed", "ArgumentParser"])
                    continue
                }
                let isNeighbour = ArrowTests.neighbours[target.name, default: []].contains(name)
                XCTAssertTrue(
                    other.floor < target.floor || other.floor == target.floor && isNeighbour,
                    "\(target.name) (\(floors[target.floor])) depends on \(name) (\(floors[other.floor]))")
            }
        }
    }

    func testNoStageDependsOnAnother() throws {
        let floor = try XCTUnwrap(floors().firstIndex(of: ArrowTests.stages))
        let stages = targets().filter { $0.floor == floor }
        XCTAssertGreaterThan(stages.count, 8)
        let names = Set(stages.map(\.name))
        XCTAssertTrue(names.isDisjoint(with: ArrowTests.neighbours.keys))
        for stage in stages { XCTAssertTrue(names.isDisjoint(with: stage.dependencies), stage.name) }
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
