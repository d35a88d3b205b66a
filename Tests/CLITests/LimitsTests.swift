import TestSupport
import XCTest

/// docs/limits.md says what the sources do.
final class LimitsTests: XCTestCase {
    private static let document = TemporaryFolder.text(of: Checkout.root + "/docs/limits.md") ?? ""

    private struct Limit {
        let name: String
        let value: String
        let file: String
        let constant: String
    }

    private static let limits: [Limit] = document.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
            String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard cells.count == 7, let last = cells[5].wholeMatch(of: /`([^`]+)`: `([^`]+)`/) else { return nil }
        return Limit(name: cells[1], value: cells[2], file: String(last.1), constant: String(last.2))
    }

    /// Where a file of that name is in `Sources`: names are unique there, so that a file may move.
    private static let paths: [String: String] = Dictionary(
        Shell("find Sources -name '*.swift'").output.split(separator: "\n").map {
            (String($0.split(separator: "/").last ?? ""), String($0))
        }, uniquingKeysWith: { first, _ in first })

    /// `16 MiB`, `1,000`, `255 bytes` as a number.
    private func number(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        let units = ["": 1, "bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "MB": 1_000_000]
        guard let first = words.first, let count = Int(first.replacing(",", with: "")),
            let unit = units[words.dropFirst().joined(separator: " ")]
        else { return nil }
        return count * unit
    }

    /// `16 << 20` and `100_000` as a number.
    private func value(_ constant: String) -> Int? {
        guard let right = constant.split(separator: #/[=:] /#).last else { return nil }
        let parts = right.replacing("_", with: "").split(separator: " << ").compactMap { Int($0) }
        return parts.count == 2 ? parts[0] << parts[1] : parts.first
    }

    func testEachValueIsThatOfItsConstant() {
        XCTAssertGreaterThan(LimitsTests.limits.count, 40)
        for limit in LimitsTests.limits {
            let source = TemporaryFolder.text(of: Checkout.root + "/" + (LimitsTests.paths[limit.file] ?? "")) ?? ""
            XCTAssertTrue(source.contains(limit.constant), "\(limit.name): \(limit.file) has no '\(limit.constant)'")
            XCTAssertNotNil(number(limit.value), limit.value)
            XCTAssertEqual(number(limit.value), value(limit.constant), limit.name)
        }
        let names = LimitsTests.limits.map(\.name)
        XCTAssertEqual(Set(names).count, names.count, "a limit stands there twice")
    }

    /// What is called a limit and guards what is read is in the document; what only shapes the work is not.
    func testNoLimitIsLeftOut() {
        let found = Shell(
            #"""
            grep -rlE 'static let (\w*Limit|limit|mostBytes|largest)\b *= ' Sources --include='*.swift' | sed 's|.*/||' | sort
            """#)
        // How far is looked ahead, what is kept in memory, how large a preview is, names that are compared, and what other rows stand for.
        let inner: Set<String> = [
            "WebMercator.swift", "RealtimeSchema.swift",
            "PMTilesDirectory.swift",
            "PMTilesHeader.swift",
            "PMTilesLeaves.swift",
            "PMTilesMetadata.swift",
            "MBTilesReader.swift", "TileCache.swift",
            "TileFormat.swift", "VectorLayers.swift",
            "EffectsFile.swift", "Ways.swift",
            "LikelyNames.swift", "GroundText.swift",
            "OverlayContent.swift",
            "FilesAhead.swift", "LeftoverFiles.swift",
            "StateFile.swift", "TemporaryFile.swift",
            "PlacedFixes.swift", "SnapshotClock.swift",
            "StoreRowBatch.swift", "PagePreview.swift",
            "TimetableStops.swift", "FetchTiles.swift",
        ]
        let documented = Set(LimitsTests.limits.map(\.file))
        XCTAssertGreaterThan(found.lines.count, 20, found.errors)
        for file in found.lines where !documented.contains(file) && !inner.contains(file) {
            XCTFail("\(file) has a limit that docs/limits.md lacks")
        }
    }

    /// Each has something that goes past it, or a reason why nothing does.
    func testEachIsTried() {
        let check = TemporaryFolder.text(of: Checkout.root + "/scripts/check-limits") ?? ""
        for limit in LimitsTests.limits {
            XCTAssertTrue(
                check.contains("probe(\"\(limit.name)\"") || check.contains("\"\(limit.name)\": "), limit.name)
        }
    }
}
