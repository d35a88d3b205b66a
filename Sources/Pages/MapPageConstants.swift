import Contract
import Drawing
import Occupancy

/// What the page's script and style have from the contract: the levels with their words and colours, the numbers of
/// enumerations.
enum MapPageConstants {
    /// The colours of the four levels, which stills and charts have too, as a rule of the style sheet.
    static let style =
        ":root{"
        + OccupancyLevel.allCases.map { level in
            "--\(level.rawValue.replacing("_", with: "-")):\(Color(level.fill).hex);"
        }.joined() + "}\n"

    /// Constants of the script: `LEVELS`; the place in them of each status that has a level; the numbers of
    /// TripDescriptor.ScheduleRelationship.
    static let script = """
        const LEVELS = [
        \(OccupancyLevel.allCases.map(level).joined(separator: ",\n"))
        ];
        const LEVEL_OF_STATUS = { \(OccupancyStatus.crowdingCodes.compactMap(place).joined(separator: ", ")) };
        const TRIP_RELATIONSHIP = { \(members(of: .tripRelationship)) };

        """

    private static func level(_ level: OccupancyLevel) -> String {
        "  { level: \"\(level.rawValue)\", label: \"\(level.label)\", symbol: \"\(level.symbol)\", "
            + "color: \"\(Color(level.fill).hex)\" }"
    }

    private static func place(_ code: Int) -> String? {
        OccupancyStatus(code: code).level.flatMap(OccupancyLevel.allCases.firstIndex).map { "\(code): \($0)" }
    }

    private static func members(of enumeration: Enumeration) -> String {
        enumeration.cases.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    }
}
