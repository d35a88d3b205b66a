import Contract
import StageKit
import TestSupport
import XCTest

private struct Things: Members {
    static let columns = Things()
    let number = whole("n", .always)
}

/// Forwards the records of `things` and rejects those whose `n` is 13.
private struct Echo: RecordStage {
    let context: StageContext
    let tables = ["things"]
    let columns: [any AnyColumn] = Things.all
    var finished = false
    private let figures: TableFigures

    init(_ context: StageContext) {
        self.context = context
        figures = context.summary.table("things")
    }

    mutating func process(_ record: Record) throws {
        if record[Things.columns.number].integer == 13 {
            context.diagnostics.report(
                .reject, "unlucky", file: record.file, line: record.line, field: "n",
                value: record[Things.columns.number].inside
            ) { "\($0) brings bad luck; skipped" }
            context.diagnostics.keepReject(
                file: record.file, line: record.line, code: "unlucky", message: "bad luck", raw: record.bytes)
            return
        }
        try context.sink.forward(record.bytes, figures)
    }

    mutating func finish() throws { finished = true }
}

final class DriverTests: XCTestCase {
    private func run(_ text: String, _ options: CommonOptions = CommonOptions()) throws -> InMemoryRun {
        try InMemoryRun("echo", options) { context in
            var echo = Echo(context)
            try context.feed(text: text, to: &echo)
            XCTAssertTrue(echo.finished)
        }
    }

    private func options(_ change: (inout CommonOptions) -> Void) -> CommonOptions {
        var options = CommonOptions()
        change(&options)
        return options
    }

    private func assertConserved(_ summary: RunSummary, file: StaticString = #filePath, line: UInt = #line) {
        let read = summary.tables.reduce(0) { $0 + $1.read }
        let rest = summary.tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged + $1.filtered }
        XCTAssertEqual(read, rest + summary.rejectedCount, file: file, line: line)
    }

    func testRecordsAreFedAndCounted() throws {
        let run = try run(
            "\u{FEFF}{\"table\":\"things\",\"n\":1}\r\n\n  \n{\"table\":\"others\"}\n{\"table\":\"things\",\"n\":13}")
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(run.output, "{\"table\":\"things\",\"n\":1}\n")
        XCTAssertEqual(run.summary.table("others").ignored, 1)
        XCTAssertEqual(run.summary.table("things").read, 2)
        XCTAssertEqual(run.summary.rejectedCount, 1)
        XCTAssertTrue(run.log.contains(":5: n: '13' brings bad luck; skipped"), run.log)
        assertConserved(run.summary)
    }

    func testPassThroughForwardsOtherTablesUnchanged() throws {
        let text = "{\"table\":\"others\", \"x\" : [1]}\n"
        let run = try run(
            text,
            options {
                $0.passThrough = true
                $0.allowsEmpty = true
            })
        XCTAssertEqual(run.output, text)
        assertConserved(run.summary)
    }

    func testLinesThatAreNoRecordsAreFaults() throws {
        for (line, code) in [
            ("{\"table\":\"things\"", "not_json"), ("[1]", "not_json"), ("{}", "no_table"),
            ("{\"table\":7}", "no_table"),
            ("{\"table\":\"things\",\"n\":\"" + String(repeating: "x", count: 2000) + "\"}", "line_too_long"),
        ] {
            let run = try run(
                "{\"table\":\"things\",\"n\":1}\n\(line)\n{\"table\":\"things\",\"n\":2}\n",
                options { $0.maxLineBytes = 1000 })
            XCTAssertEqual(run.status, .dataUnusable, line)
            XCTAssertEqual(run.lines.count, 2, "the good lines are delivered")
            XCTAssertEqual(run.summary.rejected.map(\.code), [code])
            XCTAssertTrue(run.log.contains(":2: "), run.log)
            assertConserved(run.summary)
        }
    }

    func testStrictEndsWith65AndWithholdsTheOutput() throws {
        let text = "{\"table\":\"things\",\"n\":1}\n{\"table\":\"things\",\"n\":13}\n"
        let run = try run(text, options { $0.strict = true })
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.output, "")
        XCTAssertEqual(try self.run("{\"table\":\"things\",\"n\":1}\n", options { $0.strict = true }).status, .done)
    }

    func testSideFilesTellTheWholeRun() throws {
        let folder = TemporaryFolder()
        let options = options {
            $0.summaryFile = folder.path + "/summary"
            $0.diagnosticsFile = folder.path + "/diagnostics"
            $0.rejectsFile = folder.path + "/rejects"
        }
        let text = String(repeating: "{\"table\":\"things\",\"n\":13}\n", count: 9) + "{\"table\":\"things\",\"n\":1}\n"
        let run = try run(text, options)
        let diagnostics = TemporaryFolder.text(of: folder.path + "/diagnostics")!.split(separator: "\n")
        XCTAssertEqual(diagnostics.count, 9, "the file has every finding, the log five")
        XCTAssertEqual(run.log.components("brings bad luck"), 5)
        XCTAssertTrue(run.log.contains("4 more of this kind, 9 in total (unlucky)"), run.log)
        XCTAssertTrue(
            diagnostics[0].hasPrefix(
                "{\"table\":\"diagnostics\",\"stage\":\"echo\",\"level\":\"warning\",\"code\":\"unlucky\""))
        let rejects = TemporaryFolder.text(of: folder.path + "/rejects")!.split(separator: "\n")
        XCTAssertEqual(rejects.count, 9)
        XCTAssertTrue(rejects[8].contains("\"line\":9,"))
        XCTAssertTrue(rejects[8].contains(#""raw":"{\"table\":\"things\",\"n\":13}""#))
        let summary = TemporaryFolder.text(of: folder.path + "/summary")!
        XCTAssertTrue(
            summary.hasPrefix(
                "{\"table\":\"summaries\",\"stage\":\"echo\",\"read\":{\"things\":10},\"written\":{\"things\":1},"
                    + "\"rejected\":{\"unlucky\":9},\"ignored\":{},\"merged\":{}"), summary)
    }

    func testVerbosityAndLogFormat() throws {
        func log(_ verbosity: Verbosity, _ format: LogFormat = .text) throws -> String {
            try InMemoryRun(
                "echo",
                options {
                    $0.verbosity = verbosity
                    $0.logFormat = format
                }
            ) { context in
                context.diagnostics.report(.repair, "r", file: "f", line: 1) { _ in "was repaired" }
                context.diagnostics.report(.null, "n", file: "f", line: 2) { _ in "was nulled" }
                context.diagnostics.report(.unmatched, "u", file: "f", line: 3) { _ in "was unmatched" }
            }.log
        }
        // Tests have no terminal on standard error, so this is what a cron job sees.
        XCTAssertFalse(try log(.normal).contains("repaired"))
        XCTAssertTrue(try log(.normal).contains("warning: f:2: was nulled"))
        XCTAssertTrue(try log(.normal).contains("1 unmatched"))
        XCTAssertFalse(try log(.quiet).contains("unmatched"))
        XCTAssertEqual(try log(.quiet), "")
        XCTAssertTrue(try log(.verbose).contains("repair: f:1: was repaired"))
        XCTAssertTrue(try log(.timings).contains(" ms, "))
        let json = try log(.timings, .json).split(separator: "\n")
        XCTAssertGreaterThan(json.count, 3)
        for line in json {
            XCTAssertTrue(line.hasPrefix("{\"table\":\"diagnostics\",\"stage\":\"echo\"") && line.hasSuffix("}"))
            XCTAssertTrue(line.contains(/"time":"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z","code":/), "\(line)")
        }
    }

    func testAMissingFileDoesNotStopTheOthers() throws {
        let folder = TemporaryFolder()
        let good = folder.write("{\"table\":\"things\",\"n\":1}\n")
        for missing in [folder.path + "/nothing", folder.path] {
            let run = try InMemoryRun("echo") { context in
                var echo = Echo(context)
                try context.feed([missing, good], to: &echo)
            }
            XCTAssertEqual(run.status, .inputMissing)
            XCTAssertEqual(run.lines.count, 1)
            XCTAssertTrue(run.log.contains(missing), run.log)
        }
    }

    func testGzipIsRecognisedAndAFaultInItToldApart() throws {
        let folder = TemporaryFolder()
        let many = (0..<50_000).map { "{\"table\":\"things\",\"n\":\($0 + 100)}\n" }.joined()
        let plain = folder.write(many)
        let packed = plain + ".gz"
        XCTAssertEqual(Shell("gzip -k '\(plain)' && cat '\(packed)' '\(packed)' > '\(plain).two.gz'").status, 0)
        func run(_ path: String) throws -> InMemoryRun {
            try InMemoryRun("echo") { context in
                var echo = Echo(context)
                try context.feed([path], to: &echo)
            }
        }
        XCTAssertEqual(try run(packed).output, many)
        XCTAssertEqual(try run(plain + ".two.gz").output, many + many)
        let bytes = TemporaryFolder.bytes(of: packed)!
        let cut = try run(folder.write(bytes: Array(bytes[..<(bytes.count / 2)])))
        XCTAssertEqual(cut.status, .dataUnusable)
        XCTAssertTrue(many.hasPrefix(cut.output.split(separator: "\n").dropLast().joined(separator: "\n")))
        XCTAssertTrue(cut.log.contains("the gzip data is truncated"), cut.log)
        var corrupt = bytes
        for index in 5_000..<5_040 { corrupt[index] ^= 0x55 }
        let broken = try run(folder.write(bytes: corrupt))
        XCTAssertEqual(broken.status, .dataUnusable)
        XCTAssertTrue(broken.log.contains("corrupt"), broken.log)
    }

    func testTextFromAFeedCannotDriveATerminal() {
        let finding = Finding(
            .null, "x", file: "a\u{1B}[2Jb", line: 1, field: "f\n", message: Finding.quoted("\u{7}\u{9B}\u{202E}"))
        XCTAssertFalse(
            finding.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x9B || $0.value == 0x202E })
        XCTAssertEqual(Finding.quoted(String(repeating: "x", count: 100)).count, 83)
    }

    /// Of a text that is longer than a message needs, the rest is not looked at, and no part of an address shown.
    func testALongTextFromAFeedIsCutBeforeAPassword() {
        let secret = "http://u:" + String(repeating: "secret", count: 1 << 17) + "@h/"
        for text in [secret, "at " + secret, String(repeating: "a://b ", count: 10) + secret] {
            let shown = Finding.quoted(text)
            XCTAssertTrue(shown.hasSuffix("http://…'") || shown.hasSuffix("http:/…'") || shown.count == 83, shown)
            XCTAssertFalse(shown.contains("secret"), shown)
            XCTAssertEqual(Array(text.utf8).withUnsafeBytes { Finding.quoted($0) }, shown)
        }
        XCTAssertEqual(Finding.quoted(String(repeating: "a://", count: 1 << 18)), "'a://…'")
        let wide = String(repeating: "\u{1F68B}", count: 1 << 18)
        XCTAssertEqual(Finding.quoted(wide).unicodeScalars.count, 83)
        XCTAssertEqual(Finding.printable(wide, limit: 4000).unicodeScalars.count, 4001)
    }
}

extension String {
    /// How many times `part` occurs.
    fileprivate func components(_ part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
