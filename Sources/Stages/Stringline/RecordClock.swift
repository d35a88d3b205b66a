import TimeZones

/// The agency's clock, as far as the records' times tell: their offsets, and when each held.
struct RecordClock {
    private var spans: [(offset: Int, first: Int, last: Int)] = []

    mutating func see(_ time: OffsetTime) {
        if let place = spans.firstIndex(where: { $0.offset == time.offset }) {
            spans[place].first = min(spans[place].first, time.instant)
            spans[place].last = max(spans[place].last, time.instant)
        } else {
            spans.append((time.offset, time.instant, time.instant))
        }
    }

    /// Seconds east of Greenwich: the offset of the times nearest to an instant, the earlier of two as near.
    func offset(at instant: Int) -> Int {
        var best: (distance: Int, first: Int, offset: Int)?
        for span in spans {
            let distance = max(span.first - instant, instant - span.last, 0)
            if let best, (best.distance, best.first) <= (distance, span.first) { continue }
            best = (distance, span.first, span.offset)
        }
        return best?.offset ?? 0
    }

    func time(at instant: Int) -> OffsetTime { OffsetTime(instant, offset: offset(at: instant)) }

    /// When the clock shows a second of a day; days after 1970-01-01.
    func instant(ofDay day: Int, second: Int) -> Int {
        let shown = day * 86_400 + second
        return shown - offset(at: shown - offset(at: shown))
    }

    /// An instant as the option writes it.
    func instant(of time: WrittenTime, on day: Int) -> Int {
        switch time {
        case .instant(let instant): instant
        case .local(let date, let second): instant(ofDay: date.daysSinceEpoch, second: second)
        case .clock(let second): instant(ofDay: day, second: second)
        }
    }

    /// `07:31`, or `07:31:30` where it is no whole minute.
    func text(_ instant: Int) -> String {
        let second = time(at: instant).secondOfDay
        return second % 60 == 0 ? ClockTime.shortText(second) : ClockTime.text(second)
    }

    /// `07:31:00`
    func fullText(_ instant: Int) -> String { ClockTime.text(time(at: instant).secondOfDay) }

    func shortText(_ instant: Int) -> String { ClockTime.shortText(time(at: instant).secondOfDay) }
}
