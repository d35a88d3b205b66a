import Contract
import Hashing
import NDJSON
import Schedule
import StageKit

/// Gathers what the records of realtime messages say about an archive.
///
/// Memory: 8 bytes a message of each kind, 16 a distinct vehicle, trip, route and stop of each kind.
final class ArchiveSummaryReader {
    static let tables = [
        Tables.FeedMessages.name, Tables.VehiclePositions.name, Tables.TripUpdates.name, Tables.StopTimeUpdates.name,
        Tables.Alerts.name, Tables.ShapesRT.name, Tables.StopsRT.name, Tables.TripModifications.name,
        Tables.FeedEntities.name, Tables.DeletedEntities.name,
    ]
    static let columns: [any AnyColumn] = [
        position.feedTimestamp, position.vehicleID, position.tripID, position.routeID, position.stopID,
        Tables.FeedMessages.columns.timestamp,
    ]
    private static let position = Tables.VehiclePositions.columns
    /// Members that hold no field of a message.
    private static let heads = ValuePrinter.heads

    private final class Kind {
        let fill: TableFill
        var times = TimeLine()
        var withoutTime = 0
        var vehicles: Set<UInt64> = []
        var trips: Set<UInt64> = []
        var routes: Set<UInt64> = []
        var stops: Set<UInt64> = []

        init(_ fill: TableFill) { self.fill = fill }
    }

    private var kinds: [ObjectIdentifier: Kind] = [:]

    func add(_ fill: TableFill) { kinds[ObjectIdentifier(fill)] = Kind(fill) }

    /// - Returns: whether the record is one of realtime.
    func take(_ record: Record, _ fill: TableFill) -> Bool {
        guard let kind = kinds[ObjectIdentifier(fill)] else { return false }
        let columns = ArchiveSummaryReader.position
        let isMessage = fill.table == Tables.FeedMessages.name
        let written = isMessage ? record[Tables.FeedMessages.columns.timestamp] : record[columns.feedTimestamp]
        let time: Int? =
            switch Instant.reading(written) {
            case .seconds(let seconds), .scaled(let seconds, _): seconds
            case .none, .invalid: nil
            }
        if let time, time > 0 { kind.times.add(time) } else { kind.withoutTime += 1 }
        if !isMessage {
            if let id = record.id(columns.vehicleID) { kind.vehicles.insert(Fingerprint.of(id)) }
            if let id = record.id(columns.tripID) { kind.trips.insert(Fingerprint.of(id)) }
            if let id = record.id(columns.routeID) { kind.routes.insert(Fingerprint.of(id)) }
            if let id = record.id(columns.stopID) { kind.stops.insert(Fingerprint.of(id)) }
        }
        count(.object(record.bytes), in: fill, prefix: 0, named: { "" }, depth: 0)
        return true
    }

    /// Counts the values of an object; those of objects and arrays inside it by their own members.
    private func count(
        _ object: JSONValue, in fill: TableFill, prefix: UInt64, named path: () -> String, depth: Int
    ) {
        object.forEachMember { name, value in
            let own = Fingerprint.of(name.inside)
            guard depth > 0 || !ArchiveSummaryReader.heads.contains(own), ArchiveSummaryReader.isFilled(value) else {
                return
            }
            let print = Fingerprint.of(prefix, own)
            func text() -> String { path() + (depth > 0 ? "." : "") + TableFill.text(name) }
            fill.count(print, name: text)
            guard depth < ArchiveSummaryReader.depthLimit else { return }
            if value.kind == .object {
                count(value, in: fill, prefix: print, named: text, depth: depth + 1)
            } else if value.kind == .array {
                value.forEachElement { element in
                    guard element.kind == .object else { return }
                    count(element, in: fill, prefix: print, named: text, depth: depth + 1)
                }
            }
        }
    }

    private static func isFilled(_ value: JSONValue) -> Bool {
        var isFilled = false
        switch value.kind {
        case .absent, .null: break
        case .string: isFilled = !value.inside.isEmpty
        case .bool, .number: isFilled = true
        case .object: value.forEachMember { _, _ in isFilled = true }
        case .array: value.forEachElement { _ in isFilled = true }
        }
        return isFilled
    }

    private static let depthLimit = 4

    func summaries() -> [ArchiveSummary] {
        ArchiveSummaryReader.tables.compactMap { table in
            guard let kind = kinds.values.first(where: { $0.fill.table == table }), kind.fill.rows > 0 else {
                return nil
            }
            let isMessage = table == Tables.FeedMessages.name
            return ArchiveSummary(
                fill: kind.fill, times: kind.times.sorted(), withoutTime: kind.withoutTime,
                vehicles: isMessage ? nil : kind.vehicles.count, trips: isMessage ? nil : kind.trips.count,
                routes: isMessage ? nil : kind.routes.count, stops: isMessage ? nil : kind.stops.count)
        }
    }
}

/// Distinct times in any order.
struct TimeLine {
    private var times: [Int] = []
    private var limit = 4096

    mutating func add(_ time: Int) {
        guard times.last != time else { return }
        times.append(time)
        if times.count >= limit {
            times = sorted()
            limit = max(4096, times.count * 2)
        }
    }

    func sorted() -> [Int] {
        var sorted = times.sorted()
        var kept = 0
        for place in sorted.indices where place == 0 || sorted[place] != sorted[kept - 1] {
            sorted[kept] = sorted[place]
            kept += 1
        }
        sorted.removeLast(sorted.count - kept)
        return sorted
    }
}

/// What an archive has of one kind of entity.
struct ArchiveSummary {
    let fill: TableFill
    /// Distinct timestamps of message headers in POSIX seconds, in order.
    let times: [Int]
    let withoutTime: Int
    let vehicles: Int?
    let trips: Int?
    let routes: Int?
    let stops: Int?

    /// Seconds between timestamps from which a gap counts, as `stop-visits` counts them.
    static let gap = 300

    var intervalP50: Int? {
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        return steps.isEmpty ? nil : steps[(steps.count - 1) / 2]
    }

    var gaps: [(from: Int, to: Int)] {
        zip(times, times.dropFirst()).filter { $1 - $0 > ArchiveSummary.gap }.map { ($0, $1) }
    }
}
