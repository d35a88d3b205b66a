import IngestStage
import NDJSON
import TestSupport
import XCTest

/// Trip updates made from a timetable by a fixed rule, in which stop_sequence and stop_id agree or contradict.
///
/// Each trip has an update of one service day, each stop time `i` of it (from 0, by stop_sequence) an update that is
/// `60 * (i % 10 + 1)` seconds late. `scripts/boards/regular.py` has the same rules, written down on their own.
struct RegularUpdates {
    private struct StopTime {
        var sequence: Int
        var stop: String
    }

    private var stopTimes: [String: [StopTime]] = [:]
    /// The platforms of each platform's station, in order.
    private var platforms: [String: [String]] = [:]

    init(feed: String) throws {
        var options = IngestOptions()
        options.feed = feed
        options.tables = ["stops", "trips", "stop_times"]
        let run = try InMemoryRun("ingest") { [options] in try Ingest.run(options, $0) }
        let scanner = RecordScanner(fields: [
            "table", "stop_id", "parent_station", "location_type", "trip_id", "stop_sequence",
        ])
        var members: [String: [String]] = [:]
        for line in run.lines {
            var copy = line
            try copy.withUTF8 { bytes in
                try scanner.scan(UnsafeRawBufferPointer(bytes))
                switch scanner[0].string {
                case "stops":
                    guard let stop = scanner[1].string, let station = scanner[2].string,
                        scanner[3].integer ?? 0 == 0
                    else { break }
                    members[station, default: []].append(stop)
                case "stop_times":
                    guard let trip = scanner[4].string, let sequence = scanner[5].integer else { break }
                    stopTimes[trip, default: []].append(StopTime(sequence: sequence, stop: scanner[1].string ?? ""))
                default: break
                }
            }
        }
        for trip in stopTimes.keys { stopTimes[trip]!.sort { $0.sequence < $1.sequence } }
        for list in members.values {
            let sorted = list.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            for stop in sorted { platforms[stop] = sorted }
        }
    }

    /// The records, one update a trip.
    func records(rule: String, day: String, at: String) -> String {
        var text = ""
        for trip in stopTimes.keys.sorted() {
            let updates = stopTimes[trip]!.indices.compactMap { update(stopTimes[trip]!, $0, rule) }
            let id = JSONText.string(trip)
            text += #"{"table":"trip_updates","feed_timestamp":\#(at),"entity_id":\#(id),"trip_id":\#(id),"#
            text += #""start_date":"\#(day)","stop_time_updates":[\#(updates.joined(separator: ","))]}"# + "\n"
        }
        return text
    }

    private func update(_ stopTimes: [StopTime], _ place: Int, _ rule: String) -> String? {
        var stopTime = stopTimes[place]
        var namesStop = true
        switch rule {
        case "from-0": stopTime.sequence = place
        case "later-half-from-0":
            guard place >= stopTimes.count / 2 else { return nil }
            stopTime.sequence = place
        case "from-0-and-bare":
            stopTime.sequence = place
            namesStop = place % 4 != 2
        case "from-1": stopTime.sequence = place + 1
        case "ten-times": stopTime.sequence *= 10
        case "two-higher": stopTime.sequence += 2
        case "row-of-the-next":
            if place % 3 == 1, place + 1 < stopTimes.count { stopTime.sequence = stopTimes[place + 1].sequence }
        case "platforms":
            if place % 2 == 0, let list = platforms[stopTime.stop], let own = list.firstIndex(of: stopTime.stop) {
                stopTime.stop = list[(own + 1) % list.count]
            }
        case "no-such-stop": if place % 3 == 1 { stopTime.stop = "no such stop" }
        default: XCTFail("no such rule: \(rule)")
        }
        let stop = namesStop ? #""stop_id":\#(JSONText.string(stopTime.stop)),"# : ""
        return #"{"stop_sequence":\#(stopTime.sequence),\#(stop)"departure_delay":\#(60 * (place % 10 + 1))}"#
    }
}

private enum JSONText {
    /// A JSON string; ids of real feeds have no control characters.
    static func string(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
