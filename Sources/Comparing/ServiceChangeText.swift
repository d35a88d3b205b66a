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

    init(_ changes: [ServiceChange], _ comparison: ServiceComparison, by keys: [LevelKey]) {
        self.changes = changes
        self.comparison = comparison
        words = ServiceChangeWords(comparison, by: keys)
    }

    func write(to sink: RecordSink) throws {
        let names = "\(Finding.printable(comparison.old.name)) → \(Finding.printable(comparison.new.name))"
        let days = comparison.days
        var lines = ServiceChangeText.broken(
            "\(names): " + (changes.isEmpty ? "no differences for riders" : "what changes for riders"))
        lines += ServiceChangeText.broken(
            "On days that both cover, \(ServiceDates.words(days.range)): \(ServiceChangeWords.counts(days)).")
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

    /// What happened to one thing on one or several types of day.
    private struct Entry {
        let subject: String?
        var types: [DayType?]
        let phrases: [String]
        var net: Int
        var moved: Int
    }

    private var allEntries: [Entry] {
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        for change in changes {
            let subject = words.subject(change)
            let phrases = words.phrases(change)
            let key = (subject ?? "") + "\n" + phrases.joined(separator: "\n")
            let moved = change.counts.runsAdded + change.counts.runsRemoved
            if let place = places[key] {
                entries[place].types.append(change.dayType)
                entries[place].net += change.net
                entries[place].moved += moved
            } else {
                places[key] = entries.count
                entries.append(
                    Entry(subject: subject, types: [change.dayType], phrases: phrases, net: change.net, moved: moved))
            }
        }
        // The biggest first, of as big ones in the order of the keys.
        return entries.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            return (abs(right.net), right.moved, one.offset) < (abs(left.net), left.moved, other.offset)
        }.map(\.element)
    }

    private func entries(in room: Int) -> [String] {
        let entries = allEntries
        let texts = entries.map { entry in
            ServiceChangeText.broken(
                head(entry) + ": " + entry.phrases.joined(separator: "; "), indent: "  ", mostLines: 3)
        }
        var lines: [String] = []
        var shown = 0
        for text in texts {
            // A line is left for how many more there are.
            let isLast = shown == texts.count - 1
            guard lines.count + text.count + (isLast ? 0 : 1) <= max(room, 4) else { break }
            lines += text
            shown += 1
        }
        if shown < texts.count {
            let rest = entries[shown...]
            let (gained, lost) = (rest.count { $0.net > 0 }, rest.count { $0.net < 0 })
            lines += ServiceChangeText.broken(
                "and \(grouped(rest.count)) more: \(grouped(gained)) with more trips, \(grouped(lost)) with fewer, "
                    + "\(grouped(rest.count - gained - lost)) with as many (all with --format ndjson)")
        }
        return lines
    }

    private func head(_ entry: Entry) -> String {
        let compared = ServiceComparison.groups(of: comparison.days, by: [.dayType]).filter { $0.days > 0 }
        let types =
            entry.types.count == compared.count && compared.count > 1
            ? "every day" : entry.types.map { ServiceChangeWords.days($0) }.joined(separator: " and ")
        let text = [entry.subject, types].compactMap { $0 }.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Breaks a sentence into lines that fit; what does not fit into so many ends with an ellipsis.
    static func broken(_ text: String, indent: String = "", mostLines: Int = 4) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let start = lines.isEmpty ? "" : indent
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
