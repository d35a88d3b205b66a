import Drawing
import StageKit

/// What stands above a chart: its title, sentences under it, and legends, broken into lines that fit.
package struct ChartHead {
    /// A sample of a look with its words.
    package struct Sample {
        let words: String
        let width: Double
        /// Draws it, given the left edge and the middle.
        let draw: (Double, Double) -> String

        package init(_ words: String, width: Double = 26, draw: @escaping (Double, Double) -> String) {
            self.words = words
            self.width = width
            self.draw = draw
        }

        /// A field of a colour.
        package init(_ words: String, _ step: ChartColors.Step) {
            self.init(words) { ChartMarks.rect($0, $1 - 8, 26, 16, step.fill, step.name) }
        }

        /// How a cell looks that rests on so much.
        package init(_ weight: ChartWeight) {
            self.init(weight.words) {
                ChartMarks.cellGround($0, $1 - 10, width: 26, height: 20, weight, ChartColors.shares[3])
            }
        }
    }

    package static let margin = 20.0
    package let svg: String
    /// Where what follows may begin.
    package let end: Double

    /// - Parameter legends: each with its caption.
    package init(title: String, sentences: [String], legends: [(caption: String, samples: [Sample])], width: Double) {
        let margin = ChartHead.margin
        let room = width - 2 * margin
        var svg = ChartMarks.text(
            margin, 34, TextWidth.cut(title, to: room, size: 20, isBold: true), size: 20, isBold: true)
        var y = 56.0
        for line in sentences.flatMap({ TextWidth.broken($0, to: room, size: 13) }) {
            svg += ChartMarks.text(margin, y, line, size: 13, isMuted: true)
            y += 18
        }
        for (caption, samples) in legends {
            for line in TextWidth.broken(caption, to: room, size: 12) {
                svg += ChartMarks.text(margin, y + 15, line, size: 12, isBold: true)
                y += 17
            }
            y += 7
            var x = margin
            for sample in samples {
                let need = sample.width + 6 + TextWidth.of(sample.words, size: 12) + 14
                if x > margin, x + need > width - margin {
                    x = margin
                    y += 26
                }
                svg += sample.draw(x, y + 11)
                svg += ChartMarks.text(x + sample.width + 6, y + 15, sample.words, size: 12)
                x += need
            }
            y += 28
        }
        self.svg = svg + "\n"
        end = y + 6
    }
}
