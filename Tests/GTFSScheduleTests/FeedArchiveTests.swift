import TestSupport
import XCTest

@testable import GTFSSchedule

final class FeedArchiveTests: XCTestCase {
    private let folder = TemporaryFolder()
    private static let stops = "stop_id,stop_name\nA,Quay\nB,Hill\n"

    /// The feed's files with their contents, or the fault.
    private func read(_ path: String, limit: Int = 64 << 30) throws -> [String: String] {
        let tally = ReadTally(limit: limit)
        let archive = try FeedArchive(path: path, tally: tally)
        var files: [String: String] = [:]
        for file in archive.files { files[file.path] = String(decoding: try drain(file.open(tally)), as: UTF8.self) }
        return files
    }

    private func read(_ zip: ZipBuilder, part: String = "", limit: Int = 64 << 30) throws -> [String: String] {
        try read(folder.write(bytes: zip.bytes) + part, limit: limit)
    }

    private func fault(_ body: () throws -> Void, file: StaticString = #filePath, line: UInt = #line) -> FeedFault {
        do { try body() } catch let fault as FeedFault { return fault } catch {
            XCTFail("\(error)", file: file, line: line)
        }
        XCTFail("nothing was thrown", file: file, line: line)
        return FeedFault(.ioFailed, "")
    }

    private func zip(_ names: String...) -> ZipBuilder {
        ZipBuilder(names.map { .init($0, FeedArchiveTests.stops) })
    }

    // MARK: Layouts

    func testEntriesOfEveryKind() throws {
        var stored = ZipBuilder.Entry("stops.txt", FeedArchiveTests.stops)
        stored.isDeflated = false
        var large = ZipBuilder.Entry("routes.txt", FeedArchiveTests.stops)
        large.isZip64 = true
        var described = ZipBuilder.Entry("trips.txt", FeedArchiveTests.stops)
        described.hasDescriptor = true
        var zip = ZipBuilder([stored, large, described, .init("agency.txt", ""), .init("empty/", "")])
        let expected = [
            "stops.txt": FeedArchiveTests.stops, "routes.txt": FeedArchiveTests.stops,
            "trips.txt": FeedArchiveTests.stops, "agency.txt": "",
        ]
        XCTAssertEqual(try read(zip), expected)
        zip.isZip64 = true
        XCTAssertEqual(try read(zip), expected)
        zip.comment = Array("made by PK\u{5}\u{6} and others".utf8)
        zip.prefix = Array("#!/bin/sh\nexit\n".utf8)
        XCTAssertEqual(try read(zip), expected)
    }

    /// The last byte of a deflated entry may stand for more than there is room for: the rest comes with the next reading,
    /// for which there are no bytes any more.
    func testAnEntryWhoseLastBytesInflateToMoreThanTheRoomThatIsLeft() throws {
        for more in stride(from: 1, through: 1100, by: 13) {
            let text = FeedArchiveTests.stops + String(repeating: "\n", count: 3 * 4096 + more)
            XCTAssertEqual(try read(ZipBuilder([.init("stops.txt", text)])), ["stops.txt": text], "\(more) more")
        }
    }

    func testDataBehindTheArchiveAndRecordsInItsComment() throws {
        let expected = ["stops.txt": FeedArchiveTests.stops]
        let bytes = zip("stops.txt").bytes
        for count in [1, 70_000, 900_000] {
            XCTAssertEqual(try read(folder.write(bytes: bytes + [UInt8](repeating: 0x50, count: count))), expected)
        }
        let far = fault { _ = try read(folder.write(bytes: bytes + [UInt8](repeating: 0, count: 2 << 20))) }
        XCTAssertTrue(far.description.contains("or other data follows it"), far.description)
        // End records in the comment: an empty one, one of a directory with too many entries, one that leads nowhere.
        let end = Array(bytes.suffix(22))
        var many = end
        many[8] = 9
        many[10] = 9
        var nowhere = end
        nowhere[16] = 1
        let empty = end.prefix(4) + [UInt8](repeating: 0, count: 18)
        for fake in [
            Array(empty), many, nowhere, empty + many + nowhere, Array(repeating: many, count: 9).flatMap { $0 },
        ] {
            var zip = zip("stops.txt")
            zip.comment = fake
            XCTAssertEqual(try read(zip), expected, "\(fake)")
        }
        XCTAssertTrue(fault { _ = try read(ZipBuilder([])) }.description.contains("it is empty"))
    }

    func testAppleAndDotFilesAreNotSeen() throws {
        let zip = zip("feed/stops.txt", "__MACOSX/feed/._stops.txt", "feed/._trips.txt", ".DS_Store")
        XCTAssertEqual(try read(zip), ["stops.txt": FeedArchiveTests.stops])
    }

    func testOneFolderIsFoundHoweverItsPathIsSpelled() throws {
        for name in ["a/b/stops.txt", "a\\b\\stops.txt", "./a/stops.txt", "../stops.txt", "/stops.txt", "A/STOPS.TXT"] {
            let found = try read(zip(name, "readme.md"))
            XCTAssertEqual(found.filter { $0.key.lowercased() == "stops.txt" }.count, 1, name)
        }
    }

    func testTablesAtTheRootWinOverFoldersAndZips() throws {
        let archive = try FeedArchive(
            path: folder.write(bytes: zip("old/stops.txt", "stops.txt", "copy.zip").bytes), tally: ReadTally())
        XCTAssertEqual(archive.files.map(\.path), ["stops.txt", "copy.zip"])
        XCTAssertEqual(archive.elsewhere.map(\.path), ["old/stops.txt"])
    }

    func testSeveralCandidatesAreListed() throws {
        let path = folder.write(bytes: zip("new/stops.txt", "old/stops.txt", "inner.zip").bytes)
        let fault = fault { _ = try read(path) }
        XCTAssertEqual(fault.kind, .unusable)
        for part in ["#new'", "#old'", "#inner.zip'"] { XCTAssertTrue(fault.description.contains(path + part)) }
        XCTAssertEqual(try read(path + "#old"), ["stops.txt": FeedArchiveTests.stops])
        XCTAssertEqual(try read(path + "#old/"), ["stops.txt": FeedArchiveTests.stops])
        XCTAssertEqual(self.fault { _ = try read(path + "#none") }.kind, .missing)
    }

    func testInnerZips() throws {
        let feed = zip("gtfs/stops.txt")
        for isDeflated in [true, false] {
            var inner = ZipBuilder.Entry("data/inner.zip", bytes: feed.bytes)
            inner.isDeflated = isDeflated
            var outer = ZipBuilder([inner, .init("notes.pdf", "")])
            XCTAssertEqual(try read(outer), ["stops.txt": FeedArchiveTests.stops])
            XCTAssertEqual(try read(outer, part: "#data/inner.zip#gtfs"), ["stops.txt": FeedArchiveTests.stops])
            outer.entries.append(.init("other.zip", bytes: feed.bytes))
            XCTAssertEqual(fault { _ = try read(outer) }.kind, .unusable)
            XCTAssertEqual(try read(outer, part: "#OTHER.zip"), ["stops.txt": FeedArchiveTests.stops])
        }
    }

    func testZipsInZipsHaveAnEnd() throws {
        var zip = zip("stops.txt")
        for _ in 0..<6 { zip = ZipBuilder([.init("inner.zip", bytes: zip.bytes)]) }
        XCTAssertEqual(fault { _ = try read(zip) }.kind, .unusable)
    }

    func testAFolderIsAFeed() throws {
        let feed = TemporaryFolder()
        feed.write(FeedArchiveTests.stops, "stops.txt")
        XCTAssertEqual(try read(feed.path), ["stops.txt": FeedArchiveTests.stops])
        mkdir(feed.path + "/trips.txt", 0o755)
        XCTAssertEqual(try FeedArchive(path: feed.path, tally: ReadTally()).foldersNamedAsTables, ["trips.txt"])
        let empty = TemporaryFolder()
        XCTAssertEqual(fault { _ = try read(empty.path) }.kind, .unusable)
        let outside = TemporaryFolder()
        outside.write(bytes: zip("stops.txt").bytes, "feed.zip")
        XCTAssertEqual(try read(outside.path), ["stops.txt": FeedArchiveTests.stops])
    }

    func testAStreamIsReadFromACopy() throws {
        let source = PieceSource(zip("stops.txt").bytes, piece: 3)
        let archive = try FeedArchive(spooling: source, name: "standard input", parts: [], tally: ReadTally())
        XCTAssertEqual(archive.files.map(\.path), ["stops.txt"])
    }

    // MARK: Faults

    func testWhatIsNotThereIsMissing() {
        XCTAssertEqual(fault { _ = try read("/nonexistent.zip") }.kind, .missing)
        XCTAssertEqual(fault { _ = try read("/nonexistent.zip#inner.zip") }.kind, .missing)
    }

    func testWhatIsNoZipIsSaidToBeNone() {
        for text in ["", "P", "PK", "stop_id\nA\n", String(repeating: "PK\u{5}\u{6}", count: 30_000)] {
            XCTAssertEqual(fault { _ = try read(folder.write(text)) }.kind, .unusable)
        }
    }

    func testAZipCutAnywhereIsAFaultAndNeverAFeed() throws {
        var described = ZipBuilder.Entry("trips.txt", FeedArchiveTests.stops)
        described.hasDescriptor = true
        var zip = ZipBuilder([.init("stops.txt", FeedArchiveTests.stops), described])
        for isZip64 in [false, true] {
            zip.isZip64 = isZip64
            let bytes = zip.bytes
            for count in 0..<bytes.count {
                let path = folder.write(bytes: Array(bytes[..<count]), "cut.zip")
                XCTAssertEqual(fault { _ = try read(path) }.kind, .unusable, "\(count) of \(bytes.count) bytes")
            }
        }
    }

    func testADamagedByteIsNeverReadInSilence() throws {
        let zip = zip("stops.txt")
        let bytes = zip.bytes
        let expected = try read(zip)
        for position in bytes.indices {
            var damaged = bytes
            damaged[position] ^= 0x15
            let path = folder.write(bytes: damaged, "damaged.zip")
            // Some bytes carry nothing that matters: times, versions, the local header's copies.
            if let found = try? read(path) {
                XCTAssertEqual(found.values.sorted(), expected.values.sorted(), "byte \(position)")
            }
        }
    }

    func testFaultsNameTheEntry() throws {
        var entry = ZipBuilder.Entry("stops.txt", FeedArchiveTests.stops)
        entry.checksum = 0x1234_5678
        XCTAssertTrue(fault { _ = try read(ZipBuilder([entry])) }.description.contains("stops.txt: wrong CRC"))
        entry = .init("stops.txt", FeedArchiveTests.stops)
        entry.flags = 1
        XCTAssertTrue(fault { _ = try read(ZipBuilder([entry])) }.description.contains("stops.txt: the entry is encr"))
        entry.flags = 0
        entry.method = 12
        XCTAssertTrue(
            fault { _ = try read(ZipBuilder([entry])) }.description.contains("stops.txt: compressed with bzip2"))
        entry.method = nil
        for size in [3, 1000] {
            entry.declaredSize = size
            XCTAssertEqual(fault { _ = try read(ZipBuilder([entry])) }.kind, .unusable)
        }
    }

    func testABombIsStoppedByItsRatio() throws {
        let bomb = ZipBuilder([.init("stops.txt", bytes: [UInt8](repeating: 0, count: 80 << 20))])
        let fault = fault {
            let tally = ReadTally()
            let archive = try FeedArchive(path: folder.write(bytes: bomb.bytes), tally: tally)
            let source = try archive.files[0].open(tally)
            var chunk = [UInt8](repeating: 0, count: 1 << 20)
            while try chunk.withUnsafeMutableBytes({ try source.read(into: $0) }) > 0 {}
        }
        XCTAssertEqual(fault.kind, .unusable)
        XCTAssertTrue(fault.description.contains("zip bomb"), fault.description)
    }

    func testTheSumOfAllFilesIsLimited() throws {
        let zip = zip("stops.txt", "trips.txt")
        let size = FeedArchiveTests.stops.utf8.count
        XCTAssertEqual(try read(zip, limit: 2 * size).count, 2)
        XCTAssertEqual(fault { _ = try read(zip, limit: 2 * size - 1) }.kind, .unusable)
    }

    func testGarbageNeverCrashes() throws {
        var random = SeededGenerator(seed: 11)
        let bytes = zip("stops.txt", "a/trips.txt").bytes
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1..<12, using: &random) {
                damaged[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do { _ = try read(folder.write(bytes: damaged, "garbage.zip")) } catch is FeedFault {}
        }
    }
}
