import Contract
import NDJSON
import Schedule
import StageKit
import TimeZones

/// Reads the records of detours, stops and shapes that realtime adds.
struct DetourReader {
    private static let modification = Tables.TripModifications.columns
    private static let stop = Tables.StopsRT.columns
    private static let shape = Tables.ShapesRT.columns
    private static let change = Tables.Modification.columns
    private static let selector = Tables.StopSelector.columns

    static let columns: [any AnyColumn] = [
        modification.entityID, modification.selectedTrips, modification.startTimes, modification.serviceDates,
        modification.modifications, stop.stopID, stop.stopName, stop.stopLat, stop.stopLon, stop.parentStation,
        stop.stopTimezone, stop.wheelchairBoarding, stop.platformCode, shape.shapeID, shape.encodedPolyline,
    ]

    private let reader: ColumnReader
    private let selections = ColumnScanner(Tables.SelectedTrips.all)
    private let changes = ColumnScanner([
        change.startStopSelector, change.endStopSelector, change.propagatedModificationDelay, change.replacementStops,
    ])
    private let selectors = ColumnScanner(Tables.StopSelector.all)
    private let replacements = ColumnScanner(Tables.ReplacementStop.all)
    private let texts = ColumnScanner(Tables.TranslatedText.all)
    private let translations = ColumnScanner(Tables.TranslatedText.Translation.all)

    /// - Parameter reader: the reader of the record's own columns.
    init(_ reader: ColumnReader) { self.reader = reader }

    /// Reads a record of `trip_modifications`; nil if it has no entity_id, by which trips refer to it.
    func modification(_ record: Record) -> TripModification? {
        let columns = DetourReader.modification
        guard let id = reader[columns.entityID] else { return nil }
        var found = TripModification(id: id, feedTimestamp: reader[columns.feedTimestamp])
        found.isDeleted = record[columns.isDeleted].bool == true
        found.startTimes = reader.values(of: columns.startTimes, as: ServiceTime.self, in: record.values)
        found.days = Set(reader.values(of: columns.serviceDates, as: Day.self, in: record.values))
        record[columns.selectedTrips].forEachElement { element in
            selections.scan(element)
            found.selections.append(
                TripModification.Selection(
                    tripIDs: reader.values(of: Tables.SelectedTrips.columns.tripIDs, in: selections),
                    shapeID: reader.value(of: Tables.SelectedTrips.columns.shapeID, in: selections)))
        }
        record[columns.modifications].forEachElement { element in
            changes.scan(element)
            found.changes.append(change())
        }
        return found
    }

    private func change() -> TripModification.Change {
        let columns = DetourReader.change
        var found = TripModification.Change(
            start: selector(changes[columns.startStopSelector]), end: selector(changes[columns.endStopSelector]))
        found.delay = reader.value(of: columns.propagatedModificationDelay, as: Delay.self, in: changes) ?? 0
        changes[columns.replacementStops].forEachElement { element in
            replacements.scan(element)
            let names = Tables.ReplacementStop.columns
            found.replacements.append(
                TripModification.Replacement(
                    stopID: reader.value(of: names.stopID, in: replacements),
                    travelTime: reader.value(of: names.travelTimeToStop, as: Delay.self, in: replacements)))
        }
        return found
    }

    private func selector(_ value: JSONValue) -> TripModification.Selector? {
        guard value.kind == .object else { return nil }
        selectors.scan(value)
        let columns = DetourReader.selector
        return TripModification.Selector(
            sequence: reader.value(of: columns.stopSequence, in: selectors),
            stopID: reader.value(of: columns.stopID, in: selectors))
    }

    /// Reads a record of `stops_rt`; nil without a stop_id.
    func stop(_ record: Record) -> RealtimeStop? {
        let columns = DetourReader.stop
        guard record[columns.isDeleted].bool != true, let id = reader[columns.stopID] else { return nil }
        var stop = RealtimeStop(id: id)
        stop.name = text(record[columns.stopName])
        stop.place = reader.place(
            record[columns.stopLat], record[columns.stopLon], field: columns.stopLat.name,
            of: "stop \(Finding.quoted(id))")
        stop.platformCode = text(record[columns.platformCode])
        stop.parentStation = reader[columns.parentStation]
        stop.timezone = reader[columns.stopTimezone]
        stop.wheelchairBoarding = reader[columns.wheelchairBoarding]
        return stop
    }

    /// Reads a record of `shapes_rt`; nil without a shape_id or a line.
    func shape(_ record: Record) -> (id: String, line: String)? {
        let columns = DetourReader.shape
        guard record[columns.isDeleted].bool != true, let id = reader[columns.shapeID],
            let line = reader[columns.encodedPolyline]
        else { return nil }
        return (id, line)
    }

    /// The translation without a language, or else the first one (TranslatedString).
    private func text(_ value: JSONValue) -> String? {
        texts.scan(value)
        var first: String?
        var plain: String?
        texts[Tables.TranslatedText.columns.translation].forEachElement { element in
            translations.scan(element)
            let columns = Tables.TranslatedText.Translation.columns
            guard let text = reader.value(of: columns.text, in: translations) else { return }
            first = first ?? text
            if reader.value(of: columns.language, in: translations) == nil { plain = plain ?? text }
        }
        return plain ?? first
    }
}
