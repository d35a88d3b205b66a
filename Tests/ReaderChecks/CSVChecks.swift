import Contract
import GTFSSchedule
import TimeZones

/// A row as both readers give it.
private struct Row: Equatable {
    var line: Int
    var cells: [[UInt8]]
    var extra: Int
    var extraHasContent: Bool
}

private enum Outcome: Equatable {
    case row(Row)
    case unterminated(openedAt: Int)
    case tooLong(bytes: Int)
}

extension ReaderCheck {
    static let csv = ReaderCheck(
        "csv",
        seeds: {
            [
                "stop_id,stop_name\nS1,\"Central \"\"A\"\"\"\r\nS2, x \r\r\n\r,\"a\nb\"c\n",
                "a,b,c,d\n1,2,3,4\n\"\",\"\",,\n\n \"q\" ,\t,\"unclosed\n1", "\u{FEFF}id\r1\r\r2",
                "x,\"" + String(repeating: "a\"\"b,", count: 60) + "\",y\n",
            ].map { [UInt8]($0) } + [[0xFF, 0xFE, 0x61, 0, 0x2C, 0, 0x3D, 0xD8, 0, 0xDE, 0x0A, 0]]
        }
    ) { bytes in
        let bytes = Array(bytes)
        for (cells, limit) in [(CSVReader.columnLimit, 1 << 20), (2, 30)] {
            let expected = slowRows(bytes, cells: cells, limit: limit)
            for (piece, chunk) in [(1, 256), (7, 256), (Int.max, 1 << 12)] {
                let found = try rows(bytes, piece: piece, chunk: chunk, cells: cells, limit: limit)
                try requireEqual(found, expected, "rows in pieces of \(piece), limit \(limit)")
            }
        }
        // Rows written as RFC 4180 has them are read as they were.
        let given = slowRows(bytes, cells: CSVReader.columnLimit, limit: 1 << 20)
        var written: [UInt8] = []
        var cells: [[[UInt8]]] = []
        for case .row(let row) in given {
            cells.append(row.cells)
            written += Array(
                row.cells.map { cell in [0x22] + cell.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22] }
                    .joined(separator: [0x2C]))
            written += [0x0D, 0x0A]
        }
        let again = try rows(written, piece: .max, chunk: 1 << 12, cells: CSVReader.columnLimit, limit: 1 << 20)
        try requireEqual(
            again.map { if case .row(let row) = $0 { row.cells } else { [] } }, cells, "rows that were written")
        try text(bytes)
    }

    private static func rows(
        _ bytes: [UInt8], piece: Int, chunk: Int, cells: Int, limit: Int
    ) throws -> [Outcome] {
        let reader = CSVReader(PieceSource(bytes, piece: piece), limit: limit, chunk: chunk)
        reader.cellLimit = cells
        var found: [Outcome] = []
        while true {
            try require(found.count <= bytes.count, "more rows than bytes")
            switch try reader.next() {
            case .row:
                let row = (0..<reader.cellCount).map { Array(reader.cells[$0].bytes) }
                found.append(
                    .row(
                        Row(
                            line: reader.line, cells: row, extra: reader.extraCells,
                            extraHasContent: reader.extraHasContent)))
                try requireEqual(reader.hasNUL, reader.raw.contains(0), "a NUL in the row")
            case .end: return found
            case .unterminated(let line, let lines):
                try require(lines > 0, "no lines taken by an open quote")
                found.append(.unterminated(openedAt: line))
            case .tooLong(let bytes, _): found.append(.tooLong(bytes: bytes))
            }
        }
    }

    /// The same by looking at one byte after another.
    private static func slowRows(_ bytes: [UInt8], cells cellLimit: Int, limit: Int) -> [Outcome] {
        var found: [Outcome] = []
        var place = 0
        var line = 1
        /// How many bytes the line end at a place has; 0 where there is none.
        func lineEnd(_ at: Int) -> Int {
            guard at < bytes.count else { return 0 }
            if bytes[at] == 0x0A { return 1 }
            guard bytes[at] == 0x0D else { return 0 }
            if at + 1 < bytes.count, bytes[at + 1] == 0x0A { return 2 }
            if at + 2 < bytes.count, bytes[at + 1] == 0x0D, bytes[at + 2] == 0x0A { return 3 }
            return 1
        }
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        func trimmed(_ cell: [UInt8]) -> [UInt8] {
            var rest = cell[...]
            while let last = rest.last, isBlank(last) { rest.removeLast() }
            while let first = rest.first, isBlank(first) { rest.removeFirst() }
            return Array(rest)
        }
        rows: while place < bytes.count {
            let start = place
            let rowLine = line
            var cells: [[UInt8]] = []
            var hadQuotes = false
            cells: while true {
                var cell: [UInt8] = []
                while place < bytes.count, isBlank(bytes[place]) {
                    cell.append(bytes[place])
                    place += 1
                }
                if place < bytes.count, bytes[place] == 0x22 {
                    hadQuotes = true
                    let openedAt = line
                    cell = []
                    place += 1
                    while true {
                        guard place < bytes.count else {
                            // Of what is too long nothing but its length is known.
                            found.append(
                                bytes.count - start > limit
                                    ? .tooLong(bytes: bytes.count - start) : .unterminated(openedAt: openedAt))
                            return found
                        }
                        if bytes[place] == 0x22 {
                            guard place + 1 < bytes.count, bytes[place + 1] == 0x22 else { break }
                            cell.append(0x22)
                            place += 2
                            continue
                        }
                        let end = lineEnd(place)
                        if end > 0 { line += 1 }
                        cell += bytes[place..<(place + max(end, 1))]
                        place += max(end, 1)
                    }
                    place += 1
                    var isText = false
                    var rest: [UInt8] = []
                    while place < bytes.count, bytes[place] != 0x2C, lineEnd(place) == 0 {
                        if !isBlank(bytes[place]) { isText = true }
                        rest.append(bytes[place])
                        place += 1
                    }
                    if isText { cell += rest }
                }
                while place < bytes.count, bytes[place] != 0x2C, lineEnd(place) == 0 {
                    cell.append(bytes[place])
                    place += 1
                }
                cells.append(trimmed(cell))
                guard place < bytes.count, bytes[place] == 0x2C else { break cells }
                place += 1
            }
            let length = place - start
            place += lineEnd(place)
            line += 1
            if length > limit {
                found.append(.tooLong(bytes: length))
            } else if cells.count > 1 || hadQuotes || !cells[0].isEmpty {
                let extra = cells.dropFirst(cellLimit)
                found.append(
                    .row(
                        Row(
                            line: rowLine, cells: Array(cells.prefix(cellLimit)), extra: extra.count,
                            extraHasContent: extra.contains { !$0.isEmpty })))
            }
        }
        return found
    }

    /// What text in any encoding comes to.
    private static func text(_ bytes: [UInt8]) throws {
        for encoding in TextEncoding.allCases {
            var first: [UInt8]?
            for (piece, space) in [(1, 16), (3, 1 << 12), (Int.max, 64)] {
                let source = TextSource(PieceSource(bytes, piece: piece), encoding: encoding) {
                    PieceSource(bytes, piece: piece)
                }
                let text = try drained(source, space: space)
                try require(
                    String(validating: text, as: UTF8.self) != nil, "\(encoding) gave what is not UTF-8: \(text)")
                if let first { try requireEqual(text, first, "\(encoding) in pieces of \(piece)") }
                first = text
                let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
                try requireEqual(source.isUTF16, isUTF16 && !bytes.isEmpty, "UTF-16")
                guard !isUTF16, encoding != .windows1252 else { continue }
                var plain = bytes
                if plain.starts(with: [0xEF, 0xBB, 0xBF]) { plain.removeFirst(3) }
                guard String(validating: plain, as: UTF8.self) != nil else {
                    try require(
                        source.replaced > 0 || source.guessedFromLine != nil, "\(encoding) was silent: \(text)")
                    continue
                }
                try requireEqual(text, plain, "what is UTF-8 already, as \(encoding)")
                try require(source.replaced == 0 && source.guessedFromLine == nil, "a complaint about UTF-8")
            }
        }
    }

    static let rows = ReaderCheck(
        "rows",
        seeds: {
            [
                "\u{0}trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\nT,7:00:00,25:10:00,S,1,0.5\n",
                "\u{1}stop_id,stop_lat,stop_lon,x,x,\nS,-33.8,+151.2e0,é\u{1},\"\"\"\",\n",
                "\u{2}service_id,monday,start_date,end_date\nD,1,20240229,20240230\n",
                "\u{3}route_id,route_color,route_type\nR,00FFee,3\n,,\n",
            ].map { [UInt8]($0) }
        }
    ) { bytes in
        guard let first = bytes.first else { return }
        let definitions = TableDefinition.all
        let definition = Int(first) < definitions.count ? definitions[Int(first)] : nil
        // As `ingest` does it: the encoder is given UTF-8.
        let content = Array(bytes.dropFirst())
        let text = TextSource(PieceSource(content), encoding: .auto) { PieceSource(content) }
        let reader = CSVReader(text, chunk: 256)
        guard try reader.next() == .row else { return }
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount), definition: definition,
            reserved: ["table"])
        reader.cellLimit = plan.width
        let encoder = RowEncoder(plan, hashesKeys: true)
        while try reader.next() == .row {
            encoder.encode(reader)
            let line = Array("{\"table\":\"t\"".utf8) + Array(encoder.bytes) + Array("}".utf8)
            guard let json = SmallJSON.read(line), case .object(let members) = json else {
                throw CheckFault("a row that is no JSON: \(String(decoding: line, as: UTF8.self))")
            }
            try require(
                Set(members.map(\.name)).count == members.count,
                "a name twice: \(String(decoding: line, as: UTF8.self))")
            try values(of: encoder, plan, members, reader)
            _ = encoder.keyHash
        }
    }

    private static func values(
        of encoder: RowEncoder, _ plan: RecordPlan, _ members: [SmallJSON.Member], _ reader: CSVReader
    ) throws {
        var place = members.count
        var fault: CheckFault?
        encoder.forEachValue { index, range in
            guard let range, fault == nil else { return }
            place -= 1
            let member = plan.members[index]
            let value = SmallJSON.read(Array(encoder.bytes[range]))
            guard place >= 1, members[place].name == Array(member.name.utf8), members[place].value == value else {
                fault = CheckFault("the range of \(member.name) has \(String(describing: value)) in it")
                return
            }
            guard member.cell < reader.cellCount else {
                fault = CheckFault("\(member.name) has a value without a cell")
                return
            }
            let cell = Array(reader.cells[member.cell].bytes)
            switch (member.type, value) {
            case (.time, .string(let text)?):
                // More than three digits of hours are no time here.
                let seconds = cell.withUnsafeBytes { ScheduleTime.seconds($0) }
                if seconds.map({ Array(ScheduleTime.text($0).utf8) }) != text {
                    fault = CheckFault("\(cell) as a time is \(text)")
                }
            case (.time, .null?):
                if cell.count <= 9, cell.withUnsafeBytes({ ScheduleTime.seconds($0) }) != nil {
                    fault = CheckFault("\(cell) is a time")
                }
            case (.date, .string(let text)?):
                if text != cell || cell.withUnsafeBytes({ CivilDate(compact: $0) }) == nil {
                    fault = CheckFault("\(cell) as a date is \(text)")
                }
            case (.date, .null?):
                if cell.withUnsafeBytes({ CivilDate(compact: $0) }) != nil { fault = CheckFault("\(cell) is a date") }
            case (.latitude, .number(let text)?):
                if let degrees = Double(text), abs(degrees) > 90 { fault = CheckFault("a latitude of \(text)") }
            case (.id, .string(let text)?), (.text, .string(let text)?), (.url, .string(let text)?):
                if text != cell { fault = CheckFault("\(member.name): \(text) of \(cell)") }
            default: break
            }
        }
        if let fault { throw fault }
        try requireEqual(place, 1, "members without a range")
    }
}
