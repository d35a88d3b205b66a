// Prints how crowded routes were: crowding MESSAGE…
import LinefeedKit

let messages = try RealtimeMessages(files: Array(CommandLine.arguments.dropFirst()))
for route in try messages.crowding(by: [.routeID, .directionID]) {
    let worst = route.worstStatus.map(String.init) ?? "unknown"
    print(route.group[0] ?? "-", route.group[1] ?? "-", route.observations, worst, separator: "\t")
}
