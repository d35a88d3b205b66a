import Drawing

/// A station as it is drawn: a capsule across the strands of each way that it lies at, with links between them.
public struct StationMark {
    /// From the middle of the outermost strand to that on the other side; of one strand both are one place.
    public struct Bar: Sendable, Equatable {
        public var from: Point
        public var to: Point

        public init(from: Point, to: Point) {
            self.from = from
            self.to = to
        }

        public var middle: Point { Point((from.x + to.x) / 2, (from.y + to.y) / 2) }
        public var length: Double { from.distance(to: to) }

        /// The box around it.
        public func frame(margin: Double) -> Frame {
            Frame(
                min(from.x, to.x) - margin, min(from.y, to.y) - margin, abs(from.x - to.x) + 2 * margin,
                abs(from.y - to.y) + 2 * margin)
        }
    }

    private var lines: [[Point]]
    private let radius: Double

    private let links: [[Point]]

    /// - Parameters:
    ///   - bars: one at least.
    ///   - radius: pixels around these.
    public init(_ bars: [Bar], radius: Double) {
        self.radius = radius
        // A line of two places that are one is not drawn.
        lines = bars.map { [$0.from, $0.from == $0.to ? Point($0.to.x + 0.01, $0.to.y) : $0.to] }
        links = zip(bars, bars.dropFirst()).map { [$0.middle, $1.middle] }
    }

    public func draw(fill: Color, outline: Picture.Outline, _ picture: inout Picture) {
        if !links.isEmpty { picture.add(.lines(links, .init(outline.color, radius + outline.width))) }
        picture.add(.lines(lines, .init(outline.color, 2 * radius + outline.width)))
        if !links.isEmpty { picture.add(.lines(links, .init(fill, max(0.5, radius - outline.width)))) }
        picture.add(.lines(lines, .init(fill, 2 * radius - outline.width)))
    }
}
