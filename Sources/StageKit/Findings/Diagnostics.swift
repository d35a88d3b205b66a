import Addresses
import Contract
import NDJSON
import Platform
import TimeZones

/// Collects findings, counts them by code, and shows those that the user requested.
///
/// A hot loop calls `wants` before it builds a message; an unwanted finding costs only a count.
public final class Diagnostics {
    /// The number of findings of a code that are shown individually.
    public static let shown = 5

    private struct Tally {
        var kind: Finding.Kind
        var code: String
        var file: String?
        /// Its code's place among `codes`.
        var place: Int
        var count = 0
    }

    private struct TallyKey: Hashable {
        let code: String
        let file: String?
    }

    private let stage: String
    private let summary: RunSummary
    private let verbosity: Verbosity
    private let isStrict: Bool
    private let isTerminal: Bool
    private let log: (any LogDestination)?
    private let file: RecordFile?
    private let rejects: RecordFile?
    private let color: Bool
    private let format: LogFormat
    private let time: any TimeSource
    /// Receives every finding, shown or not.
    private let hear: ((Finding, Int) -> Void)?
    /// Whether lines of text begin with the time: in long runs whose standard error is not a terminal.
    private var showsTimes: Bool
    /// Display names of unnamed files, by the path under which they are opened.
    private var names: [(path: String, name: String)] = []
    private var tallies: [Tally] = []
    private var lastTally = 0
    /// Where a tally stands, for runs over thousands of files.
    private var places: [TallyKey: Int] = [:]
    /// Of each code, over all files: how many there were and how many were shown.
    private var codes: [(kind: Finding.Kind, code: String, count: Int, shown: Int)] = []
    /// Findings reported at the end, once for each code.
    private var gathered = GatheredFindings()
    private var gatherings = 0
    /// Receives the findings instead of the run.
    private var listener: (any FindingListener)?
    /// The feed whose files the findings name, if the run reads several.
    private var feed: String?
    /// Whether an error was reported, so that the run must not exit with 0.
    private(set) var saidError = false

    init(
        stage: String, summary: RunSummary, options: CommonOptions, log: (any LogDestination)?, isTerminal: Bool,
        color: Bool, time: any TimeSource, file: RecordFile?, rejects: RecordFile?,
        hear: ((Finding, Int) -> Void)? = nil
    ) {
        self.hear = hear
        self.stage = stage
        self.summary = summary
        self.log = log
        self.isTerminal = isTerminal
        self.color = color
        self.file = file
        self.rejects = rejects
        verbosity = options.verbosity
        isStrict = options.strict
        format = options.logFormat
        self.time = time
        showsTimes = !isTerminal && LogTime.isAsked
    }

    /// Marks the run as long-lived, so that each line of the log begins with the time.
    public func lasts() { showsTimes = !isTerminal }

    /// Sets the display name of an unnamed file, for example the copy of a download.
    public func call(_ path: String, _ name: String) { names.append((path, name)) }

    /// Returns a text without secrets in addresses and without paths that are meaningless outside this process.
    private func shown(_ text: String) -> String {
        var text = text
        for (path, name) in names where text.contains(path) {
            var result = ""
            var rest = text[...]
            while let found = rest.firstRange(of: path) {
                // Of /proc/self/fd/1 in /proc/self/fd/12 nothing is said.
                let isWhole = found.upperBound == rest.endIndex || !rest[found.upperBound].isNumber
                result += rest[..<found.lowerBound] + (isWhole ? name[...] : rest[found])
                rest = rest[found.upperBound...]
            }
            text = result + rest
        }
        return AddressWithoutSecrets.hidden(in: text)
    }

    /// Whether any finding that fails `--strict` was counted.
    public var trippedStrict: Bool {
        summary.rejectedCount > 0 || summary.nulled > 0 || summary.faults > 0 || summary.incomplete > 0
    }

    /// Counts a finding and returns whether its message is wanted; if it is, the caller must call `report`.
    public func wants(_ kind: Finding.Kind, _ code: String, file: String? = nil) -> Bool {
        if let listener { return listener.wants(kind, code, file: file) }
        let file = qualified(file)
        guard self.file == nil, hear == nil else { return true }
        guard isShown(kind) else { return false }
        if gatherings > 0 { return gathered.wants(code) }
        return codes[tallies[tally(kind, code, file)].place].shown < Diagnostics.shown
    }

    /// Counts a finding without a message.
    public func count(_ kind: Finding.Kind, _ code: String, file: String? = nil, times: Int = 1) {
        if let listener { return listener.count(kind, code, file: file, times: times) }
        let index = tally(kind, code, qualified(file))
        if kind.endsRun { saidError = true }
        tallies[index].count += times
        summary.count(kind, code: code, times: times)
        if gatherings > 0, gathered.count(code, times: times) { return }
        codes[tallies[index].place].count += times
    }

    /// Runs `body` and sends its findings to `listener` instead of the run: nothing is counted or shown, and bad data
    /// does not end the run with status 65.
    package func diverting<Result>(to listener: (any FindingListener)?, _ body: () throws -> Result) rethrows -> Result
    {
        let before = self.listener
        self.listener = listener ?? before
        defer { self.listener = before }
        return try body()
    }

    /// Runs `body` with findings that name files of a feed: `old.zip#stops.txt`.
    public func reading<Result>(_ feed: String, _ body: () throws -> Result) rethrows -> Result {
        let before = self.feed
        self.feed = feed
        defer { self.feed = before }
        return try body()
    }

    /// Returns the name of a file in findings.
    private func qualified(_ file: String?) -> String? {
        guard let feed else { return file }
        guard let file else { return feed }
        return file.hasPrefix(feed) ? file : feed + "#" + file
    }

    /// Whether findings go to a listener instead of the run.
    package var isDiverted: Bool { listener != nil }

    /// Runs `body` and reports its findings at the end: each code once, with its count and some locations.
    ///
    /// This is for feeds that a stage reads besides its input. Each of their codes is reported once, whatever the table
    /// and however often the feed is read.
    public func gathering<Result>(_ body: () throws -> Result) rethrows -> Result {
        gatherings += 1
        defer { gatherings -= 1 }
        return try body()
    }

    /// Counts a finding, shows it if the limit for its code is not reached, and writes it to the diagnostics file.
    /// - Parameters:
    ///   - everyTime: shows the finding without a limit, for stages that run for months.
    ///   - count: how many problems the finding stands for.
    public func report(_ finding: Finding, everyTime: Bool = false, count: Int = 1) {
        if let listener { return listener.hear(finding, count: count) }
        var finding = finding
        finding.file = qualified(finding.file)
        let index = tally(finding.kind, finding.code, finding.file)
        let place = tallies[index].place
        tallies[index].count += count
        summary.count(finding.kind, code: finding.code, times: count)
        if finding.kind.endsRun { saidError = true }
        if let file { write(finding, count: count, to: file) }
        hear?(finding, count)
        if gatherings > 0, isShown(finding.kind) { return gathered.add(finding, count: count) }
        codes[place].count += count
        guard everyTime || codes[place].shown < Diagnostics.shown, isShown(finding.kind) else { return }
        codes[place].shown += count
        show(finding, count: count)
    }

    /// Counts and shows a finding with these parts.
    public func report(
        _ kind: Finding.Kind, _ code: String, file: String? = nil, line: Int? = nil, field: String? = nil,
        value: String? = nil, message: String, everyTime: Bool = false, count: Int = 1
    ) {
        let finding = Finding(kind, code, file: file, line: line, field: field, value: value, message: message)
        report(finding, everyTime: everyTime, count: count)
    }

    /// Shows the output of another program unchanged; in a JSON log as one note.
    public func quote(_ lines: [String], code: String, file: String) {
        guard format == .json else {
            for line in lines {
                // A stage of ours has told the time itself.
                let stamp = showsTimes && !LogTime.begins(line) ? RFC3339.text(time.posix) + " " : ""
                log?.line(stamp + shown(line))
            }
            return
        }
        writeLog(Finding(.note, code, file: file, message: lines.joined(separator: "\n")), count: 1)
    }

    /// Counts a finding and builds it only if it is wanted.
    public func report(
        _ kind: Finding.Kind, _ code: String, file: String? = nil, line: Int? = nil, field: String? = nil,
        value: UnsafeRawBufferPointer? = nil, _ message: (_ quoted: String) -> String
    ) {
        guard wants(kind, code, file: file) else { return count(kind, code, file: file) }
        report(
            kind, code, file: file, line: line, field: field,
            value: value.map { String(decoding: $0, as: UTF8.self) },
            message: message(value.map(Finding.quoted) ?? ""))
    }

    /// Keeps a rejected row for `--rejects`.
    public func keepReject(
        file name: String?, line: Int?, code: String, message: String, raw: UnsafeRawBufferPointer
    ) {
        guard let rejects else { return }
        Tables.Rejects.write(to: rejects.writer) { row, columns in
            row[columns.file] = name.map(shown)
            row[columns.line] = line
            row[columns.code] = code
            row[columns.message] = shown(message)
            // The row may have been rejected because it is not UTF-8.
            if JSONText.invalidUTF8(raw) == nil {
                row.set(columns.raw, raw)
            } else {
                row[columns.raw] = String(decoding: raw, as: UTF8.self)
            }
        }
        rejects.writer.newline()
        rejects.flushWhenFull()
    }

    /// Whether rejected rows are kept at all.
    public var keepsRejects: Bool { rejects != nil }

    // MARK: At the end

    /// Reports the number of further findings of each code and writes the closing line.
    func close(elapsed: Double, status: ExitStatus) {
        for (finding, count) in gathered.told { show(finding, count: count) }
        for code in codes where code.count > max(Diagnostics.shown, code.shown) && isShown(code.kind) {
            let more = code.count - code.shown
            let files = tallies.filter { $0.code == code.code && $0.count > 0 }.compactMap(\.file)
            show(
                Finding(
                    code.kind, code.code, file: files.count == 1 ? files[0] : nil,
                    message: "\(grouped(more)) more of this kind, \(grouped(code.count)) in total (\(code.code))"
                        + (files.count > 1 ? ", in \(grouped(files.count)) files" : "")),
                count: more)
        }
        guard verbosity > .quiet else { return }
        let rejected = summary.rejectedCount
        if isTerminal {
            // A stage that neither reads nor writes records has said what it made.
            if !summary.tables.isEmpty { say(closingLine(elapsed: elapsed), level: nil) }
        } else if rejected > 0 || summary.unmatched > 0 {
            say(lossLine(rejected), level: nil)
        }
        if verbosity >= .timings {
            let rate = elapsed > 0 ? Double(summary.bytesIn) / elapsed / 1e6 : 0
            say(
                "\(fixed(elapsed * 1000, 1)) ms, \(fixed(rate, 1)) MB/s read, "
                    + "peak memory \(fixed(Double(peakResidentBytes) / 1e6, 1)) MB", level: nil)
        }
    }

    private func lossLine(_ rejected: Int) -> String {
        var parts: [String] = []
        if rejected > 0 {
            let codes = summary.rejected.map { "\(grouped($0.count)) \($0.code)" }.joined(separator: ", ")
            parts.append("\(grouped(rejected)) rejected (\(codes))")
        }
        if summary.unmatched > 0 {
            parts.append(
                "\(grouped(summary.unmatched)) unmatched"
                    + (verbosity >= .verbose || isTerminal ? "" : " (-v shows them)"))
        }
        return parts.joined(separator: ", ")
    }

    private func closingLine(elapsed: Double) -> String {
        let written = summary.tables.filter { $0.written > 0 }
        let total = written.reduce(0) { $0 + $1.written }
        var line = "\(grouped(total)) record\(total == 1 ? "" : "s") written"
        if written.count > 1 {
            let most = written.sorted { $0.written > $1.written }.prefix(4)
            line += " (" + most.map { "\($0.table) \(grouped($0.written))" }.joined(separator: ", ")
            line += written.count > 4 ? ", …)" : ")"
        }
        if summary.rejectedCount > 0 || summary.unmatched > 0 { line += ", " + lossLine(summary.rejectedCount) }
        if summary.nulled > 0 { line += ", \(grouped(summary.nulled)) written as null" }
        let ignored = summary.tables.reduce(0) { $0 + $1.ignored }
        if ignored > 0 { line += ", \(grouped(ignored)) ignored" }
        let filtered = summary.tables.reduce(0) { $0 + $1.filtered }
        if filtered > 0 { line += ", \(grouped(filtered)) filtered" }
        let repairs = tallies.filter { $0.kind == .repair }.reduce(0) { $0 + $1.count }
        if repairs > 0 { line += ", \(grouped(repairs)) repaired (-v shows them)" }
        return line + " in \(fixed(elapsed, elapsed < 1 ? 3 : 1)) s"
    }

    // MARK: Showing

    private func isShown(_ kind: Finding.Kind) -> Bool {
        switch kind.level(isStrict: isStrict) {
        case .error: true
        case .warning where kind.isAlwaysTold, .note where kind.isAlwaysTold: verbosity >= .normal
        case .warning, .note: verbosity >= (isTerminal ? .normal : .verbose)
        case .repair: verbosity >= .verbose
        }
    }

    private func show(_ finding: Finding, count: Int) {
        if format == .json { return writeLog(finding, count: count) }
        say(finding.text, level: finding.kind.level(isStrict: isStrict))
    }

    /// Reports the failure that ends the run.
    func fail(_ failure: StageFailure) {
        saidError = true
        // A failure may name what a stranger's archive holds.
        let finding = Finding(.fault, "failed", message: Finding.printable(failure.description, limit: 4000))
        if let file { write(finding, count: 1, to: file) }
        show(finding, count: 1)
    }

    private func say(_ text: String, level: Finding.Level?) {
        if format == .json {
            return writeLog(Finding(.note, "closing", message: text), count: 1)
        }
        var line = (showsTimes ? RFC3339.text(time.posix) + " " : "") + "linefeed \(stage): "
        if let level {
            line += color ? Diagnostics.paint(level) + "\(level.rawValue):\u{1B}[0m " : "\(level.rawValue): "
        }
        log?.line(line + shown(text))
    }

    private static func paint(_ level: Finding.Level) -> String {
        switch level {
        case .error: "\u{1B}[1;31m"
        case .warning: "\u{1B}[1;33m"
        case .repair, .note: "\u{1B}[1;36m"
        }
    }

    private func writeLog(_ finding: Finding, count: Int) {
        let writer = RecordWriter(capacity: 512)
        encode(finding, count: count, at: RFC3339.text(time.posix), into: writer)
        log?.line(String(decoding: writer.bytes, as: UTF8.self))
    }

    private func write(_ finding: Finding, count: Int, to file: RecordFile) {
        // The time is omitted, so that the same input gives the same bytes.
        encode(finding, count: count, at: nil, into: file.writer)
        file.writer.newline()
        file.flushWhenFull()
    }

    private func encode(_ finding: Finding, count: Int, at time: String?, into writer: RecordWriter) {
        Tables.Diagnostics.write(to: writer) { row, columns in
            row[columns.stage] = stage
            row[columns.level] = finding.kind.level(isStrict: isStrict).rawValue
            row[columns.time] = time
            row[columns.code] = finding.code
            row[columns.file] = finding.file.map(shown)
            row[columns.line] = finding.line
            row[columns.field] = finding.field
            row[columns.value] = finding.value
            row[columns.message] = shown(finding.message)
            row[columns.count] = count
        }
    }

    private func tally(_ kind: Finding.Kind, _ code: String, _ file: String?) -> Int {
        if lastTally < tallies.count, tallies[lastTally].code == code, tallies[lastTally].file == file {
            return lastTally
        }
        let key = TallyKey(code: code, file: file)
        if let index = places[key] {
            lastTally = index
            return index
        }
        let place = codes.firstIndex { $0.code == code } ?? codes.count
        if place == codes.count { codes.append((kind, code, 0, 0)) }
        tallies.append(Tally(kind: kind, code: code, file: file, place: place))
        lastTally = tallies.count - 1
        places[key] = lastTally
        return lastTally
    }
}

/// A receiver of lines for people: standard error, or a list in tests.
public protocol LogDestination: AnyObject {
    func line(_ text: String)
}

/// `1,204`
package func grouped(_ value: Int) -> String {
    var digits = String(value.magnitude)
    var end = digits.count - 3
    while end > 0 {
        digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
        end -= 3
    }
    return value < 0 ? "-" + digits : digits
}

/// `1 day`, `1,204 days`
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}

/// Formats a number with a fixed number of decimal places, independent of the locale.
package func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value.magnitude * scale).rounded())
    let whole = scaled / Int(scale)
    guard decimals > 0 else { return "\(whole)" }
    let fraction = String(scaled % Int(scale))
    return (value < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: decimals - fraction.count) + fraction
}
