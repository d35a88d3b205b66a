import Pipelines
import StageKit

/// The command line that was meant where a stage was given something else than the records it reads: the stages that
/// make such records of it, and then the same stage with the same options.
struct PipeAdvice {
    /// What records are about, and so which stages read them.
    private enum Matter {
        case schedule, realtime, wholeMessages, events, frames, lines, tiles, visits
    }

    /// The stage's name, and the words after it.
    let stage: String
    let arguments: [String]

    /// What each stage reads, the likeliest first. Stages that read feeds and messages themselves are not here.
    private static let needs: [String: [Matter]] = [
        "select": [.schedule], "write-gtfs": [.schedule], "service-levels": [.schedule],
        "build-polylines": [.schedule], "check": [.schedule], "diff": [.schedule], "encode-rt": [.wholeMessages],
        "occupancy-report": [.realtime], "track": [.realtime], "predict": [.realtime], "stop-visits": [.realtime],
        "departures": [.realtime], "trip-details": [.realtime], "store": [.schedule, .realtime],
        "animate": [.events], "performance-report": [.visits], "stringline": [.visits], "expect": [.visits],
        "retime": [.visits],
        "map": [.lines, .realtime], "cover-tiles": [.lines], "render-tiles": [.lines, .frames],
        "fetch-tiles": [.tiles],
    ]

    func command(for misplaced: Misplaced) -> String? {
        switch misplaced {
        case .content(let content, let input, let compression): command(content, input, compression)
        case .tables(let tables):
            // A table of several matters would be a guess.
            PipeAdvice.matter(of: tables).flatMap { matter in
                route(from: matter).flatMap { commands in
                    guard let first = commands.first else { return nil }
                    let files = files { !$0.hasPrefix("-") && ForeignContent.isFile($0) }
                    let opening = ([first] + (files.isEmpty ? ["-"] : files).map(\.shellWord)).joined(separator: " ")
                    return piped([opening] + commands.dropFirst(), replacing: files)
                }
            }
        }
    }

    private func command(_ content: ForeignContent, _ input: String, _ compression: InputCompression?) -> String? {
        // Before all other inputs are looked at, which takes long if thousands of them are foreign.
        if [.database, .page, .xml, .csv, .binary].contains(content) { return nil }
        let files = input == "-" ? ["-"] : files { $0 == input || ForeignContent(ofFile: $0) == content }
        guard files.contains(input) else { return nil }
        let words = files.map(\.shellWord).joined(separator: " ")
        /// The command with the files behind it, inflated before it where it cannot do that itself.
        func reading(_ command: String, inflates: Bool = false, ofInput: String = " -") -> String {
            let compression = inflates ? nil : compression
            if input == "-" { return (compression.map { $0.command + " | " } ?? "") + command + ofInput }
            guard let compression else { return "\(command) \(words)" }
            return "\(compression.command) \(words) | \(command)\(ofInput)"
        }
        if stage == "ingest" || stage == "decode-rt" {
            switch content {
            case .zip where stage == "decode-rt" && files.count == 1: return reading("linefeed ingest")
            case .realtimeMessage, .base64Messages:
                return stage == "ingest" ? reading("linefeed decode-rt", inflates: true) : nil
            default: return nil
            }
        }
        switch content {
        case .zip:
            guard files.count == 1 else { return nil }
            return route(from: .schedule).map { piped([reading("linefeed ingest")] + $0, replacing: files) }
        case .realtimeMessage, .base64Messages:
            return route(from: .realtime).map {
                piped([reading("linefeed decode-rt", inflates: true)] + $0, replacing: files)
            }
        case .jsonArray: return piped([reading("jq -c '.[]'", ofInput: "")], replacing: files)
        case .featureCollection: return piped([reading("jq -c '.features[]'", ofInput: "")], replacing: files)
        case .prettyJSON: return piped([reading("jq -c .", ofInput: "")], replacing: files)
        case .utf16: return piped([reading("iconv -f utf-16 -t utf-8", ofInput: "")], replacing: files)
        case .database, .page, .xml, .csv, .binary: return nil
        }
    }

    /// The stages that make what this one reads of records of a matter; none where it reads them itself, nil where there
    /// is no way.
    private func route(from matter: Matter) -> [String]? {
        let needs = PipeAdvice.needs[stage] ?? []
        if needs.contains(matter) { return [] }
        let steps: [(from: Matter, to: Matter, command: String)] =
            [
                (.schedule, .lines, "linefeed build-polylines"), (.lines, .tiles, "linefeed cover-tiles"),
                (.realtime, .events, "linefeed track"), (.events, .frames, "linefeed animate"),
            ]
            + (value(of: "--feed").map { [(.realtime, .visits, "linefeed stop-visits --feed \($0.shellWord)")] } ?? [])
        for step in steps where step.from == matter {
            if needs.contains(step.to) { return [step.command] }
            for next in steps where next.from == step.to && needs.contains(next.to) {
                return [step.command, next.command]
            }
        }
        return nil
    }

    /// Commands and then this stage, which reads standard input where the files stood.
    private func piped(_ commands: [String], replacing files: [String]) -> String {
        var words: [String] = []
        var hasInput = false
        for (place, word) in arguments.enumerated() {
            guard files.contains(word), place == 0 || arguments[place - 1] != "--feed" else {
                words.append(word.shellWord)
                continue
            }
            if !hasInput { words.append("-") }
            hasInput = true
        }
        if !hasInput { words.append("-") }
        return (commands + [(["linefeed", stage] + words).joined(separator: " ")]).joined(separator: " | ")
    }

    /// Words that name files, in their order.
    private func files(_ isMeant: (String) -> Bool) -> [String] {
        var files: [String] = []
        for (place, word) in arguments.enumerated() where !files.contains(word) {
            if place > 0, arguments[place - 1].hasPrefix("--"), options.contains(arguments[place - 1]) { continue }
            if isMeant(word) { files.append(word) }
        }
        return files
    }

    /// The options of the stage that take a value.
    private var options: Set<String> {
        guard let stage = Linefeed.stage(stage) else { return [] }
        return Set(KnownOption.all(of: stage).filter(\.takesValue).flatMap(\.names))
    }

    private func value(of option: String) -> String? {
        guard let place = arguments.firstIndex(of: option), place + 1 < arguments.endIndex else { return nil }
        return arguments[place + 1]
    }

    /// What the records of some tables are about.
    private static func matter(of tables: [String]) -> Matter? {
        let known: [(Matter, Set<String>)] = [
            (.events, ["vehicle_events"]), (.visits, ["stop_visits"]), (.lines, ["polylines"]), (.tiles, ["tiles"]),
            (.frames, ["frames"]), (.realtime, ["vehicle_positions", "trip_updates"]),
            (.schedule, ["stop_times", "trips"]),
        ]
        return known.first { !$0.1.isDisjoint(with: tables) }?.0
    }
}
