// Prints the lines of a feed's routes: lines FEED
import LinefeedKit

guard CommandLine.arguments.count == 2 else { fatalError("usage: lines FEED") }
let (lines, _) = try Feed(CommandLine.arguments[1]).lines(from: .shapesElseStops)
for line in lines {
    let positions = line.parts.map(\.count).reduce(0, +)
    print(line.id, line.routeShortName ?? "-", "\(Int(line.length)) m", "\(positions) positions", separator: "\t")
}
