import Contract
import TestSupport
import XCTest

@testable import StageKit

/// How a run ends: all outputs whole, or the old file as it was, and figures that balance either way.
final class EndOfRunTests: XCTestCase {
    private let folder = TemporaryFolder()

    private struct Things: Members {
        static let columns = Things()
        let stop = whole("stop", .ifKnown)
        let twice = flag("twice", .ifKnown)
    }

    /// Forwards records of `things` until one says stop; counts what it holds only at the end.
    private struct Gatherer: RecordStage {
        let context: StageContext
        let tables = ["things"]
        let columns: [any AnyColumn] = Things.all
        private var held = 0

        init(_ context: StageContext) { self.context = context }

        mutating func process(_ record: Record) throws {
            if let status = record[Things.columns.stop].integer {
                throw StageFailure(ExitStatus(rawValue: Int32(status))!, "stop")
            }
            held += 1
            let figures = context.summary.table("heaps")
            if record[Things.columns.twice].isPresent {
                for _ in 0..<3 { try context.sink.forward(record.bytes, figures) }
            }
        }

        mutating func finish() throws { context.summary.table("things").merged += held }
    }

    private func run(_ text: String, to output: String, _ change: (inout CommonOptions) -> Void = { _ in }) throws
        -> (ExitStatus, RunSummary)
    {
        var options = CommonOptions()
        options.output = output
        change(&options)
        let context = try StageContext.inMemory(
            stage: "gather", options: options, output: OutputFile(path: output), log: LogLines())
        let status = StageRunner.run(context) { context in
            var stage = Gatherer(context)
            try context.feed(text: text, to: &stage)
        }
        return (status, context.summary)
    }

    func testASideTableThatCannotBeFinishedLeavesTheOldOutput() throws {
        let path = folder.write("old", "out")
        for option in [\CommonOptions.summaryFile, \.diagnosticsFile, \.rejectsFile] {
            let (status, _) = try run("not json\n{\"table\":\"things\"}", to: path) { options in
                options[keyPath: option] = "/dev/full"
            }
            XCTAssertEqual(status, .dataUnusable, "the first decides")
            XCTAssertEqual(TemporaryFolder.text(of: path), "old")
        }
        let (status, _) = try run("{\"table\":\"things\"}", to: path) { $0.summaryFile = "/dev/full" }
        XCTAssertEqual(status, .ioFailed)
        XCTAssertEqual(TemporaryFolder.text(of: path), "old")
        XCTAssertEqual(Checkout.names(in: folder.path), ["out"])
    }

    func testAFailedSideTableDoesNotTakeTheOthersAlong() throws {
        let path = folder.write("old", "out")
        let (status, _) = try run("{\"table\":\"things\"}", to: path) { options in
            options.summaryFile = "/dev/full"
            options.diagnosticsFile = folder.path + "/d.nd.gz"
        }
        XCTAssertEqual(status, .ioFailed)
        // The failure itself comes after the file was made durable, and is in it all the same.
        let told = Shell("gzip -dc '\(folder.path)/d.nd.gz'").output
        XCTAssertTrue(told.contains("/dev/full: cannot write"), told)
    }

    func testFiguresBalanceWhereARunBreaksOff() throws {
        let rows = String(repeating: "{\"table\":\"things\"}\n", count: 7)
        for stop in ["65", "66", "74"] {
            for extra in ["", "{\"table\":\"things\",\"twice\":1}\n", "no json\n", "{\"table\":\"others\"}\n"] {
                let (status, summary) = try run(
                    rows + extra + "{\"table\":\"things\",\"stop\":\(stop)}\n", to: folder.path + "/out")
                XCTAssertNotEqual(status, .done)
                let read = summary.tables.reduce(0) { $0 + $1.read }
                let rest = summary.tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged }
                XCTAssertEqual(read, rest + summary.rejectedCount + summary.unfinished, stop + extra)
                XCTAssertGreaterThan(summary.unfinished, 5, "those in hand, and the one that broke it off")
                XCTAssertEqual(read, 8 + (extra.isEmpty ? 0 : 1))
            }
        }
    }

    func testARunThatEndsHasNothingUnfinished() throws {
        let (status, summary) = try run("{\"table\":\"things\"}\n", to: folder.path + "/out")
        XCTAssertEqual(status, .done)
        XCTAssertEqual(summary.rejectedCount, 0)
        XCTAssertEqual(summary.unfinished, 0)
    }

    func testAWrongCommandLineWritesNothing() throws {
        for name in ["s", "d", "r"] { folder.write("old", name) }
        let (status, _) = try run("{\"table\":\"things\",\"stop\":64}", to: folder.path + "/out") { options in
            options.summaryFile = folder.path + "/s"
            options.diagnosticsFile = folder.path + "/d"
            options.rejectsFile = folder.path + "/r"
        }
        XCTAssertEqual(status, .usage)
        for name in ["s", "d", "r"] { XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/" + name), "old") }
        XCTAssertEqual(Checkout.names(in: folder.path), ["d", "r", "s"])
    }
}
