import Containers
import Contract
import Platform
import Reports
import StageKit
import TimeZones
import Visits

/// Finds the group of a visit or a trip by the values that it has of the keys.
final class VisitGroups {
    let keys: [ReportKey]
    private(set) var groups = GroupKeys()
    private let bin: TimeBin
    private let bytes = GroupKeyBytes()
    /// The key found last, which is most often the next one's too.
    private var last = [UInt8](repeating: 0, count: 1024)
    private var lastCount = -1
    private var lastGroup = 0
    /// By a group, the one that came after it the last time: trips call at the same stops.
    private var next = [-1]

    /// The day last used, which is most often the next one's too.
    private var lastDay = Int.min
    private var lastDate = 0

    private static let visit = Tables.StopVisits.columns

    init(keys: [ReportKey], _ bin: TimeBin) {
        self.keys = keys
        self.bin = bin
    }

    var readsTimes: Bool { keys.contains { $0.isOfClock } }

    /// The columns of a visit that have the keys' values.
    var columns: [any AnyColumn] {
        keys.compactMap { key -> (any AnyColumn)? in
            switch key {
            case .routeID: VisitGroups.visit.routeID
            case .directionID: VisitGroups.visit.directionID
            case .patternID: VisitGroups.visit.patternID
            case .tripID: VisitGroups.visit.tripID
            case .stopID: VisitGroups.visit.stopID
            case .vehicleID: VisitGroups.visit.vehicleID
            // Read of every visit.
            case .stopSequence, .hour, .timeBin, .weekday, .dayType, .date, .serviceDate, .feedID, .carriage: nil
            }
        }
    }

    /// The number of the group that a record belongs to.
    /// - Parameters:
    ///   - sequence: the place of the stop; nil for a trip.
    ///   - second: of the day on the report's clock; nil where nothing tells the time.
    ///   - tripID: the column that names the trip.
    @inline(__always)
    func group<M>(
        _ record: Record, day: Int, sequence: Int?, second: Int?, tripID: Column<M, Text, IfKnown>,
        _ reader: VisitReader
    ) throws -> Int {
        let visit = VisitGroups.visit
        bytes.removeAll()
        for key in keys {
            switch key {
            case .routeID: bytes.append(reader.text(record, visit.routeID))
            case .directionID: bytes.append(reader.whole(record, visit.directionID, in: VisitReader.counts))
            case .patternID: bytes.append(reader.text(record, visit.patternID))
            case .tripID: bytes.append(reader.text(record, tripID))
            case .stopID: bytes.append(reader.text(record, visit.stopID))
            case .stopSequence: bytes.append(sequence)
            case .vehicleID: bytes.append(reader.text(record, visit.vehicleID))
            case .hour: bytes.append(second.map { $0 / 3600 })
            case .timeBin: bytes.append(second.map { bin.place(ofSecond: $0) * bin.seconds })
            case .weekday: bytes.append(CivilDate.weekday(daysSinceEpoch: day))
            case .dayType: bytes.append(DayTypes.place(ofDay: day))
            case .serviceDate: bytes.append(date(day))
            case .feedID: bytes.append(reader.text(record, Tables.AnyRecord.columns.feedID))
            // No keys of visits.
            case .date, .carriage: bytes.appendNull()
            }
        }
        return try number(of: bytes.bytes)
    }

    private func date(_ day: Int) -> Int {
        if day != lastDay {
            lastDay = day
            lastDate = CivilDate(daysSinceEpoch: day).compact
        }
        return lastDate
    }

    /// The number of a group by its values laid out.
    @inline(__always)
    func number(of key: UnsafeRawBufferPointer) throws -> Int {
        if key.count == lastCount, key.isEmpty || memcmp(key.baseAddress!, last, key.count) == 0 { return lastGroup }
        var group = next[lastGroup]
        if group < 0 || !isKey(group, key) {
            guard let found = groups.intern(key) else { throw VisitGroups.tooMany }
            while next.count <= found { next.append(-1) }
            next[lastGroup] = found
            group = found
        }
        lastGroup = group
        lastCount = -1
        if key.count <= last.count {
            last.withUnsafeMutableBytes { $0.copyMemory(from: key) }
            lastCount = key.count
        }
        return group
    }

    @inline(__always)
    private func isKey(_ group: Int, _ key: UnsafeRawBufferPointer) -> Bool {
        groups.withKey(group) { known in
            known.count == key.count && (key.isEmpty || memcmp(known.baseAddress!, key.baseAddress!, key.count) == 0)
        }
    }

    static let tooMany = StageFailure(
        .dataUnusable, "more than \(GroupKeys.capacity) groups; choose fewer or coarser keys with --by")
}
