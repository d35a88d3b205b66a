import GTFSSchedule
import Geometry
import Schedule

/// What a feed contains, at a glance.
struct FeedSummary {
    struct Agency {
        let id: String?
        let name: String?
        let url: String?
        let zone: String?
        let language: String?
    }

    /// What feed_info.txt says.
    struct Publisher: Equatable {
        var name: String?
        var url: String?
        var language: String?
        var version: String?
        /// Days after 1970-01-01.
        var first: Int?
        var last: Int?
    }

    struct Mode {
        let type: Int?
        var routes = 0
        var trips = 0

        init(type: Int?) { self.type = type }

        var word: String? { type.flatMap { RouteMode(routeType: $0) }?.word }
    }

    let source: String
    let bytes: Int?
    let publisher: Publisher
    let agencyCount: Int
    let agencies: [Agency]
    /// Days after 1970-01-01 on which a trip runs.
    let firstDay: Int?
    let lastDay: Int?
    let dayCount: Int
    let modes: [Mode]
    let bounds: Bounds?
    let features: [FeedFeature]
    let tables: [TableFill]
    let fingerprint: String
}

/// The box around positions, the narrower of the two that go east and west around the earth.
struct StopBox {
    private var south = Double.infinity
    private var north = -Double.infinity
    private var west = Double.infinity
    private var east = -Double.infinity
    /// The least longitude of those from 0 up, and the greatest of those below 0.
    private var leastEastern = Double.infinity
    private var greatestWestern = -Double.infinity

    mutating func add(_ position: Coordinate) {
        south = min(south, position.latitude)
        north = max(north, position.latitude)
        west = min(west, position.longitude)
        east = max(east, position.longitude)
        if position.longitude < 0 {
            greatestWestern = max(greatestWestern, position.longitude)
        } else {
            leastEastern = min(leastEastern, position.longitude)
        }
    }

    var bounds: Bounds? {
        guard south <= north else { return nil }
        if greatestWestern.isFinite, leastEastern.isFinite, greatestWestern + 360 - leastEastern < east - west {
            return Bounds(west: leastEastern, south: south, east: greatestWestern, north: north)
        }
        return Bounds(west: west, south: south, east: east, north: north)
    }
}
