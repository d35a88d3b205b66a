import TimeZones

/// `${date:FORMAT}` and `${date:FORMAT:OFFSET}`: the date and time at which a stage starts, in the zone of `TZ`.
public struct DatePattern: Sendable, Equatable {
    /// A number of days, weeks, hours, minutes or seconds to go forward, or back where it is negative.
    public struct Offset: Sendable, Equatable {
        public var count: Int
        /// One of `s m h d w`. Days and weeks are the calendar's: they keep the time of day.
        public var unit: Character
    }

    /// As strftime(3) has it, of `%Y %m %d %H %M %S %j %u %F %T %s %%`.
    public let format: String
    public let offset: Offset?

    private static let known: Set<Character> = ["Y", "m", "d", "H", "M", "S", "j", "u", "F", "T", "s", "%"]

    /// The inside of the braces after `date:`; nil where it is no such pattern.
    init?(_ text: String) {
        var format = text
        var offset: Offset?
        if let colon = text.lastIndex(of: ":"), let found = DatePattern.offset(text[text.index(after: colon)...]) {
            format = String(text[..<colon])
            offset = found
        }
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
        self.offset = offset
    }

    /// An instant as RFC 3339 in Universal time, `2026-03-02T07:00:00Z`.
    public static func timestamp(_ instant: Int) -> String {
        DatePattern("%FT%TZ")?.text(at: instant, in: .utc) ?? String(instant)
    }

    private static func offset(_ text: Substring) -> Offset? {
        guard let sign = text.first, sign == "-" || sign == "+", let unit = text.last, "smhdw".contains(unit),
            let count = Int(text.dropLast()), count.magnitude <= 100_000
        else { return nil }
        return Offset(count: count, unit: unit)
    }

    /// The text for an instant in POSIX seconds.
    public func text(at instant: Int, in zone: Zone) -> String {
        let moved = move(instant, in: zone)
        let local = moved + zone.offset(at: moved)
        let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        let second = local - days * 86_400
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
            case "Y": result += padded(date.year, 4)
            case "m": result += padded(date.month, 2)
            case "d": result += padded(date.day, 2)
            case "H": result += padded(second / 3600, 2)
            case "M": result += padded(second / 60 % 60, 2)
            case "S": result += padded(second % 60, 2)
            case "j":
                let first = CivilDate(year: date.year, month: 1, day: 1)
                result += padded(days - first.daysSinceEpoch + 1, 3)
            case "u": result += String(date.weekday + 1)
            case "F": result += "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            case "T": result += "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
            case "s": result += String(moved)
            default: result.append(character)
            }
        }
        return result
    }

    private func move(_ instant: Int, in zone: Zone) -> Int {
        guard let offset else { return instant }
        switch offset.unit {
        case "s": return instant + offset.count
        case "m": return instant + offset.count * 60
        case "h": return instant + offset.count * 3600
        default:
            let local = instant + zone.offset(at: instant)
            let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
            let moved = CivilDate(daysSinceEpoch: days + offset.count * (offset.unit == "w" ? 7 : 1))
            return zone.instant(of: moved, secondOfDay: local - days * 86_400)
        }
    }

    private func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
