import Foundation
import MapStage
import StageKit
import TestSupport
import XCTest

/// Runs of `map` in the process, with a stand-in for MapLibre.
class MapRuns: XCTestCase {
    static let assets = Checkout.root + "/Tests/Stubs/maplibre"

    func run(_ records: String, _ options: MapOptions? = nil, common: CommonOptions = CommonOptions()) throws
        -> InMemoryRun
    {
        var chosen = options ?? MapOptions()
        if chosen.assets == nil { chosen.assets = MapRuns.assets }
        let path = TemporaryFolder.shared.write(records)
        return try InMemoryRun("map", common) { try MapStage.run(chosen.with { $0.files = [path] }, $0) }
    }

    /// What records become.
    func model(_ records: String, keepsPlayback: Bool = false) throws -> (model: MapModel, run: InMemoryRun) {
        var model = MapModel()
        let run = try InMemoryRun("map") { context in
            var stage = MapRecords(context, keepsPlayback: keepsPlayback)
            try context.feed(text: records, to: &stage)
            model = stage.model
        }
        return (model, run)
    }

    /// The text of each element of a name without attributes.
    func elements(_ name: String, in page: String) -> [String] {
        page.components(separatedBy: "<\(name)>").dropFirst().map {
            $0.components(separatedBy: "</\(name)>")[0]
        }
    }

    /// The JSON in a page.
    func data(_ page: String) -> String {
        let parts = page.components(separatedBy: "<script type=\"application/json\" id=\"data\">")
        return parts.count == 2 ? parts[1].components(separatedBy: "</script>")[0] : ""
    }

    /// The bytes of an attachment of a page.
    func attachment(_ name: String, in page: String) throws -> [UInt8] {
        let parts = page.components(separatedBy: "id=\"\(name)\">")
        let text = try XCTUnwrap(parts.count == 2 ? parts[1].components(separatedBy: "</script>")[0] : nil)
        return [UInt8](try XCTUnwrap(Data(base64Encoded: text)))
    }

    func assertBalanced(_ run: InMemoryRun, file: StaticString = #filePath, line: UInt = #line) {
        let tables = run.summary.tables
        XCTAssertEqual(
            tables.reduce(0) { $0 + $1.read },
            tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount,
            file: file, line: line)
    }
}

/// The numbers of packed bytes, read as the page reads them.
struct PackedNumbers {
    var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() -> Int { Int(rest.removeFirst()) }

    mutating func whole() -> Int {
        var (value, shift) = (0, 0)
        while true {
            let next = byte()
            value |= (next & 127) << shift
            shift += 7
            if next < 128 { return value }
        }
    }

    mutating func signed() -> Int {
        let value = whole()
        return value & 1 == 1 ? -(value + 1) / 2 : value / 2
    }
}
