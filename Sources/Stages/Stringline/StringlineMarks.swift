import Charts
import Drawing
import Occupancy

/// The lines of a picture, told apart without colours too: the more crowded the wider, all with an edge that stands out
/// from the paper; what is scheduled is thin, what is not known grey and without an edge.
extension ChartPen {
    private func stroke(_ points: [Point], _ color: Color, _ width: Double, _ name: String, dashes: [Double] = []) {
        add(.lines([points], .init(color, width), dashes: dashes), name)
    }

    func scheduled(_ points: [Point]) { stroke(points, ChartColors.muted, 0.7, "due") }

    /// Past stops of which the time is not known.
    func gap(_ points: [Point]) { stroke(points, ChartColors.ink, 1, "gap", dashes: [1, 4]) }

    func actual(_ points: [Point], _ level: OccupancyLevel?) {
        guard let place = level.flatMap({ OccupancyLevel.allCases.firstIndex(of: $0) }) else {
            return stroke(points, ChartColors.edge, 2.2, "cu")
        }
        let step = ChartColors.levels[place]
        let width = 1.8 + 0.9 * Double(place)
        stroke(points, Color(0x5F, 0x5F, 0x5F), width + 1.6, "ce")
        stroke(points, step.fill, width, "c" + step.name)
    }

    func predicted(_ points: [Point], _ level: OccupancyLevel?) {
        faded(0.45, around: points) { actual(points, level) }
    }

    /// A call whose neighbours are not known.
    func dot(_ point: Point) { add(.disc(point, radius: 1.8, fill: ChartColors.ink, outline: nil)) }

    /// Between two vehicles close behind each other.
    func tint(_ points: [Point]) {
        faded(0.24, around: points) { add(.area(points, fill: ChartColors.ink, outline: nil), "tint") }
    }

    func bracket(_ left: Double, _ right: Double, _ y: Double) {
        stroke([Point(left, y), Point(right, y)], ChartColors.ink, 2, "bracket")
    }
}

enum StringlineStyle {
    /// What a page adds for the dark, and for a run that is pointed at.
    static let sheet = """

        .run:hover .ce,.run:hover .cu{stroke:#1a1a1a}
        @media (prefers-color-scheme:dark){
        .due{stroke:#a0a0a0}
        .gap,.bracket{stroke:#ececec}
        .ce{stroke:#b4b4b4}
        .run:hover .ce,.run:hover .cu{stroke:#fff}
        }
        """
}
