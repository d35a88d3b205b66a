import Drawing
import Occupancy

/// The colours of charts, each with a class of its own so that a page can change them in the dark.
///
/// The scale of shares grows darker from step to step, for every kind of sight: CIE lightness 97, 89, 76, 61, 42, 21,
/// in the same order when protanopia and deuteranopia are simulated; so do the levels.
package enum ChartColors {
    package struct Step: Sendable {
        package let name: String
        package let fill: Color
        package let ink: Color
        package let words: String
        /// The smallest share of the step, in ten-thousandths.
        package let from: Int

        /// A part that is there, and of which nothing is known.
        package static let blank = Step(name: "paper", fill: paper, ink: ChartColors.ink, words: "", from: 0)

        /// The same colour by other words.
        package func called(_ words: String) -> Step {
            Step(name: name, fill: fill, ink: ink, words: words, from: from)
        }

        fileprivate init(name: String, fill: Color, ink: Color, words: String, from: Int) {
            self.name = name
            self.fill = fill
            self.ink = ink
            self.words = words
            self.from = from
        }

        fileprivate init(_ name: String, _ fill: UInt32, _ ink: Color, _ words: String, from: Int) {
            self.init(name: name, fill: Color(rgb: fill), ink: ink, words: words, from: from)
        }
    }

    /// The colours of steps for other figures, each with its smallest.
    package static func steps(_ from: [Int], _ words: [String], of colors: [Step] = shares) -> [Step] {
        zip(colors, zip(from, words)).map { step, figures in
            Step(name: step.name, fill: step.fill, ink: step.ink, words: figures.1, from: figures.0)
        }
    }

    package static let shares: [Step] = [
        Step("s0", 0xFFF6CF, ink, "none", from: 0),
        Step("s1", 0xFDDC84, ink, "to 10%", from: 1),
        Step("s2", 0xF7AE4B, ink, "10 to 25%", from: 1000),
        Step("s3", 0xE2742A, ink, "25 to 50%", from: 2500),
        Step("s4", 0xB03A20, paper, "50 to 75%", from: 5000),
        Step("s5", 0x64161C, paper, "75% and more", from: 7500),
    ]

    package static let levels: [Step] = OccupancyLevel.allCases.enumerated().map { place, level in
        Step(name: "l\(place)", fill: Color(level.fill), ink: ink, words: ChartWords.word(level), from: 0)
    }

    package static let paper = Color.white
    package static let ink = Color(rgb: 0x1A1A1A)
    package static let muted = Color(rgb: 0x595959)
    package static let line = Color(rgb: 0xC8C8C8)
    /// The edge of what is filled, so that the lightest step stands out from the paper.
    package static let edge = Color(rgb: 0x8A8A8A)
}

extension Color {
    fileprivate init(rgb: UInt32) {
        self.init(UInt8(rgb >> 16), UInt8(rgb >> 8 & 0xFF), UInt8(rgb & 0xFF))
    }
}
