import Contract
import Drawing
import Motion
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
        const ALERT_EFFECTS = { \(effects) };
        const TRIP_RELATIONSHIP = { \(members(of: .tripRelationship)) };
        const LIFE_EVENTS = [\(LifeEvent.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))];
        const LIFE_PHASES = [\(LifePhase.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))];
        const MOTION = {
          entry: \(curve(UsualMotion.entry)), exit: \(curve(UsualMotion.exit)),
          smallScale: \(UsualMotion.smallScale), alongMetres: \(UsualMotion.alongMetres), detour: [\(UsualMotion.detour.factor), \(UsualMotion.detour.metres)], speed: \(UsualMotion.speed),
          pulsing: \(UsualMotion.pulsing), pulse: [\(pulse)],
        };

        """

    /// The words for alerts' effects, by their numbers.
    private static var effects: String {
        AlertWords.effects.sorted { $0.key < $1.key }.map { "\($0.key): \"\($0.value)\"" }.joined(separator: ", ")
    }

    /// A curve with the seconds that it takes.
    private static func curve(_ curve: Curve) -> String {
        let seconds = curve.settlingTime(duration: UsualMotion.duration)
        switch curve {
        case .linear: return "{ bezier: [0, 0, 1, 1], seconds: \(seconds) }"
        case .bezier(let bezier):
            return "{ bezier: [\(bezier.x1), \(bezier.y1), \(bezier.x2), \(bezier.y2)], seconds: \(seconds) }"
        case .spring(let spring, _):
            return "{ response: \(spring.response), damping: \(spring.dampingFraction), seconds: \(seconds) }"
        }
    }

    /// The stages of the pulse, which follow each other in a ring.
    private static var pulse: String {
        Chain.pulse.stages.map { stage in
            "{ scale: \(stage.perform.scale), opacity: \(stage.perform.opacity), "
                + "seconds: \(stage.options.motionDuration), bezier: [\(bezier(stage.options.curve))] }"
        }.joined(separator: ", ")
    }

    private static func bezier(_ curve: Curve) -> String {
        guard case .bezier(let bezier) = curve else { return "0, 0, 1, 1" }
        return "\(bezier.x1), \(bezier.y1), \(bezier.x2), \(bezier.y2)"
    }

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
