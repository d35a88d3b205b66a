import Glibc
import TestSupport
import XCTest

@testable import TimeZones

final class ZoneFileTests: XCTestCase {
    private func fault(_ name: String) -> ZoneFault? {
        do {
            _ = try Zone(named: name)
            return nil
        } catch { return error }
    }

    private func withZoneFolder(_ path: String, _ body: () throws -> Void) rethrows {
        let before = getenv("TZDIR").map { String(cString: $0) }
        setenv("TZDIR", path, 1)
        defer { if let before { setenv("TZDIR", before, 1) } else { unsetenv("TZDIR") } }
        try body()
    }

    /// A file of version 2 with one type and a footer.
    private func file(footer: String, version: UInt8 = 0x32, offset: Int32 = 3600) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: 31)
        let header = Array("TZif".utf8) + [version] + zeros + [0, 0, 0, 1, 0, 0, 0, 4]
        let raw = UInt32(bitPattern: offset)
        let type = [UInt8(raw >> 24), UInt8(raw >> 16 & 255), UInt8(raw >> 8 & 255), UInt8(raw & 255), 0, 0]
        let body = type + Array("XYZ".utf8) + [0]
        return header + body + header + body + [0x0A] + Array(footer.utf8) + [0x0A]
    }

    func testNamesThatLeadOutOfTheFolderAreNoNames() {
        for name in [
            "", "/etc/passwd", "../../etc/passwd", "Europe/../../x", "Europe//Berlin", "Europe/", "./UTC", "-x", "a b",
            "Europe/Berlin\n", "Zürich", "a\0b", "..", ".", String(repeating: "x", count: 300), "C:\\zone",
        ] {
            guard case .notAName = fault(name) else {
                XCTFail("\(name) passed as a name")
                continue
            }
        }
    }

    func testAnUnknownZoneAndMissingFilesAreToldApart() {
        guard case .unknown("Mars/Olympus", _) = fault("Mars/Olympus") else { return XCTFail("not unknown") }
        guard case .unknown("Australia", _) = fault("Australia") else { return XCTFail("a folder is not a zone") }
        guard case .unreadable("zone.tab", _, "not a zone file") = fault("zone.tab") else {
            return XCTFail("a table is not a zone")
        }
        withZoneFolder("/nonexistent-zones") {
            guard case .noZoneFiles("Europe/Berlin", ["/nonexistent-zones"]) = fault("Europe/Berlin") else {
                return XCTFail("missing files not noticed")
            }
            XCTAssertTrue(fault("Europe/Berlin")!.description.contains("/nonexistent-zones is missing or empty"))
            XCTAssertNil(fault("UTC"), "universal time needs no file")
        }
        let empty = TemporaryFolder()
        withZoneFolder(empty.path) {
            guard case .noZoneFiles = fault("Europe/Berlin") else { return XCTFail("an empty folder not noticed") }
        }
    }

    func testAFolderOfZonesMayBeNamed() throws {
        let folder = TemporaryFolder()
        folder.write(bytes: file(footer: "<+01>-1"), "Made_Up")
        folder.write(bytes: [], "Empty")
        try withZoneFolder(folder.path) {
            XCTAssertEqual(try Zone(named: "Made_Up").offset(at: 0), 3600)
            guard case .unreadable = fault("Empty") else { return XCTFail("an empty file is not a zone") }
            guard case .unknown = fault("Europe/Berlin") else { return XCTFail("only TZDIR counts where it is set") }
        }
    }

    /// The system's failure says nothing of the name: nobody may take the zone for one that there is not.
    func testAFileThatCannotBeOpenedIsNoUnknownZone() {
        let folder = TemporaryFolder()
        folder.write(bytes: file(footer: "<+01>-1"), "Other")
        symlink("Round", folder.path + "/Round")
        withZoneFolder(folder.path) {
            guard let fault = fault("Round"), case .noAccess("Round", _, let reason) = fault else {
                return XCTFail("a file that cannot be opened not noticed")
            }
            XCTAssertEqual(reason, String(cString: strerror(ELOOP)))
            XCTAssertTrue(fault.isOfSystem)
            XCTAssertTrue(fault.description.contains("cannot be read: \(folder.path)/Round"), fault.description)
        }
    }

    func testAllVersionsAreRead() throws {
        for version in [UInt8(0x32), 0x33, 0x34, 0x35] {
            let zone = Zone(name: "x", file: try TZif(file(footer: "AAA-2", version: version)))
            XCTAssertEqual(zone.offset(at: 1_700_000_000), 7200)
        }
        // Version 1 ends after its only block.
        let first = Array(file(footer: "", version: 0)[0..<54])
        XCTAssertEqual(Zone(name: "x", file: try TZif(first)).offset(at: 1_700_000_000), 3600)
        XCTAssertThrowsError(try TZif(file(footer: "AAA-2", version: 0x31)))
    }

    func testDamagedFilesAreFaultsAndNeverCrash() throws {
        let whole = try XCTUnwrap(TemporaryFolder.bytes(of: "/usr/share/zoneinfo/America/New_York"))
        for length in 0..<whole.count { XCTAssertThrowsError(try TZif(Array(whole[0..<length])), "cut at \(length)") }
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<3000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            guard let file = try? TZif(damaged) else { continue }
            let zone = Zone(name: "x", file: file)
            for instant in [Int.min, -1, 0, 1_700_000_000, 4_000_000_000, Int.max] { _ = zone.period(at: instant) }
        }
    }

    // MARK: Footers

    private func zone(_ rule: String) throws -> Zone { Zone(name: "x", file: try TZif(file(footer: rule))) }

    func testRulesOfEveryKindOfDay() throws {
        // 1 March (J60) and the 60th day (59) are the same in a common year and differ by one in a leap year.
        let julian = try zone("AAA0BBB,J60/0,J61/0")
        let zeroBased = try zone("AAA0BBB,59/0,60/1")
        XCTAssertEqual(julian.offset(at: 1_677_628_800), 3600)
        XCTAssertEqual(zeroBased.offset(at: 1_677_628_800), 3600)
        XCTAssertEqual(julian.offset(at: 1_709_164_800), 0)
        XCTAssertEqual(zeroBased.offset(at: 1_709_164_800), 3600)
    }

    func testHoursBeyondADayReachIntoTheNextWeek() throws {
        // America/Scoresbysund's rule as of 2024: an hour before the last Sunday.
        let zone = try zone("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")
        XCTAssertEqual(zone.offset(at: 1_711_846_799), -7200)
        XCTAssertEqual(zone.offset(at: 1_711_846_800), -3600)
        // Jerusalem: Friday 29 March 2024, 02:00, written as the fourth Thursday and 26 hours.
        let late = try self.zone("IST-2IDT,M3.4.4/26,M10.5.0")
        XCTAssertEqual(late.offset(at: 1_711_670_399), 7200)
        XCTAssertEqual(late.offset(at: 1_711_670_400), 10_800)
    }

    func testDaylightTimeAllYear() throws {
        let zone = try zone("EST5EDT,0/0,J365/25")
        for instant in stride(from: 1_700_000_000, to: 1_900_000_000, by: 86_399) {
            XCTAssertEqual(zone.offset(at: instant), -14_400)
        }
    }

    func testWhatIsNotARule() {
        for rule in [
            "A-1", "-1", "AAA", "AAA-1BBB", "AAA-1BBB,M3.5.0", "AAA-1BBB,M13.5.0,M10.5.0", "AAA-1BBB,M3.6.0,M10.5.0",
            "AAA-1BBB,M3.5.7,M10.5.0", "AAA-1BBB,J0,J9", "AAA-1BBB,366,9", "AAA-25", "AAA-1:60", "<AAA-1", "AAA-1 ",
            "AAA-1BBB,M3.5.0/168,M10.5.0", "AAA-1BBB,M3.5.0,M10.5.0,", "AAA-1BBB,M..0,M10.5.0", "AAA-99999999999999",
        ] {
            XCTAssertNil(PosixRule(Array(rule.utf8)), rule)
        }
    }
}
