import Reports

extension ReportKey {
    /// As people call it.
    package var word: String {
        switch self {
        case .routeID: "route"
        case .directionID: "direction"
        case .patternID: "pattern"
        case .tripID: "trip"
        case .stopID: "stop"
        case .stopSequence: "stop sequence"
        case .vehicleID: "vehicle"
        case .timeBin: "time of day"
        case .dayType: "day type"
        case .serviceDate: "service date"
        case .feedID: "feed"
        case .hour, .weekday, .date, .carriage: name
        }
    }

    /// A value as people write it.
    package func words(_ cell: ReportCell) -> String {
        switch (self, cell) {
        // Short, so that they stand upright beside numbers and clocks.
        case (.stopSequence, .null), (.timeBin, .null): "none"
        case (_, .null): "no \(word)"
        case (.hour, .integer(let hour)): hour < 10 ? "0\(hour)" : "\(hour)"
        case (.date, .text(let date)), (.serviceDate, .text(let date)):
            // YYYYMMDD, or whatever start_date held.
            date.utf8.count == 8 && date.utf8.allSatisfy { (48...57).contains($0) }
                ? "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))" : date
        case (_, .text(let text)): text.isEmpty ? "(empty)" : text
        case (_, let cell): cell.words
        }
    }
}
