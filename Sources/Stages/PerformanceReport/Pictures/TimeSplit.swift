import Charts

/// The bar of what was early, on time and late, in this order; each has its share below.
enum TimeSplit {
    private static let looks: [(words: String, step: ChartColors.Step)] = [
        ("early", ChartColors.levels[1]), ("on time", ChartColors.levels[0]), ("late", ChartColors.levels[3]),
    ]

    static var samples: [ChartHead.Sample] { looks.map { ChartHead.Sample($0.words, $0.step) } }

    static func heads(_ x: Double, _ y: Double, width: Double) -> String {
        zip(looks, [0.24, 0.62, 1]).map { look, share in
            ChartMarks.text(x + share * width, y, look.words, size: 10.5, anchor: "end", isMuted: true)
        }.joined()
    }

    static func bar(
        _ splits: (early: Int, onTime: Int, late: Int), _ name: String, _ x: Double, _ top: Double, width: Double
    ) -> String {
        let counts = [splits.early, splits.onTime, splits.late]
        let total = counts.reduce(0, +)
        guard total > 0 else { return "" }
        let words = zip(looks, counts).map { "\($0.words) \(ChartWords.percent($1, of: total))" }
        var svg = StackedBar.svg(
            zip(looks, counts).map { (Double($1), $0.step) }, x, top + 2, width: width, ChartWeight(total))
        for (count, share) in zip(counts, [0.24, 0.62, 1]) {
            svg += ChartMarks.text(
                x + share * width, top + 27, ChartWords.percent(count, of: total), size: 11, anchor: "end")
        }
        return ChartMarks.titled(
            "\(name): \(words.joined(separator: ", ")); \(ChartWords.count(total, "visit"))", svg)
    }
}

/// Parts of a whole side by side; the less it rests on, the thinner.
enum StackedBar {
    static func svg(
        _ parts: [(size: Double, step: ChartColors.Step?)], _ x: Double, _ y: Double, width: Double,
        _ weight: ChartWeight
    ) -> String {
        let total = parts.reduce(0) { $0 + $1.size }
        guard total > 0 else { return "" }
        var start = x
        var svg = ""
        for part in parts where part.size > 0 {
            let length = width * part.size / total
            if let step = part.step {
                svg +=
                    weight == .thin
                    ? ChartMarks.strip(start, y, length, weight.thickness, step.fill, step.name)
                    : ChartMarks.rect(start, y, length, weight.thickness, step.fill, step.name)
            } else {
                svg += ChartMarks.unknown(start, y, length, max(7, weight.thickness))
            }
            start += length
        }
        return svg
    }
}
