// Prints the next departures of a stop: next-departures FEED STOP TIME [REALTIME-MESSAGE…]
import LinefeedKit

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3 else { fatalError("usage: next-departures FEED STOP TIME [REALTIME-MESSAGE…]") }
let (path, stop, time) = (arguments[1], arguments[2], arguments[3])

let feed = try Feed(path)
let messages = Array(arguments.dropFirst(3))
let realtime = messages.isEmpty ? nil : try RealtimeMessages(files: messages)
let board = try feed.departures(at: [stop], from: .local(time), horizon: .seconds(7200), realtime: realtime)
for alert in board.stops.flatMap(\.alerts) {
    print("!", alert.header ?? alert.description ?? alert.id, alert.url ?? "-", separator: "\t")
}
for departure in board {
    let line = departure.routeShortName ?? departure.routeLongName ?? departure.routeID ?? "-"
    let delay = departure.delay.map { "\($0) s late" } ?? "as planned"
    print(board.localTime(departure.departureTime), line, departure.headsign ?? "-", delay, separator: "\t")
}
