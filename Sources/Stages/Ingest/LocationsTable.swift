import Contract
import FeedStore
import GTFSSchedule
import Hashing
import NDJSON
import StageKit
import TableFormats

/// Reads `locations.geojson` and writes each of its features on a line.
final class LocationsTable {
    private enum K {
        static let id = JSONKey("id")
        static let properties = JSONKey("properties")
        static let geometry = JSONKey("geometry")
    }

    private let table: FeedTable
    private let options: IngestOptions
    private let context: StageContext
    private let tally: ReadTally
    /// Where features go instead of becoming records.
    private let load: StoreLoad?
    private var stored: StoreLocations?
    private let head: RecordHead
    private let figures: TableFigures
    private let scanner = RecordScanner(fields: ["feature"])
    private let id = RecordWriter(capacity: 64)
    /// A feature's text for the store.
    private let feature = RecordWriter(capacity: 64)
    /// The bytes of a record before its members.
    private let headCount: Int
    private var file: String { table.file.name }

    init(_ table: FeedTable, _ options: IngestOptions, _ context: StageContext, _ tally: ReadTally, _ load: StoreLoad?)
    {
        self.table = table
        self.options = options
        self.context = context
        self.tally = tally
        self.load = load
        head = context.head(table.name, isFeature: true)
        figures = context.summary.table(table.name)
        context.sink.begin(head)
        headCount = context.sink.current.count
        context.sink.cancel()
    }

    func read() throws {
        var duplicates = DuplicateRows(options.duplicatePolicy, table.definition)
        if duplicates.needsSurvey {
            let surveyTally = tally.another()
            defer { tally.addReading(of: surveyTally) }
            let text = try open(surveyTally)
            let reader = FeatureReader(text, limit: context.options.maxLineBytes)
            var row = 0
            survey: while true {
                row += 1
                switch try reader.next() {
                case .feature(let bytes):
                    if case .feature = examine(bytes) { duplicates.survey(KeyHash(of: id.bytes), row: row) }
                case .tooLong: continue
                case .broken, .end: break survey
                }
            }
        }
        if let load {
            stored = try load.writer.locations(
                name: table.name, feedID: context.options.feedID, isUnique: options.duplicatePolicy != .keep)
        }
        defer { load?.note(table, as: table.name, figures) }
        if load == nil {
            let fields = (table.definition?.fields ?? []).map { ColumnDescription($0.name, $0.type.columnType) }
            let shape = TableShape(table.name, fields, isFeature: true, isOpen: true)
            if options.split == nil, let format = options.format.table { try context.writeTable(shape, as: format) }
            _ = try context.begin(shape)
        }
        let text = try open(tally)
        try write(FeatureReader(text, limit: context.options.maxLineBytes), &duplicates)
        EncodingNotices.report(text, file: file, to: context.diagnostics)
    }

    private func open(_ tally: ReadTally) throws -> TextSource {
        try TextSource(table.file, encoding: options.encoding, tally: tally)
    }

    private func write(_ reader: FeatureReader, _ duplicates: inout DuplicateRows) throws {
        var row = 0
        while true {
            row += 1
            context.progress.update(tally.bytesRead)
            switch try reader.next() {
            case .end: return noticeCollection(reader)
            case .broken(let reason):
                let isOther = reader.hasType && !reader.isCollection
                context.fault(
                    Finding(
                        .fault, isOther ? "not_a_collection" : "not_geojson", file: file, line: reader.line,
                        message: (isOther ? "the file is not a FeatureCollection; " : "")
                            + "\(reason); nothing was read from here on"))
                return
            case .tooLong(let bytes):
                figures.read += 1
                reject(
                    "line_too_long", reader.line, UnsafeRawBufferPointer(start: nil, count: 0),
                    "the feature has \(bytes) bytes, more than the \(context.options.maxLineBytes) of "
                        + "--max-line-bytes; rejected")
                context.degrade(to: .dataUnusable)
            case .feature(let bytes):
                figures.read += 1
                let raw = UnsafeRawBufferPointer(rebasing: bytes[11..<(bytes.count - 1)])
                switch examine(bytes) {
                case .rejected(let code, let message): reject(code, reader.line, raw, message)
                case .feature(let members, let repeated):
                    guard !duplicates.isActive || duplicates.keeps(KeyHash(of: id.bytes), row: row) else {
                        let quoted = Finding.quoted(id.bytes)
                        reject("duplicate_key", reader.line, raw, "the id \(quoted) occurs more than once; rejected")
                        continue
                    }
                    if let repeated { noticeRepeated(repeated, reader.line) }
                    try write(members, line: reader.line, raw: raw)
                }
            }
        }
    }

    /// Reports what is odd about the collection itself, whose features were read all the same.
    private func noticeCollection(_ reader: FeatureReader) {
        if !reader.isCollection {
            context.diagnostics.report(
                .warning, reader.hasType ? "not_a_collection" : "missing_type", file: file, field: "type",
                message: "the type of the file is not FeatureCollection; its features were read")
        }
        for name in reader.unknownMembers {
            context.diagnostics.report(
                .note, "unknown_member", file: file, field: name,
                message: "is not a member of a FeatureCollection; skipped")
        }
        for name in reader.repeatedMembers {
            context.diagnostics.report(
                .warning, "repeated_member", file: file, field: name, message: "the collection has this member twice")
        }
    }

    // MARK: One feature

    private typealias Member = (name: String, key: JSONValue, value: JSONValue)

    private enum Examined {
        /// `repeated` names a member that stands there twice; of those the last is read.
        case feature([Member], repeated: String?)
        case rejected(code: String, message: String)
    }

    /// Checks a feature and takes its id's text.
    private func examine(_ bytes: UnsafeRawBufferPointer) -> Examined {
        do {
            try scanner.scan(bytes)
        } catch {
            return .rejected(
                code: "not_json",
                message: "byte \(max(error.offset - 11, 0)) of the feature: \(error.reason); rejected")
        }
        var members: [Member] = []
        var repeated: String?
        scanner[0].forEachMember { key, value in
            // The scanner's keys are strings, so they have a text.
            let name = key.insideText
            if members.contains(where: { $0.name == name }) {
                repeated = name
                members.removeAll { $0.name == name }
            }
            members.append((name, key, value))
        }
        func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
        if scanner[0].kind == .object, member("type") == nil {
            return .rejected(code: "missing_type", message: "the element of 'features' has no type; rejected")
        }
        guard scanner[0].kind == .object, member("type")?.string == "Feature" else {
            return .rejected(code: "not_a_feature", message: "the element of 'features' is not a Feature; rejected")
        }
        id.removeAll()
        switch member("id") {
        case let value? where value.kind == .string: JSONText.unescape(value.inside, into: id)
        case let value? where value.kind == .number: id.append(value.inside)
        default: break
        }
        guard id.count > 0 else {
            return .rejected(
                code: "missing_key", message: "the feature has no id, which is required; rejected")
        }
        return .feature(members, repeated: repeated)
    }

    private func write(_ members: [Member], line: Int, raw: UnsafeRawBufferPointer) throws {
        let sink = context.sink
        sink.begin(head)
        sink.writer.key(K.id)
        sink.writer.string(id.bytes)
        sink.writer.key(K.properties)
        writeProperties(members.first { $0.name == "properties" }?.value ?? .absent, line)
        sink.writer.key(K.geometry)
        writeGeometry(members.first { $0.name == "geometry" }?.value ?? .absent, line)
        for member in members where !["type", "id", "properties", "geometry"].contains(member.name) {
            if member.name == "table" || (member.name == "feed_id" && context.options.feedID != nil) {
                context.diagnostics.report(
                    .warning, "renamed_column", file: file, line: line, field: member.name,
                    message: "linefeed uses this name in every record; skipped")
                continue
            }
            writeOther(member, line)
        }
        if members.contains(where: { $0.name == "id" && $0.value.kind == .number }) {
            context.diagnostics.report(
                .warning, "id_not_text", file: file, line: line, field: "id", value: id.bytes
            ) { quoted in "\(quoted) is a number; written as text, as all ids are" }
        }
        let count = sink.current.count + 1
        guard count <= context.options.maxLineBytes else {
            sink.cancel()
            reject(
                "line_too_long", line, raw,
                "the feature's record has \(count) bytes, more than the \(context.options.maxLineBytes) of "
                    + "--max-line-bytes; rejected")
            return context.degrade(to: .dataUnusable)
        }
        guard let stored else { return try sink.end(figures) }
        sink.writer.endObject()
        // The table's name, and the feed's id, have columns of their own.
        feature.removeAll()
        feature.append("{\"type\":\"Feature\"")
        feature.append(UnsafeRawBufferPointer(rebasing: sink.current[headCount...]))
        sink.cancel()
        try stored.insert(id: id.bytes, feature: feature.bytes)
        figures.written += 1
    }

    // MARK: Members

    /// RFC 7946 §3.2: a feature has properties, null where there is nothing to say.
    private func writeProperties(_ value: JSONValue, _ line: Int) {
        let writer = context.sink.writer
        switch value.kind {
        case .absent: return writeNull("missing_member", "properties", line, "the feature lacks this required member")
        case .null: return writer.null()
        case .object: break
        default: return writeNull("not_an_object", "properties", line, "\(Finding.quoted(value.raw)) is not an object")
        }
        writer.beginObject()
        value.forEachMember { key, member in
            let name = key.insideText
            writer.separator()
            writer.append(key.raw)
            writer.append(UInt8(ascii: ":"))
            if member.isPresent, member.kind != .string, name == "stop_name" || name == "stop_desc" {
                writeNull("not_text", name, line, "\(Finding.quoted(member.raw)) is not text")
            } else {
                writeChecked(member, name, line)
            }
        }
        writer.endObject()
    }

    private func writeGeometry(_ value: JSONValue, _ line: Int) {
        if value.kind == .absent {
            return writeNull("missing_member", "geometry", line, "the feature lacks this required member")
        }
        if value.kind == .object {
            var names: Set<String> = []
            value.forEachMember { key, _ in
                let name = key.insideText
                if !names.insert(name).inserted { noticeRepeated(name, line) }
                if !["type", "coordinates", "geometries"].contains(name) { noticeUnknown("geometry.\(name)", line) }
            }
            for name in ["type", "coordinates"]
            where !names.contains(name) && !(name == "coordinates" && names.contains("geometries")) {
                return writeNull("missing_member", "geometry", line, "the geometry has no \(name)")
            }
            if !GeometryFault.hasKnownType(value) {
                return writeNull(
                    "unknown_geometry_type", "geometry", line, "the type of the geometry is not a GeoJSON type")
            }
        }
        if let fault = GeometryFault.find(in: value) {
            return writeNull("invalid_geometry", "geometry", line, "\(Finding.quoted(value.raw)) \(fault)")
        }
        writeChecked(value, "geometry", line)
    }

    private func noticeRepeated(_ name: String, _ line: Int) {
        context.diagnostics.report(
            .warning, "repeated_member", file: file, line: line, field: name,
            message: "occurs twice in one object; the last is read")
    }

    private func noticeUnknown(_ name: String, _ line: Int) {
        context.diagnostics.report(
            .note, "unknown_member", file: file, line: line, field: name,
            message: "is not a member that GTFS uses; copied")
    }

    /// A member that GTFS does not have, or a bbox (RFC 7946 §5).
    private func writeOther(_ member: Member, _ line: Int) {
        noticeUnknown(member.name, line)
        let writer = context.sink.writer
        writer.append(UInt8(ascii: ","))
        writer.append(member.key.raw)
        writer.append(UInt8(ascii: ":"))
        var numbers = 0
        var others = 0
        member.value.forEachElement { if $0.double == nil { others += 1 } else { numbers += 1 } }
        if member.name == "bbox", others > 0 || (numbers != 4 && numbers != 6) {
            return writeNull("invalid_bbox", "bbox", line, "\(Finding.quoted(member.value.raw)) is not 4 or 6 numbers")
        }
        writeChecked(member.value, member.name, line)
    }

    private func writeChecked(_ value: JSONValue, _ name: String, _ line: Int) {
        guard !GeometryFault.holdsInfinity(value) else {
            return writeNull(
                "number_too_large", name, line, "\(Finding.quoted(value.raw)) has a number above 1.8e308")
        }
        CompactJSON.append(value.raw, to: context.sink.writer)
    }

    private func writeNull(_ code: String, _ field: String, _ line: Int, _ reason: @autoclosure () -> String) {
        context.sink.writer.null()
        context.diagnostics.report(.null, code, file: file, line: line, field: field) { _ in
            "\(reason()); written as null"
        }
    }

    private func reject(_ code: String, _ line: Int, _ raw: UnsafeRawBufferPointer, _ message: String) {
        context.diagnostics.report(
            code == "line_too_long" ? .refusal : .reject, code, file: file, line: line, message: message)
        context.diagnostics.keepReject(file: file, line: line, code: code, message: message, raw: raw)
    }
}

extension JSONValue {
    /// A member name's text, escapes resolved.
    fileprivate var insideText: String { string ?? "" }
}

/// JSON without the blanks between its tokens.
enum CompactJSON {
    /// Appends text that has passed a scanner.
    static func append(_ text: UnsafeRawBufferPointer, to writer: RecordWriter) {
        var inString = false
        var isEscaped = false
        for byte in text {
            if inString {
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    inString = false
                }
            } else if byte == 0x22 {
                inString = true
            } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                continue
            }
            writer.append(byte)
        }
    }
}
