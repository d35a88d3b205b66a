import Contract
import NDJSON
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

    private static let details = Tables.VehiclePositions.columns.multiCarriageDetails.json
    private static let consist = Tables.TfNSWPosition.columns.consist.json
    /// The columns that may hold a record's carriages.
    static let lists: [any AnyColumn] = [details, consist]
    private static let carriage = Tables.CarriageDetails.columns
    private static let theirs = Tables.TfNSWCarriage.columns

    private let entry = ColumnScanner([
        carriage.id, carriage.label, carriage.occupancyStatus, carriage.occupancyPercentage,
        carriage.carriageSequence, theirs.name, theirs.positionInConsist,
    ])
    /// How many carriages of each name the present record had so far; only looked up.
    private var occurrences: [[UInt8]: Int] = [:]

    /// Whether a record has carriages; a member that is not a list of them is reported.
    func hasCarriages(_ record: Record, _ reader: PositionReader) -> Bool {
        list(of: record, reader) != nil
    }

    /// Calls `body` with each carriage of a record; what is not a carriage is reported.
    mutating func forEach(
        of record: Record, _ reader: PositionReader, _ body: (Carriage) throws -> Void
    ) rethrows {
        guard let (name, list) = list(of: record, nil) else { return }
        occurrences.removeAll(keepingCapacity: occurrences.count <= CarriageReader.usualNames)
        try list.forEachElement { value in
            guard value.kind == .object else { return reader.refuse(record, name, value, "not a carriage") }
            entry.scan(value)
            try body(next())
        }
    }

    /// The first of the two columns that has an object in it.
    private func list(of record: Record, _ reader: PositionReader?) -> (name: String, list: JSONValue)? {
        list(record, CarriageReader.details, reader) ?? list(record, CarriageReader.consist, reader)
    }

    private func list<M>(
        _ record: Record, _ column: Column<M, Anything, WhereAsked>, _ reader: PositionReader?
    ) -> (name: String, list: JSONValue)? {
        let list = record[column]
        guard list.isPresent else { return nil }
        guard list.kind == .array else {
            reader?.refuse(record, column.name, list, "not a list of carriages")
            return nil
        }
        var isEmpty = true
        list.forEachElement { if $0.kind == .object { isEmpty = false } }
        if !isEmpty { return (column.name, list) }
        list.forEachElement { reader?.refuse(record, column.name, $0, "not a carriage") }
        return nil
    }

    /// The carriage of the entry scanned last.
    private mutating func next() -> Carriage {
        let own = CarriageReader.carriage
        let theirs = CarriageReader.theirs
        var carriage = Carriage(
            name: [], occurrence: 0, status: entry[own.occupancyStatus], percentage: entry[own.occupancyPercentage])
        let id = entry[own.id].isPresent ? entry[own.id] : entry[theirs.name]
        let place =
            entry[own.carriageSequence].isPresent ? entry[own.carriageSequence] : entry[theirs.positionInConsist]
        for candidate in [entry[own.label], id, place] {
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

    private static func text(_ value: JSONValue) -> [UInt8] {
        switch value.kind {
        case .string: value.string.map { Array($0.utf8) } ?? []
        case .number: Array(value.inside)
        default: []
        }
    }
}
