import Charts
import Occupancy
import Reports
import TimeZones

/// What the values of a report's keys are called in a picture.
struct OccupancyLabels {
    private let report: OccupancyRows
    private let routes: RouteLabels
    private let bin: TimeBin

    init(_ report: OccupancyRows, _ bin: TimeBin) {
        self.report = report
        self.bin = bin
        routes = report.routeLabels
    }

    func label(_ key: ReportKey, _ value: GroupKeyBytes.Value) -> HeatMap.Label {
        let id = OccupancyLabels.text(key, value)
        func label(_ text: String, _ full: String) -> HeatMap.Label {
            let name = "\(OccupancyLabels.word(key)) \(ChartWords.brief(text))"
            return switch value {
            case .null: HeatMap.Label(text, full: full, name: name, number: .max)
            case .integer(let number): HeatMap.Label(text, full: full, name: name, number: number)
            case .text(let order): HeatMap.Label(text, full: full, name: name, order: order)
            }
        }
        if key == .timeBin, case .integer(let second) = value {
            return label(id, "\(key.name) \(id) to \(ClockTime.shortText(second + bin.seconds))")
        }
        let known = report.columns.scheduleNames.compactMap { name -> String? in
            guard name.key == key, case .text(let id) = value else { return nil }
            return report.scheduleName(name, of: id)
        }.filter { !$0.isEmpty }
        guard !known.isEmpty else { return label(id, "\(key.name) \(id)") }
        let name = (key == .routeID ? routes.label(id) : nil) ?? known.joined(separator: " ")
        return label(name, "\(key.name) \(id): \(name)")
    }

    /// The numbers between the first value of a key and the last, where a gap would hide that nothing was observed.
    func gap(_ key: ReportKey) -> (step: Int, label: (Int) -> HeatMap.Label)? {
        guard key == .hour || key == .weekday || key == .timeBin else { return nil }
        return (key == .timeBin ? bin.seconds : 1, { label(key, .integer($0)) })
    }

    /// A value as people write it.
    private static func text(_ key: ReportKey, _ value: GroupKeyBytes.Value) -> String {
        switch (key, key.cell(value)) {
        // Short, so that they stand upright beside numbers and clocks.
        case (.stopSequence, .null), (.timeBin, .null): "none"
        case (_, .null): "no \(key.name)"
        case (.hour, .integer(let hour)): hour < 10 ? "0\(hour)" : "\(hour)"
        case (.date, .text(let date)), (.serviceDate, .text(let date)):
            // YYYYMMDD, or whatever start_date held.
            date.utf8.count == 8 && date.utf8.allSatisfy { (48...57).contains($0) }
                ? "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))" : date
        case (_, .text(let text)): text.isEmpty ? "(empty)" : text
        case (_, let cell): cell.words
        }
    }

    static func word(_ key: ReportKey) -> String {
        switch key {
        case .routeID: "route"
        case .directionID: "direction"
        case .patternID: "pattern"
        case .tripID: "trip"
        case .stopID: "stop"
        case .stopSequence: "stop sequence"
        case .vehicleID: "vehicle"
        case .hour: "hour"
        case .timeBin: "time of day"
        case .weekday: "weekday"
        case .dayType: "day type"
        case .date: "date"
        case .serviceDate: "service date"
        case .feedID: "feed"
        case .carriage: "carriage"
        }
    }
}
