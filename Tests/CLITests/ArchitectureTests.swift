import TestSupport
import XCTest

/// docs/architecture.md is what Package.swift and the sources are.
final class ArchitectureTests: XCTestCase {
    private let document = TemporaryFolder.text(of: Checkout.root + "/docs/architecture.md") ?? ""

    /// Every layer in the picture, every module with its sentence and its dependencies.
    func testTheModulesAreThoseOfPackageSwift() {
        let run = Shell("scripts/draw-architecture --check")
        XCTAssertEqual(run.status, 0, "run scripts/draw-architecture: " + run.output + run.errors)
    }

    func testAModuleWithoutASentenceIsAnError() {
        let folder = TemporaryFolder()
        let run = Shell(
            """
            mkdir scripts docs && cp '\(Checkout.root)/scripts/draw-architecture' scripts
            cp '\(Checkout.root)/docs/architecture.md' docs
            sed '/MARK: Every table/a\\        .target(name: "Added"),' '\(Checkout.root)/Package.swift' > Package.swift
            scripts/draw-architecture
            """, in: folder.path)
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.errors.contains("Added has no sentence"), run.errors)
    }

    /// The walks of values through the code: files in their order, none of them twice, fewer than 25.
    func testWalksNameFilesThatExist() throws {
        let walks = document.ranges(of: "\n### The walk of ").map { start in
            document[start.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("##") }
        }
        XCTAssertEqual(walks.count, 3)
        for walk in walks {
            let files = walk.flatMap { $0.matches(of: #/`(Sources/[^`]+)`/#).map { String($0.1) } }
            XCTAssertGreaterThan(files.count, 10)
            XCTAssertLessThan(files.count, 25)
            XCTAssertEqual(Set(files).count, files.count, "a file comes twice")
            for file in files {
                XCTAssertNotNil(TemporaryFolder.bytes(of: Checkout.root + "/" + file), "\(file) is not there")
            }
        }
    }
}
