import Reports
import ServiceFigures
import StageKit
import TimeZones

/// What riders have otherwise, on a screen of 80 columns and 24 lines: the sums by type of day, then each route (or what
/// else is asked for) with what it gained and lost, the biggest first, and how many more there are.
struct ServiceChangeText {
    private let changes: [ServiceChange]
    private let comparison: ServiceComparison
    private let words: ServiceChangeWords

    static let width = 80
    private static let height = 24

    init(_ changes: [ServiceChange], _ comparison: ServiceComparison, by keys: [ReportKey]) {
        self.changes = changes
        self.comparison = comparison
        words = ServiceChangeWords(comparison, by: keys)
    }

    func write(to sink: RecordSink) throws {
        let feeds = words.feeds
        var lines = ServiceChangeText.broken(
            "\(feeds.old) → \(feeds.new): "
                + (changes.isEmpty ? "no differences for riders" : "what changes for riders"))
        lines += ServiceChangeText.broken(words.days)
        if let sentence = words.notCompared { lines += ServiceChangeText.broken(sentence) }
        if !changes.isEmpty {
            lines.append("")
            lines += totals
            lines.append("")
            lines += entries(in: ServiceChangeText.height - lines.count - 1)
        }
        for line in lines { try sink.text(line + "\n") }
    }

    // MARK: Sums

    /// All service by type of day.
    private var totals: [String] {
        let rows = comparison.totals().map { total -> [String] in
            func pair(_ was: String, _ now: String) -> String { was == now ? was : "\(was) → \(now)" }
            return [
                ServiceChangeWords.count(total.days, total.type),
                pair(words.rate(total.old?.tripsPerDay ?? 0), words.rate(total.new?.tripsPerDay ?? 0)),
                pair(kilometres(total.old), kilometres(total.new)),
                pair(span(total.old), span(total.new)),
            ]
        }
        let all = [["", "trips a day", "km a day", "first to last"]] + rows
        let widths = all[0].indices.map { column in all.map { $0[column].unicodeScalars.count }.max() ?? 0 }
        return all.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - cell.unicodeScalars.count + 3)
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    private func kilometres(_ row: LevelRow?) -> String {
        guard let row else { return "0" }
        return row.kilometresPerDay.map { words.rate($0.rounded()) } ?? "unknown"
    }

    private func span(_ row: LevelRow?) -> String {
        guard let first = row?.first, let last = row?.last else { return "nothing" }
        return "\(ClockTime.shortText(first))–\(ClockTime.shortText(last))"
    }

    // MARK: Entries

    private func entries(in room: Int) -> [String] {
        let subjects = words.subjects(changes)
        var lines: [String] = []
        var shown = 0
        for subject in subjects {
            let text = self.lines(subject)
            // A line is left for how many more there are.
            let isLast = shown == subjects.count - 1
            guard lines.count + text.count + (isLast ? 0 : 1) <= max(room, 5) else { break }
            lines += text
            shown += 1
        }
        if shown < subjects.count {
            let rest = subjects[shown...]
            let (gained, lost) = (rest.count { $0.net > 0 }, rest.count { $0.net < 0 })
            lines += ServiceChangeText.broken(
                "And \(grouped(rest.count)) more: \(grouped(gained)) with more trips, \(grouped(lost)) with fewer, "
                    + "\(grouped(rest.count - gained - lost)) with as many.")
        }
        return lines
    }

    private func lines(_ subject: ServiceChangeWords.Subject) -> [String] {
        var lines = subject.name.map { ServiceChangeText.broken($0) } ?? []
        let indent = lines.isEmpty ? "" : "  "
        for change in subject.changes {
            let days = ServiceChangeWords.days(change.dayType)
            lines += ServiceChangeText.broken(
                indent + (lines.isEmpty ? words.capitalized(days) : days) + ": "
                    + words.phrases(change).joined(separator: "; "), indent: indent + "  ", mostLines: 3)
        }
        return lines
    }

    /// Breaks a sentence into lines that fit; what does not fit into so many ends with an ellipsis.
    static func broken(_ text: String, indent: String = "", mostLines: Int = 4) -> [String] {
        var lines: [String] = []
        var line = ""
        let lead = String(text.prefix { $0 == " " })
        for word in text.split(separator: " ") {
            let start = lines.isEmpty ? lead : indent
            let next = line.isEmpty ? start + word : line + " " + word
            if next.unicodeScalars.count > width, !line.isEmpty {
                lines.append(line)
                line = indent + word
            } else {
                line = next
            }
        }
        lines.append(line)
        guard lines.count > mostLines else { return lines }
        lines = Array(lines.prefix(mostLines))
        lines[mostLines - 1] = String(lines[mostLines - 1].prefix(width - 2)) + " …"
        return lines
    }
}
