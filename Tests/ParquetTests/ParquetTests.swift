import NDJSON
import ReaderChecks
import XCTest

@testable import Parquet

final class ParquetTests: XCTestCase {
    private func file(
        _ columns: [ParquetColumn], metadata: [(key: String, value: String)] = [],
        _ fill: (ParquetWriter) throws -> Void
    ) throws -> ParquetReader {
        try ParquetReader(bytes(columns, metadata: metadata, .gzip, fill))
    }

    private func bytes(
        _ columns: [ParquetColumn], metadata: [(key: String, value: String)] = [],
        _ compression: ParquetCompression = .gzip, jobs: Int = 1, _ fill: (ParquetWriter) throws -> Void
    ) throws -> [UInt8] {
        try compression.prepare()
        let out = RecordWriter()
        let writer = try ParquetWriter(columns: columns, metadata: metadata, compression: compression, jobs: jobs) {
            out.append($0)
        }
        try fill(writer)
        try writer.finish()
        return Array(out.bytes)
    }

    private func leaf(_ writer: ParquetWriter, _ place: Int) -> ParquetLeaf { writer.columns[place].leaves[0] }

    private func append(_ text: String, to leaf: ParquetLeaf, repetition: Int = 0) {
        var copy = text
        copy.withUTF8 { leaf.append(UnsafeRawBufferPointer($0), repetition: repetition) }
    }

    func testEveryTypeAndItsNulls() throws {
        let types: [ParquetType] = [
            .string, .boolean, .int32, .int64, .double, .date, .timestamp(isUTC: true), .timestamp(isUTC: false),
        ]
        let reader = try file(types.enumerated().map { ParquetColumn("c\($0)", $1) }, metadata: [("k", "v")]) {
            writer in
            for row in 0..<5 {
                for place in types.indices {
                    let leaf = leaf(writer, place)
                    guard row != 2 else {
                        leaf.appendNull()
                        continue
                    }
                    switch types[place] {
                    case .string: append("é\(row % 2)", to: leaf)
                    case .boolean: leaf.append(row > 2)
                    case .double: leaf.append(Double(row) - 1.5)
                    default: leaf.append(row * 1000 - 2000)
                    }
                }
                try writer.end(rows: 1, bytes: 1)
            }
        }
        XCTAssertEqual(reader.rows, 5)
        XCTAssertEqual(
            try reader.column("c0").values, [.text("é0"), .text("é1"), nil, .text("é1"), .text("é0")])
        XCTAssertEqual(try reader.column("c1").values, [.flag(false), .flag(false), nil, .flag(true), .flag(true)])
        XCTAssertEqual(
            try reader.column("c4").values, [.real(-1.5), .real(-0.5), nil, .real(1.5), .real(2.5)])
        for place in [2, 3, 5, 6, 7] {
            XCTAssertEqual(
                try reader.column("c\(place)").values,
                [.number(-2000), .number(-1000), nil, .number(1000), .number(2000)])
        }
        // Converted and logical types (parquet.thrift): UTF8, DATE, TIMESTAMP_MICROS.
        XCTAssertEqual(reader.schema.map { $0[6]?.int }, [0, nil, nil, nil, nil, 6, 10, nil])
        XCTAssertEqual(reader.schema[6][10]?[8]?[1]?.flag, true)
        XCTAssertEqual(reader.schema[7][10]?[8]?[1]?.flag, false)
        XCTAssertNotNil(reader.schema[7][10]?[8]?[2]?[2], "microseconds")
        XCTAssertEqual(reader.metadata("k"), "v")
        XCTAssertEqual(reader.footer[7]?.items.count, 8)
    }

    func testListsAndStructures() throws {
        let columns = [
            ParquetColumn("tags", .list(.string)),
            ParquetColumn(
                "stops", .list(.group([ParquetColumn("id", .int64), ParquetColumn("names", .list(.string))]))),
        ]
        // [["a", null], [{1, ["x", "y"]}, null]], [[], null], [null, [{null, []}]], [["b"], []]
        let reader = try file(columns) { writer in
            func nodes() throws -> (ParquetNode, ParquetLeaf, ParquetNode, ParquetNode, ParquetLeaf, ParquetNode) {
                let (tags, stops) = (writer.columns[0], writer.columns[1])
                guard case .list(let tag) = tags.content, case .list(let stop) = stops.content,
                    case .group(let members) = stop.content
                else { throw XCTSkip("not nested") }
                return (tags, tag.leaves[0], stops, stop, members[0].node.leaves[0], members[1].node)
            }
            let (tags, tag, stops, stop, id, names) = try nodes()
            append("a", to: tag)
            guard case .list(let tagElement) = tags.content, case .list(let name) = names.content else { return }
            tagElement.appendNull(repetition: 1)
            id.append(1, repetition: 0)
            append("x", to: name.leaves[0], repetition: 0)
            append("y", to: name.leaves[0], repetition: 2)
            stop.appendNull(repetition: 1)
            try writer.end(rows: 1, bytes: 1)
            tags.appendEmpty(repetition: 0)
            stops.appendNull(repetition: 0)
            try writer.end(rows: 1, bytes: 1)
            tags.appendNull(repetition: 0)
            id.appendNull(definition: 3, repetition: 0)
            names.appendEmpty(repetition: 0)
            try writer.end(rows: 1, bytes: 1)
            append("b", to: tag)
            stops.appendEmpty(repetition: 0)
            try writer.end(rows: 1, bytes: 1)
        }
        let tags = try reader.column("tags.list.element")
        XCTAssertEqual(tags.values, [.text("a"), nil, nil, nil, .text("b")])
        XCTAssertEqual(tags.definitions, [3, 2, 1, 0, 3])
        XCTAssertEqual(tags.repetitions, [0, 1, 0, 0, 0])
        let ids = try reader.column("stops.list.element.id")
        XCTAssertEqual(ids.values, [.number(1), nil, nil, nil, nil])
        XCTAssertEqual(ids.definitions, [4, 2, 0, 3, 1])
        XCTAssertEqual(ids.repetitions, [0, 1, 0, 0, 0])
        let names = try reader.column("stops.list.element.names.list.element")
        XCTAssertEqual(names.values, [.text("x"), .text("y"), nil, nil, nil, nil])
        XCTAssertEqual(names.definitions, [6, 6, 2, 0, 4, 1])
        XCTAssertEqual(names.repetitions, [0, 2, 1, 0, 0, 0])
    }

    func testGroupsOfRowsAndColumnsThatRepeatLittle() throws {
        let rows = ParquetWriter.rowsInGroup + 1000
        let columns = ["few", "many", "one", "gaps"].map { ParquetColumn($0, .int64) }
        let reader = try file(columns) { writer in
            for row in 0..<rows {
                leaf(writer, 0).append(row / 9 % 7)
                leaf(writer, 1).append(row &* 7919)
                leaf(writer, 2).append(42)
                if row % 3 == 0 { leaf(writer, 3).appendNull() } else { leaf(writer, 3).append(row % 5) }
                try writer.end(rows: 1, bytes: 32)
            }
        }
        XCTAssertEqual(reader.groups.map { $0[3]?.int }, [ParquetWriter.rowsInGroup, 1000])
        let (few, many) = (try reader.column("few"), try reader.column("many"))
        XCTAssertEqual(many.encodings, [5, 5], "differences")
        XCTAssertEqual(few.values, (0..<rows).map { .number($0 / 9 % 7) })
        XCTAssertEqual(many.values, (0..<rows).map { .number($0 * 7919) })
        XCTAssertEqual(try reader.column("one").values, [ParquetReader.Value?](repeating: .number(42), count: rows))
        XCTAssertEqual(try reader.column("gaps").values, (0..<rows).map { $0 % 3 == 0 ? nil : .number($0 % 5) })
    }

    /// A choice ends if the differences between numbers, or the share of different numbers, change.
    func testAnEncodingHoldsForSeveralGroups() throws {
        var random = Random(state: 3)
        let few = (0..<7).map { _ in random.next(1 << 62) }
        let values: [Int] = (0..<24).flatMap { group in
            (0..<64).map { row in
                switch group {
                case 0..<10: row * 60
                case 10..<14: random.next(1 << 62)
                default: few[random.next(7)]
                }
            }
        }
        let reader = try file([ParquetColumn("c", .int64)]) { writer in
            for value in values {
                leaf(writer, 0).append(value)
                try writer.end(rows: 1, bytes: 1 << 20)
            }
        }
        let column = try reader.column("c")
        // The numbers of two more groups are kept without a dictionary after they have begun to repeat.
        let encodings = [(5, 10), (0, 6), (8, 8)].flatMap { [Int](repeating: $0.0, count: $0.1) }
        XCTAssertEqual(column.encodings, encodings)
        XCTAssertEqual(column.values, values.map { .number($0) })
    }

    /// Other encodings are not tried for a long column of few different texts.
    func testALongColumnOfFewTextsHasADictionary() throws {
        let all: [ValueEncoding] = [.dictionary, .plain, .deltaTexts, .deltaLengths]
        let one: [ValueEncoding] = [.dictionary]
        for (count, different, candidates) in [
            (16_383, 63, all), (16_384, 64, one), (16_384, 65, all), (16_384, 1, all),
        ] {
            let leaf = ParquetLeaf(.string, path: ["c"], definition: 0, repetition: 0)
            for row in 0..<count { Array("\(row % different)".utf8).withUnsafeBytes { leaf.append($0) } }
            XCTAssertEqual(ValueEncoding.candidates(for: leaf), candidates, "\(different) of \(count)")
        }
    }

    /// Dates and times in order are smaller as differences, however often each of them comes.
    func testNumbersInOrderAreDifferences() throws {
        let values = (0..<40_000).map { $0 / 400 }
        let reader = try file([ParquetColumn("c", .date)]) { writer in
            for value in values {
                leaf(writer, 0).append(value)
                try writer.end(rows: 1, bytes: 8)
            }
        }
        let column = try reader.column("c")
        XCTAssertEqual(column.encodings, [5])
        XCTAssertEqual(column.values, values.map { .number($0) })
    }

    /// Columns of each type of numbers keep their values, nulls and bounds without a dictionary.
    func testGroupsWithoutDictionaries() throws {
        var random = Random(state: 5)
        let types: [ParquetType] = [.int32, .int64, .double, .boolean, .date]
        let rows = 12 * 64
        let numbers: [[Int?]] = types.indices.map { column in
            (0..<rows).map { row in
                switch (column, row / 64) {
                // A group of nulls alone, and groups with some.
                case (1, 5): nil
                case (1, _), (4, _): random.next(4) == 0 ? nil : row * 37 - 5000
                case (3, _): random.next(2)
                default: random.next(1 << 30) - (1 << 29)
                }
            }
        }
        let reader = try file(types.enumerated().map { ParquetColumn("c\($0)", $1) }) { writer in
            for row in 0..<rows {
                for (column, type) in types.enumerated() {
                    let leaf = leaf(writer, column)
                    switch (numbers[column][row], type) {
                    case (nil, _): leaf.appendNull()
                    case (let number?, .double): leaf.append(Double(number) / 8)
                    case (let number?, .boolean): leaf.append(number == 1)
                    case (let number?, _): leaf.append(number)
                    }
                }
                try writer.end(rows: 1, bytes: 1 << 20)
            }
        }
        XCTAssertEqual(reader.groups.count, 12)
        for (column, type) in types.enumerated() {
            let read = try reader.column("c\(column)").values
            for row in 0..<rows {
                let expected: ParquetReader.Value? = numbers[column][row].map { number in
                    switch type {
                    case .double: .real(Double(number) / 8)
                    case .boolean: .flag(number == 1)
                    default: .number(number)
                    }
                }
                XCTAssertEqual(read[row], expected, "column \(column), row \(row)")
            }
        }
        // The bounds of the fourth group, which has no dictionary.
        let statistics = try XCTUnwrap(reader.groups[3][1]?.items)[0][3]?[12]
        let group = numbers[0][192..<256].compactMap { $0 }
        func bytes(_ number: Int?) -> [UInt8]? {
            number.map { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        }
        XCTAssertEqual(statistics?[6]?.bytes, bytes(group.min()))
        XCTAssertEqual(statistics?[5]?.bytes, bytes(group.max()))
    }

    /// With few different numbers, with many, and with nulls between, in columns with a dictionary and without one.
    func testNumbersInRunsAreTheSameAsSingleOnes() throws {
        let columns = [ParquetColumn("few", .int32), ParquetColumn("many", .int64)]
        var random = Random(state: 5)
        for nulls in [0, 7] {
            let rows = (0..<300_000).map { row in
                nulls > 0 && random.next(nulls) == 0
                    ? nil : (few: Int64(row / 50 % 9), many: Int64(random.next(1 << 40)))
            }
            let single = try bytes(columns) { writer in
                for row in rows {
                    if let row {
                        leaf(writer, 0).append(Int(row.few))
                        leaf(writer, 1).append(Int(row.many))
                    } else {
                        for place in 0..<2 { leaf(writer, place).appendNull() }
                    }
                    try writer.end(rows: 1, bytes: 16)
                }
            }
            let runs = try bytes(columns) { writer in
                var start = 0
                while start < rows.count {
                    var end = start
                    let most = min(rows.count, start + writer.room(for: 1000, together: 16_000) { _ in 16 }.rows)
                    while end < most, rows[end] != nil { end += 1 }
                    let run = rows[start..<end].compactMap { $0 }
                    run.map(\.few).withUnsafeBufferPointer { leaf(writer, 0).append(numbers: $0) }
                    run.map(\.many).withUnsafeBufferPointer { leaf(writer, 1).append(numbers: $0) }
                    if end < most {
                        for place in 0..<2 { leaf(writer, place).appendNull() }
                        end += 1
                    }
                    try writer.end(rows: end - start, bytes: 16 * (end - start))
                    start = end
                }
            }
            XCTAssertEqual(runs, single)
        }
    }

    func testLongRowsEndAGroupEarlier() throws {
        let reader = try file([ParquetColumn("c", .string)]) { writer in
            for row in 0..<40 {
                append("\(row)", to: leaf(writer, 0))
                try writer.end(rows: 1, bytes: 4 << 20)
            }
        }
        XCTAssertEqual(reader.groups.map { $0[3]?.int }, [16, 16, 8])
        XCTAssertEqual(try reader.column("c").values, (0..<40).map { .text("\($0)") })
    }

    func testATableWithoutRows() throws {
        let reader = try file([ParquetColumn("c", .string)]) { _ in }
        XCTAssertEqual(reader.rows, 0)
        XCTAssertEqual(reader.groups.count, 0)
        XCTAssertEqual(reader.schema.count, 1)
    }

    func testBoundsAreOfTheTypesOrder() throws {
        let columns = [
            ParquetColumn("t", .string), ParquetColumn("n", .int32), ParquetColumn("d", .double),
            ParquetColumn("long", .string), ParquetColumn("nothing", .int64),
        ]
        let reader = try file(columns) { writer in
            for (text, number, real) in [("b", 5, 0.0), ("é", -7, 3.5), ("ab", 0, -0.0)] {
                append(text, to: leaf(writer, 0))
                leaf(writer, 1).append(number)
                leaf(writer, 2).append(real)
                append(String(repeating: text, count: 300), to: leaf(writer, 3))
                leaf(writer, 4).appendNull()
                try writer.end(rows: 1, bytes: 1)
            }
        }
        let statistics = try XCTUnwrap(reader.groups.first?[1]?.items).map { $0[3]?[12] }
        XCTAssertEqual(statistics[0]?[6]?.text, "ab")
        XCTAssertEqual(statistics[0]?[5]?.text, "é")
        XCTAssertEqual(statistics[1]?[6]?.bytes, [0xF9, 0xFF, 0xFF, 0xFF])
        XCTAssertEqual(statistics[1]?[5]?.bytes, [5, 0, 0, 0])
        XCTAssertEqual(statistics[2]?[6]?.bytes, [0, 0, 0, 0, 0, 0, 0, 0x80], "of two zeros the one further out")
        XCTAssertEqual(statistics[2]?[5]?.bytes, [0, 0, 0, 0, 0, 0, 0x0C, 0x40])
        XCTAssertNil(statistics[3]?[5], "no bound of 300 letters")
        XCTAssertNil(statistics[4]?[5])
        XCTAssertEqual(statistics[4]?[3]?.int, 3)
    }

    func testEachColumnIsInItsSmallestEncodingWhateverTheNumberOfThreads() throws {
        let columns = [
            ParquetColumn("time", .int32), ParquetColumn("name", .string), ParquetColumn("id", .string),
            ParquetColumn("longitude", .double), ParquetColumn("text", .string),
        ]
        let names = (0..<5).map { "Stop of a long name \($0 * 7919)" }
        var random = Random(state: 11)
        let rows = (0..<20_000).map { row in
            (
                time: row * 60 + random.next(30), name: names[random.next(5)],
                id: "winter-2026-weekday-\(100_000 + row)",
                longitude: 150 + Double(random.next(1_000_000)) / 1_000_000,
                text: String(random.next(1 << 40), radix: 36)
            )
        }
        func fill(_ writer: ParquetWriter) throws {
            for (number, row) in rows.enumerated() {
                if number % 1000 == 7 { leaf(writer, 0).appendNull() } else { leaf(writer, 0).append(row.time) }
                append(row.name, to: leaf(writer, 1))
                append(row.id, to: leaf(writer, 2))
                leaf(writer, 3).append(row.longitude)
                append(row.text, to: leaf(writer, 4))
                try writer.end(rows: 1, bytes: 80)
            }
        }
        for compression in ParquetCompression.allCases {
            let made = try bytes(columns, compression, fill)
            for jobs in [2, 5] { XCTAssertEqual(try bytes(columns, compression, jobs: jobs, fill), made) }
            let reader = try ParquetReader(made)
            func column(_ name: String, _ encoding: Int) throws -> [ParquetReader.Value?] {
                let column = try reader.column(name)
                XCTAssertEqual(column.encodings, [encoding], "\(name), \(compression)")
                return column.values
            }
            XCTAssertEqual(
                try column("time", 5), rows.enumerated().map { $0 % 1000 == 7 ? nil : .number($1.time) })
            XCTAssertEqual(try column("name", 8), rows.map { .text($0.name) })
            XCTAssertEqual(try column("id", 7), rows.map { .text($0.id) })
            // Zstandard finds in plain values what gzip finds only in split ones.
            if compression == .gzip { _ = try column("longitude", 9) }
            XCTAssertEqual(try reader.column("longitude").values, rows.map { .real($0.longitude) })
            XCTAssertEqual(try reader.column("text").values, rows.map { .text($0.text) })
        }
    }

    func testDifferencesOfAnySizeAndNumber() {
        var random = Random(state: 3)
        let extremes: [Int64] = [.min, .max, 0, -1, 1, .min + 1, .max - 1]
        for count in [0, 1, 2, 31, 32, 33, 128, 129, 130, 257, 1000] {
            for is32Bit in [false, true] {
                for bits in [1, 7, 31, 32, 63] {
                    let values = (0..<count).map { _ -> Int64 in
                        if random.next(9) == 0 {
                            let value = extremes[random.next(extremes.count)]
                            return is32Bit ? Int64(Int32(clamping: value)) : value
                        }
                        let value = Int64(random.next(1 << min(bits, 62))) - Int64(1 << min(bits, 62) / 2)
                        return is32Bit ? Int64(Int32(truncatingIfNeeded: value)) : value
                    }
                    let out = RecordWriter()
                    values.withUnsafeBufferPointer { DeltaPacking.append($0, is32Bit: is32Bit, to: out) }
                    var place = 0
                    let read = ParquetReader.deltas(Array(out.bytes), &place, is32Bit: is32Bit)
                    XCTAssertEqual(read, values.map(Int.init), "\(count) values of \(bits) bits")
                    XCTAssertEqual(place, out.count)
                }
            }
        }
    }

    private struct Random {
        var state: UInt64
        mutating func next(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 1 ^ state >> 33) % below
        }
    }

    func testRunsOfAnyLengthAndWidth() {
        var state: UInt64 = 7
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for width in 1...20 {
            for _ in 0..<40 {
                var values: [UInt32] = []
                while values.count < random(400) {
                    values += [UInt32](
                        repeating: UInt32(random(1 << width)), count: 1 + random(random(2) == 0 ? 3 : 40))
                }
                let out = RecordWriter()
                values.withUnsafeBufferPointer { RunLengths.append($0, width: width, to: out) }
                XCTAssertEqual(ParquetReader.hybrid(Array(out.bytes), width, values.count), values.map(Int.init))
            }
        }
    }
}
