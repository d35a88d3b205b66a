import FeedStore
import Glibc
import StageKit
import TestSupport
import XCTest

@testable import History
@testable import Schemas

/// Runs every folder of `Golden/store`: its inputs, stored one after another, give the tables of `expected`.
///
/// The keys are part of it: they are kept in files for years and must stay what they are.
final class StoreGoldenTests: XCTestCase {
    /// Every table with its columns and rows, nulls left out.
    private func dump(_ path: String) throws -> String {
        let database = try Database(path, mode: .readOnly)
        let tables = try database.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'linefeed%' ORDER BY name")
        var text = ""
        while try tables.step() {
            let name = tables.text(0)
            text += "# \(name)\n"
            let rows = try database.prepare("SELECT * FROM \(Database.quoted(name)) ORDER BY rowid")
            while try rows.step() {
                for column in 0..<rows.columnCount where !rows.isNull(column) {
                    text += "\(rows.columnName(column)): \(rows.type(column)) \(rows.text(column))\n"
                }
                text += "\n"
            }
        }
        return text
    }

    func testEveryCase() throws {
        let root = Checkout.root + "/Tests/Golden/store"
        let names = Checkout.names(in: root)
        XCTAssertGreaterThanOrEqual(names.count, 5)
        let files = TemporaryFolder()
        for name in names {
            let folder = root + "/" + name
            var options = StoreOptions(path: files.path + "/\(name).db")
            options.schemas = SchemaStage.tables
            var common = CommonOptions()
            common.verbosity = .verbose
            let inputs = Checkout.names(in: folder).filter { $0.hasSuffix(".ndjson") }
            var log = ""
            for turn in 1...2 {
                for input in inputs {
                    let run = try InMemoryRun("store", common) { [options] context in
                        try Store.run(options, [folder + "/" + input], context)
                    }
                    XCTAssertEqual(run.status, .done, run.log)
                    if turn == 1, !run.log.isEmpty { log += run.log.replacing(folder + "/", with: "") + "\n" }
                    // What comes again after a later record may take its place; the last input is what stays.
                    if turn == 2, inputs.count == 1 {
                        XCTAssertEqual(run.summary.tables.reduce(0) { $0 + $1.written }, 0, name)
                    }
                }
                let made = log + (try dump(options.path))
                let expected = folder + "/expected"
                if getenv("LINEFEED_RECORD") != nil {
                    let handle = fopen(expected, "w")
                    fputs(made, handle)
                    fclose(handle)
                    XCTFail("\(name): recorded")
                } else {
                    XCTAssertEqual(made, TemporaryFolder.text(of: expected), "\(name), turn \(turn)")
                }
            }
        }
    }
}
