import Contract
import Feeds
import GTFSRealtime
import Geometry
import NDJSON
import Occupancy
import StageKit

/// Gathers records of any mix and order into a `MapModel`.
///
/// Memory: what is kept is as large as the page or picture that comes of it, and some 200 bytes an object: 16 bytes a
/// position of a line, the texts of pins, departures and trips. Of vehicle positions, events and frames only the
/// newest state of each vehicle is kept, so an archive of any length may be read.
public struct MapRecords: RecordStage {
    public private(set) var model = MapModel()
    let context: StageContext
    let reader: MemberReader
    let outer = RecordScanner(fields: MapField.names)
    let inner = RecordScanner(fields: MapField.names)
    var vehicles = MapVehicles()
    var frames = MapLastFrame()

    public init(_ context: StageContext) {
        self.context = context
        reader = MemberReader(context.diagnostics)
    }

    public let tables = [
        "polylines", "stop_pins", "trip_details", "departures", "vehicle_positions", "vehicle_events", "frames",
        "occupancy", "boards",
    ]
    public var fields: [String] { MapField.names }
    public var needs: RecordNeeds {
        RecordNeeds(
            anyOf: tables + ["feed_messages"],
            advice: [
                ("stop_times", "'linefeed build-polylines' draws lines of a timetable"),
                ("trip_updates", "'linefeed departures' makes a board of them"),
            ])
    }

    public mutating func process(_ record: Record) throws {
        reader.begin(record)
        let before = context.summary.rejectedCount
        switch record.table {
        case 0: if let line = line(record) { model.lines.append(line) }
        case 1: if let pin = pin(record) { model.pins.append(pin) }
        case 2: if let trip = trip(record) { model.trips.append(trip) }
        case 3: if let departure = departure(record) { model.departures.append(departure) }
        case 4: takePosition(record)
        case 5: takeEvent(record)
        case 6: takeFrame(record)
        case 7: if let row = occupancy(record) { model.occupancy.append(row) }
        default: if let board = emptyBoard(record) { model.emptyBoards.append(board) }
        }
        // Every record lives on in the one thing that is written, but for those rejected.
        if context.summary.rejectedCount == before { context.summary.table(tables[record.table]).merged += 1 }
    }

    public mutating func finish() throws { model.vehicles = vehicles.present + frames.vehicles }

    // MARK: Findings

    func reject(_ record: Record, _ code: String, _ message: String) {
        let file = record.displayName
        context.diagnostics.report(
            Finding(.reject, code, file: file, line: record.line, message: message))
        context.diagnostics.keepReject(
            file: file, line: record.line, code: code, message: message, raw: record.bytes)
    }

    func warn(
        _ record: Record, _ code: String, field: String? = nil, value: JSONValue? = nil,
        _ message: (_ quoted: String) -> String
    ) {
        context.diagnostics.report(
            .warning, code, file: record.displayName, line: record.line, field: field,
            value: value?.inside, message)
    }

    // MARK: Values

    func text(_ members: some MapMembers, _ field: Int, _ name: StaticString) -> String? {
        reader.text(members[field], name)
    }

    /// Six hexadecimal digits, with or without `#` before them.
    func color(_ record: Record, _ members: some MapMembers, _ field: Int) -> String? {
        let value = members[field]
        guard value.isPresent, !value.inside.isEmpty else { return nil }
        var digits = value.inside[...]
        if digits.first == UInt8(ascii: "#") { digits = digits.dropFirst() }
        let isColor =
            digits.count == 6
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) }
        guard isColor, value.kind == .string || value.kind == .number else {
            let name = MapField.names[field]
            warn(record, "invalid_\(name)", field: name, value: value) {
                "\($0) is not six hexadecimal digits (drawn without it)"
            }
            return nil
        }
        return String(decoding: digits, as: UTF8.self).uppercased()
    }

    /// The position in two members; nil where it is absent or none on earth.
    func coordinate(_ members: some MapMembers, _ latitude: Int, _ longitude: Int) -> Coordinate? {
        guard let lat = members[latitude].double, let lon = members[longitude].double else { return nil }
        let coordinate = Coordinate(latitude: lat, longitude: lon)
        return coordinate.isValid ? coordinate : nil
    }

    /// A status as number or name; one that says nothing about crowding is none.
    func status(_ members: some MapMembers) -> OccupancyStatus? {
        let code = reader.enumeration(
            members[MapField.occupancyStatus], "occupancy_status", Enumeration.occupancyStatus.number)
        guard let status = code.map(OccupancyStatus.init(code:)), status.level != nil else { return nil }
        return status
    }

    /// Per cent, may pass 100; −1 is absence.
    func percentage(_ members: some MapMembers) -> Int? {
        guard let value = reader.integer(members[MapField.occupancyPercentage], "occupancy_percentage"), value >= 0
        else { return nil }
        return value
    }
}
