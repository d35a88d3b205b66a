import Reports

/// Where in a group of trips something is counted: at a stop, in an hour, or anywhere and any time.
package struct LevelCell: Hashable {
    /// The stop's place in the timetable; -1 where stops are not told apart.
    package var stop: Int32
    /// Of the service day; -1 where hours are not told apart.
    package var hour: Int32

    package init(stop: Int32 = -1, hour: Int32 = -1) {
        self.stop = stop
        self.hour = hour
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(UInt64(UInt32(bitPattern: stop)) << 32 | UInt64(UInt32(bitPattern: hour)))
    }
}

/// Which cells a run of trips is counted in.
package struct LevelCells {
    package let byStop: Bool
    package let byHour: Bool
    private let window: Range<Int>
    private let hasWindow: Bool
    private let places: [Bool]?

    package init(by keys: [ReportKey], _ scope: ServiceScope) {
        byStop = keys.contains(.stopID)
        byHour = keys.contains(.hour)
        window = scope.window ?? Int.min..<Int.max
        hasWindow = scope.window != nil
        places = scope.places
    }

    /// Whether runs are counted by their calls at stops, and not as a whole.
    package var countsCalls: Bool { byStop || places != nil }

    /// Whether a run may lie in several cells, or only partly in any.
    package var cutsRuns: Bool { countsCalls || byHour || hasWindow }

    /// Whether a moment must be known for what happens then to be counted.
    package var needsTimes: Bool { byHour || hasWindow }

    /// The hour of a second of the service day.
    package func hour(_ second: Int) -> Int32 {
        byHour ? Int32(clamping: max(second, 0) / 3600) : -1
    }

    /// Where what happens to a run as a whole is counted; nil where that does not count.
    package func cell(second: Int) -> LevelCell? {
        hasWindow && !window.contains(second) ? nil : LevelCell(hour: hour(second))
    }

    /// Where what happens at a stop is counted; nil where that does not count.
    package func cell(stop: Int, second: Int) -> LevelCell? {
        if hasWindow, !window.contains(second) { return nil }
        if let places, !places[stop] { return nil }
        return LevelCell(stop: byStop ? Int32(stop) : -1, hour: hour(second))
    }

    /// Whether calls at a stop count.
    package func takes(stop: Int) -> Bool { places.map { $0[stop] } ?? true }

    /// The part of the day that counts.
    package var seconds: Range<Int>? { hasWindow ? window : nil }
}
