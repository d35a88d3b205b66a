import Drawing
import Occupancy

/// The colours of a picture of a report, each with a class of its own so that a page can change them in the dark.
///
/// The scale of shares grows darker from step to step, for every kind of sight: CIE lightness 97, 89, 76, 61, 42, 21,
/// in the same order when protanopia and deuteranopia are simulated; so do the levels.
enum OccupancyChartColors {
    struct Step {
        let name: String
        let fill: String
        let ink: String
        let words: String
        /// The smallest share of the step, in ten-thousandths.
        let from: Int
    }

    static let shares: [Step] = [
        Step(name: "s0", fill: "#fff6cf", ink: "#1a1a1a", words: "none", from: 0),
        Step(name: "s1", fill: "#fddc84", ink: "#1a1a1a", words: "to 10%", from: 1),
        Step(name: "s2", fill: "#f7ae4b", ink: "#1a1a1a", words: "10 to 25%", from: 1000),
        Step(name: "s3", fill: "#e2742a", ink: "#1a1a1a", words: "25 to 50%", from: 2500),
        Step(name: "s4", fill: "#b03a20", ink: "#ffffff", words: "50 to 75%", from: 5000),
        Step(name: "s5", fill: "#64161c", ink: "#ffffff", words: "75% and more", from: 7500),
    ]

    static let levels: [Step] = OccupancyLevel.allCases.enumerated().map { place, level in
        Step(
            name: "l\(place)", fill: Color(level.fill).hex, ink: ink, words: OccupancyChartWords.word(level),
            from: 0)
    }

    /// The step of a share; something that rounds to nothing is not nothing.
    static func step(_ counts: OccupancyChart.Counts) -> Step {
        let share = max(counts.crowdedShare ?? 0, counts.crowded > 0 ? 1 : 0)
        return shares.last { $0.from <= share } ?? shares[0]
    }

    static let paper = "#ffffff"
    static let ink = "#1a1a1a"
    static let muted = "#595959"
    static let line = "#c8c8c8"
    /// The edge of what is filled, so that the lightest step stands out from the paper.
    static let edge = "#8a8a8a"
}
