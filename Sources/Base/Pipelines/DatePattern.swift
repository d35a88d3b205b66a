import TimeZones

/// `${date:FORMAT}`, `${date:FORMAT:OFFSET}` and either with `:UTC`: the date and time at which a stage starts, or one
/// some steps from it, in the zone of `TZ`. With `${date@NAME:…}` the steps begin at the beginning of the day that the
/// variable NAME has.
public struct DatePattern: Sendable, Equatable {
    public enum Step: Sendable, Equatable {
        /// A number of days, weeks, hours, minutes or seconds to go forward, or back where it is negative; the unit is
        /// one of `s m h d w`. Days and weeks are the calendar's: they keep the time of day.
        case move(count: Int, unit: Character)
        /// To the beginning of the day.
        case dayStart
    }

    /// As strftime(3) has it, of `%Y %m %d %H %M %S %j %u %F %T %s %%`.
    public let format: String
    /// Gone one after another on the clock of `TZ`.
    public let steps: [Step]
    /// Whether the time is written in Universal time, wherever it was found.
    public let isInUTC: Bool
    /// The variable with the day, `20261120` or `2026-11-20`, from whose beginning the steps are gone; nil for the time at
    /// which the stage starts.
    public let day: String?

    private static let known: Set<Character> = ["Y", "m", "d", "H", "M", "S", "j", "u", "F", "T", "s", "%"]

    /// The inside of the braces after `date:`, or after `date@NAME:`; nil where it is no such pattern.
    init?(_ text: String, day: String? = nil) {
        self.day = day
        var format = text
        /// What stands after the last colon, taken away where `body` can use it.
        func takeLast<Found>(_ body: (Substring) -> Found?) -> Found? {
            guard let colon = format.lastIndex(of: ":"), let found = body(format[format.index(after: colon)...]) else {
                return nil
            }
            format = String(format[..<colon])
            return found
        }
        isInUTC = takeLast { $0 == "UTC" ? true : nil } ?? false
        steps = takeLast(DatePattern.steps) ?? []
        guard !format.isEmpty else { return nil }
        var isDirective = false
        for character in format {
            if isDirective {
                guard DatePattern.known.contains(character) else { return nil }
                isDirective = false
            } else {
                // What a shell would have to be told apart from quotes is not needed in a date.
                guard !"'\"\\$`\n".contains(character) else { return nil }
                isDirective = character == "%"
            }
        }
        guard !isDirective else { return nil }
        self.format = format
    }

    /// `-1d`, `/d`, `-1d/d+12h`; nil for anything else.
    private static func steps(_ text: Substring) -> [Step]? {
        var steps: [Step] = []
        var rest = text
        while let first = rest.first {
            guard steps.count < PipelineLimits.steps else { return nil }
            if rest.hasPrefix("/d") {
                steps.append(.dayStart)
                rest = rest.dropFirst(2)
                continue
            }
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard first == "-" || first == "+", let count = Int(digits), count <= 100_000,
                let unit = rest[digits.endIndex...].first, "smhdw".contains(unit)
            else { return nil }
            steps.append(.move(count: first == "-" ? -count : count, unit: unit))
            rest = rest[rest.index(after: digits.endIndex)...]
        }
        return steps.isEmpty ? nil : steps
    }

    /// The beginning of a day, in POSIX seconds; nil for a text that is no day.
    static func beginning(of text: String, in zone: Zone) -> Int? {
        CivilDate(written: text).map { zone.instant(of: $0, secondOfDay: 0) }
    }

    /// The text for an instant in POSIX seconds.
    public func text(at instant: Int, in zone: Zone) -> String {
        let moved = steps.reduce(instant) { DatePattern.go($1, from: $0, in: zone) }
        let (days, second) = DatePattern.clock(moved, in: isInUTC ? .utc : zone)
        let date = CivilDate(daysSinceEpoch: days)
        var result = ""
        var isDirective = false
        for character in format {
            guard isDirective else {
                if character == "%" { isDirective = true } else { result.append(character) }
                continue
            }
            isDirective = false
            switch character {
            case "Y": result += String(date.year, digits: 4)
            case "m": result += String(date.month, digits: 2)
            case "d": result += String(date.day, digits: 2)
            case "H": result += String(second / 3600, digits: 2)
            case "M": result += String(second / 60 % 60, digits: 2)
            case "S": result += String(second % 60, digits: 2)
            case "j":
                let first = CivilDate(year: date.year, month: 1, day: 1)
                result += String(days - first.daysSinceEpoch + 1, digits: 3)
            case "u": result += String(date.weekday + 1)
            case "F": result += date.text
            case "T": result += ClockTime.text(second)
            case "s": result += String(moved)
            default: result.append(character)
            }
        }
        return result
    }

    private static func go(_ step: Step, from instant: Int, in zone: Zone) -> Int {
        let (days, second) = clock(instant, in: zone)
        switch step {
        // Of a midnight that the clock leaps over this is the first moment after it, of one that it shows twice the first.
        case .dayStart: return zone.instant(of: CivilDate(daysSinceEpoch: days), secondOfDay: 0)
        case .move(let count, "s"): return instant + count
        case .move(let count, "m"): return instant + count * 60
        case .move(let count, "h"): return instant + count * 3600
        case .move(let count, let unit):
            let moved = CivilDate(daysSinceEpoch: days + count * (unit == "w" ? 7 : 1))
            return zone.instant(of: moved, secondOfDay: second)
        }
    }

    /// Days since 1970-01-01 and the second of the day that a zone's clock shows.
    private static func clock(_ instant: Int, in zone: Zone) -> (days: Int, secondOfDay: Int) {
        CivilDate.split(instant + zone.offset(at: instant))
    }
}
