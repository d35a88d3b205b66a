import TestSupport
import XCTest

/// Modules depend on lower layers, as Package.swift declares them.
///
/// The compiler guards most of it: a target sees no other's types but those of its dependencies. It does not mind a module
/// that another target happened to build first, so the imports are compared with what is declared.
final class DependencyTests: XCTestCase {
    /// The folder of each layer's targets; a target's own folder is in it.
    private static let folders = [
        "C libraries": "Sources/C/", "Base": "Sources/Base/", "Transit": "Sources/Transit/",
        "StageKit": "Sources/StageKit", "Engines": "Sources/Engines/", "Stages": "Sources/Stages/",
        "Every table": "Sources/Stages/", "The command line": "Sources/linefeed", "The library": "Sources/LinefeedKit",
    ]
    /// Modules that a layer must not depend on although they are lower.
    private static let strangers: [(layer: String, unknown: Set<String>)] = [
        ("Transit", ["Drawing", "MapPage", "YAML", "Pipelines"])
    ]

    /// Modules of the system, which nobody declares.
    private static let system: Set<String> = ["Glibc", "Darwin", "Musl", "Synchronization"]

    private struct Target {
        let name: String
        let folder: String
        let dependencies: Set<String>
        /// The place of its mark among those of Package.swift, lowest layer first.
        let layer: Int
        /// Its place among all declarations.
        let place: Int
    }

    /// The names of the layers, lowest first.
    private func layers() -> [String] {
        (TemporaryFolder.text(of: Checkout.root + "/Package.swift") ?? "").split(separator: "\n")
            .compactMap { $0.firstMatch(of: #/^ *// MARK: (.*)/#).map { String($0.1) } }
    }

    /// The targets of Package.swift whose sources are in a folder.
    private func targets(in root: String = "Sources/") -> [Target] {
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
            let isTest = declarations[beginnings[place]].hasPrefix(".testTarget")
            let path = words.firstMatch(of: #/path:\s*"([^"]+)"/#)?.1 ?? (isTest ? "Tests/\(name)" : "Sources/\(name)")
            guard path.hasPrefix(root) else { return nil }
            let list = words.firstMatch(of: #/dependencies:\s*\[([^\]]*)\]/#)?.1 ?? ""
            // Of a product of another package the product's name.
            let bare = list.replacing(#/,\s*package:\s*"[^"]*"/#, with: "")
            return Target(
                name: String(name), folder: Checkout.root + "/" + path,
                dependencies: Set(bare.matches(of: #/"([^"]+)"/#).map { String($0.1) }),
                layer: marks.count { $0 < beginnings[place].lowerBound } - 1, place: place)
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
            guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count,
                !words[0].hasPrefix("//"), words[..<place].allSatisfy({ $0.hasPrefix("@") || $0 == "public" })
            else { return nil }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let name = kinds.contains(words[place + 1]) && place + 2 < words.count ? words[place + 2] : words[place + 1]
            return name.split(separator: ".").first.map(String.init)
        }
    }

    func testEveryTargetDependsOnLowerLayers() {
        let targets = targets()
        let layers = layers()
        XCTAssertGreaterThan(targets.count, 30)
        XCTAssertEqual(layers.last, "Tests")
        for target in targets {
            let strangers = DependencyTests.strangers.first { $0.layer == layers[target.layer] }?.unknown ?? []
            XCTAssertEqual(target.dependencies.intersection(strangers).sorted(), [], target.name)
            for name in target.dependencies {
                guard let other = targets.first(where: { $0.name == name }) else {
                    // Only the command line knows how flags are read.
                    XCTAssertEqual([target.name, name], ["linefeed", "ArgumentParser"])
                    continue
                }
                // Within a layer a target may depend on those declared before it; no stage depends on another.
                let isNeighbour = layers[target.layer] != "Stages" && other.place < target.place
                XCTAssertTrue(
                    other.layer < target.layer || other.layer == target.layer && isNeighbour,
                    "\(target.name) (\(layers[target.layer])) depends on \(name) (\(layers[other.layer]))")
            }
        }
    }

    func testFoldersAreNamedAfterLayersAndModules() throws {
        let layers = layers()
        for target in targets() {
            let folder = try XCTUnwrap(DependencyTests.folders[layers[target.layer]], layers[target.layer])
            XCTAssertTrue(
                target.folder.hasPrefix(Checkout.root + "/" + folder), "\(target.name) is in \(target.folder)")
            let name = try XCTUnwrap(target.folder.split(separator: "/").last)
            let isStage = ["Stages", "Every table"].contains(layers[target.layer])
            XCTAssertEqual(target.name, isStage ? name + "Stage" : String(name))
        }
    }

    func testFilesHaveNamesOfTheirOwn() {
        var seen: [String: String] = [:]
        for path in swiftFiles(Checkout.root + "/Sources") {
            let name = String(path.split(separator: "/").last ?? "")
            if let other = seen.updateValue(path, forKey: name) { XCTFail("\(path) and \(other) have one name") }
        }
    }

    func testImportsAreWhatPackageSwiftDeclares() {
        let targets = targets()
        let folders = targets.map(\.folder).filter { !$0.contains("/Sources/C/") }
        // No source outside of the targets.
        for file in swiftFiles(Checkout.root + "/Sources") {
            XCTAssertTrue(folders.contains { file.hasPrefix($0 + "/") }, file)
        }
        for target in targets where folders.contains(target.folder) {
            let files = swiftFiles(target.folder)
            XCTAssertFalse(files.isEmpty, target.name)
            var imported: Set<String> = []
            for file in files {
                let names = Set(imports(file)).subtracting(DependencyTests.system)
                XCTAssertEqual(names.subtracting(target.dependencies).sorted(), [], "imported undeclared by \(file)")
                imported.formUnion(names)
            }
            XCTAssertEqual(
                target.dependencies.subtracting(imported).sorted(), [], "declared by \(target.name), imported nowhere")
        }
    }

    /// A test that imports what its target does not declare is built only if that happens to be there.
    func testTestsDeclareWhatTheyImport() {
        let targets = targets(in: "Tests/")
        XCTAssertGreaterThan(targets.count, 40)
        let ours = Set((self.targets() + targets).map(\.name))
        for target in targets {
            let files = swiftFiles(target.folder)
            XCTAssertFalse(files.isEmpty, target.name)
            let imported = Set(files.flatMap { imports($0) }).intersection(ours)
            XCTAssertEqual(
                imported.subtracting(target.dependencies).sorted(), [], "imported undeclared: \(target.name)")
        }
        let folders = targets.map { $0.folder + "/" }
        for file in swiftFiles(Checkout.root + "/Tests") where !folders.contains(where: { file.hasPrefix($0) }) {
            XCTFail("\(file) belongs to no target")
        }
    }

    func testOnlyPlatformImportsTheCLibrary() {
        for file in swiftFiles(Checkout.root + "/Sources") where !file.contains("/Sources/Base/Platform/") {
            XCTAssertTrue(
                Set(imports(file)).isDisjoint(with: ["Glibc", "Musl", "Darwin"]), "\(file): ask Platform for it")
        }
    }

    func testNoUnsafeFlagsKeepThePackageFromBeingADependency() {
        // Packages that depend on this one do not set the variable.
        let manifest = TemporaryFolder.text(of: Checkout.root + "/Package.swift") ?? ""
        let parts = manifest.split(separator: "if Context.environment[\"LINEFEED_OPTIMIZED\"] != nil {")
        XCTAssertEqual(parts.count, 2)
        XCTAssertFalse(parts[0].contains("unsafeFlags"))
    }

    func testCallsThatLoseDataStayOutOfTheSources() {
        let calls = ["print(", "FileHandle", "JSONEncoder", "JSONDecoder", "DateFormatter", "fatalError(", "try!"]
        // grep finds them, for a debug build looks through two megabytes for a minute.
        let patterns = calls.map { "-e '\($0)'" }.joined(separator: " ")
        let found = Shell("grep -rnF --include='*.swift' \(patterns) Sources")
        XCTAssertLessThan(found.status, 2, found.errors)
        for line in found.lines {
            for call in calls {
                guard let range = line.firstRange(of: call) else { continue }
                let before = line[..<range.lowerBound]
                if before.contains("//") || before.last?.isLetter == true { continue }
                XCTFail(line)
            }
        }
    }
}
