import Glibc
import NDJSON

extension ReaderCheck {
    static let json = ReaderCheck(
        "json",
        seeds: {
            [
                #"{"table":"stops","stop_id":"S1","stop_lat":-33.86,"n":null,"list":[1,2.5e3,{"a":true}]}"#,
                #" { "a" : "\u00e9\ud83d\ude00\n" , "a" : -0 , "\u0061" : 18446744073709551615 } "#,
                #"{"table":"trip_updates","trip_id":"é","stop_time_updates":[{"delay":5.0},{"delay":1e400}]}"#,
                #"{"b":false,"a":[[[[]]]],"table":"","x":9007199254740993,"y":0.1}"#, "{}", "[1]",
            ].map { [UInt8]($0) }
        }
    ) { line in
        let names = ["a", "table", "stop_id", "trip_id", "b", "é", "list", "x"]
        let scanner = RecordScanner(fields: names)
        let second = SmallJSON.read(Array(line))
        var object: SmallJSON?
        if case .object? = second { object = second }
        // Twice: what it has learnt of names may change nothing.
        for turn in 0..<2 {
            do throws(JSONFault) { try scanner.scan(line) } catch {
                try require(object == nil, "turn \(turn): refused (\(error)) what is JSON")
                try require((0...line.count).contains(error.offset), "a fault beyond the line: \(error.offset)")
                continue
            }
            guard let object else { throw CheckFault("turn \(turn): accepted what is no JSON") }
            for (index, name) in names.enumerated() {
                try same(scanner[index], object[name], name)
                var text: [UInt8]?
                if case .string(let bytes)? = object[name] { text = bytes }
                try requireEqual(scanner.text(index).map(Array.init), text, "the text of \(name)")
            }
            try same(.object(line), object, "the line")
        }
        try lines(Array(line))
        try base64(Array(line))
    }

    /// The same value read in two ways.
    private static func same(_ value: JSONValue, _ other: SmallJSON?, _ name: String) throws {
        switch (value.kind, other) {
        case (.absent, nil), (.null, .null?): return
        case (.bool, .bool(let flag)?): try requireEqual(value.bool, flag, name)
        case (.string, .string(let text)?):
            try requireEqual(value.string.map { [UInt8]($0) }, text, name)
            // What is written is read as it was.
            let writer = RecordWriter(capacity: 4)
            text.withUnsafeBytes { writer.string($0) }
            try requireEqual(SmallJSON.read(Array(writer.bytes)), .string(text), "\(name) written")
        case (.number, .number(let text)?):
            try requireEqual(String(decoding: value.raw, as: UTF8.self), text, name)
            let real = strtod(text, nil)
            try requireEqual(value.double, real.isFinite ? real : nil, "\(name) as a double")
            try requireEqual(value.double?.sign, real.isFinite ? real.sign : nil, "\(name)'s sign")
            let isPlain = !text.contains { ".eE".contains($0) }
            let whole = real.isFinite && abs(real) < 9e15 && real.rounded() == real ? Int(real) : nil
            try requireEqual(value.integer, isPlain ? Int(text) : whole, "\(name) as an integer")
            try requireEqual(value.unsigned, isPlain && !text.hasPrefix("-") ? UInt64(text) : nil, "\(name) unsigned")
            let writer = RecordWriter(capacity: 4)
            if real.isFinite {
                writer.double(real)
                try requireEqual(strtod(String(decoding: writer.bytes, as: UTF8.self), nil), real, "\(name) written")
            }
        case (.array, .array(let items)?):
            var values: [JSONValue] = []
            value.forEachElement { values.append($0) }
            try requireEqual(values.count, items.count, "elements of \(name)")
            for (value, item) in Swift.zip(values, items) { try same(value, item, name + "[]") }
        case (.object, .object(let members)?):
            var pairs: [(JSONValue, JSONValue)] = []
            value.forEachMember { pairs.append(($0, $1)) }
            try requireEqual(pairs.count, members.count, "members of \(name)")
            for (pair, member) in Swift.zip(pairs, members) {
                try requireEqual(pair.0.string.map { [UInt8]($0) }, member.name, "a name in \(name)")
                try same(pair.1, member.value, name + "{}")
            }
        default: throw CheckFault("\(name) is \(value.kind) and \(String(describing: other))")
        }
    }

    /// Lines of any bytes, however they arrive.
    private static func lines(_ bytes: [UInt8]) throws {
        let limit = 40
        var expected: [[UInt8]?] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            var line = Array(rest[rest.startIndex..<end])
            if line.last == 0x0D { line.removeLast() }
            if expected.isEmpty, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
            expected.append(line.count > limit ? nil : line)
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
        }
        for piece in [1, 7, Int.max] {
            let reader = LineReader(PieceSource(bytes, piece: piece), limit: limit, chunk: 64)
            var found: [[UInt8]?] = []
            while let line = try reader.next() {
                if case .line(let bytes) = line { found.append(Array(bytes)) } else { found.append(nil) }
                try requireEqual(reader.number, found.count, "a line's number")
            }
            try requireEqual(found, expected, "lines in pieces of \(piece)")
        }
    }

    private static func base64(_ bytes: [UInt8]) throws {
        let text = bytes.withUnsafeBytes { Base64.text(of: $0) }
        try requireEqual(Base64.bytes(of: text), bytes, "base64 of what it was made of")
        let given = String(decoding: bytes, as: UTF8.self)
        if let decoded = Base64.bytes(of: given) {
            // The bits that padding leaves over may be anything.
            let again = decoded.withUnsafeBytes { Base64.text(of: $0) }
            try requireEqual(
                given.filter { $0 != "=" }.utf8.count, again.filter { $0 != "=" }.utf8.count, "base64's length")
        }
    }

    static let geojson = ReaderCheck(
        "geojson",
        seeds: {
            [
                #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{},"geometry":null}]}"#,
                #" { "features" : [ {"a":[1,"]"]} , 5 , "x\"}" ] , "type" : "FeatureCollection" } "#,
                #"{"features":[]}"#, #"{"a":{"features":[1]}}"#,
            ].map { [UInt8]($0) }
        }
    ) { bytes in
        let bytes = Array(bytes)
        var first: [String]?
        for piece in [1, 5, Int.max] {
            let reader = FeatureReading(bytes, piece)
            let found = try reader.all()
            if let first { try requireEqual(found, first, "features in pieces of \(piece)") }
            first = found
        }
        // A collection that is JSON through and through comes out as it is.
        guard let whole = SmallJSON.read(bytes), case .object(let members) = whole,
            members.count(where: { $0.name == Array("features".utf8) }) == 1,
            case .array(let features)? = whole["features"], first?.contains(where: { $0.hasPrefix("long") }) == false
        else { return }
        // A name with escapes is not looked behind.
        guard bytes.count(of: Array("\"features\"".utf8)) > 0 else { return }
        let values = (first ?? []).filter { $0.hasPrefix("feature ") }.map {
            SmallJSON.read(Array($0.dropFirst(8).utf8), deepest: 1000)?["feature"]
        }
        try requireEqual(first?.last, "end", "what is a collection ends as one")
        try requireEqual(values, features, "features")
    }
}

extension [UInt8] {
    /// How often a few bytes stand in these.
    func count(of part: [UInt8]) -> Int {
        guard count >= part.count else { return 0 }
        return (0...(count - part.count)).count { self[$0] == part[0] && self[$0...].starts(with: part) }
    }
}
