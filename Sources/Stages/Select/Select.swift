import Contract
import Schedule
import StageKit

/// The stage `select`: writes a part of a feed that stands on its own.
///
/// The feed is read twice, to learn what refers to what, and to write what stays; standard input is copied to a temporary
/// file for that.
public enum Select: Stage {
    public static let name = "select"

    /// - Throws: `StageFailure` with status 65 where nothing would be left.
    public static func run(_ options: SelectOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: TableDefinition.all.map(\.name))
        let choice = try SelectChoice(options, context)
        let source =
            if let feed = options.feed {
                try RereadableFeed(feed, isOption: true, context)
            } else {
                try RereadableFeed(records: context.namedOrStandardInput(options.files), context)
            }
        if let folder = options.split { try context.split(into: folder, as: options.format) }
        let survey = FeedSurvey()
        var reader = SurveyReader(survey, choice, context)
        try source.read(context, into: &reader)
        try context.require(RecordNeeds(anyOf: [Tables.Trips.name]))
        // Where nothing was read no name can be wrong.
        if !survey.trips.isEmpty { try choice.report(context) }
        context.reportDerivedRecords()
        if survey.unplacedLocations > 0 {
            context.diagnostics.report(
                Finding(
                    .surprise, "location_without_place", file: Tables.Locations.file.fileName,
                    message: "\(survey.unplacedLocations) locations have a geometry that is only partly understood;"
                        + " the other parts count as outside the area"),
                count: survey.unplacedLocations)
        }
        let calendars = [Tables.Calendar.name, Tables.CalendarDates.name]
        let cut = Cut(
            survey, choice, options, hasCalendar: calendars.contains { context.summary.read(of: $0) > 0 })
        if cut.tripCount == 0 {
            try context.nothingToDo("nothing_selected", "no trip of the feed matches\(cut.reason)")
            return settle(reader.names, context)
        }
        survey.reportCallsOfNoTrip(context)
        let quiet = try RereadableFeed.quietContext(like: context)
        var rows = SelectedRows(cut, options, reading: quiet, writing: context)
        try source.read(quiet, into: &rows)
        try rows.finish()
        settle(reader.names, context)
    }

    /// Counts what was left out, and says how much is left.
    private static func settle(_ tables: [String], _ context: StageContext) {
        var parts: [String] = []
        for figures in tables.map(context.summary.table) where figures.taken > 0 {
            if figures.written < figures.taken { figures.filtered += figures.taken - figures.written }
            let all = figures.written + figures.filtered
            parts.append("\(figures.table) \(figures.written) of \(all)")
        }
        context.diagnostics.report(Finding(.note, "selected", message: parts.joined(separator: ", ")))
    }
}
