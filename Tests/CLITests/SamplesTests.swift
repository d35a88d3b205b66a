import TestSupport
import XCTest

/// `samples/` is what `scripts/generate-samples` makes today.
final class SamplesTests: XCTestCase {
    func testTheSamplesAreCurrent() {
        let folder = TemporaryFolder()
        let made = Shell(
            "scripts/generate-samples '\(folder.path)'",
            environment: [
                "LINEFEED": Shell.products + "/linefeed", "LINEFEED_ASSETS": Checkout.root + "/Tests/Stubs/maplibre",
            ])
        XCTAssertEqual(made.status, 0, made.errors)
        let names = Checkout.names(in: folder.path)
        let kept = Checkout.names(in: Checkout.root + "/samples").filter { $0 != "README.md" && !$0.hasSuffix(".yaml") }
        XCTAssertEqual(names, kept)
        XCTAssertGreaterThan(names.count, 20)
        XCTAssertEqual(
            ours(TemporaryFolder.text(of: folder.path + "/larkmere.html")),
            ours(TemporaryFolder.text(of: Checkout.root + "/samples/larkmere.html")))
        for name in names where name != "feed.zip" && name != "larkmere.html" {
            XCTAssertEqual(
                TemporaryFolder.bytes(of: folder.path + "/" + name),
                TemporaryFolder.bytes(of: Checkout.root + "/samples/" + name), name)
        }
        // Another zlib may compress otherwise; what is in the zip is the same.
        XCTAssertEqual(
            Shell("linefeed ingest '\(folder.path)/feed.zip'").output, Shell("linefeed ingest samples/feed.zip").output)
    }

    /// The data and the script of a page, without MapLibre's files and their hashes.
    private func ours(_ page: String?) -> [String] {
        let parts = (page ?? "").components(separatedBy: "<script")
        XCTAssertGreaterThan(parts.count, 4)
        return parts.filter { $0.hasPrefix(" type=") } + [parts.last ?? ""]
    }
}
