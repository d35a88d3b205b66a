import Drawing

/// What stands above a chart: its title, sentences under it, and legends, broken into lines that fit.
package struct ChartHead {
    /// A sample of a look with its words.
    package struct Sample {
        let words: String
        let width: Double
        /// Draws it, given the left edge and the middle.
        let draw: (ChartPen, Double, Double) -> Void

        package init(_ words: String, width: Double = 26, draw: @escaping (ChartPen, Double, Double) -> Void) {
            self.words = words
            self.width = width
            self.draw = draw
        }

        /// A field of a colour.
        package init(_ words: String, _ step: ChartColors.Step) {
            self.init(words) { $0.box($1, $2 - 8, 26, 16, step) }
        }

        /// A field of what is not known.
        package init(unknown words: String) { self.init(words) { $0.unknown($1, $2 - 10, 26, 20) } }

        /// How cells look that rest on little, on more and on much.
        package static var weights: [Sample] {
            ChartWeight.allCases.map { weight in
                Sample(weight.words) {
                    $0.cellGround($1, $2 - 10, width: 26, height: 20, weight, ChartColors.shares[3])
                }
            }
        }
    }

    package struct Legend {
        let caption: String?
        let samples: [Sample]

        package init(_ caption: String?, _ samples: [Sample]) {
            self.caption = caption
            self.samples = samples
        }
    }

    package static let margin = 20.0
    /// The least width of a chart.
    package static let leastWidth = 680.0
    /// Draws it.
    package private(set) var draw: (ChartPen) -> Void
    /// Where what follows may begin.
    package let end: Double

    package init(title: String, sentences: [String], legends: [Legend], width: Double) {
        let margin = ChartHead.margin
        let room = width - 2 * margin
        var marks: [(ChartPen) -> Void] = [
            { $0.name(margin, 34, title, room: room, size: 20, isBold: true) }
        ]
        var y = 56.0
        for line in sentences.flatMap({ TextWidth.broken($0, to: room, size: 13) }) {
            marks.append { [y] in $0.text(margin, y, line, size: 13, isMuted: true) }
            y += 18
        }
        for legend in legends {
            for line in legend.caption.map({ TextWidth.broken($0, to: room, size: 12) }) ?? [] {
                marks.append { [y] in $0.text(margin, y + 15, line, size: 12, isBold: true) }
                y += 17
            }
            y += 7
            var x = margin
            for sample in legend.samples {
                let need = sample.width + 6 + TextWidth.of(sample.words, size: 12) + 14
                if x > margin, x + need > width - margin {
                    x = margin
                    y += 26
                }
                marks.append { [x, y] in
                    sample.draw($0, x, y + 11)
                    $0.text(x + sample.width + 6, y + 15, sample.words, size: 12)
                }
                x += need
            }
            y += 28
        }
        draw = { pen in marks.forEach { $0(pen) } }
        end = y + 6
    }
}

extension [ChartHead.Sample] {
    /// A field for each colour, with its words.
    package static func all(_ steps: [ChartColors.Step]) -> [ChartHead.Sample] {
        steps.map { ChartHead.Sample($0.words, $0) }
    }
}
