// Prints the vehicles of GTFS-Realtime messages: vehicles MESSAGE…
import LinefeedKit

let messages = try RealtimeMessages(files: Array(CommandLine.arguments.dropFirst()))
for vehicle in messages.vehiclePositions {
    guard let latitude = vehicle.latitude, let longitude = vehicle.longitude else { continue }
    // OccupancyStatus of GTFS-Realtime. A missing status is nil, never 0.
    let status = vehicle.occupancyStatus.map(String.init) ?? "unknown"
    print(vehicle.vehicleID ?? "-", vehicle.routeID ?? "-", latitude, longitude, status, separator: "\t")
}
for finding in messages.findings { print(finding) }
