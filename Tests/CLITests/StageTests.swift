import ArgumentParser
import Contract
import SchemaStage
import StageKit
import TestSupport
import XCTest

@testable import linefeed

/// What every stage has and a new one must bring: a manual, a golden case, and its tables in the contract and the
/// documents.
final class StageTests: XCTestCase {
    private struct Facts {
        let name: String
        let commandName: String?
        let manual: Manual
        let problemOfDefaults: String?
    }

    private static let stages: [Facts] = {
        var facts: [Facts] = []
        for stage in Linefeed.stages { facts.append(StageTests.facts(of: stage)) }
        return facts
    }()

    private static func facts<Command: StageCommand>(of command: Command.Type) -> Facts {
        Facts(
            name: Command.Work.name, commandName: Command.configuration.commandName, manual: Command.manual,
            problemOfDefaults: Command.Work.Options().problem)
    }

    /// The stages that write a table; one may say with which option: `run, with --log`.
    private static func writers(of table: TableDescription) -> [String] {
        table.stages.map { String($0.prefix { $0 != "," }) }
    }

    func testEveryCommandIsAStageOfItsName() {
        XCTAssertEqual(StageTests.stages.count, Linefeed.configuration.subcommands.count)
        for stage in StageTests.stages { XCTAssertEqual(stage.commandName, stage.name) }
    }

    func testEveryStageHasItsManual() {
        for stage in StageTests.stages {
            let name = stage.name
            XCTAssertGreaterThan(stage.manual.abstract.count, 20, "\(name) lacks its abstract")
            XCTAssertEqual(stage.manual.abstract.last, ".", name)
            XCTAssertGreaterThanOrEqual(stage.manual.examples.count, 2, "\(name) lacks EXAMPLES")
            for text in [stage.manual.input, stage.manual.output, stage.manual.cost] {
                XCTAssertFalse(text.isEmpty, name)
            }
            XCTAssertNotNil(
                TemporaryFolder.bytes(of: Checkout.root + "/docs/man/linefeed-\(name).1"), "\(name) lacks its man page")
        }
    }

    func testEveryStageHasAGoldenCase() {
        for stage in StageTests.stages {
            XCTAssertFalse(
                Checkout.names(in: Checkout.root + "/Tests/Golden/" + stage.name).allSatisfy { $0 == "trial" },
                "Tests/Golden/\(stage.name) is not there, or is empty")
        }
    }

    func testEveryStageHasItsTablesInTheContractAndTheDocuments() {
        let document = Set(
            (TemporaryFolder.text(of: Checkout.root + "/docs/records.md") ?? "").split(separator: "\n"))
        // Some write files, messages, pages, a database, or what they read, and no records of their own.
        for stage in StageTests.stages where !Trial(stage.name).is("without-tables") {
            let tables = SchemaStage.tables.filter { StageTests.writers(of: $0).contains(stage.name) }
            XCTAssertFalse(tables.isEmpty, "\(stage.name) has no table in the contract")
            for table in tables {
                XCTAssertTrue(document.contains("### \(table.name)"), "docs/records.md lacks \(table.name)")
            }
        }
        // The tables that every stage may write belong to none.
        let names = StageTests.stages.map(\.name)
        for table in SchemaStage.tables where !StageTests.writers(of: table).contains(where: { names.contains($0) }) {
            XCTAssertTrue(
                ["diagnostics", "rejects", "summaries"].contains(table.name), "\(table.name) is not a stage's")
        }
    }

    /// A stage takes time, environment and streams from its context, and leaves ending the process to its driver.
    func testStagesAskTheirContextForTheWorld() {
        for call in [
            "time\\(nil\\)", "SystemTime\\(", "clock_gettime\\(", "isatty\\(", "ProcessState\\.", "StandardOutput\\.",
            "\\b_?exit\\(",
        ] {
            let found = Shell(
                "grep -rnE '\(call)' Sources/Engines Sources/Stages Sources/LinefeedKit --include='*.swift' | grep -v '^[^:]*:[0-9]*: *//'"
            )
            XCTAssertEqual(found.errors, "")
            XCTAssertEqual(found.lines, [], call)
        }
    }

    /// Options as they are when nothing is said have no problem but that something must be named.
    func testDefaultsHaveNoProblemOfTheirOwn() {
        for stage in StageTests.stages {
            guard let problem = stage.problemOfDefaults else { continue }
            let naming = ["name ", "--stop needs", "--out takes a folder name", "-n reads no input; name"]
            XCTAssertTrue(
                problem.contains(" is required") || naming.contains { problem.hasPrefix($0) },
                "\(stage.name): \(problem)")
        }
    }
}
