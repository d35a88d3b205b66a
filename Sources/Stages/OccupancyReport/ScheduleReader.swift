import NDJSON
import StageKit

/// A record of a schedule, as far as a report needs it.
public enum ScheduleRecord: Sendable, Equatable {
    case agency(timezone: String?)
    case route(id: String, shortName: String?, longName: String?)
    case stop(id: String, name: String?)
    case trip(id: String)
}

/// Reads the schedule at a path and delivers its records, in any order.
/// - Throws: `StageFailure`: 66 when it is missing, 65 when it is no schedule.
public typealias ScheduleReader =
    @Sendable (_ path: String, _ context: StageContext, _ deliver: (ScheduleRecord) throws -> Void) throws -> Void

/// Reads a schedule from a file of ingest records.
///
/// A line that is no record is a fault, and the others are read all the same.
@Sendable
public func readScheduleRecords(
    _ path: String, _ context: StageContext, _ deliver: (ScheduleRecord) throws -> Void
) throws {
    let input = try InputFile(path)
    let lines = LineReader(input, limit: context.options.maxLineBytes)
    let scanner = RecordScanner(fields: [
        "table", "agency_timezone", "route_id", "route_short_name", "route_long_name", "stop_id", "stop_name",
        "trip_id",
    ])
    func fault(_ message: String) {
        context.fault(
            Finding(.fault, "feed_line_unusable", file: path, line: lines.number, message: message + " (left out)"))
    }
    var delivered = 0
    func pass(_ record: ScheduleRecord) throws {
        delivered += 1
        try deliver(record)
    }
    do {
        while let next = try lines.next() {
            guard case .line(let line) = next else {
                fault("the line is longer than the \(context.options.maxLineBytes) bytes that are accepted")
                continue
            }
            if lines.number == 1, let kind = archiveKind(line) {
                throw StageFailure(.dataUnusable, "--feed: \(path) is \(kind), not a file of ingest records")
            }
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            do {
                try scanner.scan(line)
            } catch {
                fault("byte \(error.offset): \(error.reason)")
                continue
            }
            switch scanner[0].string {
            case "agency": try pass(.agency(timezone: scanner[1].string))
            case "routes":
                guard let id = scanner[2].string else { continue }
                try pass(.route(id: id, shortName: scanner[3].string, longName: scanner[4].string))
            case "stops":
                guard let id = scanner[5].string else { continue }
                try pass(.stop(id: id, name: scanner[6].string))
            case "trips":
                guard let id = scanner[7].string else { continue }
                try pass(.trip(id: id))
            default: break
            }
        }
    } catch let broken as InputFault {
        context.fault(Finding(.fault, "feed_corrupt", file: path, message: broken.message))
    }
    guard delivered > 0 else {
        throw StageFailure(.dataUnusable, "--feed: \(path) has no agency, routes, stops or trips records")
    }
}

/// What a file is that is not lines, by its first bytes.
private func archiveKind(_ line: UnsafeRawBufferPointer) -> String? {
    if line.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a zip archive" }
    if line.starts(with: Array("SQLite format 3\0".utf8)) { return "a SQLite database" }
    return nil
}
