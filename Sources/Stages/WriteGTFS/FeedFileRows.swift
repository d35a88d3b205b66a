import Contract
import NDJSON
import StageKit
import TableFormats

/// The records of one table on their way into a file of a feed.
final class FeedFileRows {
    let name: String
    let definition: TableDefinition?
    let figures: TableFigures
    private let prefixesIDs: Bool
    let columns: FileColumns
    /// The rows of each feed, in the order in which feeds came.
    private(set) var spools: [(feed: String, rows: CellSpool)] = []
    /// What goes before the ids of each, in the order of `spools`.
    private var prefixes: [FeedPrefix] = []
    private var current = 0
    private var currentFeed: [UInt8] = []
    private let text = RecordWriter(capacity: 256)
    private let id = RecordWriter(capacity: 64)
    private let quoted = RecordWriter(capacity: 256)
    /// What has to be said of the table's records once all are read.
    private(set) var nulls = 0
    private(set) var nullKeys = 0
    private(set) var nested = 0
    private(set) var beyond = 0

    var rowCount: Int { spools.reduce(0) { $0 + $1.rows.rows } }
    let isGeoJSON: Bool
    let isAgency: Bool
    /// Whether its file may have a column feed_id of its own, as feeds of some publishers do.
    let mayHaveFeedID: Bool
    /// `stops.txt`
    var file: String { Tables.file(of: name) }

    init(_ name: String, _ context: StageContext, prefixesIDs: Bool) {
        self.name = name
        self.prefixesIDs = prefixesIDs
        definition = TableDefinition.named(name)
        columns = FileColumns(definition)
        isGeoJSON = name == Tables.Locations.name
        isAgency = name == Tables.Agency.name
        mayHaveFeedID = name == Tables.FeedInfo.name
        figures = context.summary.table(name)
    }

    /// Takes a record.
    /// - Parameter feed: its `feed_id`; empty for none.
    func take(_ record: Record, of feed: UnsafeRawBufferPointer) throws {
        let spool = spool(of: feed)
        if isGeoJSON {
            spool.append(column: 0, feature(record.bytes))
        } else {
            cells(of: JSONValue.object(record.bytes), into: spool)
        }
        try spool.endRow()
    }

    private func spool(of feed: UnsafeRawBufferPointer) -> CellSpool {
        if current < spools.count, currentFeed.count == feed.count, currentFeed.elementsEqual(feed) {
            return spools[current].rows
        }
        let name = String(decoding: feed, as: UTF8.self)
        currentFeed = Array(feed)
        if let known = spools.firstIndex(where: { $0.feed == name }) {
            current = known
        } else {
            current = spools.count
            spools.append((name, CellSpool()))
            prefixes.append(FeedPrefix(feed: name))
        }
        return spools[current].rows
    }

    /// Settles what the records' feed_id is where the file may have a column of that name: it is the column's unless
    /// other tables have the same.
    func settleFeedID(_ feeds: [String]) {
        guard mayHaveFeedID else { return }
        if spools.allSatisfy({ feeds.contains($0.feed) }) {
            columns.leaveOut(Tables.AnyRecord.columns.feedID.name)
        } else {
            spools = spools.map { (feeds.contains($0.feed) ? $0.feed : "", $0.rows) }
        }
    }

    // MARK: Cells

    private func cells(of object: JSONValue, into spool: CellSpool) {
        var previous = -1
        var unknown = -1
        object.forEachMember { key, value in
            guard !isOfRecord(key) else { return }
            guard let place = columns.place(of: key, after: previous) else {
                beyond += 1
                return
            }
            previous = place
            let column = columns.list[place]
            guard let cell = cell(value, column) else { return }
            spool.append(column: place, cell)
            if !column.isUsed { columns.use(place) }
            if !column.isKnown {
                columns.note(unknown, before: place)
                unknown = place
            }
        }
    }

    /// Whether a member is one that every record has, and no feed.
    private func isOfRecord(_ key: JSONValue) -> Bool {
        switch key.inside.count {
        case 5: key.inside.elementsEqual("table".utf8)
        case 7: !mayHaveFeedID && key.inside.elementsEqual("feed_id".utf8)
        default: false
        }
    }

    /// A value as it stands between commas; nil for one that says nothing.
    private func cell(_ value: JSONValue, _ column: FileColumns.Column) -> UnsafeRawBufferPointer? {
        switch value.kind {
        case .absent: return nil
        case .null where column.isKey:
            // An empty cell would cost the row when it is read again.
            nullKeys += 1
            return column.isID && prefixesIDs ? cell(ofText: value, column) : value.raw
        case .null:
            nulls += 1
            return nil
        case .string where !value.inside.isEmpty:
            return cell(ofText: value, column)
        case .string: return nil
        case .number where column.isInteger: return whole(value)
        case .number where !(column.isID && prefixesIDs): return value.inside
        case .number: return cell(ofText: value, column)
        case .bool, .array, .object:
            nested += 1
            quoted.removeAll()
            CSVWriter.cell(value.raw, into: quoted)
            return quoted.bytes
        }
    }

    private func cell(ofText value: JSONValue, _ column: FileColumns.Column) -> UnsafeRawBufferPointer {
        var bytes = value.inside
        if column.isID, prefixesIDs {
            bytes = prefixed(value)
        } else if value.hasEscapes {
            text.removeAll()
            JSONText.unescape(value.inside, into: text)
            bytes = text.bytes
        }
        guard CSVWriter.mustQuote(bytes) else { return bytes }
        quoted.removeAll()
        CSVWriter.cell(bytes, into: quoted)
        return quoted.bytes
    }

    /// An id with the prefix of the feed at hand, valid until the next text is asked for.
    private func prefixed(_ value: JSONValue) -> UnsafeRawBufferPointer {
        id.removeAll()
        if value.hasEscapes { JSONText.unescape(value.inside, into: id) } else { id.append(value.inside) }
        text.removeAll()
        prefixes[current].write(before: id.bytes, to: text)
        text.append(id.bytes)
        return text.bytes
    }

    /// A whole number as GTFS has it, whatever a tool in between made of it: `1.0` and `1e0` are 1.
    private func whole(_ value: JSONValue) -> UnsafeRawBufferPointer {
        let isPlain = value.inside.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
        guard !isPlain, let number = value.integer else { return value.inside }
        quoted.removeAll()
        quoted.append("\(number)")
        return quoted.bytes
    }

    /// A location as a feature of a collection, without the members that every record has.
    private func feature(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        quoted.removeAll()
        quoted.beginObject()
        JSONValue.object(line).forEachMember { key, value in
            guard !isOfRecord(key) else { return }
            guard prefixesIDs, value.kind == .object, key.inside.elementsEqual("properties".utf8) else {
                let isID = prefixesIDs && key.inside.elementsEqual(FeedFileRows.featureID)
                return member(key, value, isID: isID)
            }
            quoted.separator()
            quoted.append(key.raw)
            quoted.append(UInt8(ascii: ":"))
            quoted.beginObject()
            value.forEachMember { key, value in member(key, value, isID: FileColumns.isID(key)) }
            quoted.endObject()
        }
        quoted.endObject()
        return quoted.bytes
    }

    private static let featureID = Array(Tables.Locations.columns.id.name.utf8)

    /// A member of a feature, or of its properties; an id gets its feed's prefix, and is text then.
    private func member(_ key: JSONValue, _ value: JSONValue, isID: Bool) {
        quoted.separator()
        quoted.append(key.raw)
        quoted.append(UInt8(ascii: ":"))
        let isText = value.kind == .number || value.kind == .string && !value.inside.isEmpty
        if isID, isText { quoted.string(prefixed(value)) } else { quoted.append(value.raw) }
    }
}
