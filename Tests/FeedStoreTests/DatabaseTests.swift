import FeedStore
import Glibc
import SQLite
import TestSupport
import XCTest

final class DatabaseTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func kind(_ body: () throws -> Void) -> StoreFault.Kind? {
        do {
            try body()
            return nil
        } catch let fault as StoreFault {
            return fault.kind
        } catch {
            XCTFail("\(error)")
            return nil
        }
    }

    func testValuesComeBackAsTheyWereBound() throws {
        let path = folder.path + "/a.db"
        let database = try Database(path, mode: .create)
        try database.execute("CREATE TABLE t(a, b, c, d, e); CREATE INDEX i ON t(a)")
        let insert = try database.prepare("INSERT INTO t VALUES(?1, ?2, ?3, ?4, ?5)")
        let text = Array("caf\u{e9}\u{0}x".utf8)
        try text.withUnsafeBytes { bytes in
            try insert.bind(1, Int.min)
            try insert.bind(2, 0.1)
            try insert.bind(3, inPlace: bytes)
            try insert.bindNull(4)
            try insert.bind(5, inPlace: UnsafeRawBufferPointer(start: nil, count: 0))
            try insert.run()
        }
        insert.clearBindings()
        try insert.bind(1, copying: "text")
        try text.withUnsafeBytes { try insert.bind(2, copyingBlob: $0) }
        try insert.run()

        let query = try database.prepare("SELECT * FROM t ORDER BY rowid")
        XCTAssertEqual(query.columnCount, 5)
        XCTAssertEqual(query.columnName(1), "b")
        XCTAssertTrue(try query.step())
        XCTAssertEqual((0..<5).map(query.type), [.integer, .real, .text, .null, .text])
        XCTAssertEqual(query.integer(0), Int.min)
        XCTAssertEqual(query.double(1), 0.1)
        XCTAssertEqual(Array(query.bytes(2)), text)
        XCTAssertTrue(query.isNull(3))
        XCTAssertNil(query.optionalText(3))
        XCTAssertEqual(query.optionalText(4), "", "an empty text is not null")
        XCTAssertTrue(try query.step())
        XCTAssertEqual(query.text(0), "text")
        XCTAssertEqual(query.type(1), .blob)
        XCTAssertEqual(query.optionalDouble(2), nil)
        XCTAssertFalse(try query.step())
        XCTAssertTrue(try query.step(), "a statement that is done can be run again")
        query.reset()
        XCTAssertEqual(try database.integer("SELECT count(*) FROM t"), 2)
        XCTAssertNil(try database.text("SELECT a FROM t WHERE a = 'none'"))
        XCTAssertTrue(try database.hasTable("t"))
        XCTAssertFalse(try database.hasTable("i"), "an index is not a table")
        XCTAssertEqual(Database.quoted("a\"b"), "\"a\"\"b\"")
    }

    func testFaultsAreToldApart() throws {
        XCTAssertEqual(kind { _ = try Database(folder.path + "/none.db", mode: .readOnly) }, .missing)
        XCTAssertEqual(kind { _ = try Database(folder.path, mode: .readOnly) }, .missing)
        XCTAssertEqual(kind { _ = try Database(folder.path + "/no/folder.db", mode: .create) }, .cannotCreate)
        let text = folder.write(bytes: Array("stop_id,stop_name\n".utf8) + [UInt8](repeating: 65, count: 600))
        XCTAssertEqual(kind { _ = try Database(text, mode: .readOnly).integer("PRAGMA user_version") }, .unusable)

        let path = folder.path + "/b.db"
        let database = try Database(path, mode: .create)
        try database.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1); CREATE UNIQUE INDEX u ON t(a)")
        XCTAssertEqual(kind { try database.execute("INSERT INTO t VALUES(1)") }, .unusable)
        XCTAssertEqual(kind { _ = try database.prepare("SELECT b FROM t") }, .unusable)
        let reader = try Database(path, mode: .readOnly)
        XCTAssertEqual(kind { try reader.execute("DELETE FROM t") }, .unusable)
        let other = try Database(path, mode: .readWrite)
        try database.execute("BEGIN EXCLUSIVE")
        XCTAssertEqual(kind { try other.execute("BEGIN IMMEDIATE") }, .locked)
        XCTAssertEqual(kind { _ = try reader.integer("SELECT a FROM t") }, .locked)
        try database.execute("COMMIT")
        XCTAssertEqual(try reader.integer("SELECT a FROM t"), 1)
        do {
            try database.execute("INSERT INTO t VALUES(1)")
        } catch {
            XCTAssertEqual("\(error)", "\(path): UNIQUE constraint failed: t.a")
        }
    }

    func testANameWithAColonIsAFile() throws {
        let here = String(cString: getcwd(nil, 0))
        defer { XCTAssertEqual(chdir(here), 0) }
        XCTAssertEqual(chdir(folder.path), 0)
        try Database(":memory:", mode: .create).execute("CREATE TABLE t(a)")
        XCTAssertTrue(try Database(folder.path + "/:memory:", mode: .readOnly).hasTable("t"))
    }
}
