import Charts
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
        let id = key.words(key.cell(value))
        func label(_ text: String, _ full: String) -> HeatMap.Label {
            let name = "\(key.word) \(ChartWords.brief(text))"
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
}
