import Drawing
import Occupancy
import Platform

/// A vehicle on a map: how crowded it is by shape as well as by colour, and where it heads.
public struct VehicleSymbol: Sendable {
    private let level: OccupancyLevel?
    /// Degrees clockwise from north.
    private let bearing: Double?
    /// Radians clockwise by which all of it is turned.
    private let turn: Double

    private static let ink = Color(0x1A, 0x1A, 0x1A)
    /// How far the symbol reaches from its middle, in its radii: the tip of its bearing and the outline.
    public static let reach = 2.3

    /// - Parameters:
    ///   - level: nil where the crowding is not known.
    ///   - bearing: degrees clockwise from north; nil where it is not known.
    ///   - rotation: degrees clockwise by which the symbol and its bearing are turned.
    public init(_ level: OccupancyLevel?, bearing: Double? = nil, rotation: Double = 0) {
        self.level = level
        self.bearing = bearing
        turn = rotation * .pi / 180
    }

    public func draw(at center: Point, radius: Double, _ picture: inout Picture) {
        drawBearing(at: center, radius: radius, &picture)
        let outline = Picture.Outline(VehicleSymbol.ink, radius < 5 ? 1 : 1.4)
        func polygon(_ corners: [(Double, Double)]) {
            guard let level else { return }
            picture.add(
                .area(
                    corners.map { (east, south) in
                        Point(
                            center.x + (east * cos(turn) - south * sin(turn)) * radius,
                            center.y + (east * sin(turn) + south * cos(turn)) * radius)
                    },
                    fill: Color(level.fill), outline: outline))
        }
        switch level {
        case nil:
            // Grey with a dot: neither a stop nor an empty vehicle.
            picture.add(
                .disc(center, radius: radius * 0.9, fill: Color(0xBD, 0xBD, 0xBD), outline: outline))
            picture.add(.disc(center, radius: radius * 0.3, fill: VehicleSymbol.ink, outline: nil))
        case .low?: picture.add(.disc(center, radius: radius, fill: Color(OccupancyLevel.low.fill), outline: outline))
        case .moderate?: polygon([(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)])
        case .high?: polygon([(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)])
        case .veryCrowded?:
            polygon(
                (0..<10).map { corner in
                    let angle = Double(corner) * .pi / 5
                    let reach = corner % 2 == 0 ? 1.4 : 0.7
                    return (reach * sin(angle), -reach * cos(angle))
                })
        }
    }

    /// A tip beyond the symbol.
    private func drawBearing(at center: Point, radius: Double, _ picture: inout Picture) {
        guard let bearing else { return }
        let angle = bearing * .pi / 180 + turn
        func place(_ forward: Double, _ side: Double) -> Point {
            Point(
                center.x + forward * sin(angle) + side * cos(angle),
                center.y - forward * cos(angle) + side * sin(angle))
        }
        picture.add(
            .area(
                [place(radius * 2.1, 0), place(radius * 0.9, radius * 0.75), place(radius * 0.9, -radius * 0.75)],
                fill: VehicleSymbol.ink, outline: .init(.white, 1)))
    }
}
