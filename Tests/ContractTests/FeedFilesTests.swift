import XCTest

@testable import Contract

/// No file of a feed has a table of ours, and no two files have one table.
final class FeedFilesTests: XCTestCase {
    /// Whether the table's file gives the same table when it is read again: a file `Stops.txt` is read as `stops`.
    private func hasOwnFile(_ table: String) -> Bool { Tables.name(ofFile: Tables.file(of: table)) == table }

    func testFilesOfTheReferenceHaveItsTables() {
        for definition in TableDefinition.all {
            XCTAssertEqual(Tables.name(ofFile: definition.file), definition.name)
            XCTAssertEqual(Tables.name(ofFile: definition.file.uppercased()), definition.name)
            XCTAssertEqual(Tables.file(of: definition.name), definition.file)
            XCTAssertTrue(hasOwnFile(definition.name))
            XCTAssertFalse(Tables.isDerived(definition.name), definition.name)
        }
    }

    func testFilesWithNamesOfOurTablesHaveTheirFileNamesAsTables() {
        let derived = Tables.all.map { $0.name }.filter { TableDefinition.named($0) == nil }
        XCTAssertGreaterThan(derived.count, 30)
        for name in derived + [Tables.unreadableLines, "locations"] {
            for file in [name + ".txt", name.capitalized + ".txt", name.uppercased() + ".TXT"] {
                XCTAssertEqual(Tables.name(ofFile: file), file)
                XCTAssertEqual(Tables.file(of: file), file)
                XCTAssertTrue(Tables.isNamedAsFile(file))
                XCTAssertFalse(Tables.isDerived(file))
            }
        }
        for name in derived {
            XCTAssertTrue(Tables.isDerived(name), name)
            XCTAssertFalse(Tables.stages(ofDerived: name).isEmpty, name)
        }
    }

    func testOtherFilesHaveTheirNamesWithoutTheEnding() {
        XCTAssertEqual(Tables.name(ofFile: "foo.txt"), "foo")
        XCTAssertEqual(Tables.name(ofFile: "Foo.TXT"), "Foo")
        XCTAssertEqual(Tables.name(ofFile: "notice.s.txt"), "notice.s")
        XCTAssertEqual(Tables.file(of: "foo"), "foo.txt")
        XCTAssertFalse(Tables.isNamedAsFile("foo"))
        XCTAssertFalse(Tables.isNamedAsFile("foo.txt"))
        for other in [".txt", "foo", "foo.csv", "stops.geojson", ""] { XCTAssertNil(Tables.name(ofFile: other), other) }
    }

    func testNoTwoFilesHaveOneTable() {
        let stems = [
            "notices", "Notices", "foo", "stops", "locations", "lines", "stops.txt", "notices.txt", "a.txt.txt",
        ]
        var files: [String: String] = [:]
        for file in stems.map({ $0 + ".txt" }) + ["locations.geojson"] {
            guard let table = Tables.name(ofFile: file) else {
                XCTFail(file)
                continue
            }
            XCTAssertNil(files[table], "\(file) and \(files[table] ?? "") have the table \(table)")
            files[table] = file
            XCTAssertEqual(Tables.file(of: table), file)
            XCTAssertTrue(hasOwnFile(table), table)
        }
        // Tables that no file has: their files would be read as others.
        for table in ["Stops", "stops.txt", "STOP_TIMES.txt", "foo.txt"] {
            XCTAssertFalse(hasOwnFile(table), table)
        }
    }
}
