import Contract
import MapPage
import XCTest

@testable import MapStage

/// The page's script reads records by the contract's names: one that no table has would be a wrong "unknown".
final class MapPageNamesTests: XCTestCase {
    func testTheScriptReadsColumnsThatThereAre() {
        var known = Set(
            MapPageMembers.names + MapPageMembers.Basemap.names + MapPageMembers.Ground.names
                + MapPageMembers.Overlay.names + MapPageMembers.Playback.names + Tables.AnyRecord.names)
        for table in Tables.all { known.formUnion(names(in: table.descriptions)) }
        let script = MapPage.scripts(hasMap: true).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        var read: Set<String> = []
        for match in script.matches(of: #/\.([a-z]+(?:_[a-z]+)+)\b/#) { read.insert(String(match.1)) }
        XCTAssertGreaterThan(read.count, 30)
        XCTAssertEqual(read.subtracting(known).sorted(), [])
        for match in script.matches(of: #/(?:records\("|DATA\.)([a-z_]+)/#) {
            XCTAssertTrue(MapPageMembers.names.contains(String(match.1)), String(match.1))
        }
    }

    private func names(in columns: [ColumnDescription]) -> [String] {
        columns.flatMap { column -> [String] in
            switch column.type {
            case .object(let inside), .array(.object(let inside)): [column.name] + names(in: inside)
            default: [column.name]
            }
        }
    }
}
