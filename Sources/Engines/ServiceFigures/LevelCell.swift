import Reports

/// A cell of the count within a group of trips: a stop, an hour, both or neither.
package struct LevelCell: Hashable {
    /// The index of the stop in the timetable; -1 if stops are not a key.
    package var stop: Int32
    /// The hour of the service day; -1 if hours are not a key.
    package var hour: Int32

    package init(stop: Int32 = -1, hour: Int32 = -1) {
        self.stop = stop
        self.hour = hour
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(UInt64(UInt32(bitPattern: stop)) << 32 | UInt64(UInt32(bitPattern: hour)))
    }
}

/// The rule that assigns runs to cells.
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

    /// Whether runs are counted by their calls at stops instead of as a whole.
    package var countsCalls: Bool { byStop || places != nil }

    /// Whether a run may belong to several cells, or only partly to any.
    package var cutsRuns: Bool { countsCalls || byHour || hasWindow }

    /// Whether an event needs a known time to be counted.
    package var needsTimes: Bool { byHour || hasWindow }

    /// Returns the hour of a second of the service day.
    package func hour(_ second: Int) -> Int32 {
        byHour ? Int32(clamping: max(second, 0) / 3600) : -1
    }

    /// Returns the cell of an event of a whole run; nil if it does not count.
    package func cell(second: Int) -> LevelCell? {
        hasWindow && !window.contains(second) ? nil : LevelCell(hour: hour(second))
    }

    /// Returns the cell of an event at a stop; nil if it does not count.
    package func cell(stop: Int, second: Int) -> LevelCell? {
        if hasWindow, !window.contains(second) { return nil }
        if let places, !places[stop] { return nil }
        return LevelCell(stop: byStop ? Int32(stop) : -1, hour: hour(second))
    }

    /// Returns whether calls at a stop count.
    package func takes(stop: Int) -> Bool { places.map { $0[stop] } ?? true }

    /// The part of the day that counts.
    package var seconds: Range<Int>? { hasWindow ? window : nil }
}
