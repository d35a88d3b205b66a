import StageKit
import XCTest

/// What `--where` takes, and what it refuses.
final class ConditionTests: XCTestCase {
    private func fault(_ text: String) -> String? {
        do {
            _ = try Condition(text)
            return nil
        } catch {
            return error.sentence
        }
    }

    func testColumnRelationAndValues() throws {
        for (text, column, relation, values) in [
            ("route_id=5", "route_id", Condition.Relation.isAny, ["5"]),
            ("route_id=5,7", "route_id", .isAny, ["5", "7"]),
            ("route_id!=5,7", "route_id", .isNot, ["5", "7"]),
            ("delay<60", "delay", .less, ["60"]),
            ("delay<=-60", "delay", .atMost, ["-60"]),
            ("delay>60", "delay", .more, ["60"]),
            ("delay>=6e1", "delay", .atLeast, ["6e1"]),
            ("stop_name=Quay Street ", "stop_name", .isAny, ["Quay Street "]),
            (#"stop_name="Quay, East",West"#, "stop_name", .isAny, ["Quay, East", "West"]),
            (#"stop_name="the ""Quay""""#, "stop_name", .isAny, [#"the "Quay""#]),
            (#"stop_name=6" gauge"#, "stop_name", .isAny, [#"6" gauge"#]),
            (#"stop_name="=x""#, "stop_name", .isAny, ["=x"]),
            (#"stop_name<"a,b""#, "stop_name", .less, ["a,b"]),
            ("url=https://host/?a=b!c<d", "url", .isAny, ["https://host/?a=b!c<d"]),
        ] {
            let condition = try Condition(text)
            XCTAssertEqual(condition.column, column, text)
            XCTAssertEqual(condition.relation, relation, text)
            XCTAssertEqual(condition.values, values, text)
            XCTAssertNil(condition.table, text)
        }
        let condition = try Condition("trips.direction_id=1")
        XCTAssertEqual(condition.table, "trips")
        XCTAssertEqual(condition.column, "direction_id")
    }

    func testWhatIsNoCondition() {
        for text in ["", "route_id", "=5", "!5", "route_id!5", "<"] {
            XCTAssertEqual(
                fault(text), "write a column, one of = != < <= > >=, and a value, as in route_id=5", text)
        }
        for (text, words) in [
            ("route_id==5", "== is not an operator"), ("delay=>5", "=> is not an operator"),
            ("delay=<5", "=< is not an operator"),
            ("delay<>5", "<> is not an operator"), ("delay>5,6", "> takes one value"),
            ("delay!=", "a value is empty"), ("a=1,,2", "a value is empty"), ("a=1,", "a value is empty"),
            (#"a="""#, "a value is empty"), (#"a="b"#, "a double quote is not closed"),
            (#"a="b"""#, "a double quote is not closed"), (#"a="b"c"#, "a comma must follow"),
            (".a=1", "write COLUMN or TABLE.COLUMN"), ("a.=1", "write COLUMN or TABLE.COLUMN"),
        ] {
            XCTAssertTrue(fault(text)?.contains(words) ?? false, "\(text): \(fault(text) ?? "")")
        }
    }
}
