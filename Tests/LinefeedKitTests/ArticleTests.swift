import TestSupport
import XCTest

/// The code in the articles of LinefeedKit.docc is that of the example programs, which `scripts/check-examples` runs.
final class ArticleTests: XCTestCase {
    func testArticlesShowCodeOfTheExamples() throws {
        let sources = try ["next-departures", "rows", "vehicles", "lines", "crowding"].map { name in
            try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/Examples/Sources/\(name)/main.swift"))
        }
        for name in ["DeparturesWithRealtime", "RowsOfTables"] {
            let path = Checkout.root + "/Sources/LinefeedKit/LinefeedKit.docc/\(name).md"
            let article = try XCTUnwrap(TemporaryFolder.text(of: path))
            XCTAssertFalse(ArticleCode.blocks(in: article).isEmpty, name)
            XCTAssertEqual(ArticleCode.missing(in: article, from: sources), [], name)
        }
    }
}
