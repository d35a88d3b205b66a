import CheckStage
import Contract
import IngestStage
import StageKit
import TestSupport
import XCTest

/// `docs/check-rules.md` lists every rule as it is, and the examples of each rule do what it says of them.
final class CheckRulesDocumentTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// The feed of the document, from the part that is written by hand.
    private func exampleFeed() throws -> ExampleFeed {
        var feed = ExampleFeed()
        var file: String?
        var isInside = false
        for line in try document().written.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                isInside = line != "```"
                if !isInside { file = nil }
            } else if isInside, let file {
                feed.files[file, default: []].append(line)
            } else if line.hasPrefix("`"), line.hasSuffix("`") {
                file = String(line.dropFirst().dropLast())
            }
        }
        return feed
    }

    private func document() throws -> (written: String, generated: String) {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/check-rules.md"))
        let marker = "<!-- From here on written by scripts/generate-docs. -->\n\n"
        let parts = text.components(between: marker)
        XCTAssertEqual(parts.count, 2)
        return (parts[0], parts[parts.count - 1])
    }

    /// The codes of the notices of a feed, and how often each is broken.
    private func codes(_ feed: ExampleFeed, skipping skipped: [String] = []) throws -> [String: Int] {
        var options = CheckOptions()
        options.feed = folder.write(bytes: feed.zip.bytes, "feed.zip")
        let realtime = feed.files[ExampleFeed.realtime] ?? []
        options.realtime = [folder.write(realtime.map { $0 + "\n" }.joined(), ExampleFeed.realtime)]
        options.at = try CheckOptions.at("2026-03-02T08:05:30")
        options.ignored = skipped
        var world = World()
        world.schedule = IngestedFeed()
        let run = try InMemoryRun("check", in: world) { try Check.run(options, $0) }
        XCTAssertEqual(run.status, .done, run.log)
        var counts: [String: Int] = [:]
        for line in run.lines {
            let code = try XCTUnwrap(line.between("\"code\":\"", "\""))
            let count = try XCTUnwrap(line.between("\"count\":", ",").flatMap { Int($0) })
            counts[code, default: 0] += count
        }
        return counts
    }

    func testTheDocumentListsEveryRuleAsItIs() throws {
        XCTAssertEqual(try document().generated, RulesDocument.text, "run scripts/generate-docs")
        XCTAssertGreaterThanOrEqual(Rule.all.count, 170)
    }

    /// Conditions, remedies and differences are sentences, and no code stands for two rules.
    func testEveryRuleIsWhole() {
        XCTAssertEqual(Set(Rule.all.map(\.code)).count, Rule.all.count)
        for rule in Rule.all {
            for sentence in [rule.condition, rule.remedy, rule.difference ?? "None."] {
                XCTAssertTrue(sentence.hasSuffix(".") && sentence.count > 4, "\(rule.code): \(sentence)")
            }
            XCTAssertNotEqual(rule.breaks, rule.passes, rule.code)
        }
    }

    func testTheFeedOfTheDocumentIsSound() throws {
        XCTAssertEqual(try codes(exampleFeed()), [:])
    }

    /// What feeds do that is right, and what is told once and not as its consequences too.
    func testWhatFollowsFromAChange() throws {
        let feed = try exampleFeed()
        let far =
            "add stop_times.txt T9,08:00:00,08:00:00,P1,,1,,,,,,,1,, && add stop_times.txt T9,08:05:00,08:05:00,S2,,2,,,,,,,1,,"
        let back =
            "add stop_times.txt T9,08:10:00,08:10:00,P1,,3,,,,,,,1,, && add stop_times.txt T9,08:10:10,08:10:10,S3,,4,,,,,,,1,,"
        let close = ["48.910000", "48.910007", "48.910014"].enumerated().map {
            "add stops.txt C\($0.offset),Close,,\($0.element),2.3700,Z1,,0,,,,"
        }
        for (change, expected): (String, [String: Int]) in [
            // Days of long ago, and of a far future.
            ("add calendar_dates.txt WK,19700101,2", [:]),
            ("add calendar_dates.txt WK,00010101,1", ["service_window_outside_feed_period": 1]),
            (
                "edit calendar.txt 1: end_date=99991231",
                ["service_extends_far_in_the_future": 1, "service_window_outside_feed_period": 1]
            ),
            // A value that is broken is not missing besides.
            ("edit stop_times.txt 1: arrival_time=08:60:00", ["invalid_time": 1]),
            ("edit calendar.txt 1: end_date=20261301", ["invalid_date": 1]),
            ("edit stop_times.txt 6: stop_sequence=4294967296", ["number_out_of_range": 1]),
            // What a file that is missing had.
            ("drop stop_times.txt", ["missing_required_file": 1]),
            ("drop routes.txt", ["missing_required_file": 1]),
            (
                "drop trips.txt && edit translations.txt 1: table_name=stop_times; field_name=stop_headsign; record_id=T1; record_sub_id=1",
                ["missing_required_file": 1]
            ),
            // Behind a stop whose place nobody knows speeds are looked at again.
            (
                "edit stops.txt 5: stop_lat=; stop_lon= && add trips.txt R1,WK,T9,Wood,0,, && \(far) && \(back)",
                ["stop_without_location": 1, "fast_travel_between_consecutive_stops": 1]
            ),
            // Stops that have no times are passed over.
            (
                "edit stop_times.txt 2: arrival_time=; departure_time=; timepoint=0 && edit stop_times.txt 3: arrival_time=08:00:30; departure_time=08:00:30",
                ["fast_travel_between_consecutive_stops": 1]
            ),
            // Places by distance and places nearest to a stop are compared in the same metres.
            (
                "edit stop_times.txt 1: stop_id=S2 && edit stop_times.txt 2: stop_id=P1",
                [
                    "stops_match_shape_out_of_order": 1, "stop_too_far_from_shape_using_user_distance": 1,
                    "realtime_stop_and_sequence_mismatch": 1,
                ]
            ),
            (close.joined(separator: " && "), ["stops_too_close": 2, "stop_without_stop_time": 3]),
            ("edit fare_transfer_rules.txt 1: to_leg_group_id=lg; transfer_count=", ["foreign_key_violation": 1]),
            ("edit rider_categories.txt 2: is_default_fare_category=1 && add fare_products.txt FC,RK,1.00,EUR", [:]),
            // A translation with an id too many is not looked up besides.
            ("edit translations.txt 1: record_id=S9; field_value=Mill", ["translation_unexpected_value": 1]),
            ("edit translations.txt 1: record_id=S9; record_sub_id=1", ["translation_unexpected_value": 1]),
            (
                "edit translations.txt 1: table_name=feed_info; field_name=feed_publisher_name",
                ["translation_unexpected_value": 1]
            ),
            (
                "edit translations.txt 1: table_name=stop_times; field_name=stop_headsign; record_id=T9; record_sub_id=1",
                ["translation_foreign_key_violation": 1]
            ),
            // Numbers that the specification does not have are as good as missing.
            ("edit realtime.ndjson 1: incrementality=2", ["realtime_incrementality_missing": 1]),
            ("edit realtime.ndjson 4: schedule_relationship=62", ["realtime_schedule_relationship_missing": 1]),
            (
                "edit realtime.ndjson 2: stop_time_updates=[{\"stop_sequence\":2,\"arrival_time\":1772435160,\"schedule_relationship\":4}]",
                ["realtime_schedule_relationship_missing": 1]
            ),
            (
                "edit realtime.ndjson 6: informed_entity=[{\"trip\":{\"trip_id\":\"T1\",\"schedule_relationship\":4}}]",
                ["realtime_schedule_relationship_missing": 1]
            ),
            // A flag that is set, whatever to, and an entity that is deleted.
            (
                "edit realtime.ndjson 4: is_deleted=false; trip_id=\"T9\" && edit realtime.ndjson 2: is_deleted=true; trip_id=\"T8\"",
                ["realtime_deletion_in_full_dataset": 2, "realtime_unknown_trip_id": 1]
            ),
            (
                "edit realtime.ndjson 6: informed_entity=[{\"route_id\":\"R9\"},{\"stop_id\":\"S9\"},{\"trip\":{\"trip_id\":\"T9\",\"schedule_relationship\":0}}]",
                ["realtime_unknown_route_id": 1, "realtime_unknown_stop_id": 1, "realtime_unknown_trip_id": 1]
            ),
            // A vehicle that trip updates have on another trip.
            (
                "edit realtime.ndjson 4: trip_id=\"T9\"",
                [
                    "realtime_unknown_trip_id": 1, "realtime_id_missing_in_other_feed": 1,
                    "realtime_pairing_mismatch": 1,
                ]
            ),
            ("edit realtime.ndjson 2: timestamp=1772435090000", ["realtime_timestamp_not_posix": 1]),
            (
                "edit realtime.ndjson 2: stop_time_updates=[{\"stop_sequence\":2,\"arrival_time\":1772435160000,\"schedule_relationship\":0}]",
                ["realtime_timestamp_not_posix": 1]
            ),
        ] {
            XCTAssertEqual(try codes(feed.changed(by: change)), expected, change)
        }
    }

    func testExamplesBreakTheirRuleAndPassIt() throws {
        let feed = try exampleFeed()
        for rule in Rule.all {
            let broken = try codes(feed.changed(by: rule.breaks))
            XCTAssertNotNil(broken[rule.code], "\(rule.code) is not broken by: \(rule.breaks)\n\(broken)")
            let passing = try codes(feed.changed(by: rule.passes))
            XCTAssertNil(passing[rule.code], "\(rule.code) is broken by: \(rule.passes)\n\(passing)")
        }
    }
}

/// A feed as lines of text by file, and the changes of the document.
struct ExampleFeed {
    var files: [String: [String]] = [:]
    static let realtime = "realtime.ndjson"

    var zip: ZipBuilder {
        ZipBuilder(
            files.filter { $0.key != ExampleFeed.realtime }.sorted { $0.key < $1.key }.map {
                ZipBuilder.Entry($0.key, bytes: ExampleFeed.bytes($0.value.map { $0 + "\n" }.joined()))
            })
    }

    /// `\n` and `\xff` stand for bytes.
    private static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.first else {
                bytes.append(byte)
                continue
            }
            if kind == UInt8(ascii: "n") {
                bytes.append(0x0A)
                rest = rest.dropFirst()
            } else if kind == UInt8(ascii: "x"),
                let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    func changed(by text: String) throws -> ExampleFeed {
        var feed = self
        for step in text.components(between: " && ") { try feed.change(step) }
        return feed
    }

    private mutating func change(_ step: String) throws {
        let words = step.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let verb = words[0]
        let file = try XCTUnwrap(words.dropFirst().first, step)
        let rest = words.count > 2 ? words[2] : ""
        switch verb {
        case "drop":
            XCTAssertNotNil(files.removeValue(forKey: file), step)
        case "file":
            // A header of the base feed is taken with no row.
            files[file] = rest.isEmpty ? [] : [rest]
        case "add":
            XCTAssertNotNil(files[file], step)
            files[file]?.append(rest)
        case "remove":
            let row = try XCTUnwrap(Int(rest), step)
            files[file]?.remove(at: row)
        case "raw":
            let (row, value) = try split(rest, step)
            files[file]?[row] = value
        case "folder":
            // All files of the feed, not the messages.
            for (name, lines) in files where name != ExampleFeed.realtime {
                files[name] = nil
                files["\(file)/\(name)"] = lines
            }
        case "head":
            let pair = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            var header = try XCTUnwrap(files[file]?.first, step).columns
            let place = try XCTUnwrap(header.firstIndex(of: pair[0]), step)
            header[place] = pair[1]
            files[file]?[0] = header.joined(separator: ",")
        case "column":
            let pair = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let rows = try XCTUnwrap(files[file], step)
            files[file] = rows.enumerated().map { "\($1),\(pair[$0 == 0 ? 0 : 1])" }
        case "edit" where file == ExampleFeed.realtime:
            let (line, values) = try split(rest, step)
            for value in values.components(between: "; ") {
                let pair = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                files[file]?[line - 1].setMember(pair[0], pair[1])
            }
        case "edit":
            let (row, values) = try split(rest, step)
            let header = try XCTUnwrap(files[file]?.first, step).columns
            var cells = try XCTUnwrap(files[file]?[row], step).columns
            for value in values.components(between: "; ") {
                let pair = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                cells[try XCTUnwrap(header.firstIndex(of: pair[0]), step)] = pair[1]
            }
            files[file]?[row] = cells.joined(separator: ",")
        default: XCTFail("no change is called \(verb)")
        }
    }

    /// `3: text`
    private func split(_ text: String, _ step: String) throws -> (Int, String) {
        let row = try XCTUnwrap(text.between("", ":").flatMap { Int($0) }, step)
        return (row, String(text.dropFirst(String(row).count + 2)))
    }
}

extension String {
    /// Sets a member of an object in JSON, or takes it away where the value is empty.
    fileprivate mutating func setMember(_ name: String, _ value: String) {
        let key = "\"\(name)\":"
        if let found = firstRange(of: key) {
            var depth = 0
            var end = found.upperBound
            while end < endIndex {
                let character = self[end]
                if "[{".contains(character) { depth += 1 }
                if depth == 0, ",}".contains(character) { break }
                if "]}".contains(character) { depth -= 1 }
                end = index(after: end)
            }
            removeSubrange(found.lowerBound..<end)
            if self[index(before: found.lowerBound)] == "," { remove(at: index(before: found.lowerBound)) }
        }
        if !value.isEmpty { insert(contentsOf: ",\(key)\(value)", at: index(before: endIndex)) }
    }

    fileprivate var columns: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    fileprivate func components(between separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }

    fileprivate func between(_ before: String, _ after: String) -> String? {
        let start = before.isEmpty ? startIndex : firstRange(of: before)?.upperBound
        guard let start, let end = self[start...].firstRange(of: after) else { return nil }
        return String(self[start..<end.lowerBound])
    }
}
