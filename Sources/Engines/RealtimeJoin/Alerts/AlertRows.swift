import Contract
import StageKit

/// Writes what records say of alerts.
extension AlertJoin {
    /// Writes an alert as a departure names it.
    package func write(mention place: Int, _ row: Row<Tables.AlertMention>) {
        let columns = Tables.AlertMention.columns
        let alert = alerts[place]
        row[columns.alertID] = alert.id
        row[columns.effect] = alert.effect
        row[columns.severityLevel] = alert.severity
        row[columns.headerText] = wording(of: place).header
    }

    /// Writes an alert with its texts, as a board or a trip lists it.
    package func write(note place: Int, scope: String, during span: Range<Int>, _ row: Row<Tables.AlertNote>) {
        let columns = Tables.AlertNote.columns
        let alert = alerts[place]
        let wording = wording(of: place)
        let period = alert.period(during: span)
        row[columns.alertID] = alert.id
        row[columns.scope] = scope
        row[columns.cause] = alert.cause
        row[columns.effect] = alert.effect
        row[columns.severityLevel] = alert.severity
        row[columns.headerText] = wording.header
        row[columns.descriptionText] = wording.description
        row[columns.url] = wording.url
        row[columns.language] = wording.language
        row[columns.activeFrom] = period?.start
        row[columns.activeUntil] = period?.end
    }

    /// Reports that records have more alerts than they list.
    package static func report(notListed count: Int, _ diagnostics: Diagnostics) {
        guard count > 0 else { return }
        diagnostics.report(
            .warning, "alerts_not_listed",
            message: "\(count) \(count == 1 ? "list of alerts is" : "lists of alerts are") cut"
                + " (\(mostMentions) a departure or stop of a trip, \(mostNotes) a board or trip)"
                + "; the most severe alerts are listed",
            count: count)
    }
}
