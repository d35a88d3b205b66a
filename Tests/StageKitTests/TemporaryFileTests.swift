import Glibc
import TestSupport
import XCTest

import struct Platform.FileStatus

@testable import StageKit

final class TemporaryFileTests: XCTestCase {
    private let folder = TemporaryFolder()
    private static let left = ".out.nd.abcdefghij.linefeed"

    private var names: [String] { Checkout.names(in: folder.path) }

    /// Makes a file as a run would and puts it in place.
    private func makeAnOutput() throws {
        let file = try OutputFile(path: folder.path + "/out.nd")
        try file.commit()
    }

    func testAFileIsLockedWhileItIsWrittenAndNotAfterwards() throws {
        let target = folder.path + "/out.nd"
        let file = try TemporaryFile(beside: target, named: "out.nd")
        let other = open(file.path, O_RDONLY)
        XCTAssertEqual(flock(other, LOCK_EX | LOCK_NB), -1)
        try file.put(at: target, named: "out.nd")
        XCTAssertEqual(flock(other, LOCK_EX | LOCK_NB), 0)
        close(other)
        XCTAssertEqual(names, ["out.nd"])
    }

    func testWhatAKilledRunLeftIsSweptWhateverItsTarget() throws {
        folder.write("half", TemporaryFileTests.left)
        folder.write("half", ".summary-2026-03-02.json.zzzzz22222.linefeed")
        try makeAnOutput()
        XCTAssertEqual(names, ["out.nd"])
    }

    func testAnArchivesFileIsSweptThoughItsContentIsInPlace() throws {
        let left = folder.write("content", ".incoming.abcdefghij.linefeed")
        XCTAssertEqual(link(left, folder.path + "/buses-20260302T070000Z.pb"), 0)
        try makeAnOutput()
        XCTAssertEqual(names, ["buses-20260302T070000Z.pb", "out.nd"])
    }

    func testALivingFileIsNotSwept() throws {
        let path = folder.write("half", TemporaryFileTests.left)
        let writer = open(path, O_RDONLY)
        XCTAssertEqual(flock(writer, LOCK_EX | LOCK_NB), 0)
        try makeAnOutput()
        XCTAssertEqual(names, [TemporaryFileTests.left, "out.nd"])
        close(writer)
        LeftoverFiles.sweep(folder.path)
        XCTAssertEqual(names, ["out.nd"])
    }

    func testNothingElseIsSwept() throws {
        let others = [
            ".out.nd.backup", ".out.nd.ABCDEFGHIJ.linefeed", ".out.nd.abcdefghij", "out.nd.abcdefghij.linefeed",
            ".abcdefghij.linefeed", ".linefeed", ".out.nd.loading", "-out.abcdefghij.linefeed",
        ]
        for name in others { folder.write("mine", name) }
        mkdir(folder.path + "/.a.abcdefghij.linefeed", 0o755)
        symlink("out.nd", folder.path + "/.b.abcdefghij.linefeed")
        mkfifo(folder.path + "/.c.abcdefghij.linefeed", 0o600)
        let linked = folder.write("mine", ".d.abcdefghij.linefeed")
        link(linked, folder.path + "/second name")
        let before = names
        try makeAnOutput()
        XCTAssertEqual(names, (before + ["out.nd"]).sorted())
    }

    func testAnotherUsersFileIsNeitherSweptNorAdopted() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can give files away")
        let target = folder.path + "/feed.db"
        for name in [TemporaryFileTests.left, ".feed.db.loading"] {
            let path = folder.write("theirs", name)
            chmod(path, 0o666)
            XCTAssertEqual(chown(path, 65534, 65534), 0)
        }
        try makeAnOutput()
        let file = try ReplacementFile(path: target)
        XCTAssertEqual(file.count, 0)
        XCTAssertNotEqual(file.temporary, folder.path + "/.feed.db.loading")
        try file.commit()
        var status = stat()
        stat(target, &status)
        XCTAssertEqual(status.st_uid, 0)
        XCTAssertEqual(names, [".feed.db.loading", TemporaryFileTests.left, "feed.db", "out.nd"])
        XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/.feed.db.loading"), "theirs")
    }

    func testAnotherUsersLinkInAFolderOfAllIsNotFollowed() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can give links away")
        let victim = folder.write("precious")
        let link = folder.path + "/out.nd"
        symlink(victim, link)
        lchown(link, 65534, 65534)
        chmod(folder.path, 0o1777)
        XCTAssertThrowsError(try OutputFile(path: link)) { error in
            XCTAssertEqual((error as? StageFailure)?.status, .outputUncreatable)
            XCTAssertTrue("\(error)".contains("not followed"), "\(error)")
        }
        XCTAssertThrowsError(try ReplacementFile(path: link))
        lchown(link, 0, 0)
        try OutputFile(path: link).commit()
        XCTAssertEqual(TemporaryFolder.text(of: victim), "")
    }

    func testTheOnlyFileOfATargetIsTakenFromAKilledRunAndNotFromALivingOne() throws {
        let target = folder.path + "/feed.db"
        folder.write("half", ".feed.db.loading")
        let file = try ReplacementFile(path: target)
        XCTAssertEqual(file.temporary, folder.path + "/.feed.db.loading")
        XCTAssertEqual(file.count, 0)
        XCTAssertThrowsError(try ReplacementFile(path: target)) { error in
            XCTAssertEqual((error as? StageFailure)?.status, .tryLater)
        }
        file.discard()
        XCTAssertEqual(names, [])
    }

    func testASweepBetweenMakingAndLockingCostsNoFile() throws {
        final class Sweeper: @unchecked Sendable { nonisolated(unsafe) var isDone = false }
        let sweeper = Sweeper()
        let target = folder.path + "/feed.db"
        let passing = TemporaryName(beside: target).fixed
        let threads = (0..<2).map { _ in
            PosixThread { while !sweeper.isDone { _ = LeftoverFiles.remove(passing) } }
        }
        defer {
            sweeper.isDone = true
            threads.forEach { $0.join() }
        }
        var made = 0
        for _ in 0..<20_000 {
            // A sweeper that holds the lock for its moment looks like another run.
            guard let file = try? TemporaryFile(alone: target, named: "feed.db") else { continue }
            made += 1
            guard let named = FileStatus(link: file.path), FileIdentity(named) == FileIdentity(of: file.descriptor)
            else {
                return XCTFail("file \(made) was swept while it was alive")
            }
            file.discard()
        }
        XCTAssertGreaterThan(made, 1000)
    }

    func testLongNamesAreCutByBytesAndTooLongOnesRefusedAtOnce() throws {
        for name in [String(repeating: "n", count: 255), String(repeating: "駅", count: 85)] {
            let file = try OutputFile(path: folder.path + "/" + name)
            try file.commit()
            XCTAssertTrue(names.contains(name))
        }
        for name in [String(repeating: "n", count: 256), String(repeating: "駅", count: 86)] {
            XCTAssertThrowsError(try OutputFile(path: folder.path + "/" + name)) { error in
                XCTAssertEqual((error as? StageFailure)?.status, .outputUncreatable)
            }
            XCTAssertThrowsError(try ReplacementFile(path: folder.path + "/" + name)) { error in
                XCTAssertEqual((error as? StageFailure)?.status, .outputUncreatable)
            }
        }
    }
}

/// A POSIX thread that runs one closure.
private final class PosixThread {
    private var thread = pthread_t()

    init(_ body: @escaping () -> Void) {
        final class Box {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
        }
        pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
    }

    func join() { pthread_join(thread, nil) }
}
