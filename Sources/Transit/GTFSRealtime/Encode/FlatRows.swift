import Contract
import NDJSON

/// Puts flat rows back into the shape of the messages that they came from: the opposite of `FlatLayout`.
///
/// A member that is no column of the row is refused, so nothing is lost without a word: unknown fields, fields of
/// extensions, and what rows of other messages have.
public final class FlatRows {
    private struct Place {
        let parent: String?
        let field: String
    }

    private static let updates = places(Tables.TripUpdates.self)
    private static let stops = places(Tables.StopTimeUpdateMembers.self)
    private static let messages = places(Tables.FeedMessages.self)
    private static let list = Tables.TripUpdates.columns.stopTimeUpdates.name
    /// Members that say where a row came from.
    private static let others: Set<String> = [
        Tables.AnyRecord.columns.table.name, Tables.AnyRecord.columns.feedID.name,
        Tables.TripUpdates.columns.feedTimestamp.name, Tables.FeedMessages.columns.source.name,
    ]

    private let writer = RecordWriter(capacity: 1 << 12)

    public init() {}

    private static func places(_ members: any MessageMembers.Type) -> [String: Place] {
        Dictionary(
            uniqueKeysWithValues: members.paths.map { ($0.column, Place(parent: $0.parent, field: $0.field)) })
    }

    /// Whether a record of `feed_messages` is a flat row: it has no member `header`.
    public static func isFlatMessage(_ record: JSONValue) -> Bool {
        var isFlat = false
        record.forEachMember { key, _ in
            if key.string == "header" { isFlat = false } else if messages[key.string ?? ""] != nil { isFlat = true }
        }
        return isFlat
    }

    /// The record that `decode-rt --nested` writes for a row of `feed_messages`; valid until the next row.
    public func message(_ record: JSONValue) throws(EncodeFault) -> JSONValue {
        writer.removeAll()
        writer.append("{\"header\":{")
        try write(record, FlatRows.messages)
        writer.append("}}")
        return .object(writer.bytes)
    }

    /// The same for a row of `trip_updates`.
    public func tripUpdate(_ record: JSONValue) throws(EncodeFault) -> JSONValue {
        writer.removeAll()
        writer.beginObject()
        record.forEachMember { key, value in
            switch key.string {
            case Tables.TripUpdates.columns.entityID.name: member("id", value)
            case Tables.TripUpdates.columns.isDeleted.name: member("is_deleted", value)
            default: break
            }
        }
        writer.member(named: "trip_update")
        writer.beginObject()
        try write(record, FlatRows.updates)
        writer.append("}}")
        return .object(writer.bytes)
    }

    private func member(_ name: String, _ value: JSONValue) {
        writer.member(named: name)
        writer.append(value.raw)
    }

    /// Writes the members of a message from those of its row: those of the message itself, then its parts.
    private func write(_ row: JSONValue, _ places: [String: Place]) throws(EncodeFault) {
        var parts: [(parent: String, members: [(field: String, value: JSONValue)])] = []
        var unknown: String?
        var lists: [(field: String, value: JSONValue)] = []
        row.forEachMember { key, value in
            let name = key.string ?? ""
            guard let place = places[name] else {
                if !FlatRows.others.contains(name), !FlatRows.isOfEntity(name) { unknown = unknown ?? name }
                return
            }
            guard value.isPresent else { return }
            if name == FlatRows.list {
                lists.append((place.field, value))
            } else if let parent = place.parent {
                if parts.last?.parent != parent { parts.append((parent, [])) }
                parts[parts.count - 1].members.append((place.field, value))
            } else {
                member(place.field, value)
            }
        }
        if let unknown {
            throw EncodeFault(
                path: "", reason: "a flat record cannot hold the member '\(unknown)'; decode with --nested")
        }
        for (parent, members) in parts {
            writer.member(named: parent)
            writer.beginObject()
            for (field, value) in members { member(field, value) }
            writer.endObject()
        }
        for (field, value) in lists {
            guard value.kind == .array else { throw EncodeFault(path: FlatRows.list, reason: "expected an array") }
            writer.member(named: field)
            writer.beginArray()
            var elements: [JSONValue] = []
            value.forEachElement { elements.append($0) }
            for element in elements {
                writer.separator()
                writer.beginObject()
                try write(element, FlatRows.stops)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    private static func isOfEntity(_ name: String) -> Bool {
        name == Tables.TripUpdates.columns.entityID.name || name == Tables.TripUpdates.columns.isDeleted.name
    }
}
