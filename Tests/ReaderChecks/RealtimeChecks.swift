import GTFSRealtime
import NDJSON

/// Reads messages into lines of records, and lines back into messages.
private final class Messages: RowFindings, @unchecked Sendable {
    let choice: ExtensionChoice
    private let lossless: RealtimeSchema
    private let flat: RealtimeSchema
    private let out = ProtobufWriter()
    private lazy var encoder = MessageEncoder(choice, into: out)
    private let lineOut = RecordWriter()
    /// Readers read one file after another, as stages have them do it.
    private var readers: [[Bool]: (reader: FeedReader, rows: RowWriter)] = [:]
    private let checker: WholeFileChecker

    struct Read: Equatable {
        var lines: [String] = []
        var messages = 0
        var entities = 0
        var faults: [String] = []
    }

    init(_ choice: ExtensionChoice) {
        self.choice = choice
        lossless = RealtimeSchema(choice, for: .readingLosslessly)
        flat = RealtimeSchema(choice, for: .reading)
        checker = WholeFileChecker(flat)
    }

    /// Whole entities without loss, or flat rows.
    func read(_ bytes: [UInt8], _ framing: Framing, nested: Bool = true, names: Bool = false, piece: Int = .max)
        throws -> Read
    {
        let (reader, rows) = reader(nested, names)
        reader.open(PieceSource(bytes, piece: piece), framing: framing)
        var read = Read()
        func line(_ table: RealtimeTable, _ members: () -> Void) {
            lineOut.removeAll()
            lineOut.append("{\"table\":\"\(table.name)\"")
            members()
            lineOut.append("}")
            read.lines.append(String(decoding: lineOut.bytes, as: UTF8.self))
        }
        for event in 0... {
            try require(event <= bytes.count * 2 + 10, "more events than bytes")
            switch try reader.next() {
            case .message:
                rows.beginMessage()
                read.messages += 1
                line(.feedMessages) { rows.feedMessage(source: "-") }
            case .entity:
                read.entities += 1
                _ = rows.isDeleted
                if nested {
                    line(.feedEntities) { rows.wholeEntity() }
                } else {
                    for table in RealtimeTable.rowsOfEntities where rows.has(table) {
                        line(table) { rows.payload(table) }
                    }
                }
            case .strayField(let tag, let value): line(.unknownFields) { rows.strayField(tag: tag, value) }
            case .fault(let fault): read.faults.append("\(fault.code) \(fault.offset ?? -1) \(fault.entity ?? -1)")
            case .end:
                _ = reader.unknownFields.map(\.field)
                return read
            }
        }
        return read
    }

    private func reader(_ nested: Bool, _ names: Bool) -> (FeedReader, RowWriter) {
        if let known = readers[[nested, names]] { return known }
        var options = RowWriter.Options()
        options.isLossless = nested
        options.writesUnknown = nested
        options.namesEnumerations = names
        options.explodes = !nested && names
        let reader = FeedReader(nested ? lossless : flat, keepsUnknown: nested)
        let rows = RowWriter(reader, into: lineOut, options, findings: self)
        readers[[nested, names]] = (reader, rows)
        return (reader, rows)
    }

    func isMissing(field: String) {}
    func isNotUTF8(field: String, value: UnsafeRawBufferPointer) { foundNotUTF8 = true }
    func isNotFinite(field: String, value: String) {}
    var foundNotUTF8 = false

    func encode(_ lines: [String]) throws -> [UInt8] {
        out.removeAll()
        for line in lines {
            let scanner = RecordScanner(fields: ["table"])
            try Array(line.utf8).withUnsafeBytes { bytes in
                do throws(JSONFault) { try scanner.scan(bytes) } catch { throw CheckFault("no JSON: \(error) \(line)") }
                switch scanner[0].string {
                case "feed_messages": if try !encoder.header(.object(bytes)) { out.message(1) { _ in } }
                case "feed_entities": try encoder.entity(.object(bytes))
                default: try encoder.strayField(.object(bytes))
                }
            }
        }
        return Array(out.bytes)
    }

    func check(_ bytes: [UInt8]) throws {
        for framing in Framing.allCases {
            foundNotUTF8 = false
            let whole = try read(bytes, framing)
            let notUTF8 = foundNotUTF8
            try require(!whole.lines.isEmpty || !whole.faults.isEmpty, "silence about \(bytes.count) bytes")
            try requireEqual(try read(bytes, framing, piece: 1), whole, "\(framing) a byte at a time")
            for line in whole.lines {
                guard let json = SmallJSON.read(Array(line.utf8)), case .object(let members) = json else {
                    throw CheckFault("a record that is no JSON: \(line)")
                }
                try require(Set(members.map(\.name)).count == members.count, "a name twice: \(line)")
            }
            for names in [false, true] {
                let rows = try read(bytes, framing, nested: false, names: names)
                for line in rows.lines where SmallJSON.read(Array(line.utf8)) == nil {
                    throw CheckFault("a row that is no JSON: \(line)")
                }
                try requireEqual(rows.faults, whole.faults, "the faults of rows")
                try requireEqual([rows.messages, rows.entities], [whole.messages, whole.entities], "what rows are of")
            }
            try requireEqual(
                try read(try encode(whole.lines), .message).lines, whole.lines,
                "decoded, encoded, decoded (\(framing))")
            if framing == .auto {
                let found = try checker.check(PieceSource(bytes), limit: 1 << 30)
                try requireEqual(
                    found.fault != nil, !whole.faults.isEmpty, "the check of a whole file (\(whole.faults))")
                if whole.faults.isEmpty {
                    try requireEqual(
                        [found.messages, found.entities], [whole.messages, whole.entities], "what it has")
                }
            }
            if framing == .message { try compareWithProtobufC(bytes, whole, notUTF8) }
        }
    }

    /// A message that libprotobuf-c unpacks is read, and means the same when it has packed it again.
    private func compareWithProtobufC(_ bytes: [UInt8], _ read: Read, _ notUTF8: Bool) throws {
        guard let packed = ProtobufC.library?.repacked(bytes) else { return }
        // A header after entities begins another message here, and is merged with the first there.
        guard read.messages == 1 else { return }
        try require(read.faults.isEmpty, "\(read.faults) of what libprotobuf-c accepts")
        // Its strings end with the first NUL.
        guard !notUTF8, !read.lines.contains(where: { $0.contains("\\u0000") }) else { return }
        try requireEqual(
            try self.read(packed, .message).lines.sorted(), read.lines.sorted(), "packed again by libprotobuf-c")
    }

    /// Every type that a .proto file has, alone and in lists.
    static let everything: String = {
        let types = [
            "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
            "float", "double", "bool", "string", "bytes", "Colour", "All", "transit_realtime.TimeRange",
        ]
        var fields = ""
        for (index, type) in types.enumerated() {
            let name = type.split(separator: ".").last!.lowercased()
            fields += "  optional \(type) one_\(name) = \(index + 1);\n"
            fields += "  repeated \(type) many_\(name) = \(index + 21);\n"
            guard index < 13 || index == 15 else { continue }
            fields += "  repeated \(type) packed_\(name) = \(index + 41) [packed = true];\n"
        }
        return """
            syntax = "proto2";
            enum Colour { option allow_alias = true; RED = 0; BLUE = 1; AZURE = 1; MINUS = -3; }
            message All {
            \(fields)  map<string, All> by_name = 70;
              oneof choice { string word = 71; int32 figure = 72; }
            }
            extend transit_realtime.VehiclePosition { repeated All every = 9001; }
            extend transit_realtime.TripUpdate { optional All every_update = 9001; }
            extend transit_realtime.FeedHeader { optional All every_header = 9001; }
            """
    }()
}

extension ReaderCheck {
    private static let shipped = Messages(ExtensionChoice())
    private static let own = Messages(
        ExtensionChoice(own: try? definitions([UInt8](Messages.everything))))

    private static let messageAllowance = Allowance().with {
        $0.bytes = (24 << 20, 4000)
        $0.calls = (40_000, 3000)
        $0.microseconds = (2_000_000, 3000)
    }

    static let realtime = ReaderCheck("realtime", longest: 1024, allowance: messageAllowance, seeds: messageSeeds) {
        try shipped.check(Array($0))
    }

    static let realtimeProto = ReaderCheck(
        "realtime-proto", longest: 1024, allowance: messageAllowance, seeds: messageSeeds
    ) { try own.check(Array($0)) }

    private static func messageSeeds() -> [[UInt8]] {
        func bytes(_ body: (ProtobufWriter) -> Void) -> [UInt8] {
            let writer = ProtobufWriter()
            body(writer)
            return Array(writer.bytes)
        }
        let feed = bytes { writer in
            writer.message(1) {
                $0.string(1, "2.0")
                $0.unsigned(2, 0)
                $0.unsigned(3, 1_772_434_800)
            }
            writer.message(2) { entity in
                entity.string(1, "e1")
                entity.message(4) { vehicle in
                    vehicle.message(1) {
                        $0.string(1, "trip")
                        $0.string(3, "20260302")
                        $0.message(1001) { $0.string(1, "X") }
                    }
                    vehicle.message(2) {
                        $0.float(1, -33.86)
                        $0.float(2, 151.2)
                        $0.double(4, 1.5)
                    }
                    vehicle.unsigned(4, 2)
                    vehicle.unsigned(9, 3)
                    vehicle.message(11) {
                        $0.string(1, "car")
                        $0.unsigned(3, 1)
                        $0.signed(4, -1)
                    }
                    vehicle.message(1007) { $0.string(1, "consist") }
                    vehicle.message(9001) { all in
                        all.signed(1, -5)
                        all.unsigned(21, 4)
                        all.bytes(41, UnsafeRawBufferPointer(start: nil, count: 0))
                        all.message(70) {
                            $0.string(1, "k")
                            $0.message(2) { $0.string(14, "v") }
                        }
                        all.message(17) { $0.float(11, 0.5) }
                    }
                }
            }
            writer.message(2) { entity in
                entity.string(1, "e2")
                entity.message(3) { update in
                    update.message(1) { $0.string(1, "trip") }
                    for stop in ["A", "B"] {
                        update.message(2) {
                            $0.unsigned(1, 4)
                            $0.string(4, stop)
                            $0.message(2) { $0.signed(1, -60) }
                            $0.message(3) { $0.signed(2, 1_772_434_900) }
                            $0.unsigned(5, 1)
                        }
                    }
                }
            }
            writer.message(2) { entity in
                entity.string(1, "e3")
                entity.unsigned(2, 1)
                entity.message(5) { alert in
                    alert.message(1) {
                        $0.unsigned(1, 1)
                        $0.unsigned(2, 2)
                    }
                    alert.message(5) { $0.string(2, "R") }
                    alert.message(10) { $0.message(1) { $0.string(1, "Text") } }
                    alert.unsigned(300, 9)
                }
            }
        }
        let delimited = [UInt8(feed.count & 0x7F) | 0x80, UInt8(feed.count >> 7)] + feed
        let line = Array(feed.withUnsafeBytes { Base64.text(of: $0) }.utf8) + [0x0A]
        return [feed, Array(feed.prefix(40)), delimited, line, feed.prefix(20) + feed, feed + [0x7A, 1, 0x61]]
    }

    private static func definitions(_ text: [UInt8]) throws(ProtoFault) -> ProtoDefinitions {
        try ProtoLibrary.definitions(in: ["a.proto"]) { path, _ in path == "a.proto" ? .bytes(text) : .missing }
    }

    static let proto = ReaderCheck(
        "proto", longest: 4096,
        allowance: Allowance().with {
            $0.bytes = (8 << 20, 4000)
            $0.calls = (60_000, 4000)
            $0.microseconds = (2_000_000, 2000)
        },
        seeds: {
            [
                Messages.everything,
                "syntax = \"proto3\";\npackage a.b;\nimport \"gtfs-realtime.proto\";\n// x\n/* y */\nmessage M { message N { } N n = 1; reserved 2, 5 to max; }\nextend transit_realtime.Alert { optional M m = 9005 [deprecated = true, (o) = { a: 1 }]; }\n",
                "extend .transit_realtime.FeedEntity { optional group G = 9006 { optional int32 x = 1; } }",
                "enum E { A = 0; B = -0x1; option (x).y = 'a\\n' \"b\"; } service S { rpc R (A) returns (stream B); }",
                "message A { optional B b = 1; } message B { optional A a = 1; extensions 100 to 199; }",
            ].map { [UInt8]($0) }
        }
    ) { bytes in
        let text = Array(bytes)
        let first: ProtoDefinitions
        do throws(ProtoFault) { first = try definitions(text) } catch {
            try require(!error.reason.isEmpty && (error.line ?? 1) >= 1, "\(error)")
            let lines = text.count { $0 == 0x0A } + 1
            try require(
                error.file != "a.proto" || (error.line ?? 1) <= lines, "line \(error.line ?? 0) of \(lines): \(error)")
            return
        }
        // What stands behind it and says nothing changes nothing.
        do {
            let again = try definitions(text + [UInt8]("\n// nothing\n/* nor this */ ;\n"))
            try requireEqual(again.notes.count, first.notes.count, "notes")
        } catch let fault as ProtoFault { throw CheckFault("\(fault) with a comment behind it") }
        let messages = Messages(ExtensionChoice(names: [], own: first))
        for seed in messageSeeds().prefix(2) { try messages.check(seed) }
    }
}
