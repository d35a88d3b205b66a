extension Tables {
    /// Tables of files that were proposed for the reference and are in no release of it.
    static let proposed: [any ScheduleTable.Type] = [Tables.Occupancies.self]
}

extension Tables {
    /// `occupancies.txt`, which was proposed for GTFS (google/transit#240) and is in no release of the reference.
    public struct Occupancies: ScheduleTable {
        public static let columns = Occupancies()
        public static let file = ScheduleFile(
            "occupancies", .optional, key: .wholeRow, isProposed: true)

        public let tripID = id("trip_id", .required, to: "trips.trip_id")
        /// Later stops of the trip without a row of their own have the same status. Empty: all stops.
        public let stopSequence = nonNegativeInteger("stop_sequence")
        public let occupancyStatus = enumeration("occupancy_status", .required, .occupancyStatus)
        public let monday = enumeration("monday")
        public let tuesday = enumeration("tuesday")
        public let wednesday = enumeration("wednesday")
        public let thursday = enumeration("thursday")
        public let friday = enumeration("friday")
        public let saturday = enumeration("saturday")
        public let sunday = enumeration("sunday")
        public let startDate = day("start_date")
        public let endDate = day("end_date")

        /// Monday first.
        public var weekdays: [Column<Self, Whole, IfKnown>] {
            [monday, tuesday, wednesday, thursday, friday, saturday, sunday]
        }
    }
}
