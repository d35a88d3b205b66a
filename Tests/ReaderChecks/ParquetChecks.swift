import NDJSON
import Parquet

extension ReaderCheck {
    static let parquet = ReaderCheck(
        "parquet", longest: 4096,
        allowance: Allowance().with {
            $0.bytes = (64 << 20, 8000)
            $0.calls = (60_000, 4000)
            $0.microseconds = (3_000_000, 3000)
        },
        seeds: {
            (0..<6).map { seed in (0..<400).map { UInt8(truncatingIfNeeded: ($0 * (seed * 2 + 7)) >> (seed % 3)) } }
        }
    ) { bytes in
        var choices = Choices(bytes)
        let types: [ParquetType] = [
            .string, .binary, .boolean, .int32, .int64, .double, .date, .timestamp(isUTC: true),
            .timestamp(isUTC: false), .list(.string), .list(.int64),
        ]
        let columns = (0...choices.number(below: 5)).map { place in
            ParquetColumn("c\(place)", types[choices.number(below: types.count)])
        }
        let out = RecordWriter()
        let compression: ParquetCompression = choices.number(below: 2) == 0 ? .gzip : .zstd
        try compression.prepare()
        let writer = try ParquetWriter(
            columns: columns, metadata: [("k", "é")], compression: compression, jobs: 1 + choices.number(below: 3)
        ) { out.append($0) }
        var expected = [[ParquetReader.Value?]](repeating: [], count: columns.count)
        /// Where each value stands in its list: 0 begins a row.
        var repetitions = [[Int]](repeating: [], count: columns.count)
        var rows = 0
        while !choices.isAtEnd, rows < 1000 {
            rows += 1
            for place in columns.indices {
                let node = writer.columns[place]
                guard case .list(let element) = columns[place].type else {
                    expected[place].append(value(columns[place].type, node.leaves[0], nil, &choices))
                    repetitions[place].append(0)
                    continue
                }
                guard case .list(let inner) = node.content else { throw CheckFault("a list that is none") }
                switch choices.number(below: 6) {
                case 0: node.appendNull(repetition: 0)
                case 1: node.appendEmpty(repetition: 0)
                case let count:
                    for item in 0..<(count - 1) {
                        let repetition = item == 0 ? 0 : 1
                        if choices.number(below: 5) == 0 {
                            inner.appendNull(repetition: repetition)
                            expected[place].append(nil)
                        } else {
                            expected[place].append(value(element, inner.leaves[0], repetition, &choices))
                        }
                        repetitions[place].append(repetition)
                    }
                    continue
                }
                expected[place].append(nil)
                repetitions[place].append(0)
            }
            try writer.end(rows: 1, bytes: 100)
        }
        try writer.finish()
        let file = try ParquetReader(Array(out.bytes))
        try requireEqual(file.rows, rows, "rows")
        try requireEqual(file.metadata("k"), "é", "what the file says of itself")
        for (place, column) in columns.enumerated() {
            var path = column.name
            if case .list = column.type { path += ".list.element" }
            let found = try file.column(path)
            try requireEqual(found.values, expected[place], "\(column.name), \(column.type)")
            try requireEqual(found.repetitions, repetitions[place], "\(column.name)'s repetitions")
        }
    }

    /// Writes a value that the bytes choose.
    /// - Parameter place: its repetition level in a list; nil outside of lists, where it may be null.
    private static func value(
        _ type: ParquetType, _ leaf: ParquetLeaf, _ place: Int?, _ choices: inout Choices
    ) -> ParquetReader.Value? {
        let kind = choices.byte()
        let repetition = place ?? 0
        if kind < 30, place == nil {
            leaf.appendNull()
            return nil
        }
        switch type {
        case .boolean:
            leaf.append(kind & 1 == 1, repetition: repetition)
            return .flag(kind & 1 == 1)
        case .double:
            let given = kind < 60 ? Double(kind) : Double(bitPattern: choices.word())
            let value = given.isNaN ? 0 : given
            leaf.append(value, repetition: repetition)
            return .real(value)
        case .int32, .date:
            let value = kind < 100 ? Int(kind) : Int(Int32(truncatingIfNeeded: choices.word()))
            leaf.append(value, repetition: repetition)
            return .number(value)
        case .int64, .timestamp:
            let value = kind < 100 ? Int(kind) : Int(bitPattern: UInt(choices.word()))
            leaf.append(value, repetition: repetition)
            return .number(value)
        default:
            // Few texts and many, so that there are dictionaries and none.
            let bytes = kind < 160 ? [kind & 3] : choices.bytes(Int(kind & 15))
            bytes.withUnsafeBytes { leaf.append($0, repetition: repetition) }
            return .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}
