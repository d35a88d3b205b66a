import TestSupport
import XCTest

/// Bad input gives a clear message and a documented status: never a crash, a hang or an empty success.
final class BadInputTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let readers = ["ingest", "decode-rt", "encode-rt", "build-polylines", "occupancy-report"]
    private let recordReaders = ["encode-rt", "build-polylines", "occupancy-report"]

    /// Runs with a time limit, so that a hang is a failure (124).
    private func run(_ command: String) -> Shell { Shell("timeout 60 linefeed \(command)") }

    /// Those that read a feed in place of its records.
    private static let feedReaders = ["build-polylines"]

    private func assertRefused(
        _ command: String, _ status: Int32, saying words: String, file: StaticString = #filePath, line: UInt = #line
    ) {
        let run = run(command)
        XCTAssertEqual(run.status, status, "\(command): \(run.errors)", file: file, line: line)
        XCTAssertTrue(run.errors.contains(words), "\(command): \(run.errors)", file: file, line: line)
    }

    func testADirectoryForAFile() {
        for stage in readers where stage != "ingest" {
            if BadInputTests.feedReaders.contains(stage) {
                assertRefused("\(stage) '\(folder.path)'", 65, saying: "no GTFS table")
            } else {
                assertRefused("\(stage) '\(folder.path)'", 66, saying: "\(folder.path) is a directory")
            }
            assertRefused("\(stage) < '\(folder.path)'", 66, saying: "standard input is a directory")
        }
        assertRefused("ingest '\(folder.path)'", 65, saying: "no GTFS table")
    }

    func testAMissingFile() {
        for stage in readers {
            assertRefused("\(stage) '\(folder.path)/nothing'", 66, saying: "\(folder.path)/nothing: No such file")
        }
    }

    func testAnUnreadableFile() {
        let path = folder.write("x", "secret")
        let asNobody = Shell("id -u").output == "0\n" ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
        let made = Shell(
            "chmod 000 '\(path)'; chmod 755 '\(folder.path)'; cp \"$(command -v linefeed)\" '\(folder.path)/linefeed'")
        XCTAssertEqual(made.status, 0, made.errors)
        for stage in readers {
            let run = Shell("\(asNobody)'\(folder.path)/linefeed' \(stage) '\(path)'")
            XCTAssertEqual(run.status, 66, "\(stage): \(run.errors)")
            XCTAssertTrue(run.errors.contains("\(path): Permission denied"), run.errors)
        }
    }

    func testAnEmptyFile() {
        let path = folder.write("", "empty")
        assertRefused("ingest '\(path)'", 65, saying: "not a zip")
        assertRefused("decode-rt '\(path)'", 65, saying: "the file is empty")
        assertRefused("encode-rt '\(path)'", 65, saying: "the input has no records")
    }

    func testALineOfAHundredMegabytes() throws {
        for stage in recordReaders {
            let summary = folder.path + "/summary"
            let run = Shell(
                "head -c 104857600 /dev/zero | tr '\\0' a | timeout 60 linefeed \(stage) -o /dev/null --summary '\(summary)'"
            )
            XCTAssertEqual(run.status, 65, run.errors)
            XCTAssertTrue(run.errors.contains("standard input:1: the line has 104857600 bytes"), run.errors)
            let text = TemporaryFolder.text(of: summary) ?? ""
            let peak = text.firstMatch(of: /"peak_rss_bytes":([0-9]+)/).flatMap { Int($0.1) } ?? .max
            XCTAssertLessThan(peak, 100 << 20, stage)
        }
        let run = Shell(
            """
            cd '\(folder.path)' && mkdir wide && cd wide && cp -r '\(Checkout.root)/samples/feed.zip' . && unzip -q feed.zip && rm feed.zip
            { head -c 104857600 /dev/zero | tr '\\0' a; echo; } >> stops.txt
            timeout 60 linefeed ingest . -o /dev/null
            """)
        XCTAssertEqual(run.status, 65, run.errors)
        XCTAssertTrue(run.errors.contains("stops.txt:"), run.errors)
    }

    func testNULAndInvalidUTF8InRecords() {
        for (name, bytes) in [("nul", [UInt8(0)]), ("latin", [0xE9]), ("surrogate", [0xED, 0xA0, 0x80])] {
            let line = Array("{\"table\":\"stops\",\"stop_id\":\"".utf8) + bytes + Array("\"}\n".utf8)
            let path = folder.write(bytes: line, name)
            for stage in recordReaders { assertRefused("\(stage) '\(path)'", 65, saying: "\(path):1: byte 28") }
        }
    }

    func testATruncatedZipAndAWrongCRC() {
        let whole = TemporaryFolder.bytes(of: Checkout.root + "/samples/feed.zip") ?? []
        for keep in [0, 1, 21, 22, 100, whole.count / 2, whole.count - 1] {
            let path = folder.write(bytes: Array(whole[..<keep]), "cut.zip")
            let run = run("ingest '\(path)'")
            XCTAssertEqual(run.status, 65, "\(keep) bytes: \(run.errors)")
            XCTAssertTrue(run.errors.contains("cut.zip"), run.errors)
        }
        let made = Shell(
            "cd '\(folder.path)' && printf 'stop_id\\nABCDEFGHIJ\\n' > stops.txt && zip -q -0 crc.zip stops.txt && sed -i 's/ABCDEF/ABCDEX/' crc.zip"
        )
        XCTAssertEqual(made.status, 0, made.errors)
        assertRefused("ingest '\(folder.path)/crc.zip'", 65, saying: "CRC")
    }

    func testAMessageCutAnywhere() {
        let first = Shell("ls samples/vehicles-*.pb | head -n 1").lines[0]
        let size = TemporaryFolder.bytes(of: Checkout.root + "/" + first)?.count ?? 0
        for keep in stride(from: 1, to: size, by: max(size / 40, 1)) {
            let run = Shell("head -c \(keep) \(first) | timeout 60 linefeed decode-rt")
            XCTAssertTrue([0, 65].contains(run.status), "\(keep): \(run.errors)")
            XCTAssertTrue(
                run.status == 0 ? !run.output.isEmpty : run.errors.contains("standard input: byte "),
                "\(keep): \(run.errors)")
        }
    }

    func testOtherFormatsGetAHint() {
        let page = folder.write("<!DOCTYPE html><html>502 Bad Gateway</html>", "page.pb")
        assertRefused("decode-rt '\(page)'", 65, saying: "HTML")
        let zip = Checkout.root + "/samples/feed.zip"
        for stage in recordReaders where !BadInputTests.feedReaders.contains(stage) {
            let run = run("\(stage) '\(zip)'")
            XCTAssertEqual(run.status, 65, "\(stage): \(run.errors)")
            XCTAssertTrue(run.errors.contains("feed.zip: this is a zip archive, not records"), run.errors)
        }
    }

    func testEveryBrokenFeedHasADocumentedEnd() throws {
        try XCTSkipIf(RealData.folder == nil, "no real feeds: set LINEFEED_REAL_DATA")
        let zips = RealData.files(in: "bad/gtfs", suffix: ".zip") + RealData.files(in: "bad/zip", suffix: ".zip")
        XCTAssertGreaterThan(zips.count, 35)
        for zip in zips {
            let run = run("ingest '\(zip)' -v")
            XCTAssertTrue([0, 65].contains(run.status), "\(zip): \(run.status)")
            // A feed that its name says is broken has its finding; the good one and those broken only in meaning may not.
            if run.status == 0 {
                XCTAssertFalse(run.output.isEmpty, zip)
            } else {
                XCTAssertTrue(run.output.isEmpty && run.errors.contains("error: "), "\(zip): \(run.errors)")
            }
        }
    }
}
