import Containers

/// The place of a stop among those of its schedule; no other kind's place can be taken for it.
public typealias StopIndex = Identifier<Timetable.Stop>
public typealias RouteIndex = Identifier<Timetable.Route>
public typealias TripIndex = Identifier<Timetable.Trip>
public typealias ServiceIndex = Identifier<Timetable.Service>

/// The part of a schedule that a question needs, resolved: rows know each other by number.
///
/// Memory: some 200 bytes a stop, route and trip, 40 a stop time.
public struct Timetable: Sendable {
    public struct Agency: Sendable {
        public var id: String?
        public var name: String?
        /// The IANA name.
        public var timezone: String?
        public init() {}
    }

    public struct Stop: Sendable {
        public var id: String
        public var name: String?
        /// Degrees north; not a number where there is none.
        public var latitude = Double.nan
        /// Degrees east.
        public var longitude = Double.nan
        public var platformCode: String?
        public var parentStation: String?
        /// The specification's number; nil where the feed says nothing.
        public var wheelchairBoarding: Int?
        public var locationType: Int?
        /// stop_timezone, an IANA name, as its row has it.
        public var timezone: String?
        /// Whether stops.txt has a row of it; a stop time may name one that it lacks.
        public var isListed = true
        public init(id: String) { self.id = id }
    }

    public struct Route: Sendable {
        public var id: String
        public var agencyID: String?
        public var shortName: String?
        public var longName: String?
        public var color: String?
        public var textColor: String?
        public var type: Int?
        public init(id: String) { self.id = id }
    }

    public enum Service {}

    public struct Trip: Sendable {
        public var id: String
        public var routeID: String?
        public var route: RouteIndex?
        public var service: ServiceIndex?
        public var headsign: String?
        public var shortName: String?
        public var directionID: Int?
        public var wheelchairAccessible: Int?
        public var shapeID: String?
        /// In the order of stop_sequence.
        public var stopTimes: [StopTime] = []
        public var frequencies: [Frequency] = []
        /// Whether trips.txt has a row of it.
        public var isListed = false
        public init(id: String) { self.id = id }
    }

    /// A row of stop_times.txt.
    public struct StopTime: Sendable {
        static let noTime = Int32.min
        private var stopIndex: Int32 = -1
        public var sequence = 0
        private var arrivalSeconds = StopTime.noTime
        private var departureSeconds = StopTime.noTime
        private var distance = Double.nan
        /// The place of stop_headsign in `headsigns`; -1 for none.
        public var headsign: Int32 = -1
        /// 0 regular, 1 none, 2 by phone, 3 with the driver.
        public var pickupType: UInt8 = 0
        public var dropOffType: UInt8 = 0
        /// Whether the times were worked out from those before and after.
        public var isInterpolated = false
        /// stop_times.txt, timepoint: 0 approximate, 1 exact; -1 where the feed says nothing.
        public var timepoint: Int8 = -1

        public init() {}

        /// nil where the row names an area instead of a stop.
        public var stop: StopIndex? {
            get { stopIndex < 0 ? nil : StopIndex(Int(stopIndex)) }
            set { stopIndex = newValue.map { Int32(truncatingIfNeeded: $0.index) } ?? -1 }
        }

        /// Seconds of the service day.
        public var arrival: Int? {
            get { arrivalSeconds == StopTime.noTime ? nil : Int(arrivalSeconds) }
            set { arrivalSeconds = newValue.map { Int32(clamping: $0) } ?? StopTime.noTime }
        }

        /// Seconds of the service day.
        public var departure: Int? {
            get { departureSeconds == StopTime.noTime ? nil : Int(departureSeconds) }
            set { departureSeconds = newValue.map { Int32(clamping: $0) } ?? StopTime.noTime }
        }

        /// shape_dist_traveled, in the unit of the feed.
        public var shapeDistance: Double? {
            get { distance.isNaN ? nil : distance }
            set { distance = newValue ?? .nan }
        }
    }

    /// A row of frequencies.txt; seconds of the service day.
    public struct Frequency: Sendable {
        public let start: Int
        /// The first second at which no trip starts any more.
        public let end: Int
        public let headway: Int
        /// Whether trips start at exactly those times.
        public let isExact: Bool

        /// Seconds that a time of the service day or a headway may be, so that sums of them stay numbers.
        private static let range = 0..<(1 << 53)
        /// The most runs that a row starts: one a second for a week.
        public static let mostStarts = 604_800

        /// How many runs the row starts, by its numbers.
        public var startCount: Int { end > start ? (end - start - 1) / headway + 1 : 0 }

        /// - Returns: nil for times before the service day, a headway that is not positive, or numbers of no sense.
        /// How many runs of the row are taken.
        public var mostRuns: Int { min(startCount, Frequency.mostStarts) }

        public init?(start: Int, end: Int, headway: Int, isExact: Bool) {
            guard Frequency.range.contains(start), Frequency.range.contains(end), headway > 0,
                Frequency.range.contains(headway)
            else { return nil }
            self.init(checkedStart: start, end: end, headway: headway, isExact: isExact)
        }

        private init(checkedStart start: Int, end: Int, headway: Int, isExact: Bool) {
            self.start = start
            self.end = end
            self.headway = headway
            self.isExact = isExact
        }

        /// What stands for a row that cannot be used: no trip starts by it, and the trip's own times are not departures
        /// all the same (frequencies.txt).
        public static let unusable = Frequency(checkedStart: 0, end: 0, headway: 1, isExact: false)
    }

    public var agencies: [Agency] = []
    /// feed_info.txt, feed_version.
    public var feedVersion: String?
    /// feed_info.txt, feed_lang; nil where the feed has several languages (mul).
    public var feedLanguage: String?
    public var stops: [Stop] = []
    public var routes: [Route] = []
    public var trips: [Trip] = []
    /// Texts of stop_headsign.
    public var headsigns: [String] = []
    public var calendar = ServiceCalendar()

    public private(set) var stopNumbers: [String: StopIndex] = [:]
    public private(set) var routeNumbers: [String: RouteIndex] = [:]
    public private(set) var tripNumbers: [String: TripIndex] = [:]
    private var serviceNumbers: [String: ServiceIndex] = [:]
    private var headsignNumbers: [String: Int32] = [:]

    public init() {}

    public subscript(_ number: StopIndex) -> Stop { stops[number.index] }
    public subscript(_ number: RouteIndex) -> Route { routes[number.index] }
    public subscript(_ number: TripIndex) -> Trip {
        get { trips[number.index] }
        _modify { yield &trips[number.index] }
    }

    // MARK: Building

    /// Adds a stop; of two rows with one id the first stays, and false comes back.
    @discardableResult
    public mutating func add(_ stop: Stop) -> Bool {
        guard stopNumbers[stop.id] == nil else { return false }
        stopNumbers[stop.id] = StopIndex(stops.count)
        stops.append(stop)
        return true
    }

    /// The stop with an id, which is made now, unlisted, if there is none.
    public mutating func stop(_ id: String) -> StopIndex {
        if let known = stopNumbers[id] { return known }
        var stop = Stop(id: id)
        stop.isListed = false
        add(stop)
        return StopIndex(stops.count - 1)
    }

    @discardableResult
    public mutating func add(_ route: Route) -> Bool {
        guard routeNumbers[route.id] == nil else { return false }
        routeNumbers[route.id] = RouteIndex(routes.count)
        routes.append(route)
        return true
    }

    /// The trip with an id, made now if it is new.
    public mutating func trip(_ id: String) -> TripIndex {
        if let known = tripNumbers[id] { return known }
        let number = TripIndex(trips.count)
        tripNumbers[id] = number
        trips.append(Trip(id: id))
        return number
    }

    /// Whether the service has a number.
    public func knowsService(_ id: String) -> Bool { serviceNumbers[id] != nil }

    /// Returns the number of a service; a new service gets a number.
    public mutating func service(_ id: String) -> ServiceIndex {
        if let known = serviceNumbers[id] { return known }
        let number = ServiceIndex(serviceNumbers.count)
        serviceNumbers[id] = number
        return number
    }

    public mutating func headsign(_ text: String) -> Int32 {
        if let known = headsignNumbers[text] { return known }
        let number = Int32(headsigns.count)
        headsignNumbers[text] = number
        headsigns.append(text)
        return number
    }

    // MARK: Asking

    /// The stops at which vehicles stop that belong to a stop: itself, and all that have it for a parent, their own
    /// children included.
    ///
    /// Cost: linear in the stops, however they lead to each other.
    public func platforms(of stop: StopIndex) -> Set<StopIndex> { platforms(of: [stop]) }

    /// The same for several stops.
    public func platforms(of wanted: [StopIndex]) -> Set<StopIndex> {
        var children: [StopIndex: [StopIndex]] = [:]
        for (index, stop) in stops.enumerated() {
            guard let parent = stop.parentStation.flatMap({ stopNumbers[$0] }) else { continue }
            children[parent, default: []].append(StopIndex(index))
        }
        var found: Set<StopIndex> = []
        var open = wanted
        while let next = open.popLast() {
            if found.insert(next).inserted { open += children[next] ?? [] }
        }
        return found
    }

    /// The name of the clock at a stop, as stops.txt has it: a stop in a station has the station's, whatever its own row
    /// says; nil where none is given, which means the agency's.
    ///
    /// Cost: two steps at most, from a boarding area to its station.
    public func zoneName(of stop: StopIndex) -> String? {
        var place = stop
        for _ in 0..<2 {
            guard let parent = self[place].parentStation.flatMap({ stopNumbers[$0] }) else { break }
            place = parent
        }
        return self[place].timezone
    }

    /// Whether a trip runs on any of some days.
    public func runs(_ trip: Trip, onAnyOf days: ClosedRange<Int>) -> Bool {
        trip.service.map { calendar.runs($0.index, onAnyOf: days) } ?? false
    }

    /// Whether a trip runs on a day, counted from 1970-01-01.
    public func runs(_ trip: Trip, on day: Int) -> Bool {
        guard let service = trip.service else { return false }
        return calendar.runs(service.index, on: day)
    }
}
