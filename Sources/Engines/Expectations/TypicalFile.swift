import Contract
import NDJSON
import Occupancy
import Reports
import StageKit
import TimeZones
import Visits

/// A file of `typical` records, as `--typical` names it.
package final class TypicalFile {
    private var figures = TypicalFigures()
    /// The last day on which a record is used, days after 1970-01-01; nil without records.
    private var lastDay: Int?
    /// Calls on later days, whose figures were not used.
    private var outdated = 0
    private var clock: ZoneClock?

    private init() {}

    /// What is wrong with the file that `--typical` names, as a message; nil if nothing is.
    package static func problem(of path: String?) -> String? {
        path == "-" ? "--typical takes a file: standard input is for other records" : nil
    }

    /// Reads the records of a file.
    /// - Throws: `StageFailure` with status 66 if the file is missing; the error of an unusable input with status 65 if it
    ///   has no `typical` records.
    package static func read(_ path: String, _ context: StageContext) throws -> TypicalFile {
        let file = TypicalFile()
        var reader = TypicalReader(context.diagnostics)
        try context.read([path], to: &reader, forwarding: false)
        guard reader.taken > 0 else {
            throw context.unusable(
                "no_typical", "--typical: \(path) has no typical records; make them with linefeed expect")
        }
        context.summary.table(Tables.Typical.name).merged += reader.taken
        (file.figures, file.lastDay) = (reader.figures, reader.lastDay)
        return file
    }

    /// What usually happens at a call of a run, `instant` being its scheduled time in POSIX seconds.
    ///
    /// - Parameter zone: the agencies' zone.
    package func figure(_ question: TypicalQuestion, at instant: Int?, _ zone: Zone) -> TypicalFigure {
        var question = question
        if let instant {
            if clock?.zone.name != zone.name { clock = ZoneClock(zone) }
            question.second = clock?.local(at: instant).secondOfDay
        }
        return figure(question)
    }

    /// What usually happens at a call; nothing after the last day on which the records are valid.
    package func figure(_ question: TypicalQuestion) -> TypicalFigure {
        let figure = figures.figure(question)
        guard let lastDay, question.day > lastDay, figure.status != nil || figure.delayP50 != nil else {
            return figure
        }
        outdated += 1
        return TypicalFigure(status: nil, delayP50: nil)
    }

    /// Reports how many calls were after the last day of the records.
    package func report(_ diagnostics: Diagnostics) {
        guard outdated > 0, let lastDay else { return }
        diagnostics.report(
            Finding(
                .surprise, "typical_outdated",
                message:
                    "the typical records are valid until \(CivilDate(daysSinceEpoch: lastDay).compactText); "
                    + "\(grouped(outdated)) later calls have no typical figures; run expect on newer visits"))
        outdated = 0
    }
}

/// Reads `typical` records.
private struct TypicalReader: RecordStage {
    let tables = [Tables.Typical.name]
    let columns: [any AnyColumn] = [
        typical.routeID, typical.directionID, typical.tripID, typical.startTime, typical.timeBin, typical.bin,
        typical.stopSequence, typical.stopID, typical.dayType, typical.occupancyStatus, typical.delayP50,
        typical.validUntil,
    ]
    let scansAhead = true

    private let reader: VisitReader
    private let diagnostics: Diagnostics
    private(set) var figures = TypicalFigures()
    private(set) var lastDay: Int?
    private(set) var taken = 0

    private static let typical = Tables.Typical.columns
    private static let dayTypes: [StaticString] = ["weekday", "saturday", "sunday"]

    init(_ diagnostics: Diagnostics) {
        reader = VisitReader(diagnostics)
        self.diagnostics = diagnostics
    }

    mutating func process(_ record: Record) {
        taken += 1
        let typical = TypicalReader.typical
        guard record[typical.stopID].isPresent,
            let dayType = reader.word(record, typical.dayType, of: TypicalReader.dayTypes)
        else { return refuse(record, "incomplete_typical", "the record has no stop_id or no day_type") }
        let sequence = reader.whole(record, typical.stopSequence, in: VisitReader.counts)
        let status = reader.status(record, typical.occupancyStatus).map(OccupancyStatus.init(code:))
        let delay = reader.whole(record, typical.delayP50, in: VisitReader.seconds)
        let figure = TypicalFigure(status: status, delayP50: delay)
        if let day = reader.day(record, typical.validUntil) { lastDay = max(lastDay ?? day, day) }
        let isNew: Bool
        if record[typical.tripID].isPresent {
            let start = reader.serviceTime(record, typical.startTime)
            isNew = figures.add(
                figure, trip: reader.text(record, typical.tripID), startTime: start, stopSequence: sequence,
                stopID: reader.text(record, typical.stopID), dayType: dayType)
        } else {
            guard let text = record[typical.timeBin].string, case .clock(let start)? = WrittenTime(text),
                let bin = record[typical.bin].string.flatMap({ try? TimeBin($0) }), start % bin.seconds == 0
            else { return refuse(record, "incomplete_typical", "the record has neither a trip_id nor a time_bin") }
            let direction = reader.whole(record, typical.directionID, in: VisitReader.counts)
            isNew = figures.add(
                figure, route: reader.text(record, typical.routeID), directionID: direction, start: start, bin,
                stopSequence: sequence, stopID: reader.text(record, typical.stopID), dayType: dayType)
        }
        if !isNew { refuse(record, "typical_twice", "an earlier record has the same key; the first counts") }
    }

    func finish() {}

    private func refuse(_ record: Record, _ code: String, _ message: String) {
        diagnostics.report(
            .warning, code, file: record.displayName, line: record.line, message: "\(message); not used")
    }
}
