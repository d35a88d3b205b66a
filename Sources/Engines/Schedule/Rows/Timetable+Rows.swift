import GTFSSchedule

/// What a timetable keeps of rows.
extension Timetable.Agency {
    init(_ row: AgencyRow) {
        self.init()
        id = row.agencyID.map(String.init(bytes:))
        name = row.name.map(String.init(bytes:))
        timezone = row.timezone.map(String.init(bytes:))
    }
}

extension Timetable.Stop {
    /// - Returns: nil for a row without stop_id.
    init?(_ row: StopRow) {
        guard let id = row.stopID else { return nil }
        self.init(id: String(bytes: id))
        name = row.name.map(String.init(bytes:))
        coordinate = row.position
        platformCode = row.platformCode.map(String.init(bytes:))
        parentStation = row.parentStation.map(String.init(bytes:))
        wheelchairBoarding = row.wheelchairBoarding
        locationType = row.locationType
        timezone = row.timezone.map(String.init(bytes:))
    }
}

extension Timetable.Route {
    /// - Returns: nil for a row without route_id.
    init?(_ row: RouteRow) {
        guard let id = row.routeID else { return nil }
        self.init(id: String(bytes: id))
        agencyID = row.agencyID.map(String.init(bytes:))
        shortName = row.shortName.map(String.init(bytes:))
        longName = row.longName.map(String.init(bytes:))
        color = row.color.map(String.init(bytes:))
        textColor = row.textColor.map(String.init(bytes:))
        type = row.type
    }
}

extension Timetable.StopTime {
    /// Its place and times; what stop it is at, and what else it may have, the keeper adds.
    @inline(__always)
    package init(_ row: StopTimeRow, sequence: Int) {
        self.init()
        self.sequence = sequence
        arrival = row.arrival
        departure = row.departure
        shapeDistance = row.shapeDistance
    }
}

extension String {
    package init(bytes: UnsafeRawBufferPointer) { self.init(decoding: bytes, as: UTF8.self) }

    /// Lends the text's UTF-8.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        var copy = self
        return try copy.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }
}
