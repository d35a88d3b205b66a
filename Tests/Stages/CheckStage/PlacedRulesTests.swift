import Contract
import StageKit
import TestSupport
import XCTest

@testable import CheckStage

/// The rules that `PlacedRules` reports are those whose conditions hold, whatever rows came before.
final class PlacedRulesTests: XCTestCase {
    func testRandomRowsOfEveryTable() throws {
        var random = SeededGenerator(seed: 23)
        let values = [
            "null", "0", "1", "2", "3", "9", "-1", "\"\"", "\"a\"", "\"A\"", "\"08:00:00\"", "\"09:00:00\"",
            "\"20260101\"",
        ]
        for definition in TableDefinition.all {
            let rules = RowRule.all.filter { $0.row.table == definition.name }
            guard !rules.isEmpty else { continue }
            let row = ColumnScanner(definition.fields.map { NamedColumn($0.name) })
            let some = Set(definition.fields.map(\.name).filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
            for header in [nil, Set(definition.fields.map(\.name)), some] {
                let placed = PlacedRules(rules, header: header)
                let conditions = rules.map { PlacedCondition($0.row.when) }
                let names = definition.fields.map(\.name).filter { header?.contains($0) ?? true }
                let sets = (0..<50).map { _ in names.filter { _ in Bool.random(using: &random) } }
                for round in 0..<900 {
                    // Rows with the same columns follow each other, and come again later.
                    let members = sets[(round / 3) * 7 % 50].map {
                        "\"\($0)\":\(values[Int.random(in: 0..<values.count, using: &random)])"
                    }
                    let line = Array("{\(members.joined(separator: ","))}".utf8)
                    try line.withUnsafeBytes { bytes in
                        try row.scan(bytes)
                        var found: [String] = []
                        placed.check(row) { found.append($0.rule.code) }
                        let expected = rules.indices.filter { conditions[$0].holds(row) }.map { rules[$0].rule.code }
                        XCTAssertEqual(found, expected, "\(definition.name): \(String(decoding: bytes, as: UTF8.self))")
                    }
                }
            }
        }
    }
}
