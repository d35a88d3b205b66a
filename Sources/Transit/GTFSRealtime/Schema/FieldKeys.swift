/// What the fields of .proto files are called in records: by their short names, and by their full names where a short
/// one has a meaning already.
///
/// A name has one meaning in a row, also where the row is put together from several messages, and in any row that the
/// field can stand in, so that flat and whole entities have the same names.
enum FieldKeys {
    /// Members that every row or object may have.
    private static let reserved: Set = [
        "table", "feed_id", "source", "feed_timestamp", "entity_id", "is_deleted", "header", "unknown_fields",
    ]

    private struct Row {
        /// The messages that the row is made of, each with what stands before the names of the fields added to it.
        let messages: [String: [String]]
        let columns: Set<String>

        init(_ messages: [String: [String]], _ layouts: [FlatLayout]) {
            self.messages = messages
            columns = Set(layouts.flatMap { $0.groups.flatMap { $0.columns.map(\.column) } })
        }

        /// The columns that a field is; none if it does not stand in the row.
        func columns(of field: AddedField) -> [String] {
            let prefixes = messages[field.addition.message.name] ?? []
            return prefixes.map { $0 + field.addition.field.name }
        }
    }

    private static let rows: [Row] = [
        Row(
            [
                "FeedEntity": [""], "VehiclePosition": [""], "Position": [""], "VehicleDescriptor": [""],
                "TripDescriptor": [""],
            ],
            [.vehiclePositions]),
        Row(
            ["FeedEntity": [""], "TripUpdate": [""], "TripDescriptor": [""], "VehicleDescriptor": [""]],
            [.tripUpdates]),
        Row(
            ["TripUpdate.StopTimeUpdate": [""], "TripUpdate.StopTimeEvent": ["arrival_", "departure_"]],
            [.stopTimeUpdate, .stopTimeUpdateContext]),
    ]
    /// Messages whose rows have their fields' own names.
    private static let payloads = ["Alert", "Shape", "Stop", "TripModifications"]

    /// The name of a user's field; shipped fields have their short ones.
    static func key(of field: AddedField, among all: [AddedField]) -> String {
        guard isTaken(field, all) else { return field.addition.field.name }
        let full = field.addition.fullName
        // Without a package there is nothing longer; so protocol buffers' own JSON calls extensions.
        return full == field.addition.field.name ? "[" + full + "]" : full
    }

    private static func isTaken(_ field: AddedField, _ all: [AddedField]) -> Bool {
        let name = field.addition.field.name
        let message = field.addition.message.name
        if reserved.contains(name) || coreNames(message).contains(name) { return true }
        // Only names with the same end can be one column.
        let others = all.filter { other in
            (other.addition.field.name.hasSuffix(name) || name.hasSuffix(other.addition.field.name))
                && (other.addition.fullName != field.addition.fullName || other.isOwn != field.isOwn)
        }
        if others.contains(where: { $0.addition.message == field.addition.message && $0.addition.field.name == name }) {
            return true
        }
        for row in rows {
            for column in row.columns(of: field) {
                if row.columns.contains(column) || others.contains(where: { row.columns(of: $0).contains(column) }) {
                    return true
                }
            }
        }
        // A field of the entity stands in the rows of every payload, and the other way about.
        let isPayload = payloads.contains(message)
        guard message == "FeedEntity" || isPayload else { return false }
        if !isPayload, payloads.contains(where: { coreNames($0).contains(name) }) { return true }
        return others.contains { other in
            let around = other.addition.message.name
            return other.addition.field.name == name && (isPayload ? around == "FeedEntity" : payloads.contains(around))
        }
    }

    private static func coreNames(_ message: String) -> [String] {
        Specification.message(named: message)?.fields.map(\.name) ?? []
    }
}
