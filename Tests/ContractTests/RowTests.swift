import NDJSON
import XCTest

@testable import Contract

final class RowTests: XCTestCase {
    /// A column of each presence.
    private struct Sample: Members {
        static let columns = Sample()
        let always = whole("always", .always)
        let nullable = whole("nullable", .nullable)
        let ifKnown = text("if_known", .ifKnown)
        let whereAsked = text("where_asked", .whereAsked)
        let length = number("length", .ifKnown, decimals: 1)
        let aliases = texts("names", .ifKnown)
        let box = numbers("box", .nullable)
        let serviceDay = day("day", .ifKnown)
        let inside = object("inside", of: Inside.self, .nullable)
        let others = objects("all", of: Inside.self, .ifKnown)
    }

    private struct Inside: Members {
        static let columns = Inside()
        let id = text("id", .always)
    }

    private func written(_ fill: (Row<Sample>, Sample) -> Void) -> String {
        let writer = RecordWriter()
        writer.beginObject()
        let row = Row<Sample>(writer)
        fill(row, Sample.columns)
        row.end()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    func testNilIsNullOrNothingAsTheColumnHasIt() {
        let nothing = written { row, columns in
            row[columns.always] = 1
            row[columns.nullable] = nil
            row[columns.ifKnown] = nil
            row[columns.whereAsked] = nil
            row[columns.length] = nil
            row.numbers(columns.box, nil, decimals: 1)
            row[columns.serviceDay] = nil
            row.object(columns.inside, nil as String?) { row, id in row[Inside.columns.id] = id }
        }
        XCTAssertEqual(nothing, #"{"always":1,"nullable":null,"box":null,"inside":null}"#)
    }

    func testValuesAreWrittenAsTheirTypeAsks() {
        let all = written { row, columns in
            row[columns.always] = -7
            row[columns.nullable] = 0
            row[columns.ifKnown] = "a\"b"
            row[columns.whereAsked] = ""
            row[columns.length] = 12.25
            row.texts(columns.aliases, ["x", "y"])
            row.numbers(columns.box, [1, 2.5], decimals: 1)
            row[columns.serviceDay] = 20514
            row.object(columns.inside, "A") { row, id in row[Inside.columns.id] = id }
            row.objects(columns.others, ["B", "C"]) { row, id in row[Inside.columns.id] = id }
        }
        XCTAssertEqual(
            all,
            #"{"always":-7,"nullable":0,"if_known":"a\"b","where_asked":"","length":12.3,"names":["x","y"],"#
                + #""box":[1,2.5],"day":"20260302","inside":{"id":"A"},"all":[{"id":"B"},{"id":"C"}]}"#)
    }

    /// Members that were formatted before are written as those of the row itself.
    func testPartsStandForTheirColumns() {
        let parts = RowParts<Sample>(count: 3) { row, number in
            let columns = Sample.columns
            guard number < 2 else { return }
            row[columns.always] = 7 - number
            row[columns.nullable] = nil
            if number == 1 { row[columns.ifKnown] = "a\"é" }
        }
        let first = written { row, columns in
            row.append(parts, 0)
            row.append(parts, 2)
            row[columns.length] = 2
            row.numbers(columns.box, nil, decimals: 1)
            row.object(columns.inside, nil as String?) { row, id in row[Inside.columns.id] = id }
        }
        XCTAssertEqual(first, #"{"always":7,"nullable":null,"length":2,"box":null,"inside":null}"#)
        let second = written { row, columns in
            row.append(parts, 2)
            row.append(parts, 1)
            row[columns.whereAsked] = "w"
            row.numbers(columns.box, nil, decimals: 1)
            row.object(columns.inside, nil as String?) { row, id in row[Inside.columns.id] = id }
        }
        XCTAssertEqual(
            second, #"{"always":6,"nullable":null,"if_known":"a\"é","where_asked":"w","box":null,"inside":null}"#)
    }

    /// A day that a feed wrote, whether there is such a day or not.
    func testACompactDateKeepsItsEightDigits() {
        let text = written { row, columns in
            row[columns.always] = 1
            row[columns.nullable] = 2
            row.numbers(columns.box, [], decimals: 0)
            row.set(columns.serviceDay, compact: 991)
            row.object(columns.inside, "A") { row, id in row[Inside.columns.id] = id }
        }
        XCTAssertEqual(text, #"{"always":1,"nullable":2,"box":[],"day":"00000991","inside":{"id":"A"}}"#)
    }

    #if DEBUG
        /// Debug builds trap on what this finds.
        func testAColumnOutOfOrderAndOneThatIsMissingAreFound() {
            let columns = Sample.columns
            let check = RowCheck(Sample.infos)
            XCTAssertNil(check.problem(writing: columns.always.info))
            XCTAssertEqual(
                check.problem(writing: columns.ifKnown.info), "column nullable is in every record and was not written")
            XCTAssertNil(check.problem(writing: columns.length.info))
            XCTAssertEqual(
                check.problem(writing: columns.always.info), "column always is written out of order, or twice")
            XCTAssertNotNil(check.problemAtEnd())
            XCTAssertNotNil(RowCheck(Inside.infos).problemAtEnd())
        }
    #endif
}
