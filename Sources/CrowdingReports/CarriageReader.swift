import NDJSON
import Occupancy
import StageKit

/// One carriage of a record: an entry of `multi_carriage_details`, or of Transport for NSW's `consist`.
struct Carriage {
    /// The label, else the id or name, else the place in the train.
    var name: [UInt8]
    /// Which of the record's carriages of that name it is, from 0.
    var occurrence: Int
    var status: JSONValue
    var percentage: JSONValue
}

/// Takes a record's carriages apart, one at a time.
///
/// Memory: the distinct names of one record's carriages.
struct CarriageReader {
    /// More distinct names than these are of no train: the room for them is given back.
    private static let usualNames = 64

    /// How many carriages of each name the present record had so far; only looked up.
    private var occurrences: [[UInt8]: Int] = [:]

    /// Whether a record has carriages; a member that is no list of them is reported.
    func hasCarriages(_ record: Record, _ reader: PositionReader) -> Bool {
        list(of: record, reader) != nil
    }

    /// Calls `body` with each carriage of a record; what is no carriage is reported.
    mutating func forEach(
        of record: Record, _ reader: PositionReader, _ body: (Carriage) throws -> Void
    ) rethrows {
        guard let (field, list) = list(of: record, nil) else { return }
        occurrences.removeAll(keepingCapacity: occurrences.count <= CarriageReader.usualNames)
        try list.forEachElement { entry in
            guard entry.kind == .object else { return reader.refuse(record, field.name, entry, "no carriage") }
            try body(carriage(entry))
        }
    }

    /// The first of the two members that has an object in it.
    private func list(of record: Record, _ reader: PositionReader?) -> (field: PositionField, list: JSONValue)? {
        for field in [PositionField.carriageDetails, .consist] {
            let list = record[field.rawValue]
            guard list.isPresent else { continue }
            guard list.kind == .array else {
                reader?.refuse(record, field.name, list, "no list of carriages")
                continue
            }
            var isEmpty = true
            list.forEachElement { if $0.kind == .object { isEmpty = false } }
            if !isEmpty { return (field, list) }
            list.forEachElement { reader?.refuse(record, field.name, $0, "no carriage") }
        }
        return nil
    }

    private mutating func carriage(_ entry: JSONValue) -> Carriage {
        var label: JSONValue?
        var id: JSONValue?
        var sequence: JSONValue?
        var carriage = Carriage(name: [], occurrence: 0, status: .absent, percentage: .absent)
        entry.forEachMember { key, value in
            guard value.isPresent else { return }
            if CarriageReader.isName(key, "label") {
                label = value
            } else if CarriageReader.isName(key, "id") || CarriageReader.isName(key, "name") {
                id = value
            } else if CarriageReader.isName(key, "carriage_sequence")
                || CarriageReader.isName(key, "position_in_consist")
            {
                sequence = value
            } else if CarriageReader.isName(key, "occupancy_status") {
                carriage.status = value
            } else if CarriageReader.isName(key, "occupancy_percentage") {
                carriage.percentage = value
            }
        }
        for candidate in [label, id, sequence] {
            guard let candidate else { continue }
            let name = CarriageReader.text(candidate)
            if !name.isEmpty {
                carriage.name = name
                break
            }
        }
        // Two entries of a record are two carriages even when they share a name.
        carriage.occurrence = occurrences[carriage.name, default: 0]
        occurrences[carriage.name] = carriage.occurrence + 1
        return carriage
    }

    private static func isName(_ key: JSONValue, _ name: StaticString) -> Bool {
        key.inside.count == name.utf8CodeUnitCount
            && key.inside.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    private static func text(_ value: JSONValue) -> [UInt8] {
        switch value.kind {
        case .string: value.string.map { Array($0.utf8) } ?? []
        case .number: Array(value.inside)
        default: []
        }
    }
}
