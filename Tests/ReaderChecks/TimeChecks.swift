import Glibc
import TimeZones

extension ReaderCheck {
    static let time = ReaderCheck(
        "time", longest: 64, allowance: Allowance().with { $0.bytes = (1 << 20, 256) },
        seeds: {
            [
                "7:05:00", "25:59:59", "100:00:00", "000000:00:00", "2024-02-29T23:59:59+11:00", "20240229",
                "2024-02-29", "1h30m", "90s", "1.5ms", "@1700000000", "1700000000", "2026-02-30", "1w2d",
                "2024-02-29T12:00:00Z", "2026-11-24 21:30", "999999:59:59", "-1:00:00", "0001-01-01T00:00:00-23:59",
            ].map { [UInt8]($0) }
        }
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        // Of a schedule.
        let seconds = ScheduleTime.seconds(bytes)
        try requireEqual(seconds, slowSeconds(Array(bytes)), "\(text) in seconds")
        if let seconds {
            let written = ScheduleTime.text(seconds)
            try requireEqual(ScheduleTime.seconds(written), seconds, "\(text) written as \(written)")
        }
        // Of a day.
        for date in [CivilDate(compact: bytes), CivilDate(compact: text), CivilDate(written: text)] {
            guard let date else { continue }
            try requireEqual(CivilDate(daysSinceEpoch: date.daysSinceEpoch), date, "the days of \(text)")
            try requireEqual(CivilDate(compact: date.compactText), date, "\(text) as \(date.compactText)")
            try requireEqual(CivilDate(written: date.text), date, "\(text) as \(date.text)")
            var parts = tm()
            var clock = time_t(date.daysSinceEpoch * 86_400)
            gmtime_r(&clock, &parts)
            try requireEqual(
                [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), (Int(parts.tm_wday) + 6) % 7],
                [date.year, date.month, date.day, date.weekday], "\(text) by the C library")
        }
        // With an offset.
        if let time = OffsetTime(rfc3339: bytes) {
            try requireEqual(Array(bytes).count, text.utf8.count, "RFC 3339 is ASCII")
            try require(abs(time.offset) < 86_400, "an offset of \(time.offset) s")
            var place = [UInt8](repeating: 0, count: 64)
            let count = place.withUnsafeMutableBytes { time.write(to: $0.baseAddress!) }
            try require(count <= OffsetTime.length, "\(count) bytes written")
            let again = place[..<count].withUnsafeBytes { OffsetTime(rfc3339: $0) }
            try requireEqual(again, time, "\(text) written as \(String(decoding: place[..<count], as: UTF8.self))")
        }
        if let written = WrittenTime(text) {
            let instant = written.instant(in: .utc, now: 1_700_000_000)
            try requireEqual(WrittenTime(text), written, "the second reading")
            _ = RFC3339.text(instant)
        }
        // A duration.
        for span in [TimeSpan(text), TimeSpan(ofOneUnit: text)] {
            guard let span else { continue }
            // What is below a millisecond is not written.
            try requireEqual(
                TimeSpan(span.text)?.nanoseconds, span.nanoseconds / 1_000_000 * 1_000_000,
                "\(text) written as \(span.text)")
            _ = span.description + span.secondsText
        }
    }

    /// `H…:MM:SS`, part by part.
    private static func slowSeconds(_ bytes: [UInt8]) -> Int? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }),
            parts[0].count <= 6, parts[1].count == 2, parts[2].count == 2
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        guard numbers[1] < 60, numbers[2] < 60 else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    }

    static let zone = ReaderCheck(
        "zone", longest: 4096,
        seeds: {
            [
                made(
                    version: 0x32, transitions: [0, 1_000_000], types: [(3600, 0), (7200, 1)],
                    "CET-1CEST,M3.5.0,M10.5.0/3"),
                made(version: 0x32, transitions: [], types: [(36_000, 0)], "AEST-10AEDT,M10.1.0,M4.1.0/3"),
                made(version: 0, transitions: [-5, 5], types: [(0, 0), (-3600, 1)], ""),
                made(version: 0x33, transitions: [1], types: [(-10_800, 0)], "<-03>3<-02>,J60/-167,365/167"),
                made(version: 0x32, transitions: [], types: [(0, 0)], "XXX24YYY-24,0/0,J365/25"),
            ]
        }
    ) { bytes in
        let bytes = Array(bytes)
        let folder = ScratchFolder.path
        _ = ScratchFolder.write(bytes, "zone")
        setenv("TZDIR", folder, 1)
        defer { unsetenv("TZDIR") }
        guard let zone = try? Zone(named: "zone") else { return }
        let known = slowTransitions(bytes)
        var instants = [0, 1, -1, 1_700_000_000, 4_102_444_800, -1 << 40, 1 << 40, .min, .max, 1 << 55, -1 << 55]
        for transition in known.prefix(40) {
            instants += [transition.at, transition.at &- 1, transition.at &+ 1]
        }
        for day in 0..<24 { instants.append(1_767_225_600 + day * 1_314_000) }
        for instant in instants {
            let period = zone.period(at: instant)
            let clamped = min(max(instant, -1 << 55), 1 << 55)
            try require(abs(period.offset) <= 26 * 3600, "an offset of \(period.offset) s")
            if abs(clamped) < 1 << 54 {
                try require(
                    period.start <= clamped && clamped < period.end,
                    "the stretch at \(instant) is \(period.start)..<\(period.end)")
            }
            // Inside the transitions that the file has.
            if let next = known.firstIndex(where: { $0.at > clamped }), next > 0, abs(clamped) < 1 << 54 {
                try requireEqual(period.offset, known[next - 1].offset, "the offset at \(instant)")
                try requireEqual(period.start, known[next - 1].at, "the start at \(instant)")
                try requireEqual(period.end, known[next].at, "the end at \(instant)")
            }
            guard abs(clamped) < 1 << 40 else { continue }
            // Clocks that change twice in a few days, as no land's do, may show a time where it is not looked for.
            let near = (-16...16).map { zone.period(at: instant + $0 * 21_600) }
            guard Swift.zip(near, near.dropFirst()).count(where: { $0.start != $1.start }) < 2,
                near.allSatisfy({ $0.end == .max || $0.start == .min || Double($0.end) - Double($0.start) > 400_000 })
            else { continue }
            // There and back: another instant at which the clock shows the same may come first.
            let date = zone.date(at: instant)
            let second = CivilDate.split(instant + period.offset).secondOfDay
            let back = zone.instant(of: date, secondOfDay: second)
            try requireEqual(
                back + zone.offset(at: back), instant + period.offset,
                "what the clock shows at \(instant), and at \(back)")
            try require(back <= instant, "\(back) comes after \(instant), at which the clock shows the same")
        }
    }

    private struct Transition {
        let at: Int
        let offset: Int
    }

    /// The transitions of a file that has been accepted, by their places in it.
    private static func slowTransitions(_ bytes: [UInt8]) -> [Transition] {
        func big(_ at: Int, _ count: Int) -> Int {
            let raw = (0..<count).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[at + $1]) }
            return count == 8 ? Int(Int64(bitPattern: raw)) : Int(Int32(truncatingIfNeeded: raw))
        }
        var start = 0
        var size = 4
        if bytes[4] != 0 {
            let counts = (0..<6).map { big(20 + 4 * $0, 4) }
            start = 44 + counts[3] * 5 + counts[4] * 6 + counts[5] + counts[2] * 8 + counts[1] + counts[0]
            size = 8
        }
        let (times, types) = (big(start + 32, 4), start + 44 + big(start + 32, 4) * (size + 1))
        return (0..<times).map { index in
            let type = Int(bytes[start + 44 + times * size + index])
            return Transition(at: big(start + 44 + index * size, size), offset: big(types + 6 * type, 4))
        }
    }

    /// A zone file of one designation.
    private static func made(
        version: UInt8, transitions: [Int], types: [(offset: Int, isDaylight: UInt8)], _ footer: String
    ) -> [UInt8] {
        func big(_ value: Int, _ bytes: Int) -> [UInt8] { [UInt8].little(value, bytes).reversed() }
        func block(_ size: Int) -> [UInt8] {
            var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, 0, transitions.count, types.count, 4] { bytes += big(count, 4) }
            for transition in transitions { bytes += big(transition, size) }
            for index in transitions.indices { bytes.append(UInt8(index % types.count)) }
            for type in types { bytes += big(type.offset, 4) + [type.isDaylight, 0] }
            return bytes + Array("XYZ".utf8) + [0]
        }
        return version == 0 ? block(4) : block(4) + block(8) + [0x0A] + Array(footer.utf8) + [0x0A]
    }
}
