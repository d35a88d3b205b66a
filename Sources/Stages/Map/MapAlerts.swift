import Contract
import NDJSON
import Networks
import StageKit

/// A service alert, with the routes and stops that it is about.
public struct MapAlert: Sendable, Equatable {
    public var feedID: String?
    public var alertID: String
    public var effect: Int?
    public var severity: Int?
    public var header: String?
    public var description: String?
    public var url: String?
    /// POSIX seconds; nil is open.
    public var activeFrom: Int?
    public var activeUntil: Int?
    /// The routes of which it is about all stops.
    public var routeIDs: Set<String> = []
    public var stopIDs: Set<String> = []
    /// Whether it is about the stop of a board itself.
    public var isOfBoard = false
}

/// The alerts of a page, each once.
struct MapAlerts {
    private(set) var all: [MapAlert] = []
    private var numbers: [String: Int] = [:]

    /// Adds an alert, or what it says about another route or stop.
    mutating func take(_ alert: MapAlert) {
        let key = (alert.feedID ?? "") + "\u{0}" + alert.alertID
        guard let known = numbers[key] else {
            numbers[key] = all.count
            all.append(alert)
            return
        }
        all[known].routeIDs.formUnion(alert.routeIDs)
        all[known].stopIDs.formUnion(alert.stopIDs)
        all[known].isOfBoard = all[known].isOfBoard || alert.isOfBoard
    }

    /// In the order in which they are listed: severity, then start, then id.
    var sorted: [MapAlert] {
        all.sorted { left, right in
            let first = (-(left.severity ?? 1), left.activeFrom ?? .min)
            let second = (-(right.severity ?? 1), right.activeFrom ?? .min)
            return first == second ? left.alertID.utf8.lexicographicallyPrecedes(right.alertID.utf8) : first < second
        }
    }
}

extension MapRecords {
    private static let note = Tables.AlertNote.columns
    private static let matched = Tables.AlertsMatched.columns

    static let alertColumns: [any AnyColumn] = [
        matched.alertID, matched.stopID, matched.routeID, matched.tripID, matched.directionID, matched.matchedRoutes,
        matched.matchedTrips, matched.matchedStops, matched.routeIDs, matched.stopIDs, matched.active,
        matched.activeFrom, matched.activeUntil, matched.effect, matched.severityLevel, matched.headerText,
        matched.descriptionText, matched.url, Tables.Boards.columns.alerts,
    ]

    /// Takes the alerts of a board or trip.
    mutating func takeNotes(_ list: JSONValue) {
        let columns = MapRecords.note
        list.forEachElement { element in
            guard let members = notes.opened(element), let id = reader.value(of: columns.alertID, in: members) else {
                return
            }
            var alert = MapAlert(feedID: feedID, alertID: id)
            alert.effect = reader.value(of: columns.effect, in: members)
            alert.severity = reader.value(of: columns.severityLevel, in: members)
            alert.header = reader.value(of: columns.headerText, in: members)
            alert.description = reader.value(of: columns.descriptionText, in: members)
            alert.url = reader.value(of: columns.url, in: members).flatMap(MapRecords.webAddress)
            alert.activeFrom = reader.value(of: columns.activeFrom, in: members)
            alert.activeUntil = reader.value(of: columns.activeUntil, in: members)
            alert.isOfBoard = reader.value(of: columns.scope, in: members) == "stop"
            alerts.take(alert)
        }
    }

    /// The ids of the alerts that a departure names.
    func alertIDs(_ list: JSONValue) -> [String] {
        var ids: [String] = []
        list.forEachElement { element in
            if let members = mentions.opened(element),
                let id = reader.value(of: Tables.AlertMention.columns.alertID, in: members)
            {
                ids.append(id)
            }
        }
        return ids
    }

    /// Takes what an entity of an alert matches.
    mutating func takeMatch(_ record: Record) {
        let columns = MapRecords.matched
        guard let id = reader[columns.alertID] else {
            return diagnostics.reject(record, "no_alert_id", "the record names no alert; skipped")
        }
        guard record[columns.active].bool == true else {
            return diagnostics.report(
                .note, "alert_not_in_force", file: record.displayName, line: record.line, field: "active", value: id,
                message: "alert \(Finding.quoted(id)) is not in force; not shown")
        }
        let counts = [columns.matchedRoutes, columns.matchedTrips, columns.matchedStops].map { reader[$0] ?? 0 }
        guard counts.contains(where: { $0 > 0 }) else {
            return diagnostics.report(
                .note, "alert_matches_nothing", file: record.displayName, line: record.line, value: id,
                message: "an entity of alert \(Finding.quoted(id)) matches nothing; not shown")
        }
        var alert = MapAlert(feedID: feedID, alertID: id)
        alert.effect = reader[columns.effect]
        alert.severity = reader[columns.severityLevel]
        alert.header = reader[columns.headerText]
        alert.description = reader[columns.descriptionText]
        alert.url = reader[columns.url].flatMap(MapRecords.webAddress)
        alert.activeFrom = reader[columns.activeFrom]
        alert.activeUntil = reader[columns.activeUntil]
        // What names a stop is about that stop, what names a route or a trip about the route; an alert about an agency
        // is in the list of the page alone.
        if let stop = reader[columns.stopID] {
            alert.stopIDs = Set(texts(record[columns.stopIDs]) + [stop])
        } else if [columns.routeID, columns.tripID].contains(where: { reader[$0] != nil }) {
            alert.routeIDs = Set(texts(record[columns.routeIDs]))
        }
        alerts.take(alert)
    }

    private func texts(_ list: JSONValue) -> [String] {
        var found: [String] = []
        list.forEachElement { if let text = $0.string { found.append(text) } }
        return found
    }

    /// An address that may be a link; nil for others, which could be scripts.
    private static func webAddress(_ text: String) -> String? {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://") ? text : nil
    }
}

extension MapPageData {
    /// Writes an alert as an element of the page's data.
    func write(_ alert: MapAlert) {
        let columns = Tables.AlertsMatched.columns
        feed(alert.feedID)
        text(columns.alertID, alert.alertID)
        integer(columns.effect, alert.effect)
        integer(columns.severityLevel, alert.severity)
        text(columns.headerText, alert.header)
        text(columns.descriptionText, alert.description)
        text(columns.url, alert.url)
        integer(columns.activeFrom, alert.activeFrom)
        integer(columns.activeUntil, alert.activeUntil)
        let order: (String, String) -> Bool = { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        if !alert.routeIDs.isEmpty { texts(columns.routeIDs, alert.routeIDs.sorted(by: order)) }
        if !alert.stopIDs.isEmpty { texts(columns.stopIDs, alert.stopIDs.sorted(by: order)) }
        flag(page.isOfBoard, alert.isOfBoard)
    }
}
