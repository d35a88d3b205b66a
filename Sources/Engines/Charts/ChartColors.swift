import Drawing
import Occupancy

/// The colours of charts, each with a class of its own so that a page can change them in the dark.
///
/// The scale of shares grows darker from step to step, for every kind of sight: CIE lightness 97, 89, 76, 61, 42, 21,
/// in the same order when protanopia and deuteranopia are simulated; so do the levels.
package enum ChartColors {
    package struct Step: Sendable {
        package let name: String
        package let fill: String
        package let ink: String
        package let words: String
        /// The smallest share of the step, in ten-thousandths.
        package let from: Int

        /// Another colour.
        package func with(name: String, fill: String) -> Step {
            Step(name: name, fill: fill, ink: ink, words: words, from: from)
        }

        /// The same colour for other figures.
        package func with(from: Int, words: String) -> Step {
            Step(name: name, fill: fill, ink: ink, words: words, from: from)
        }
    }

    package static let shares: [Step] = [
        Step(name: "s0", fill: "#fff6cf", ink: "#1a1a1a", words: "none", from: 0),
        Step(name: "s1", fill: "#fddc84", ink: "#1a1a1a", words: "to 10%", from: 1),
        Step(name: "s2", fill: "#f7ae4b", ink: "#1a1a1a", words: "10 to 25%", from: 1000),
        Step(name: "s3", fill: "#e2742a", ink: "#1a1a1a", words: "25 to 50%", from: 2500),
        Step(name: "s4", fill: "#b03a20", ink: "#ffffff", words: "50 to 75%", from: 5000),
        Step(name: "s5", fill: "#64161c", ink: "#ffffff", words: "75% and more", from: 7500),
    ]

    package static let levels: [Step] = OccupancyLevel.allCases.enumerated().map { place, level in
        Step(name: "l\(place)", fill: Color(level.fill).hex, ink: ink, words: ChartWords.word(level), from: 0)
    }

    package static let paper = "#ffffff"
    package static let ink = "#1a1a1a"
    package static let muted = "#595959"
    package static let line = "#c8c8c8"
    /// The edge of what is filled, so that the lightest step stands out from the paper.
    package static let edge = "#8a8a8a"
}
