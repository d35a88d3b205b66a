import Contract
import Hashing
import NDJSON
import Reports
import StageKit
import TimeZones
import Visits

/// How long vehicles usually drive from a stop to the next one, and stand at the first of the two.
public struct SegmentFigure: Equatable {
    /// Seconds from the departure to the arrival.
    public var runTime: Int
    /// Seconds; nil if unknown.
    public var dwell: Int?

    public init(runTime: Int, dwell: Int?) {
        self.runTime = runTime
        self.dwell = dwell
    }
}

/// The `typical_segments` records of a file, as `--typical` names it.
///
/// Memory: 30 to 60 bytes a record. Two keys are told apart by 64 bits of a hash.
public final class TypicalSegments {
    private var figures: [UInt64: (runTime: Int32, dwell: Int32)] = [:]
    /// The last day on which a record is used, days after 1970-01-01; nil without records.
    private var lastDay: Int?
    /// Segments on later days, whose figures were not used.
    private var outdated = 0

    private static let noDwell = Int32.min

    private init() {}

    /// Reads the records of a file.
    /// - Throws: `StageFailure` with status 66 if the file is missing; the error of an unusable input with status 65 if it
    ///   has no `typical_segments` records.
    public static func read(_ path: String, _ context: StageContext) throws -> TypicalSegments {
        let segments = TypicalSegments()
        var reader = SegmentReader(context.diagnostics, segments)
        try context.read([path], to: &reader, forwarding: false)
        guard reader.taken > 0 else {
            throw context.unusable(
                "no_typical_segments",
                "--typical: \(path) has no typical_segments records; make them with linefeed expect --segments")
        }
        context.summary.table(Tables.TypicalSegments.name).merged += reader.taken
        return segments
    }

    /// - Parameter texts: a hash of the pattern_id, the from_stop_id and the to_stop_id, one seeding the next.
    fileprivate static func key(texts: UInt64, dayType: Int, hour: Int) -> UInt64 {
        Fingerprint.of(texts, UInt64(dayType * 24 + hour))
    }

    /// Adds a record; false if an earlier record has the same key, which then counts.
    fileprivate func add(_ figure: SegmentFigure, _ key: UInt64, until day: Int?) -> Bool {
        if let day { lastDay = max(lastDay ?? day, day) }
        guard figures[key] == nil else { return false }
        figures[key] = (
            Int32(clamping: figure.runTime), figure.dwell.map { Int32(clamping: $0) } ?? TypicalSegments.noDwell
        )
        return true
    }

    /// The figures of a segment; nil where no record has them, and after the last day on which the records are valid.
    /// - Parameters:
    ///   - day: the service day, days after 1970-01-01.
    ///   - hour: that of the scheduled departure, on the agency's clock.
    public func figure(pattern: String, from: String, to: String, day: Int, hour: Int) -> SegmentFigure? {
        let texts = [from, to].reduce(pattern.withBytes { Fingerprint.of($0) }) { seed, text in
            text.withBytes { Fingerprint.of($0, seed: seed) }
        }
        let key = TypicalSegments.key(texts: texts, dayType: DayTypes.place(ofDay: day), hour: hour)
        guard let found = figures[key] else { return nil }
        if let lastDay, day > lastDay {
            outdated += 1
            return nil
        }
        return SegmentFigure(
            runTime: Int(found.runTime), dwell: found.dwell == TypicalSegments.noDwell ? nil : Int(found.dwell))
    }

    /// Reports how many segments were on days after the last one of the records.
    public func report(_ diagnostics: Diagnostics) {
        guard outdated > 0, let lastDay else { return }
        diagnostics.report(
            Finding(
                .surprise, "typical_outdated",
                message: "the typical_segments records are valid until "
                    + "\(CivilDate(daysSinceEpoch: lastDay).compactText); \(grouped(outdated)) segments of later runs have "
                    + "the driving times of the timetable; run expect --segments on newer visits"))
    }
}

/// Reads `typical_segments` records.
private struct SegmentReader: RecordStage {
    let tables = [Tables.TypicalSegments.name]
    let columns: [any AnyColumn] = [
        segment.patternID, segment.fromStopID, segment.toStopID, segment.dayType, segment.hour, segment.runTimeP50,
        segment.dwellP50, segment.validUntil,
    ]
    let scansAhead = true

    private let reader: VisitReader
    private let diagnostics: Diagnostics
    private let segments: TypicalSegments
    private(set) var taken = 0

    private static let segment = Tables.TypicalSegments.columns
    private static let dayTypes: [StaticString] = ["weekday", "saturday", "sunday"]

    init(_ diagnostics: Diagnostics, _ segments: TypicalSegments) {
        reader = VisitReader(diagnostics)
        self.diagnostics = diagnostics
        self.segments = segments
    }

    mutating func process(_ record: Record) {
        taken += 1
        let segment = SegmentReader.segment
        guard let dayType = reader.word(record, segment.dayType, of: SegmentReader.dayTypes),
            let hour = reader.whole(record, segment.hour, in: 0...23),
            let runTime = reader.whole(record, segment.runTimeP50, in: VisitReader.seconds), runTime >= 0,
            let pattern = reader.text(record, segment.patternID).map({ Fingerprint.of($0) }),
            let from = reader.text(record, segment.fromStopID).map({ Fingerprint.of($0, seed: pattern) }),
            let to = reader.text(record, segment.toStopID).map({ Fingerprint.of($0, seed: from) })
        else {
            return refuse(
                record, "incomplete_typical",
                "the record has no pattern_id, from_stop_id, to_stop_id, day_type, hour or run_time_p50")
        }
        let dwell = reader.whole(record, segment.dwellP50, in: VisitReader.seconds).flatMap { $0 >= 0 ? $0 : nil }
        let isNew = segments.add(
            SegmentFigure(runTime: runTime, dwell: dwell), TypicalSegments.key(texts: to, dayType: dayType, hour: hour),
            until: reader.day(record, segment.validUntil))
        if !isNew { refuse(record, "typical_twice", "an earlier record has the same key; the first counts") }
    }

    func finish() {}

    private func refuse(_ record: Record, _ code: String, _ message: String) {
        diagnostics.report(
            .warning, code, file: record.displayName, line: record.line, message: "\(message); not used")
    }
}
