import Boards
import CrowdingReports
import Fetching
import Journeys
import Lines
import NDJSON
import RealtimeStages
import Running
import ScheduleStages
import StageKit

/// Prints the definitions of tables as JSON Schema.
public enum SchemaStage: Stage {
    public static let name = "schema"

    /// Every table of the record contract, in the order of the stages that write them.
    public static let tables: [TableSchema] =
        IngestSchemas.all + DecodeRT.schemas + [PolylineSchemas.polylines, PolylineSchemas.stopPins]
        + [OccupancySchemas.occupancy, OccupancySchemas.partials, MatchSchemas.matchReports]
        + [DepartureSchemas.boards, DepartureSchemas.departures, TripDetailsSchemas.tripDetails, FetchSchemas.fetches]
        + RunSchemas.all + SideTables.all

    /// Writes the schema of the table named, or of every table, a line each.
    /// - Throws: `StageFailure` with status 64 and the names there are when the table is unknown.
    public static func run(_ options: SchemaOptions, _ context: StageContext) throws {
        try context.check(options)
        let table = options.table
        let chosen = table.map { name in tables.filter { $0.name == name } } ?? tables
        guard !chosen.isEmpty else {
            let words = NearestNames.words(table ?? "", among: tables.map(\.name))
            throw StageFailure(.usage, "no table is called \(Finding.quoted(table ?? "")); \(words)")
        }
        for definition in chosen {
            JSONSchemaWriter.write(
                definition, flatForms: PolylineSchemas.flatForms(of: definition), into: context.sink.writer)
            context.sink.writer.newline()
            try context.sink.flush()
        }
    }
}
