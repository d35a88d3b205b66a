import Occupancy
import StageKit

/// Figures and nouns as charts write them.
package enum ChartWords {
    package static func word(_ level: OccupancyLevel) -> String {
        level.rawValue.replacing("_", with: " ")
    }

    package static func percent(_ count: Int, of total: Int) -> String {
        CrowdingFigures.percent(count, of: total) ?? "–"
    }

    /// A number that fits into a cell: `9,999`, `12k`, `3M`.
    package static func short(_ number: Int) -> String {
        if number < 10_000 { return grouped(number) }
        if number < 1_000_000 { return "\(number / 1000)k" }
        return "\(number / 1_000_000)M"
    }

    package static func count(_ number: Int, _ noun: String) -> String {
        counted(number, noun)
    }

    package static func count(_ number: Int, _ noun: String, plural: String) -> String {
        counted(number, noun, plural: plural)
    }

    /// Things in a sentence: `a, b and c`.
    package static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// A name short enough to stand in every title.
    package static func brief(_ name: String, _ limit: Int = 60) -> String {
        name.unicodeScalars.count <= limit ? name : String(name.prefix(limit - 1)) + "…"
    }
}
