/// A POSIX TZ rule, such as `AEST-10AEDT,M10.1.0,M4.1.0/3`, with the hours from -167 to 167 that RFC 9636 §3.3.2
/// allows in a zone file's footer.
struct PosixRule: Equatable {
    struct Day: Equatable {
        enum Kind: Equatable {
            /// 1 to 365; 29 February is never counted.
            case julian(Int)
            /// 0 to 365; 29 February is counted.
            case zeroBased(Int)
            /// The week-th (5: the last) weekday (0: Sunday) of a month.
            case monthly(month: Int, week: Int, weekday: Int)
        }

        let kind: Kind
        /// Seconds after the day's midnight on the clock that is about to change.
        let time: Int

        /// Days after 1970-01-01 in a year, the time of day left out.
        func days(in year: Int) -> Int {
            let newYear = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
            switch kind {
            case .julian(let day): return newYear + day - 1 + (day >= 60 && CivilDate.isLeap(year) ? 1 : 0)
            case .zeroBased(let day): return newYear + day
            case .monthly(let month, let week, let weekday):
                let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
                let next =
                    month == 12
                    ? CivilDate(year: year + 1, month: 1, day: 1).daysSinceEpoch
                    : CivilDate(year: year, month: month + 1, day: 1).daysSinceEpoch
                // POSIX counts from Sunday, CivilDate from Monday.
                let firstWeekday = (CivilDate.weekday(daysSinceEpoch: first) + 1) % 7
                var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                while day >= next { day -= 7 }
                return day
            }
        }
    }

    let standard: TZif.LocalTimeType
    /// nil where the clock never changes.
    let daylight: (type: TZif.LocalTimeType, start: Day, end: Day)?

    static func == (left: PosixRule, right: PosixRule) -> Bool {
        left.standard == right.standard && left.daylight?.type == right.daylight?.type
            && left.daylight?.start == right.daylight?.start && left.daylight?.end == right.daylight?.end
    }

    /// The stretch of unchanging clock around an instant, and its type.
    func stretch(at instant: Int) -> (from: Int, until: Int, type: TZif.LocalTimeType) {
        guard let daylight else { return (.min, .max, standard) }
        let year = CivilDate(daysSinceEpoch: CivilDate.split(instant + standard.offset).days).year
        // Three years hold the changes before and after any instant; a year may begin and end in daylight time, and
        // a rule's own hours may reach into a neighbouring year.
        var changes: [(at: Int, isDaylight: Bool)] = []
        for near in (year - 2)...(year + 2) {
            changes.append((daylight.end.days(in: near) * 86_400 + daylight.end.time - daylight.type.offset, false))
            changes.append((daylight.start.days(in: near) * 86_400 + daylight.start.time - standard.offset, true))
        }
        // Daylight time all year is written as an end and a start at the same instant: the start counts.
        changes.sort { $0.at != $1.at ? $0.at < $1.at : !$0.isDaylight && $1.isDaylight }
        var from = changes[0]
        for change in changes {
            if change.at > instant {
                return (from.at, change.at, from.isDaylight ? daylight.type : standard)
            }
            from = change
        }
        return (from.at, from.at, from.isDaylight ? daylight.type : standard)
    }
}

// MARK: Reading

extension PosixRule {
    init?(_ text: [UInt8]) {
        var parser = Parser(text: text)
        guard let name = parser.name(), let west = parser.hours(limit: 24) else { return nil }
        standard = TZif.LocalTimeType(offset: -west, isDaylight: false, abbreviation: name)
        if parser.isAtEnd {
            daylight = nil
            return
        }
        guard let daylightName = parser.name() else { return nil }
        var offset = -west + 3600
        if let next = parser.peek, next != UInt8(ascii: ",") {
            guard let daylightWest = parser.hours(limit: 24) else { return nil }
            offset = -daylightWest
        }
        guard parser.skip(UInt8(ascii: ",")), let start = parser.day(), parser.skip(UInt8(ascii: ",")),
            let end = parser.day(), parser.isAtEnd
        else { return nil }
        daylight = (TZif.LocalTimeType(offset: offset, isDaylight: true, abbreviation: daylightName), start, end)
    }

    private struct Parser {
        let text: [UInt8]
        var position = 0

        init(text: [UInt8]) { self.text = text }

        var isAtEnd: Bool { position == text.count }
        var peek: UInt8? { position < text.count ? text[position] : nil }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard peek == byte else { return false }
            position += 1
            return true
        }

        /// Three or more letters, or anything alphanumeric with signs between `<` and `>`.
        mutating func name() -> String? {
            let quoted = skip(UInt8(ascii: "<"))
            let from = position
            while let byte = peek {
                let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                let isOther = quoted && ((0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D)
                guard isLetter || isOther else { break }
                position += 1
            }
            let name = text[from..<position]
            if quoted, !skip(UInt8(ascii: ">")) { return nil }
            return name.count >= 3 ? String(decoding: name, as: UTF8.self) : nil
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let from = position
            var value = 0
            while let byte = peek, byte &- 0x30 < 10, position - from < 4 {
                value = value * 10 + Int(byte - 0x30)
                position += 1
            }
            return position > from && range.contains(value) ? value : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func hours(limit: Int) -> Int? {
            let negative = skip(UInt8(ascii: "-"))
            if !negative { _ = skip(UInt8(ascii: "+")) }
            guard var seconds = number(0...limit).map({ $0 * 3600 }) else { return nil }
            if skip(UInt8(ascii: ":")) {
                guard let minutes = number(0...59) else { return nil }
                seconds += minutes * 60
                if skip(UInt8(ascii: ":")) {
                    guard let rest = number(0...59) else { return nil }
                    seconds += rest
                }
            }
            return negative ? -seconds : seconds
        }

        /// `Jn`, `n` or `Mm.w.d`, then `/time` where it is not 02:00:00.
        mutating func day() -> Day? {
            let kind: Day.Kind
            if skip(UInt8(ascii: "J")) {
                guard let day = number(1...365) else { return nil }
                kind = .julian(day)
            } else if skip(UInt8(ascii: "M")) {
                guard let month = number(1...12), skip(UInt8(ascii: ".")), let week = number(1...5),
                    skip(UInt8(ascii: ".")), let weekday = number(0...6)
                else { return nil }
                kind = .monthly(month: month, week: week, weekday: weekday)
            } else {
                guard let day = number(0...365) else { return nil }
                kind = .zeroBased(day)
            }
            guard skip(UInt8(ascii: "/")) else { return Day(kind: kind, time: 7200) }
            return hours(limit: 167).map { Day(kind: kind, time: $0) }
        }
    }
}
