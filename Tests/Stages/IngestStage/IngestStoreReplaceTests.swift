import FeedStore
import Glibc
import IngestStage
import SQLite
import StageKit
import TestSupport
import XCTest

/// What a load does to the file that is there already.
final class IngestStoreReplaceTests: IngestTestCase {
    private lazy var path = folder.path + "/feed.db"

    private func load(
        _ feed: String = base, _ common: CommonOptions = CommonOptions(),
        _ change: (inout IngestOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        try ingest(feed, common) {
            $0.sqlite = path
            change(&$0)
        }
    }

    private static let other = base.replacing("R1,3", with: "R1,3\nR2,3")

    private func routes() throws -> Int? {
        try Database(path, mode: .readOnly).integer("SELECT count(*) FROM routes")
    }

    /// Loads the other feed and expects it to be refused, the old file untouched and nothing beside it.
    private func refused(
        _ status: ExitStatus, _ message: String, _ common: CommonOptions = CommonOptions(), line: UInt = #line,
        _ change: (inout IngestOptions) -> Void = { _ in }
    ) throws {
        let before = TemporaryFolder.bytes(of: path)
        let run = try load(IngestStoreReplaceTests.other, common, change)
        XCTAssertEqual(run.status, status, run.log, line: line)
        XCTAssertTrue(run.log.contains(message), run.log, line: line)
        XCTAssertEqual(TemporaryFolder.bytes(of: path), before, "the old file is as it was", line: line)
        XCTAssertFalse(Checkout.names(in: folder.path).contains { $0.hasSuffix(".loading") }, line: line)
    }

    // MARK: The same again

    func testTheSameContentIsNotLoadedAgain() throws {
        XCTAssertEqual(try load().summary.tables.reduce(0) { $0 + $1.written }, 4)
        let first = TemporaryFolder.bytes(of: path)
        now = 2000
        let again = try load()
        XCTAssertEqual(again.status, .done)
        XCTAssertTrue(
            again.log.contains("has held this content since 1970-01-01T00:16:40Z; nothing was loaded"), again.log)
        XCTAssertEqual(again.summary.tables.reduce(0) { $0 + $1.read + $1.written }, 0, "nothing was done")
        XCTAssertGreaterThan(again.summary.bytesIn, 0)
        XCTAssertEqual(TemporaryFolder.bytes(of: path), first)
        // Packed in another way.
        let files = TemporaryFolder()
        for file in ZipBuilder.files(of: IngestTestCase.base) { files.write(file.content, file.name) }
        XCTAssertTrue(try ingest(path: files.path) { $0.sqlite = path }.log.contains("nothing was loaded"))

        let forced = try load { $0.force = true }
        XCTAssertEqual(forced.summary.tables.reduce(0) { $0 + $1.written }, 4)
        XCTAssertEqual(try Database(path, mode: .readOnly).storeMeta().loadedAt, "1970-01-01T00:33:20Z")
    }

    func testWhatMattersIsLoadedAgain() throws {
        func isLoaded(_ run: InMemoryRun) -> Bool { run.summary.tables.contains { $0.written > 0 } }
        _ = try load()
        XCTAssertTrue(isLoaded(try load(IngestStoreReplaceTests.other)), "more content")
        XCTAssertTrue(isLoaded(try load(IngestTestCase.base.replacing("R1,3", with: "R1,2"))), "as many bytes")
        XCTAssertTrue(isLoaded(try load(IngestTestCase.base.replacing("R1,3", with: "R1,2")) { $0.duplicates = .last }))
        XCTAssertTrue(isLoaded(try load { $0.tables = ["routes"] }))
        XCTAssertFalse(isLoaded(try load { $0.tables = ["routes"] }))
        XCTAssertTrue(isLoaded(try load { $0.tables = ["routes", "trips"] }))
        XCTAssertTrue(isLoaded(try load()))
        XCTAssertTrue(isLoaded(try load { $0.encoding = .windows1252 }))
        var common = CommonOptions()
        common.maxLineBytes = 1000
        XCTAssertTrue(isLoaded(try load(IngestTestCase.base, common)))
    }

    func testFindingsThatAreAskedForAreFoundAgain() throws {
        let dirty = IngestTestCase.base.replacing("R1,3", with: "R1,x")
        XCTAssertEqual(try load(dirty).summary.nulled, 1)
        XCTAssertEqual(try load(dirty).summary.nulled, 0, "not loaded")
        var strict = CommonOptions()
        strict.strict = true
        let run = try load(dirty, strict)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.summary.nulled, 1)
        var kept = CommonOptions()
        kept.rejectsFile = folder.path + "/rejects"
        XCTAssertEqual(try load(dirty, kept).summary.nulled, 1)
        // One that ended with 65 is not whole, so it is tried again.
        let broken = IngestTestCase.base + "# zoo.txt\n" + (0...2000).map { "c\($0)" }.joined(separator: ",") + "\n"
        XCTAssertEqual(try load(broken).status, .dataUnusable)
        XCTAssertEqual(try load(broken).status, .dataUnusable)
    }

    // MARK: What stays

    func testStrictAndEmptyFeedsLeaveTheOldStore() throws {
        _ = try load()
        var strict = CommonOptions()
        strict.strict = true
        let dirty = try load(IngestTestCase.base.replacing("R1,3", with: "R1,x\nR2,3"), strict)
        XCTAssertEqual(dirty.status, .dataUnusable)
        let unusable = try load("# routes.txt\nroute_id,route_type\n,3\n")
        XCTAssertEqual(unusable.status, .dataUnusable, unusable.log)
        XCTAssertEqual(try routes(), 1)
        var builder = ZipBuilder(feed: IngestStoreReplaceTests.other)
        builder.entries[1].checksum = 1
        let corrupt = try ingest(path: folder.write(bytes: builder.bytes)) { $0.sqlite = path }
        XCTAssertEqual(corrupt.status, .dataUnusable)
        XCTAssertEqual(try routes(), 1)
        XCTAssertEqual(try load(IngestStoreReplaceTests.other).status, .done)
        XCTAssertEqual(try routes(), 2)
    }

    func testAnotherFeedIsNotReplacedUnasked() throws {
        var harbour = CommonOptions()
        harbour.feedID = "harbour"
        _ = try load(IngestTestCase.base, harbour)
        try refused(.outputUncreatable, "holds a feed with feed_id 'harbour', but the new feed has no feed_id")
        XCTAssertEqual(try load(IngestStoreReplaceTests.other) { $0.force = true }.status, .done)
        XCTAssertEqual(try routes(), 2)
        try refused(.outputUncreatable, "holds a feed with no feed_id, but the new feed has feed_id 'harbour'", harbour)
    }

    func testWhatIsNoStoreIsNotReplaced() throws {
        folder.write("stop_id\n", "feed.db")
        for force in [false, true] {
            try refused(.outputUncreatable, "is not a store made by 'linefeed ingest --sqlite'") { $0.force = force }
        }
        unlink(path)
        try Database(path, mode: .create).execute("CREATE TABLE routes(a)")
        for force in [false, true] {
            try refused(.outputUncreatable, "is not a store made by 'linefeed ingest --sqlite'") { $0.force = force }
        }
    }

    func testTablesOfOthersAreNotDestroyed() throws {
        _ = try load()
        let writer = try Database(path, mode: .readWrite)
        try writer.execute("CREATE TABLE vehicle_positions(a)")
        try refused(.outputUncreatable, "has the table or view vehicle_positions") { $0.force = true }
        try writer.execute("DROP TABLE vehicle_positions; CREATE INDEX own ON routes(route_type)")
        XCTAssertEqual(try load(IngestStoreReplaceTests.other).status, .done, "an index is made again in no time")
    }

    func testANewerStoreIsNotReplaced() throws {
        _ = try load()
        let newer = StoreFormat.version + 1
        try Database(path, mode: .readWrite).execute("PRAGMA user_version = \(newer)")
        for force in [false, true] {
            try refused(.outputUncreatable, "newer linefeed (format \(newer)") { $0.force = force }
        }
        try Database(path, mode: .readWrite).execute(
            "PRAGMA user_version = 1; UPDATE linefeed_meta SET schema_version = \(newer + 1)")
        for force in [false, true] {
            try refused(.outputUncreatable, "newer linefeed (format \(newer + 1)") { $0.force = force }
        }
    }

    func testADamagedStoreIsReplacedWhenAsked() throws {
        _ = try load()
        var bytes = TemporaryFolder.bytes(of: path) ?? []
        for index in 100..<bytes.count { bytes[index] = 0xFF }
        folder.write(bytes: bytes, "feed.db")
        try refused(.outputUncreatable, "add --force to replace a damaged store")
        folder.write("left by the old one", "feed.db-journal")
        XCTAssertEqual(try load(IngestStoreReplaceTests.other) { $0.force = true }.status, .done)
        XCTAssertEqual(try routes(), 2)
        XCTAssertEqual(access(path + "-journal", F_OK), -1)
    }

    func testAnEmptyFileIsFilled() throws {
        folder.write("", "feed.db")
        XCTAssertEqual(chmod(path, 0o640), 0)
        XCTAssertEqual(try load().status, .done)
        XCTAssertEqual(try routes(), 1)
        XCTAssertEqual(mode(path), 0o640)
    }

    func testFoldersAndDevicesAreRefused() throws {
        for (target, message) in [(folder.path, "not a regular file"), ("/dev/null", "not a regular file")] {
            let run = try ingest(IngestTestCase.base) { $0.sqlite = target }
            XCTAssertEqual(run.status, .outputUncreatable)
            XCTAssertTrue(run.log.contains(message), run.log)
        }
        let nowhere = try ingest(IngestTestCase.base) { $0.sqlite = folder.path + "/no/feed.db" }
        XCTAssertEqual(nowhere.status, .outputUncreatable)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o7777
    }

    func testLinksAreFollowedAndTheModeIsKept() throws {
        _ = try load()
        XCTAssertEqual(chmod(path, 0o604), 0)
        XCTAssertEqual(symlink("feed.db", folder.path + "/link.db"), 0)
        let run = try ingest(IngestStoreReplaceTests.other) { $0.sqlite = folder.path + "/link.db" }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(try routes(), 2)
        XCTAssertEqual(mode(path), 0o604)
        var status = stat()
        lstat(folder.path + "/link.db", &status)
        XCTAssertEqual(status.st_mode & S_IFMT, S_IFLNK)
    }

    // MARK: Others at work

    func testAWriterOfTheOldStoreIsNotOverrun() throws {
        _ = try load()
        let writer = try Database(path, mode: .readWrite)
        try writer.execute("BEGIN IMMEDIATE")
        try refused(.tryLater, "another process")
        try writer.execute("ROLLBACK")
        XCTAssertEqual(try load(IngestStoreReplaceTests.other).status, .done)
    }

    func testAReaderOfTheOldStoreGoesOn() throws {
        _ = try load()
        let reader = try Database(path, mode: .readOnly)
        try reader.execute("BEGIN")
        let rows = try reader.prepare("SELECT service_id FROM calendar")
        XCTAssertTrue(try rows.step())
        XCTAssertEqual(try load(IngestStoreReplaceTests.other).status, .done)
        XCTAssertEqual(rows.text(0), "WK")
        XCTAssertEqual(try reader.integer("SELECT count(*) FROM routes"), 1, "what was there when it began")
        XCTAssertEqual(try routes(), 2)
    }

    func testASecondLoadAtOnceIsTurnedAway() throws {
        _ = try load()
        let first = try ReplacementFile(path: path)
        let run = try load(IngestStoreReplaceTests.other)
        XCTAssertEqual(run.status, .tryLater)
        XCTAssertTrue(run.log.contains("another run is writing this file"), run.log)
        first.discard()
        XCTAssertEqual(try load(IngestStoreReplaceTests.other).status, .done)
    }

    func testWhatAKilledLoadLeftIsRemoved() throws {
        let leftover = folder.write(bytes: [UInt8](repeating: 7, count: 300_000), ".feed.db.loading")
        XCTAssertEqual(try load().status, .done)
        XCTAssertEqual(access(leftover, F_OK), -1)
        XCTAssertEqual(try Database(path, mode: .readOnly).text("PRAGMA integrity_check"), "ok")
        XCTAssertEqual(symlink("/etc/passwd", leftover), 0)
        XCTAssertEqual(try load(IngestStoreReplaceTests.other).status, .done)
        XCTAssertEqual(try routes(), 2)
        var status = stat()
        XCTAssertEqual(lstat(leftover, &status), 0, "a link is neither followed nor removed")
    }

    func testAnOldStoreInWALModeLeavesNoLogBehind() throws {
        _ = try load()
        let writer = try Database(path, mode: .readWrite)
        XCTAssertEqual(try writer.text("PRAGMA journal_mode = WAL"), "wal")
        try writer.execute("DELETE FROM routes")
        try refused(.tryLater, "another process")
        _ = consume writer
        XCTAssertEqual(try load(IngestStoreReplaceTests.other).status, .done)
        XCTAssertEqual(try routes(), 2)
        XCTAssertEqual(access(path + "-wal", F_OK), -1)
    }
}
