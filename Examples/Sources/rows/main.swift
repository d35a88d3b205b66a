// Prints rows of a feed as typed values: rows FEED
import LinefeedKit

guard CommandLine.arguments.count == 2 else { fatalError("usage: rows FEED") }
let feed = try Feed(CommandLine.arguments[1])

// Reads all stops at once.
let stops = try feed.rows(of: Tables.Stops.self)
for stop in stops {
    guard let latitude = stop.stopLat, let longitude = stop.stopLon else { continue }
    print(stop.stopID ?? "-", stop.stopName ?? "-", latitude, longitude, separator: "\t")
}

// Reads stop times one by one without keeping them. Times are seconds after the service day's noon minus 12 hours.
var last = 0
try feed.forEachRow(of: Tables.StopTimes.self) { call in last = max(last, call.departureTime ?? 0) }
print("last departure \(last / 3600):\(last / 60 % 60)")
for finding in stops.findings { print(finding) }
