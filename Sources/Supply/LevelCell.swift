/// Where in a group of trips something is counted: at a stop, in an hour, or anywhere and any time.
struct LevelCell: Hashable {
    /// The stop's place in the timetable; -1 where stops are not told apart.
    var stop: Int32
    /// Of the service day; -1 where hours are not told apart.
    var hour: Int32

    func hash(into hasher: inout Hasher) {
        hasher.combine(UInt64(UInt32(bitPattern: stop)) << 32 | UInt64(UInt32(bitPattern: hour)))
    }
}

/// Which cells a run of trips is counted in.
struct LevelCells {
    let byStop: Bool
    let byHour: Bool

    /// The hour of a second of the service day.
    func hour(_ second: Int) -> Int32 {
        byHour ? Int32(clamping: max(second, 0) / 3600) : -1
    }

    func cell(stop: Int, second: Int) -> LevelCell {
        LevelCell(stop: byStop ? Int32(stop) : -1, hour: hour(second))
    }
}
