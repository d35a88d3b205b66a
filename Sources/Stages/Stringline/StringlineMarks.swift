import Charts
import Occupancy

/// The lines of a picture, told apart without colours too: the more crowded the wider, all with an edge that stands out
/// from the paper; what is scheduled is thin, what is not known grey and without an edge.
enum StringlineMarks {
    typealias Colors = ChartColors

    static func path(_ points: [(Double, Double)]) -> String {
        var text = ""
        for (place, point) in points.enumerated() {
            text += place == 0 ? "M" : "L"
            text += "\(ChartMarks.number(point.0)) \(ChartMarks.number(point.1))"
        }
        return text
    }

    static func scheduled(_ path: String) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"\(Colors.muted)\" stroke-width=\"0.7\" class=\"due\"/>"
    }

    /// Past stops of which the time is not known.
    static func gap(_ path: String) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"\(Colors.ink)\" stroke-width=\"1\" stroke-dasharray=\"2 3\" "
            + "class=\"gap\"/>"
    }

    static func actual(_ path: String, _ level: OccupancyLevel?) -> String {
        let place = level.flatMap { OccupancyLevel.allCases.firstIndex(of: $0) }
        guard let place else { return stroke(path, Colors.edge, 2.2, "cu") }
        let step = Colors.levels[place]
        let width = 1.8 + 0.9 * Double(place)
        return stroke(path, edge, width + 1.6, "ce") + stroke(path, step.fill, width, "c\(step.name)")
    }

    static func faded(_ svg: String) -> String { "<g opacity=\"0.45\">\(svg)</g>" }

    /// A call whose neighbours are not known.
    static func dot(_ point: (Double, Double)) -> String {
        "<circle cx=\"\(ChartMarks.number(point.0))\" cy=\"\(ChartMarks.number(point.1))\" r=\"1.8\" "
            + "fill=\"\(Colors.ink)\" class=\"dot\"/>"
    }

    static func tint(_ points: [(Double, Double)]) -> String {
        "<path d=\"\(path(points))Z\" fill=\"\(Colors.ink)\" fill-opacity=\"0.24\" class=\"tint\"/>"
    }

    static func bracket(_ left: Double, _ right: Double, _ y: Double) -> String {
        "<path d=\"M\(ChartMarks.number(left)) \(ChartMarks.number(y))H\(ChartMarks.number(right))\" fill=\"none\" "
            + "stroke=\"\(Colors.ink)\" stroke-width=\"2\" class=\"bracket\"/>"
    }

    private static let edge = "#5f5f5f"

    private static func stroke(_ path: String, _ color: String, _ width: Double, _ name: String) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(ChartMarks.number(width))\" "
            + "stroke-linejoin=\"round\" stroke-linecap=\"round\" class=\"\(name)\"/>"
    }

    /// What a page adds for the dark, and for a run that is pointed at.
    static let style = """

        .run:hover .ce,.run:hover .cu{stroke:#1a1a1a}
        @media (prefers-color-scheme:dark){
        .due{stroke:#a0a0a0}
        .gap,.bracket{stroke:#ececec}
        .dot,.tint{fill:#ececec}
        .ce{stroke:#b4b4b4}
        .run:hover .ce,.run:hover .cu{stroke:#fff}
        }
        """
}
