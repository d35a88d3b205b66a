import Glibc
import Platform
import TableFormats
import TestSupport
import XCTest

@testable import StageKit

/// A writer whose only bytes come when it is finished.
private final class LateWriter: TableWriter {
    private let finishing: () throws -> Void

    init(_ finishing: @escaping () throws -> Void) { self.finishing = finishing }

    func append(_ line: UnsafeRawBufferPointer) {}
    func flush() {}
    func finish() throws { try finishing() }
}

private struct Broken: Error, Equatable { var file: String }

final class TableFileTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// A file that becomes its own name, or fails.
    private func file(_ name: String, fails: Bool = false) throws -> TableFile {
        let file = TableFile(name, try OutputFile(path: folder.path + "/" + name))
        file.writer = LateWriter { [unowned file] in
            guard !fails else { throw Broken(file: name) }
            var text = name
            try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
        }
        return file
    }

    func testEndedFilesAreWholeOnceTheFinisherStops() throws {
        for jobs in [1, 2] {
            let finisher = TableFileFinisher(jobs: jobs)
            let files = try (0..<100).map { try file("\(jobs)-\($0)") }
            for file in files { try finisher.finish(file) }
            try finisher.stop()
            for file in files {
                XCTAssertNil(file.writer, "a finished file keeps the memory of its writer")
                XCTAssertEqual(file.bytes, file.name.utf8.count)
                try file.output.commit()
                XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/" + file.name), file.name)
            }
        }
    }

    func testWithOneJobAFileIsFinishedAtOnce() throws {
        let finisher = TableFileFinisher(jobs: 1)
        let one = try file("one")
        try finisher.finish(one)
        XCTAssertNil(one.writer)
        XCTAssertThrowsError(try finisher.finish(try file("two", fails: true))) {
            XCTAssertEqual($0 as? Broken, Broken(file: "two"))
        }
    }

    func testARecordAfterTheEndOfItsTableIsRefused() throws {
        let finisher = TableFileFinisher(jobs: 1)
        let one = try file("one")
        try one.append(UnsafeRawBufferPointer(start: nil, count: 0))
        try finisher.finish(one)
        XCTAssertThrowsError(try one.append(UnsafeRawBufferPointer(start: nil, count: 0))) {
            XCTAssertEqual(($0 as? StageFailure)?.status, .internalFault)
        }
    }

    func testAFaultOfTheThreadComesOutOnceItIsKnown() throws {
        let finisher = TableFileFinisher(jobs: 2)
        let bad = try file("bad", fails: true)
        try finisher.finish(bad)
        XCTAssertThrowsError(try finisher.stop()) { XCTAssertEqual($0 as? Broken, Broken(file: "bad")) }
        // Nothing is finished after a fault, because the run fails.
        let later = try file("later")
        XCTAssertThrowsError(try finisher.finish(later)) { XCTAssertEqual($0 as? Broken, Broken(file: "bad")) }
        XCTAssertEqual(later.bytes, 0)
    }

    func testTheFirstOfSeveralFaultsComesOut() throws {
        let files = try (0..<50).map { try file("\($0)", fails: $0 >= 10) }
        let finisher = TableFileFinisher(jobs: 2)
        do {
            for file in files { try finisher.finish(file) }
            try finisher.stop()
            XCTFail("no fault came out")
        } catch let broken as Broken { XCTAssertEqual(broken, Broken(file: "10")) }
    }
}
