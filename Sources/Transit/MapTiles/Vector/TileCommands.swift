/// Reads the commands of a feature's geometry: MoveTo, LineTo and ClosePath with their differences (§4.3).
///
/// Sums wrap round at 32 bits: tiles in which they do are valid. Reasons count the integers of the geometry from 0.
struct TileCommands {
    /// Why integers are no geometry.
    struct Fault: Error {
        let reason: String
    }

    private enum Command: UInt32 {
        case moveTo = 1
        case lineTo = 2
        case closePath = 7

        var name: StaticString {
            switch self {
            case .moveTo: "MoveTo"
            case .lineTo: "LineTo"
            case .closePath: "ClosePath"
            }
        }
    }

    private let integers: [UInt32]
    private var next = 0
    private var x: Int32 = 0
    private var y: Int32 = 0

    private init(_ integers: [UInt32]) { self.integers = integers }

    /// The parts of a geometry that must follow the sequences of version 2 (§4.3.4.2 to §4.3.4.4); none of no integers.
    static func parts(of type: VectorTile.GeometryType, _ integers: [UInt32]) throws(Fault) -> [[TilePosition]] {
        guard type != .unknown, !integers.isEmpty else { return [] }
        var commands = TileCommands(integers)
        var parts: [[TilePosition]] = []
        if type == .point {
            let count = try commands.command(.moveTo, atLeast: 1)
            parts.append(commands.positions(count))
            guard commands.isAtEnd else {
                throw Fault(reason: "geometry integer \(commands.next) follows the single MoveTo of a point geometry")
            }
            return parts
        }
        while !commands.isAtEnd {
            let start = commands.next
            guard try commands.command(.moveTo, atLeast: 1) == 1 else {
                throw Fault(reason: "MoveTo at geometry integer \(start) has a count other than 1")
            }
            var part = commands.positions(1)
            let count = try commands.command(.lineTo, atLeast: type == .polygon ? 2 : 1)
            commands.append(count, to: &part)
            if type == .polygon {
                let end = commands.next
                guard try commands.command(.closePath, atLeast: 0) == 1 else {
                    throw Fault(reason: "ClosePath at geometry integer \(end) has a count other than 1")
                }
            }
            parts.append(part)
        }
        return parts
    }

    /// The parts of a geometry of version 1, which demands no sequence: every MoveTo begins a part, of points all are
    /// one part, ClosePath leads a line back to its start and ends a ring, whatever its count.
    static func looseParts(of type: VectorTile.GeometryType, _ integers: [UInt32]) throws(Fault) -> [[TilePosition]] {
        guard type != .unknown else { return [] }
        var commands = TileCommands(integers)
        var parts: [[TilePosition]] = []
        while !commands.isAtEnd {
            let start = commands.next
            let (command, count) = try commands.command()
            switch command {
            case .moveTo:
                let positions = commands.positions(count)
                if type != .point {
                    for position in positions { parts.append([position]) }
                } else if parts.isEmpty {
                    if !positions.isEmpty { parts.append(positions) }
                } else {
                    parts[0] += positions
                }
            case .lineTo:
                guard !parts.isEmpty, type != .point else {
                    throw Fault(reason: "LineTo at geometry integer \(start) has no line to continue")
                }
                commands.append(count, to: &parts[parts.count - 1])
            case .closePath:
                guard let first = parts.last?.first, type != .point else {
                    throw Fault(reason: "ClosePath at geometry integer \(start) has no ring to close")
                }
                if type == .line {
                    parts[parts.count - 1].append(first)
                } else {
                    // Some close the ring with a position as well.
                    let place = parts.count - 1
                    while parts[place].count > 1, parts[place][parts[place].count - 1] == first {
                        parts[place].removeLast()
                    }
                }
            }
        }
        return parts
    }

    private var isAtEnd: Bool { next >= integers.count }

    private mutating func command() throws(Fault) -> (command: Command, count: Int) {
        guard let command = Command(rawValue: integers[next] & 7) else {
            throw Fault(reason: "geometry integer \(next) is the unknown command \(integers[next] & 7)")
        }
        let count = Int(integers[next] >> 3)
        guard command == .closePath || count <= (integers.count - next - 1) / 2 else {
            throw Fault(
                reason: "\(command.name) at geometry integer \(next) has a count of \(count),"
                    + " and \(integers.count - next - 1) integers follow")
        }
        next += 1
        return (command, count)
    }

    private mutating func command(_ expected: Command, atLeast least: Int) throws(Fault) -> Int {
        guard !isAtEnd else { throw Fault(reason: "the geometry ends where \(expected.name) should follow") }
        let start = next
        let (command, count) = try command()
        guard command == expected else {
            throw Fault(reason: "geometry integer \(start) is \(command.name) where \(expected.name) should be")
        }
        guard count >= least else {
            throw Fault(reason: "\(command.name) at geometry integer \(start) has a count below \(least)")
        }
        return count
    }

    private mutating func positions(_ count: Int) -> [TilePosition] {
        var positions: [TilePosition] = []
        append(count, to: &positions)
        return positions
    }

    /// `command` has seen to it that the integers are there.
    private mutating func append(_ count: Int, to part: inout [TilePosition]) {
        // Not for each of many short commands, which would be a copy of the part for each.
        if count > part.count { part.reserveCapacity(part.count + count) }
        for _ in 0..<count {
            x &+= TileCommands.difference(integers[next])
            y &+= TileCommands.difference(integers[next + 1])
            next += 2
            part.append(TilePosition(x: x, y: y))
        }
    }

    /// Undoes the zigzag (§4.3.2).
    @inline(__always)
    private static func difference(_ integer: UInt32) -> Int32 {
        Int32(bitPattern: integer >> 1) ^ -Int32(bitPattern: integer & 1)
    }
}
