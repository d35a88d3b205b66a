import TestSupport
import XCTest

/// The built binary in pipes, as a shell runs it.
final class PipeTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func assertRun(
        _ script: String, status: Int32 = 0, quiet: Bool = false, file: StaticString = #filePath, line: UInt = #line
    ) -> Shell {
        let run = Shell("set -o pipefail\n" + script)
        XCTAssertEqual(run.status, status, run.errors, file: file, line: line)
        if quiet { XCTAssertEqual(run.errors, "", file: file, line: line) }
        return run
    }

    func testTwoAndThreeStages() {
        let two = assertRun("linefeed ingest samples/feed.zip | linefeed build-polylines", quiet: true)
        XCTAssertFalse(two.lines.isEmpty)
        for line in two.lines { XCTAssertTrue(line.hasPrefix(#"{"type":"Feature","table":"polylines","#), line) }
        let three = assertRun(
            "cat samples/vehicles-*.pb | linefeed decode-rt | linefeed occupancy-report --by route_id --partial"
                + " | linefeed occupancy-report --merge --format csv")
        let whole = assertRun(
            "linefeed decode-rt samples/vehicles-*.pb | linefeed occupancy-report --by route_id --format csv")
        XCTAssertEqual(three.output, whole.output)
        XCTAssertGreaterThan(whole.lines.count, 1)
    }

    func testHeadEndsThePipeQuietly() {
        for stage in [
            "linefeed ingest samples/feed.zip",
            "linefeed decode-rt samples/*.pb samples/*.pb samples/*.pb samples/*.pb",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --by trip",
        ] {
            let run = Shell("\(stage) | head -n 1")
            XCTAssertEqual(run.lines.count, 1)
            XCTAssertEqual(run.errors, "")
        }
    }

    func testAClosedOutputIs141() {
        let big = "linefeed simulate --out '\(folder.path)/city' --stop-times 60000 -q && "
        let run = Shell(big + "linefeed ingest '\(folder.path)/city/feed.zip' | true; echo ${PIPESTATUS[0]}")
        XCTAssertEqual(run.lines, ["141"], run.errors)
        let ignored = Shell(
            "linefeed ingest '\(folder.path)/city/feed.zip' | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}",
            ignoringPipeSignals: true)
        XCTAssertEqual(ignored.lines, ["141"], ignored.errors)
        XCTAssertEqual(ignored.errors, "")
    }

    func testHelpThatCannotBeWrittenIsNoSuccess() {
        for text in ["--help", "--version", "ingest --help", "--generate-completion-script bash"] {
            XCTAssertEqual(Shell("linefeed \(text) > /dev/full").status, 74, text)
            XCTAssertEqual(Shell("linefeed \(text) >&-").status, 73, text)
        }
    }

    func testTheStandardStreamsByName() {
        let run = Shell(
            """
            set -e
            cd '\(folder.path)'
            feed='\(Checkout.root)/samples/feed.zip'
            linefeed ingest "$feed" > plain
            echo keep > log
            linefeed ingest "$feed" -o /dev/stdout >> log
            { echo keep; cat plain; } | cmp - log
            linefeed ingest "$feed" -o /dev/stdout | cmp - plain
            linefeed ingest "$feed" -o >(cat > copied); sleep 0.5
            cmp copied plain
            linefeed ingest "$feed" -o /dev/null --summary /dev/stderr 2>> log
            tail -n 1 log | grep -q '"table":"summaries"'
            head -n 1 log
            """)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.output, "keep\n")
    }

    func testTwoOutputsOfOneNameAreRefused() {
        for options in ["-o x --rejects x", "--summary x --diagnostics x", "-o ''"] {
            XCTAssertEqual(Shell("linefeed ingest samples/feed.zip \(options)").status, 64, options)
        }
        XCTAssertEqual(
            Shell("ln -s a '\(folder.path)/a'; linefeed ingest samples/feed.zip -o '\(folder.path)/a'").status, 73)
    }

    func testAFileThatMayNotGrowIs74AndLeavesNothing() {
        let run = Shell("ulimit -f 8; linefeed ingest samples/feed.zip -o '\(folder.path)/grown'")
        XCTAssertEqual(run.status, 74, run.errors)
        XCTAssertEqual(Checkout.names(in: folder.path).filter { $0.contains("grown") }, [])
    }

    func testWhatFollowsGzipIsNotDroppedInSilence() {
        let run = Shell(
            """
            cd '\(folder.path)' && linefeed ingest '\(Checkout.root)/samples/feed.zip' --tables stops > a
            { gzip -c a; cat a; } > both; { gzip -c a; head -c 1000 /dev/zero; } > padded
            linefeed build-polylines padded --pass-through > /dev/null; echo $?
            linefeed build-polylines both > /dev/null; echo $?
            """)
        XCTAssertEqual(run.lines, ["65", "65"], "stops alone draw nothing")
        XCTAssertEqual(run.errors.components("not gzip"), 1, run.errors)
    }

    func testNamesFromAnArchiveCannotDriveATerminal() {
        let run = Shell(
            """
            cd '\(folder.path)' && mkdir evil && cd evil && printf 'x' > "$(printf 'a\\033]0;pwn\\007')".dat && zip -q ../evil.zip * && cd ..
            linefeed ingest evil.zip
            """)
        XCTAssertEqual(run.status, 65, run.errors)
        XCTAssertFalse(run.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, run.errors)
    }

    func testALimitBeyondReasonIsAUsageError() {
        XCTAssertEqual(Shell("linefeed build-polylines --max-line-bytes 9223372036854775807 </dev/null").status, 64)
        XCTAssertEqual(Shell("linefeed build-polylines --max-line-bytes 4294967296 </dev/null").status, 64)
    }

    func testTenThousandFilesTakeNoTimeToParse() {
        let first = Shell("ls samples/vehicles-*.pb | head -n 1").lines[0]
        let run = Shell(
            "files=$(for i in $(seq 10000); do echo \(first); done); linefeed decode-rt --entities alerts $files -q | wc -l"
        )
        XCTAssertEqual(run.output.filter(\.isNumber), "10000", run.errors)
    }

    func testAFullDiskIs74() {
        for stage in [
            "linefeed ingest samples/feed.zip", "linefeed decode-rt samples/vehicles-*.pb",
            "linefeed ingest samples/feed.zip | linefeed build-polylines",
            "linefeed decode-rt samples/vehicles-*.pb | linefeed occupancy-report", "linefeed schema",
        ] {
            let target = Shell("(\(stage)) > /dev/full")
            XCTAssertEqual(target.status, 74, "\(stage): \(target.errors)")
            XCTAssertTrue(target.errors.contains("No space left on device"), target.errors)
        }
        XCTAssertEqual(Shell("linefeed ingest samples/feed.zip -o /dev/full").status, 74)
    }

    func testClosedStandardStreams() {
        let input = Shell("linefeed build-polylines <&-")
        XCTAssertEqual(input.status, 66)
        XCTAssertTrue(input.errors.contains("standard input is closed"), input.errors)
        let output = Shell("linefeed ingest samples/feed.zip >&-")
        XCTAssertEqual(output.status, 73)
        XCTAssertTrue(output.errors.contains("standard output is closed"), output.errors)
        let all = Shell("linefeed ingest samples/feed.zip -o '\(folder.path)/all' <&- >&- 2>&-")
        XCTAssertEqual(all.status, 0)
        XCTAssertEqual(
            TemporaryFolder.text(of: folder.path + "/all"), Shell("linefeed ingest samples/feed.zip").output)
    }

    func testOutputOntoALinkAFIFOAndNull() {
        let run = Shell(
            """
            set -e
            cd '\(folder.path)'
            ln -s target link
            feed='\(Checkout.root)/samples/feed.zip'
            linefeed ingest "$feed" -o link
            [ -L link ]
            linefeed ingest "$feed" | cmp - target
            mkfifo fifo
            cat fifo > copy & linefeed ingest "$feed" -o fifo; wait
            cmp copy target
            [ -p fifo ]
            linefeed ingest "$feed" -o /dev/null
            [ -c /dev/null ]
            linefeed ingest "$feed" -o packed.gz
            gzip -dc packed.gz | cmp - target
            ls -A | tr '\\n' ' '
            """)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.output, "copy fifo link packed.gz target ")
    }

    func testAFailureLeavesTheOldOutput() {
        let path = folder.write("old\n", "old")
        let cut = folder.write(
            bytes: Array(TemporaryFolder.bytes(of: Checkout.root + "/samples/feed.zip")!.dropLast(40)))
        let run = Shell("linefeed ingest '\(cut)' -o '\(path)'")
        XCTAssertEqual(run.status, 65, run.errors)
        XCTAssertEqual(TemporaryFolder.text(of: path), "old\n")
        let folderAsOutput = Shell("linefeed ingest samples/feed.zip -o '\(folder.path)'")
        XCTAssertEqual(folderAsOutput.status, 73)
    }

    func testATerminatedRunLeavesTheOldOutputAndNoTemporaryFile() {
        let path = folder.write("old\n", "kept")
        for (signal, status) in [("TERM", 143), ("INT", 130)] {
            let run = Shell(
                "timeout --preserve-status -s \(signal) 0.5 linefeed build-polylines -o '\(path)' < <(sleep 2); echo $?"
            )
            XCTAssertEqual(run.lines.last, "\(status)", run.errors)
            XCTAssertEqual(TemporaryFolder.text(of: path), "old\n")
            XCTAssertFalse(Checkout.names(in: folder.path).contains { $0.hasPrefix(".kept") })
        }
    }

    func testATerminalOnStandardInputGetsAHint() {
        let run = Shell("script -qc 'linefeed build-polylines; echo status $?' /dev/null < <(sleep 1)")
        XCTAssertTrue(run.output.contains("no input; name files"), run.output)
        XCTAssertTrue(run.output.contains("status 64"), run.output)
    }

    func testUsageErrorsAre64() {
        for arguments in [
            "nonsense", "ingest --nonsense samples/feed.zip", "build-polylines --by nothing x",
            "occupancy-report --by nothing x", "decode-rt --framing nothing x",
            "ingest samples/feed.zip --max-line-bytes 0",
        ] {
            let run = Shell("linefeed \(arguments)")
            XCTAssertEqual(run.status, 64, arguments)
            XCTAssertEqual(run.output, "")
            XCTAssertFalse(run.errors.isEmpty)
        }
    }

    func testTheSameInputGivesTheSameBytesInEveryLocale() {
        let script = """
            linefeed ingest samples/feed.zip | linefeed build-polylines
            linefeed decode-rt samples/*.pb | linefeed occupancy-report --format csv
            linefeed decode-rt samples/*.pb
            """
        let expected = Shell(script)
        for locale in ["tr_TR.UTF-8", "de_DE.UTF-8", "C", "POSIX", "nonsense"] {
            XCTAssertEqual(Shell(script, environment: ["LC_ALL": locale]).output, expected.output)
        }
        XCTAssertEqual(Shell("env -i PATH=\"$PATH\" bash -c '\(script)'").output, expected.output)
    }

    func testAFeedOnStandardInputIsReadAsOftenAsNeeded() throws {
        let folder = TemporaryFolder()
        let rest = "--stop S00 --at 2026-03-02T08:00"
        let expected = Shell("linefeed departures --feed samples/feed.zip -n \(rest)")
        XCTAssertGreaterThan(expected.lines.count, 10)
        for script in [
            "linefeed departures --feed - \(rest) < samples/feed.zip",
            "linefeed ingest samples/feed.zip | linefeed departures --feed - \(rest)",
            "linefeed ingest samples/feed.zip --sqlite '\(folder.path)/f.db';"
                + " linefeed departures --feed - \(rest) < '\(folder.path)/f.db'",
        ] {
            let run = Shell(script)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(run.output, expected.output, script)
        }
        let trip = "trip-details --trip R-T1-wd-1-26 --date 20260302 --feed"
        XCTAssertEqual(
            Shell("linefeed \(trip) - < samples/feed.zip").output,
            Shell("linefeed \(trip) samples/feed.zip -n").output)
        for both in ["departures --feed - - \(rest)", "trip-details --feed - -", "trip-details --feed -"] {
            XCTAssertEqual(Shell("linefeed \(both) < samples/feed.zip").status, 64, both)
        }
    }

    func testAFeedMayBeAGzippedZipOrAZipOnStandardInput() throws {
        let folder = TemporaryFolder()
        let expected = Shell("linefeed build-polylines --feed samples/feed.zip")
        XCTAssertGreaterThan(expected.lines.count, 1)
        for script in [
            "gzip -c samples/feed.zip > '\(folder.path)/feed.zip.gz'; linefeed build-polylines --feed '\(folder.path)/feed.zip.gz'",
            "linefeed build-polylines --feed - < samples/feed.zip",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --feed -",
            "linefeed ingest samples/feed.zip | gzip > '\(folder.path)/r.gz'; linefeed build-polylines --feed '\(folder.path)/r.gz'",
        ] {
            let run = Shell(script)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(run.output, expected.output, script)
        }
        let broken = Shell(
            "gzip -c samples/feed.zip | head -c 9 > '\(folder.path)/b.gz'; linefeed build-polylines --feed '\(folder.path)/b.gz'"
        )
        XCTAssertEqual(broken.status, 65, broken.errors)
    }
}

extension String {
    /// How many times `part` occurs.
    fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
