import Occupancy

/// One group of a report as a value.
package struct CrowdingGroup {
    /// What the group has of each key, as its record has it, numbers as text; nil if the positions did not tell.
    package let keys: [String?]
    package let figures: CrowdingFigures

    static func value(_ cell: OccupancyRow.Cell) -> String? {
        switch cell {
        case .null: nil
        case .integer(let number), .share(let number): String(number)
        case .text(let text): text
        }
    }
}
