import Contract
import Glibc
import NDJSON
import PerformanceReportStage
import SchemaStage
import StageKit
import TestSupport
import XCTest

@testable import linefeed

/// Every stage gets every kind of broken value in every column of its input, one at a time; without `LINEFEED_DEEP`, a
/// fixed sample of these. The columns and their types are those of the contract, so a new column is tested as soon as it
/// is declared.
///
/// A broken value is accounted for if the output is what it was, if the value stands in the output, or if a finding
/// reports it. In every run the figures balance; a debug assertion of the driver demands the same of every other test.
final class AccountingTests: XCTestCase {
    /// A stage with its command line, in which `$made` is the folder of inputs, and the inputs that are records.
    private struct Case {
        let stage: String
        let words: [String]
        let inputs: [String]
        /// What sets it apart from others of its stage.
        var note: String { words.first { $0 != "--of" && !$0.hasPrefix("/") } ?? "" }

        /// The command line of a run whose output goes to a file.
        func words(for output: String) -> [String] {
            switch stage {
            case "store": words.map { $0.hasSuffix("/clean.db") ? output : $0 }
            case "render-tiles": words.map { $0.hasSuffix("/drawn.mbtiles") ? output + ".mbtiles" : $0 }
            default: words + ["-o", output]
            }
        }
    }

    /// What a run left behind.
    private struct Outcome {
        var status: Int32
        var output: [UInt8]
        /// How many findings there were of each code.
        var findings: [String: Int]
        /// How many records conditions and choices passed over.
        var filtered: Int
        var lines: Int { output.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } }

        func reports(moreThan clean: Outcome) -> Bool {
            findings.contains { $0.value > clean.findings[$0.key] ?? 0 }
        }
    }

    private static let folder = TemporaryFolder()

    /// A small feed and what is made of it.
    private static let made: String = {
        let run = Shell(
            """
            set -e
            cd '\(folder.path)'
            samples='\(Checkout.root)/samples'
            ls $samples/vehicles-*.pb | sed -n '1p;6p' > messages
            ls $samples/trip-updates-*.pb | sed -n '1p;6p' >> messages
            linefeed decode-rt $(cat messages) -q > rt.ndjson
            linefeed decode-rt --nested $(cat messages) -q > nested.ndjson
            grep -o '"trip_id":"[^"]*"' rt.ndjson $samples/positions.ndjson -h | sort -u > trips
            linefeed ingest $samples/feed.zip -q | grep -v '"table":"\\(trips\\|stop_times\\|frequencies\\)"' > feed.ndjson
            linefeed ingest $samples/feed.zip -q --tables trips,stop_times,frequencies | grep -F -f trips >> feed.ndjson
            linefeed write-gtfs feed.ndjson -q -o feed.zip
            linefeed track rt.ndjson -q > events.ndjson
            linefeed build-polylines feed.ndjson --pins -q > lines.ndjson
            linefeed cover-tiles lines.ndjson --zoom 11 -q > tiles.ndjson
            linefeed render-tiles lines.ndjson --zoom 11 -q --into tiles
            linefeed stop-visits $samples/positions.ndjson --feed feed.zip -q > visits.ndjson
            sed 's/"trip_id_performed":"/&2-/g; s/"trip_id":"/&2-/g; s/T07:/T08:/g; s/T08:0/T08:1/g' visits.ndjson >> visits.ndjson.2
            cat visits.ndjson.2 >> visits.ndjson
            cat visits.ndjson rt.ndjson > told.ndjson
            cp feed.ndjson old.ndjson
            """)
        XCTAssertEqual(run.status, 0, run.errors)
        return folder.path
    }()

    private static let cases: [Case] = HelpTests.stages.flatMap { stage -> [Case] in
        let trial = Trial(stage, ["made": made, "samples": made])
        guard let clean = trial["clean"] ?? Optional("\(made)/rt.ndjson"), !clean.contains("$(") else { return [] }
        var lines = [(trial["needs"].map { $0 + " " } ?? "") + clean]
        if stage == "performance-report" {
            lines = PerformanceReportOptions.Kind.allCases.map(\.rawValue).map {
                "--of \($0) \(made)/\($0 == "predictions" ? "told" : "visits").ndjson"
            }
        }
        return lines.compactMap { line in
            var words = AccountingTests.words(line)
            // Tables of a feed are lines, of which each may be broken.
            for place in words.indices where stage != "ingest" && words[place] == made + "/feed.zip" {
                words[place] = made + "/feed.ndjson"
            }
            // Of two feeds only one is broken.
            if stage == "diff" { words[0] = made + "/old.ndjson" }
            let inputs = Set(words.filter { $0.hasSuffix(".ndjson") && !$0.hasSuffix("old.ndjson") }).sorted()
            return inputs.isEmpty ? nil : Case(stage: stage, words: words, inputs: inputs)
        }
    }

    /// The words of a command line with single quotes.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        for (place, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            if place % 2 == 0 {
                words += part.split(separator: " ").map(String.init)
            } else {
                words.append(String(part))
            }
        }
        return words
    }

    // MARK: Kinds of broken values

    /// A value that does not fit its column, as it stands in the line, and how it is found again in an output.
    private struct Broken {
        let kind: String
        /// nil takes the column out of the line.
        let value: String?
        let mark: String

        init(_ kind: String, _ value: String?, _ mark: String = "51515") {
            self.kind = kind
            self.value = value
            self.mark = mark
        }
    }

    /// The tables of a timetable to whose rows a column refers, by its name.
    private static let targets: [String: Set<String>] = {
        var targets: [String: Set<String>] = [:]
        for table in TableDefinition.all {
            if let key = table.onlyKey { targets[key, default: []].insert(table.name) }
            for field in table.fields where !field.targets.isEmpty {
                targets[field.name, default: []].formUnion(field.targets.map(\.table))
            }
        }
        return targets
    }()

    private static func broken(_ column: ColumnDescription, isKey: Bool, isReference: Bool) -> [Broken] {
        var all: [Broken] = []
        switch column.type {
        case .string, .textOrBytes:
            all.append(Broken("wrong type", "[51515]"))
            if isReference { all.append(Broken("unknown reference", "\"no-51515\"")) }
        case .integer:
            all.append(Broken("wrong type", "\"x51515\""))
            all.append(
                Broken("out of range", column.unit == .posixSeconds ? "5151551515515155151" : "-51515515155151551515"))
        case .number:
            all.append(Broken("wrong type", "\"x51515\""))
            all.append(Broken("out of range", "51515e999"))
            if column.name.contains("lat") || column.name.contains("lon"), column.unit == .degrees {
                all.append(Broken("not on earth", "515.15", "515.15"))
            }
        case .boolean: all.append(Broken("wrong type", "\"x51515\""))
        case .date:
            all.append(Broken("wrong type", "[51515]"))
            all.append(Broken("out of range", "\"20265151\"", "5151"))
        case .time:
            all.append(Broken("wrong type", "[51515]"))
            all.append(Broken("out of range", "\"51:51:51515\""))
        case .dateTime:
            all.append(Broken("wrong type", "[51515]"))
            all.append(Broken("out of range", "\"2026-51-51T51:51:51515\""))
        case .enumeration:
            all.append(Broken("wrong type", "[51515]"))
            all.append(Broken("out of range", "51515"))
        case .array, .object: all.append(Broken("wrong type", "\"x51515\""))
        case .any: break
        }
        if isKey {
            all.append(Broken("null in a key", "null"))
            all.append(Broken("no key", nil))
        }
        return all
    }

    private static func keys(of table: TableDescription) -> Set<String> {
        switch table.key.identity {
        case .columns(let columns): Set(columns.map(\.name))
        case .ladder(let groups, let with): Set(groups.flatMap { $0 } + with)
        case .content: []
        }
    }

    // MARK: Lines

    private struct Line {
        let table: String
        let text: [UInt8]
        /// Where its bytes are in the file.
        let range: Range<Int>

        /// The line with the value of a member, in objects of this path, replaced.
        func replacing(_ path: [String], with value: String?) -> [UInt8]? {
            text.withUnsafeBytes { bytes in
                guard let object = Line.object(path, in: bytes) else { return nil }
                let start = bytes.baseAddress!
                let name = path[path.count - 1]
                if let member = Line.member(name, of: object) {
                    let from = member.raw.baseAddress! - start
                    // Without its name and comma where the member goes.
                    let lead = value == nil ? ",\"\(name)\":".utf8.count : 0
                    guard from - lead > 0 else { return nil }
                    return Array(bytes[..<(from - lead)]) + Array((value ?? "").utf8)
                        + Array(bytes[(from + member.raw.count)...])
                }
                guard let value else { return nil }
                let end = object.raw.baseAddress! - start + object.raw.count - 1
                let comma = object.raw.count > 2 ? "," : ""
                return Array(bytes[..<end]) + Array("\(comma)\"\(name)\":\(value)".utf8) + Array(bytes[end...])
            }
        }

        func has(_ path: [String]) -> Bool {
            text.withUnsafeBytes { bytes in
                Line.object(path, in: bytes).flatMap { Line.member(path[path.count - 1], of: $0) } != nil
            }
        }

        /// The object whose member is the last one of a path.
        private static func object(_ path: [String], in bytes: UnsafeRawBufferPointer) -> JSONValue? {
            var object = JSONValue.object(bytes)
            for name in path.dropLast() {
                guard let inner = Line.member(name, of: object) else { return nil }
                object = inner
                if object.kind == .array {
                    var first: JSONValue?
                    object.forEachElement { if first == nil { first = $0 } }
                    guard let first else { return nil }
                    object = first
                }
                guard object.kind == .object else { return nil }
            }
            return object
        }

        private static func member(_ name: String, of object: JSONValue) -> JSONValue? {
            var found: JSONValue?
            let count = name.utf8.count
            object.forEachMember { key, value in
                let key = key.inside
                if key.count == count, let start = key.baseAddress, memcmp(start, name, count) == 0 { found = value }
            }
            return found
        }
    }

    /// The lines of each input, because many stages read the same inputs.
    private var linesOfInputs: [String: [Line]] = [:]
    /// The line to break, by input, table and column.
    private var placesOfColumns: [String: Int?] = [:]

    private func lines(of path: String) -> [Line] {
        if let known = linesOfInputs[path] { return known }
        let scanner = RecordScanner(fields: ["table"])
        let lines = (TemporaryFolder.bytes(of: path) ?? []).split(separator: 0x0A).compactMap { bytes in
            let text = Array(bytes)
            return text.withUnsafeBytes { raw -> Line? in
                guard (try? scanner.scan(raw)) != nil, let table = scanner[0].string else { return nil }
                return Line(table: table, text: text, range: bytes.startIndex..<bytes.endIndex)
            }
        }
        linesOfInputs[path] = lines
        return lines
    }

    /// A line of a table in the middle of those that have a column, or else the table's first line.
    private func place(of path: [String], in input: String, _ lines: [Line], _ places: [Int]) -> Int? {
        guard let first = places.first else { return nil }
        let key = "\(input) \(lines[first].table) \(path.joined(separator: "."))"
        if let known = placesOfColumns[key] { return known }
        let having = places.filter { lines[$0].has(path) }
        let place = having.isEmpty ? first : having[having.count / 2]
        placesOfColumns[key] = place
        return place
    }

    /// A change of one line of an input: what it is called, the lines, and how a value is found again.
    private struct Change {
        let input: String
        let name: String
        let table: String
        let column: String
        let broken: Broken
        let place: Int
        let line: [UInt8]
        /// What is broken, in whatever way.
        var target: String { table + "." + column }
    }

    private func changes(of input: String, read: [String: Set<String>]) -> [Change] {
        var changes: [Change] = []
        let lines = lines(of: input)
        for table in SchemaStage.tables {
            let places = lines.indices.filter { lines[$0].table == table.name }
            guard !places.isEmpty else { continue }
            let keys = AccountingTests.keys(of: table)
            let members: [([String], ColumnDescription)] = table.columns.flatMap { AccountingTests.members($0, []) }
            for (path, column) in members {
                guard read[table.name]?.contains(path[0]) ?? false else { continue }
                let path = (table.isFeature ? ["properties"] : []) + path
                guard let place = place(of: path, in: input, lines, places) else { continue }
                // Without the timetable no stage knows what there is.
                let isReference =
                    AccountingTests.targets[column.name]?.contains { read[$0] != nil && $0 != table.name } ?? false
                let isKey = keys.contains(column.name)
                for broken in AccountingTests.broken(column, isKey: isKey, isReference: isReference) {
                    guard let line = lines[place].replacing(path, with: broken.value) else { continue }
                    changes.append(
                        Change(
                            input: input, name: "\(table.name).\(path.joined(separator: ".")) \(broken.kind)",
                            table: table.name,
                            column: column.name, broken: broken, place: place, line: line))
                }
            }
            let place = places[places.count / 2]
            changes.append(
                Change(
                    input: input, name: "\(table.name) duplicate", table: table.name, column: "",
                    broken: Broken("duplicate", nil),
                    place: place, line: lines[place].text + [0x0A] + lines[place].text))
        }
        return changes
    }

    private static func members(_ column: ColumnDescription, _ path: [String]) -> [([String], ColumnDescription)] {
        let path = path + [column.name]
        var inner: [ColumnDescription] = []
        switch column.type {
        case .object(let columns), .array(.object(let columns)): inner = columns
        default: break
        }
        return [(path, column)] + (path.count < 3 ? inner.flatMap { members($0, path) } : [])
    }

    // MARK: Runs

    /// The columns that a stage reads, by table, asked of a run inside this process.
    private func columns(of test: Case) -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        var world = World.process
        world.clock = StandingClock(1_772_402_400)
        world.ownsProcess = false
        world.variables = ["PATH": "/usr/bin:/bin", "HOME": "/tmp", "LINEFEED_ASSETS": Checkout.root + "/Tests/Stubs"]
        world.passes = { tables, names in
            for table in tables { columns[table, default: []].formUnion(names) }
        }
        let words = [test.stage] + test.words(for: AccountingTests.folder.path + "/columns") + ["-q"]
        fflush(nil)
        let saved = dup(2)
        let null = open("/dev/null", O_RDWR)
        dup2(null, 2)
        _ = Linefeed.run(words, in: world)
        dup2(saved, 2)
        close(saved)
        close(null)
        return columns
    }

    /// Runs a stage once for each of the changed inputs, and once for the unchanged ones.
    private func outcomes(_ test: Case, _ changes: [Change]) throws -> [Outcome] {
        let folder = AccountingTests.folder.folder()
        var whole: [String: [UInt8]] = [:]
        for input in test.inputs { whole[input] = TemporaryFolder.bytes(of: input) ?? [] }
        var script = ""
        for number in 0...changes.count {
            let place = "\(folder)/\(number)"
            var words = test.words(for: place)
            if number > 0 {
                let change = changes[number - 1]
                var bytes = whole[change.input] ?? []
                bytes.replaceSubrange(lines(of: change.input)[change.place].range, with: change.line)
                TemporaryFolder.put(bytes, at: place + ".ndjson")
                words = words.map { $0 == change.input ? place + ".ndjson" : $0 }
            }
            let typed = words.map { "'\($0)'" }.joined(separator: " ")
            script +=
                "linefeed \(test.stage) \(typed) -q --summary \(place).summary --diagnostics \(place).found 2> /dev/null\n"
                + "echo $? > \(place).status\n"
        }
        let run = Shell(script)
        XCTAssertEqual(run.status, 0, run.errors)
        return try (0...changes.count).map { number in
            let place = "\(folder)/\(number)"
            let text = TemporaryFolder.text(of: place + ".summary") ?? ""
            let name = number > 0 ? changes[number - 1].name : "nothing broken"
            if let line = text.split(separator: "\n").first {
                let figures = try Conservation(String(line))
                XCTAssertEqual(figures.read, figures.accounted, "\(test.stage), \(name): \(text)")
            } else {
                XCTFail("\(test.stage), \(name): no figures")
            }
            var findings: [String: Int] = [:]
            let scanner = RecordScanner(fields: ["code", "count"])
            for line in (TemporaryFolder.bytes(of: place + ".found") ?? []).split(separator: 0x0A) {
                line.withUnsafeBytes { bytes in
                    try? scanner.scan(bytes)
                    findings[scanner[0].string ?? "", default: 0] += scanner[1].integer ?? 0
                }
            }
            return Outcome(
                status: Int32(TemporaryFolder.text(of: place + ".status")?.split(separator: "\n").first ?? "") ?? -1,
                output: AccountingTests.output(place),
                findings: findings, filtered: AccountingTests.filtered(text))
        }
    }

    /// What a run wrote; the files of a zip, not how they are packed.
    private static func output(_ place: String) -> [UInt8] {
        let bytes = TemporaryFolder.bytes(of: place) ?? TemporaryFolder.bytes(of: place + ".mbtiles") ?? []
        guard bytes.starts(with: [0x50, 0x4B]), let zip = try? ZipContents(bytes) else { return bytes }
        return zip.entries.flatMap { Array($0.name.utf8) + $0.bytes }
    }

    /// How many records a summary says that conditions passed over.
    private static func filtered(_ summary: String) -> Int {
        let scanner = RecordScanner(fields: ["filtered"])
        let bytes = Array((summary.split(separator: "\n").first ?? "{}").utf8)
        var sum = 0
        bytes.withUnsafeBytes { bytes in
            try? scanner.scan(bytes)
            scanner[0].forEachMember { _, count in sum += count.integer ?? 0 }
        }
        return sum
    }

    /// Stages that rightly say nothing of a row that refers to no other one.
    private static let withoutReferences: [String: String] = [
        "summarize": "counts the rows and ids of a feed, whatever they refer to",
        "departures": "reads only the trips of its stops, and knows no others",
        "trip-details": "reads only the trips that it is asked for",
    ]

    /// The changes to try, by case: all of them if `Depth.isDeep`.
    ///
    /// Otherwise every fourth case that reads a column breaks it, in one way. Which cases do so and which kind they use
    /// rotate over the columns, and every column is broken at least once.
    private static func chosen(_ all: [[Change]]) -> [[Change]] {
        guard !Depth.isDeep else { return all }
        var readers: [String: [(test: Int, changes: [Change])]] = [:]
        for (test, changes) in all.enumerated() {
            for (target, changes) in Dictionary(grouping: changes, by: \.target) {
                readers[target, default: []].append((test, changes))
            }
        }
        var chosen = [[Change]](repeating: [], count: all.count)
        for (place, target) in readers.keys.sorted().enumerated() {
            let readers = readers[target] ?? []
            for number in stride(from: place % min(4, readers.count), to: readers.count, by: 4) {
                let (test, changes) = readers[number]
                chosen[test].append(changes[(place / 4 + number / 4) % changes.count])
            }
        }
        return chosen
    }

    func testBrokenValuesAreAccountedFor() throws {
        var runs = 0
        var stages: Set<String> = []
        let all = AccountingTests.cases.map { test in
            let read = columns(of: test)
            return test.inputs.flatMap { changes(of: $0, read: read) }
        }
        let chosen = AccountingTests.chosen(all)
        XCTAssertEqual(
            Set(chosen.joined().map(\.target)), Set(all.joined().map(\.target)), "every column is broken once")
        for (test, changes) in zip(AccountingTests.cases, chosen) {
            let outcomes = try outcomes(test, changes)
            let clean = outcomes[0]
            XCTAssertTrue([0, 1].contains(clean.status), "\(test.stage) \(test.words): \(clean.status)")
            var silentOfStage: [String] = []
            XCTAssertEqual(clean.output.isEmpty, test.stage == "diff", "\(test.stage) \(test.words)")
            for (outcome, change) in zip(outcomes.dropFirst(), changes)
            where !AccountingTests.isAccounted(outcome, change, clean)
                && !(change.broken.kind == "unknown reference"
                    && AccountingTests.withoutReferences[test.stage] != nil)
            {
                silentOfStage.append("\(test.stage) \(test.note): \(change.name)")
            }
            XCTAssert(
                silentOfStage.isEmpty,
                "\(silentOfStage.count) of \(changes.count) broken values changed an output in silence:\n"
                    + silentOfStage.joined(separator: "\n"))
            stages.insert(test.stage)
            runs += changes.count
        }
        XCTAssertGreaterThan(stages.count, 15, "\(stages)")
        XCTAssertGreaterThan(runs, Depth.isDeep ? 1500 : 250)
    }

    /// Whether nothing was lost in silence.
    private static func isAccounted(_ outcome: Outcome, _ change: Change, _ clean: Outcome) -> Bool {
        if outcome.status > 127 { return false }
        if outcome.output == clean.output || outcome.reports(moreThan: clean) { return true }
        if outcome.filtered > clean.filtered { return true }
        if let value = change.broken.value, value != "null" { return outcome.output.contains(change.broken.mark) }
        // A record without a key, or a second one, may be another record; it must not take one away.
        return outcome.lines >= clean.lines
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let mark = Array(text.utf8)
        return withUnsafeBytes { bytes in
            guard var place = bytes.baseAddress else { return false }
            let end = place + bytes.count - mark.count
            while place <= end, let next = memchr(place, Int32(mark[0]), end - place + 1) {
                if memcmp(next, mark, mark.count) == 0 { return true }
                place = UnsafeRawPointer(next) + 1
            }
            return false
        }
    }
}
