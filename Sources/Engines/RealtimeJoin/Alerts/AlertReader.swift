import Contract
import NDJSON
import StageKit

/// Reads `alerts` records.
package struct AlertReader {
    package static let table = Tables.Alerts.name

    private static let alert = Tables.Alerts.columns
    private static let entity = Tables.InformedEntity.columns
    private static let trip = Tables.InformedTrip.columns

    package static let columns: [any AnyColumn] = [
        alert.feedTimestamp, alert.entityID, alert.isDeleted, alert.activePeriod, alert.communicationPeriod,
        alert.impactPeriod, alert.informedEntity, alert.cause, alert.effect, alert.url, alert.headerText,
        alert.descriptionText, alert.severityLevel, Tables.FeedMessages.columns.incrementality,
    ]

    package private(set) var alerts = ServiceAlerts()
    /// The number of processed records.
    package private(set) var taken = 0
    private let reader: ColumnReader
    private let diagnostics: Diagnostics
    private let periods = ColumnScanner(Tables.AlertPeriod.all)
    private let entities = ColumnScanner(Tables.InformedEntity.all)
    private let trips = ColumnScanner(Tables.InformedTrip.all)
    private let modifiedTrips = ColumnScanner(Tables.ModifiedTripSelector.all)
    private let texts = ColumnScanner(Tables.TranslatedText.all)
    private let translations = ColumnScanner(Tables.TranslatedText.Translation.all)

    package init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
        reader = ColumnReader(diagnostics)
    }

    /// Notes whether a message is a difference.
    package mutating func take(message record: Record) {
        reader.begin(record)
        if reader[Tables.FeedMessages.columns.incrementality] == 1 { alerts.isDifferential = true }
    }

    /// Processes an alert.
    package mutating func take(_ record: Record) {
        taken += 1
        reader.begin(record)
        let columns = AlertReader.alert
        guard let id = reader[columns.entityID] else {
            taken -= 1
            return diagnostics.reject(record, "alert_without_id", "the alert has no entity_id; skipped")
        }
        var alert = ServiceAlert(id: id)
        alert.feedTimestamp = reader[columns.feedTimestamp]
        alert.isDeleted = record[columns.isDeleted].bool ?? false
        guard !alert.isDeleted else { return alerts.take(alert) }
        alert.cause = reader[columns.cause]
        alert.effect = reader[columns.effect]
        alert.severity = reader[columns.severityLevel]
        alert.header = translations(record[columns.headerText])
        alert.description = translations(record[columns.descriptionText])
        alert.url = translations(record[columns.url])
        // A period for riders that cannot be used says nothing of when they are to see the alert.
        alert.communication = periods(record[columns.communicationPeriod], "communication_period", id) ?? []
        alert.periods =
            periods(record[columns.impactPeriod], "impact_period", id)
            ?? periods(record[columns.activePeriod], "active_period", id)
        alert.entities = entities(record[columns.informedEntity], id)
        alerts.take(alert)
    }

    /// Counts the processed records as merged into records of another table.
    package func countAsMerged(_ summary: RunSummary) {
        if taken > 0 { summary.table(AlertReader.table).merged += taken }
    }

    // MARK: Parts

    /// The usable periods; nil if there is none at all.
    private func periods(_ list: JSONValue, _ field: String, _ id: String) -> [ServiceAlert.Period]? {
        let columns = Tables.AlertPeriod.columns
        var found: [ServiceAlert.Period] = []
        var isThere = false
        list.forEachElement { element in
            isThere = true
            periods.scan(element)
            let period = ServiceAlert.Period(
                start: reader.value(of: columns.start, in: periods), end: reader.value(of: columns.end, in: periods))
            if let start = period.start, let end = period.end, end <= start {
                reader.report(
                    .warning, "alert_period_ends_before_it_starts", field: field,
                    "a period of alert \(Finding.quoted(id)) ends at \(end), not after its start at \(start)"
                        + "; the period is ignored")
            } else {
                found.append(period)
            }
        }
        return isThere ? found : nil
    }

    private func entities(_ list: JSONValue, _ id: String) -> [AlertSelector] {
        let columns = AlertReader.entity
        var found: [AlertSelector] = []
        list.forEachElement { element in
            entities.scan(element)
            var selector = AlertSelector()
            selector.agencyID = reader.value(of: columns.agencyID, in: entities)
            selector.routeID = reader.value(of: columns.routeID, in: entities)
            selector.routeType = reader.value(of: columns.routeType, in: entities)
            selector.directionID = reader.value(of: columns.directionID, in: entities)
            selector.stopID = reader.value(of: columns.stopID, in: entities)
            guard takeTrip(entities[columns.trip], into: &selector) else {
                return reader.report(
                    .warning, "alert_entity_contradicts_itself", field: "informed_entity",
                    "an informed entity of alert \(Finding.quoted(id)) has a route or direction, and a trip of another"
                        + "; the entity is ignored")
            }
            guard !selector.isEmpty else {
                return reader.report(
                    .warning, "alert_entity_without_selector", field: "informed_entity",
                    "an informed entity of alert \(Finding.quoted(id)) selects nothing; the entity is ignored")
            }
            found.append(selector)
        }
        return found
    }

    /// Adds the selectors of a trip; false if they contradict the entity's own.
    private func takeTrip(_ value: JSONValue, into selector: inout AlertSelector) -> Bool {
        guard value.kind == .object else { return true }
        trips.scan(value)
        let columns = AlertReader.trip
        selector.tripID = reader.value(of: columns.tripID, in: trips)
        selector.startDate = reader.value(of: columns.startDate, in: trips)
        selector.startTime = reader.value(of: columns.startTime, in: trips)
        let route = reader.value(of: columns.routeID, in: trips)
        let direction = reader.value(of: columns.directionID, in: trips)
        if selector.tripID == nil, trips[columns.modifiedTrip].kind == .object {
            modifiedTrips.scan(trips[columns.modifiedTrip])
            let names = Tables.ModifiedTripSelector.columns
            selector.tripID = reader.value(of: names.affectedTripID, in: modifiedTrips)
            selector.startDate = reader.value(of: names.startDate, in: modifiedTrips) ?? selector.startDate
            selector.startTime = reader.value(of: names.startTime, in: modifiedTrips) ?? selector.startTime
        }
        if let route, let own = selector.routeID, own != route { return false }
        if let direction, let own = selector.directionID, own != direction { return false }
        selector.routeID = selector.routeID ?? route
        selector.directionID = selector.directionID ?? direction
        return true
    }

    private func translations(_ value: JSONValue) -> [ServiceAlert.Translation] {
        guard value.kind == .object else { return [] }
        texts.scan(value)
        let columns = Tables.TranslatedText.Translation.columns
        var found: [ServiceAlert.Translation] = []
        texts[Tables.TranslatedText.columns.translation].forEachElement { element in
            translations.scan(element)
            guard let text = reader.value(of: columns.text, in: translations) else { return }
            found.append(ServiceAlert.Translation(text, reader.value(of: columns.language, in: translations)))
        }
        return found
    }
}
