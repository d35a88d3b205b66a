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

/// Takes a record's carriages apart.
struct CarriageReader {
    private(set) var carriages: [Carriage] = []

    /// Reads the carriages of a record; false when it has none.
    mutating func read(_ record: Record, _ reader: PositionReader) -> Bool {
        carriages.removeAll(keepingCapacity: true)
        for field in [PositionField.carriageDetails, .consist] {
            let list = record[field.rawValue]
            guard list.isPresent else { continue }
            guard list.kind == .array else {
                reader.refuse(record, field.name, list, "no list of carriages")
                continue
            }
            list.forEachElement { entry in
                guard entry.kind == .object else {
                    return reader.refuse(record, field.name, entry, "no carriage")
                }
                add(entry)
            }
            if !carriages.isEmpty { return true }
        }
        return false
    }

    private mutating func add(_ entry: JSONValue) {
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
        for other in carriages where other.name == carriage.name { carriage.occurrence += 1 }
        carriages.append(carriage)
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
