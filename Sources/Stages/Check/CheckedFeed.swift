import Containers
import Contract
import GTFSSchedule
import Geometry
import Schedule

/// What of a feed is kept until its last row was read, since rules compare it with rows of other tables.
///
/// Memory: some 110 bytes a stop and a trip, 28 a shape point, what `CallPatterns` says for stop times, and 28 more for each stop
/// time at a zone.
final class CheckedFeed {
    struct Stop {
        var latitude = Double.nan
        var longitude = Double.nan
        var type = 0
        var parent = IDSpace.ID.none
        var line = 0
        var hasZone = false
        var hasLevel = false
        /// Riders reach it without the station's pathways.
        var isOutsidePathways = false
        /// A fingerprint of its name without regard to capitals; 0 for none.
        var name: UInt64 = 0
        /// Whether it has a row of its own, and is not only named.
        var isRow = false

        var coordinate: Coordinate? {
            latitude.isNaN || longitude.isNaN ? nil : Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    struct Route {
        var type: Int?
        var line = 0
        var isContinuous = false
        var agency = IDSpace.ID.none
    }

    struct Trip: BitwiseCopyable {
        var route = IDSpace.ID.none
        var service = IDSpace.ID.none
        var shape = IDSpace.ID.none
        var block = IDSpace.ID.none
        var headsign = IDSpace.ID.none
        var line: UInt32 = 0
        var hasWindow = false
        var hasFrequency = false
        /// It does not say whether bicycles are allowed.
        var lacksBikes = false
        /// A stop time of it is in a window, and both pickup and drop-off are arranged by phone.
        var isBooked = false
        private var way: UInt8 = 2

        /// direction_id; nil where the timetable does not say.
        var direction: Int? {
            get { way < 2 ? Int(way) : nil }
            set { way = newValue == 0 ? 0 : newValue == 1 ? 1 : 2 }
        }
    }

    struct StopTime: BitwiseCopyable {
        /// Nothing where it calls at a group of stops or a location.
        var stop = IDSpace.ID.none
        /// Seconds of the service day; `unknown` where not given.
        var arrival = StopTime.unknown
        var departure = StopTime.unknown
        /// The line in the lower 31 bits, and whether it has a window.
        private var place: UInt32 = 0

        var line: UInt32 { place & 0x7FFF_FFFF }
        var hasWindow: Bool { place >> 31 == 1 }

        init(stop: IDSpace.ID, arrival: Int32, departure: Int32, line: Int, hasWindow: Bool) {
            self.stop = stop
            self.arrival = arrival
            self.departure = departure
            place = UInt32(truncatingIfNeeded: line) & 0x7FFF_FFFF | (hasWindow ? 1 << 31 : 0)
        }

        /// Not given.
        static let unknown = Int32.min
        /// Given, and no time.
        static let broken = Int32.min + 1

        /// Whether it is a time.
        @inline(__always)
        static func isTime(_ seconds: Int32) -> Bool { seconds > broken }
    }

    /// A stop time at a zone of locations.geojson, within a window.
    struct ZoneCall: BitwiseCopyable {
        let trip: IDSpace.ID
        let location: IDSpace.ID
        let sequence: UInt32
        let line: UInt32
        let start: Int32
        let end: Int32
        /// -1 for what is no value of the enumeration.
        let pickup: Int8
        let dropOff: Int8
    }

    struct ShapePoint: BitwiseCopyable {
        /// Ten-millionths of a degree.
        let latitude: Int32
        let longitude: Int32
        let line: UInt32
        /// NaN where not given.
        let distance: Double

        var coordinate: Coordinate {
            Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        }
    }

    // By target column, as `stop_id`.
    private(set) var spaces: [String: IDSpace] = [:]
    let stopIDs: IDSpace
    let routeIDs: IDSpace
    let tripIDs: IDSpace
    let shapeIDs: IDSpace
    let serviceIDs: IDSpace
    let agencyIDs: IDSpace
    let locationIDs: IDSpace
    let locationGroupIDs: IDSpace
    let blockIDs = IDSpace("block_id")
    let headsigns = IDSpace("trip_headsign")

    var stops: [Stop] = []
    var routes: [Route] = []
    let trips = GrowingColumn<Trip>()
    let stopTimes = CallPatterns()
    let zoneCalls = GrowingColumn<ZoneCall>()
    /// Stops by the group that they are in.
    var groupStops: [(group: IDSpace.ID, stop: IDSpace.ID)] = []
    var shapePoints = SequencedRows<IDSpace, ShapePoint>()
    var calendar = ServiceCalendar()
    /// Services with a row that does not say when.
    var uncertainServices: Set<IDSpace.ID> = []
    /// By service, the line of calendar.txt, or of calendar_dates.txt for one that is only there.
    private(set) var serviceLines: [(file: String, line: Int?)] = []

    // What ids are used for.
    static let called: UInt8 = 2
    /// It has a stop, as a station has.
    static let hasStop: UInt8 = 4
    /// It is the parent_station of any location.
    static let isParent: UInt8 = 8
    /// It is in a group of stops at which a trip calls.
    static let calledInGroup: UInt8 = 16
    /// A route with fares by zone calls at the stop, or is it.
    static let inZoneFares: UInt8 = 32
    static let used: UInt8 = 2
    /// The service has a row in calendar.txt.
    static let inCalendar: UInt8 = 4

    init() {
        func space(_ name: String) -> IDSpace { IDSpace(name) }
        stopIDs = space("stop_id")
        routeIDs = space("route_id")
        tripIDs = space("trip_id")
        shapeIDs = space("shape_id")
        serviceIDs = space("service_id")
        agencyIDs = space("agency_id")
        locationIDs = space("id")
        locationGroupIDs = space("location_group_id")
        for known in [
            stopIDs, routeIDs, tripIDs, shapeIDs, serviceIDs, agencyIDs, locationIDs, locationGroupIDs,
        ] { spaces[known.name] = known }
        for definition in TableDefinition.all {
            if let key = definition.onlyKey, spaces[key] == nil { spaces[key] = space(key) }
            for target in definition.fields.flatMap(\.targets) where spaces[target.column] == nil {
                spaces[target.column] = space(target.column)
            }
        }
    }

    func stop(_ id: IDSpace.ID) -> Stop { id.index < stops.count ? stops[id.index] : Stop() }

    func set(_ stop: Stop, _ id: IDSpace.ID) {
        while stops.count <= id.index { stops.append(Stop()) }
        stops[id.index] = stop
    }

    func route(_ id: IDSpace.ID) -> Route { id.index < routes.count ? routes[id.index] : Route() }

    func set(_ route: Route, _ id: IDSpace.ID) {
        while routes.count <= id.index { routes.append(Route()) }
        routes[id.index] = route
    }

    func trip(_ id: IDSpace.ID) -> Trip { id.index < trips.count ? trips[id.index] : Trip() }

    func change(_ id: IDSpace.ID, _ body: (inout Trip) -> Void) {
        while trips.count <= id.index { trips.append(Trip()) }
        var trip = trips[id.index]
        body(&trip)
        trips[id.index] = trip
    }

    /// Where a stop is, or the station it is in.
    func coordinate(_ id: IDSpace.ID) -> Coordinate? {
        guard !id.isNone else { return nil }
        return StopPlace.find(
            id, own: { stop($0).coordinate }, parent: { stop($0).parent.isNone ? nil : stop($0).parent })
    }

    /// The points of a shape that are where something can be, in their order.
    func line(_ positions: [Int]) -> [Coordinate] {
        positions.lazy.map { self.shapePoints.value(at: $0).coordinate }.filter { !$0.isNearOrigin }
    }

    /// The number of a line as it is kept: 0 and the largest for none.
    static func line(_ number: UInt32) -> Int? { number == 0 || number == .max ? nil : Int(number) }

    @inline(__always)
    func takeStopTime(_ stopTime: StopTime, sequence: UInt32, distance: Double, of trip: IDSpace.ID) throws {
        try stopTimes.append(stopTime, sequence: sequence, distance: distance, to: trip)
        if stopTime.hasWindow { change(trip) { $0.hasWindow = true } }
    }

    func note(_ service: IDSpace.ID, file: String, line: Int?) {
        while serviceLines.count <= service.index { serviceLines.append(("", nil)) }
        if serviceLines[service.index].file.isEmpty { serviceLines[service.index] = (file, line) }
    }
}
