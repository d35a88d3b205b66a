import Glibc
import StageKit
import TestSupport
import XCTest

final class OutputFileTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func write(_ text: String, to path: String, commit: Bool = true) throws {
        let file = try OutputFile(path: path)
        var copy = text
        try copy.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
        if commit { try file.commit() } else { file.discard() }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        lstat(path, &status)
        return status.st_mode
    }

    func testAFileAppearsWholeOrNotAtAll() throws {
        let path = folder.path + "/out"
        try write("one", to: path, commit: false)
        XCTAssertEqual(Checkout.names(in: folder.path), [])
        try write("one", to: path)
        try write("two", to: path, commit: false)
        XCTAssertEqual(TemporaryFolder.text(of: path), "one")
        XCTAssertEqual(Checkout.names(in: folder.path), ["out"])
    }

    func testTheOldFilesModeStaysAndTheMaskHolds() throws {
        let old = umask(0o027)
        defer { umask(old) }
        let path = folder.path + "/mode"
        try write("x", to: path)
        XCTAssertEqual(mode(path) & 0o777, 0o640)
        chmod(path, 0o604)
        try write("y", to: path)
        XCTAssertEqual(mode(path) & 0o777, 0o604)
    }

    func testLinksAreFollowed() throws {
        let target = folder.path + "/target"
        let link = folder.path + "/link"
        symlink("target", link)
        try write("x", to: link)
        XCTAssertEqual(TemporaryFolder.text(of: target), "x")
        XCTAssertEqual(mode(link) & S_IFMT, S_IFLNK)
        try write("y", to: link)
        XCTAssertEqual(TemporaryFolder.text(of: target), "y")
    }

    func testDevicesAreWrittenDirectly() throws {
        try write("x", to: "/dev/null")
        XCTAssertEqual(mode("/dev/null") & S_IFMT, S_IFCHR)
        XCTAssertThrowsError(try write("x", to: "/dev/full")) { error in
            XCTAssertEqual((error as? StageFailure)?.status, .ioFailed)
        }
    }

    func testTheNumberOfThreadsDoesNotChangeACompressedFile() throws {
        var random = SeededGenerator(seed: 11)
        let text = (0..<120_000).map { "\($0 / 7),S\(Int.random(in: 0..<900, using: &random)),08:15:00\n" }.joined()
        folder.write(text, "plain")
        for jobs in [1, 2, 5] {
            let file = try OutputFile(path: folder.path + "/\(jobs).gz", jobs: jobs)
            var rest = text[...]
            while !rest.isEmpty {
                var part = String(rest.prefix(100_000))
                rest = rest.dropFirst(100_000)
                try part.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
            }
            try file.commit()
            // gzip checks the length and the checksum.
            let run = Shell("gzip -dc \(jobs).gz | cmp - plain && cmp 1.gz \(jobs).gz", in: folder.path)
            XCTAssertEqual(run.status, 0, "\(jobs) jobs: \(run.output) \(run.errors)")
        }
    }

    func testWhatCannotBeMadeIs73() {
        for path in [folder.path, folder.path + "/no/such/folder"] {
            XCTAssertThrowsError(try OutputFile(path: path)) { error in
                XCTAssertEqual((error as? StageFailure)?.status, .outputUncreatable)
                XCTAssertTrue("\(error)".contains(path), "\(error)")
            }
        }
    }

    func testGzipIsTheSameEveryTime() throws {
        let text = (0..<20_000).map { "line \($0)\n" }.joined()
        let first = folder.path + "/a.gz"
        let second = folder.path + "/b.gz"
        try write(text, to: first)
        try write(text, to: second)
        XCTAssertEqual(TemporaryFolder.bytes(of: first), TemporaryFolder.bytes(of: second))
        XCTAssertEqual(Shell("gzip -dc '\(first)'").output, text)
    }
}
