import GTFSSchedule
import Reports
import Schedule
import TimeZones

/// A row of the report: its group and the group's service.
package struct LevelRow {
    /// The key values; -1 without one.
    package var route: Int32 = -1
    package var direction: Int32 = -1
    package var cell = LevelCell()
    /// The days of the row.
    package var days = DayGroup()

    /// The number of days that the sums cover.
    package var dayCount: Int32 = 0
    package var trips = 0
    package var kilometres: Double? = 0
    package var hours = 0.0
    package var speed: Double?
    @Narrow package var first: Int?
    @Narrow package var last: Int?
    @Narrow package var headway: Int?
    @Narrow package var peakTrips: Int?
    @Narrow package var peakVehicles: Int?
    @Narrow package var peakTime: Int?

    package init() {}

    package var tripsPerDay: Double { Double(trips) / Double(max(dayCount, 1)) }
    package var kilometresPerDay: Double? { kilometres.map { $0 / Double(max(dayCount, 1)) } }
}

/// The days of a row, by the keys of the report: a date, a weekday or a type of day.
package struct DayGroup: Hashable {
    /// The date in days since 1970-01-01; -1 if dates are not a key.
    package var day: Int32 = -1
    /// The weekday, from Monday (0).
    package var weekday: Int8 = -1
    package var dayType: DayType?

    package init() {}

    package init(_ day: Int, by keys: [ReportKey]) {
        let weekday = CivilDate.weekday(daysSinceEpoch: day)
        for key in keys {
            switch key {
            case .date: self.day = Int32(day)
            case .weekday: self.weekday = Int8(weekday)
            case .dayType: dayType = DayType(ofWeekday: weekday)
            default: break
            }
        }
    }

    /// The groups of the covered days with their number of days, in the order of their first days.
    static func all(of days: ScopeDays, by keys: [ReportKey]) -> [(group: DayGroup, count: Int)] {
        guard keys.contains(.date) else {
            var counts: [(group: DayGroup, count: Int)] = []
            for (weekday, count) in days.countsByWeekday.enumerated() where count > 0 {
                // 1970-01-05 was a Monday.
                let group = DayGroup(4 + weekday, by: keys)
                if let place = counts.firstIndex(where: { $0.group == group }) {
                    counts[place].count += count
                } else {
                    counts.append((group, count))
                }
            }
            return counts
        }
        return days.range.filter(days.contains).map { (DayGroup($0, by: keys), 1) }
    }
}

/// The sort order of rows: by the keys in the order of the request; missing values come last.
package struct LevelOrder {
    private let values: [(LevelRow) -> Int]

    package init(_ timetable: WholeTimetable, by keys: [ReportKey]) {
        let routes = keys.contains(.routeID) ? LevelOrder.ranks(timetable.frame.routes.map(\.id)) : []
        let stops = keys.contains(.stopID) ? LevelOrder.ranks(timetable.frame.stops.map(\.id)) : []
        func place(_ number: Int32, _ ranks: [Int]) -> Int { number < 0 ? .max : ranks[Int(number)] }
        func known(_ number: Int) -> Int { number < 0 ? .max : number }
        values = keys.map { key in
            switch key {
            case .routeID: { place($0.route, routes) }
            case .directionID: { known(Int($0.direction)) }
            case .stopID: { place($0.cell.stop, stops) }
            case .hour: { known(Int($0.cell.hour)) }
            case .weekday: { Int($0.days.weekday) }
            case .dayType: { Int($0.days.dayType?.rawValue ?? -1) }
            // Others are no keys of service.
            default: { Int($0.days.day) }
            }
        }
    }

    package func isBefore(_ row: LevelRow, _ other: LevelRow) -> Bool {
        for value in values {
            let (left, right) = (value(row), value(other))
            if left != right { return left < right }
        }
        return false
    }

    /// The rank of each id in sorted order.
    private static func ranks(_ ids: [String]) -> [Int] {
        var ranks = [Int](repeating: 0, count: ids.count)
        for (rank, place) in ids.indices.sorted(by: { ids[$0] < ids[$1] }).enumerated() { ranks[place] = rank }
        return ranks
    }
}
