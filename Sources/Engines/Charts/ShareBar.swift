/// A bar of the parts of a whole side by side, each with its share below.
package struct ShareBar: Sendable {
    package let steps: [ChartColors.Step]
    /// Where the figures below the bar end, as shares of its width.
    private let ends: [Double]
    /// What is said where nothing is known.
    private let nothing: String

    package init(_ steps: [ChartColors.Step], ends: [Double], nothing: String = "not known") {
        self.steps = steps
        self.ends = ends
        self.nothing = nothing
    }

    /// Draws what the parts are called, above the first bar.
    package func drawHead(_ x: Double, _ y: Double, width: Double, _ pen: ChartPen) {
        for (step, end) in zip(steps, ends) {
            pen.text(x + end * width, y, step.words, size: 10.5, anchor: .end, isMuted: true)
        }
    }

    package func draw(_ counts: [Int], _ x: Double, _ top: Double, width: Double, _ pen: ChartPen) {
        let total = counts.reduce(0, +)
        guard total > 0 else {
            pen.unknown(x, top + 2, width, 12)
            return pen.text(x, top + 27, nothing, size: 11)
        }
        pen.stack(zip(counts, steps).map { (Double($0), $1) }, x, top + 2, width: width, ChartWeight(total))
        for (count, end) in zip(counts, ends) {
            pen.text(x + end * width, top + 27, ChartWords.percent(count, of: total), size: 11, anchor: .end)
        }
    }
}
