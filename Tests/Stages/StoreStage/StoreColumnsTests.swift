import SQLite
import StageKit
import TestSupport
import XCTest

@testable import SchemaStage
@testable import StoreStage

/// Columns that records bring: however many, the schema is changed a few times, since each change costs as much as the
/// whole schema is long.
final class StoreColumnsTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/h.db" }

    @discardableResult
    private func store(_ lines: [String]) throws -> InMemoryRun {
        let options = StoreOptions(path: path)
        let file = folder.write(lines.joined(separator: "\n") + "\n")
        return try InMemoryRun("store", in: world) { try Store.run(options.with { $0.files = [file] }, $0) }
    }

    private func integer(_ sql: String) throws -> Int {
        try Database(path, mode: .readOnly).integer(sql) ?? -1
    }

    private func schemaChanges() throws -> Int { try integer("PRAGMA schema_version") }

    /// The contract's tables at a moment of its own.
    private var world: World {
        var world = World.at(1_700_000_000)
        world.tables = { SchemaStage.tables }
        return world
    }

    func testAColumnALineChangesTheSchemaOnce() throws {
        let run = try store((0..<1500).map { "{\"table\":\"x\",\"c\($0)\":\($0)}" })
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(run.summary.table("x").written, 1500)
        let first = try schemaChanges()
        XCTAssertLessThan(first, 60)
        XCTAssertEqual(try integer("SELECT count(*) FROM pragma_table_info('x') WHERE name LIKE 'c%'"), 1500)
        XCTAssertEqual(try integer("SELECT sum(c1499) + sum(c7) FROM x"), 1506)
        // The same table again, with more columns: now there is a table to be changed.
        let again = try store((1400..<1850).map { "{\"table\":\"x\",\"c\($0)\":\($0)}" })
        XCTAssertEqual(again.summary.table("x").written, 350)
        XCTAssertEqual(again.summary.table("x").merged, 100)
        XCTAssertLessThan(try schemaChanges() - first, 60)
        XCTAssertEqual(try integer("SELECT sum(c1849) FROM x"), 1849)
        XCTAssertEqual(try Database(path, mode: .readOnly).text("PRAGMA integrity_check"), "ok")
    }

    /// The column for what can be no column was made once for each record that waited for its own columns.
    func testMoreColumnsThanThereMayBeALineAtATime() throws {
        let run = try store((0..<2100).map { "{\"table\":\"x\",\"c\($0)\":\($0),\"C0\":1}" })
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(run.summary.table("x").written, 2100)
        let columns = try integer("SELECT count(*) FROM pragma_table_info('x') WHERE name LIKE 'c%'")
        XCTAssertEqual(
            try integer("SELECT count(*) FROM x WHERE json_extract(other_members, '$.C0') = 1"), 2100)
        // Each member is in a column of its own or among the others.
        XCTAssertEqual(
            try integer("SELECT count(*) FROM x, json_each(other_members) WHERE key LIKE 'c_%' AND key <> 'C0'"),
            2100 - columns)
        XCTAssertEqual(
            try integer("SELECT json_extract(other_members, '$.c2099') FROM x WHERE other_members LIKE '%2099%'"), 2099)
    }

    func testTablesThatTakeTurnsAreNoWorse() throws {
        let lines = (0..<1890).flatMap { column in (0..<6).map { "{\"table\":\"t\($0)\",\"c\(column)\":1}" } }
        XCTAssertEqual(try store(lines).status, .done)
        XCTAssertLessThan(try schemaChanges(), 150, "some for each table, none for each column")
        XCTAssertEqual(try integer("SELECT count(*) FROM pragma_table_info('t5') WHERE name LIKE 'c%'"), 1890)
    }

    func testRecordsThatWaitKeepTheirOrderAndTheirLines() throws {
        // The later record of a key counts, and columns come with any of them.
        let lines = (0..<6000).map { turn in
            "{\"table\":\"levels\",\"level_id\":\"S\(turn % 7)\",\"level_name\":\"\(turn)\",\"c\(turn % 900)\":\(turn)}"
        }
        let run = try store(lines + ["{\"table\":\"levels\",\"level_id\":\"S1\",\"LEVEL_NAME\":\"x\"}"])
        XCTAssertEqual(run.summary.table("levels").written + run.summary.table("levels").merged, 6001)
        let database = try Database(path, mode: .readOnly)
        for stop in 2..<7 {
            let last = (0..<6000).last { $0 % 7 == stop }!
            XCTAssertEqual(try database.text("SELECT level_name FROM levels WHERE level_id = 'S\(stop)'"), "\(last)")
        }
        XCTAssertTrue(run.log.isEmpty || !run.log.contains("error"), run.log)
    }

    func testColumnsOfAForeignLayoutAreAddedOneByOne() throws {
        try store(["{\"table\":\"x\",\"a\":1}"])
        do {
            let writer = try Database(path, mode: .readWrite)
            try writer.execute("ALTER TABLE x ADD COLUMN mine TEXT CHECK (mine <> 'no')")
        }
        let run = try store((0..<40).map { "{\"table\":\"x\",\"c\($0)\":1,\"mine\":\"yes\"}" })
        XCTAssertEqual(run.summary.table("x").written, 40, run.log)
        XCTAssertEqual(try integer("SELECT count(*) FROM pragma_table_info('x') WHERE name LIKE 'c%'"), 40)
    }

    func testARowIsPrunedByItsOwnTimeWhateverItsColumnsAreCalled() throws {
        var options = StoreOptions(path: path)
        options.pruneAge = 1000
        let file = folder.write(
            """
            {"table":"x","at":1600000000,"rowid":7,"_rowid_":1}
            {"table":"x","at":1699999999,"rowid":7,"_rowid_":1}
            {"table":"y","at":1600000000,"rowid":7,"_rowid_":1,"oid":2}
            {"table":"y","at":1699999999,"rowid":7,"_rowid_":1,"oid":2}

            """)
        let run = try InMemoryRun("store", in: world) { [options] in
            try Store.run(options.with { $0.files = [file] }, $0)
        }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(try integer("SELECT count(*) FROM x WHERE at = 1699999999"), 1)
        XCTAssertEqual(try integer("SELECT count(*) FROM x"), 1)
        XCTAssertEqual(try integer("SELECT count(*) FROM y"), 1)
    }

    func testATableALineIsCountedOnce() throws {
        let lines = (0..<4000).map { "{\"table\":\"others\($0)\"}" }
        let run = try InMemoryRun("store") { context in
            var options = StoreOptions(path: self.path)
            options.tables = ["none"]
            try Store.run(options.with { $0.files = [self.folder.write(lines.joined(separator: "\n"))] }, context)
        }
        XCTAssertEqual(run.summary.tables.reduce(0) { $0 + $1.ignored }, 4000)
    }
}
