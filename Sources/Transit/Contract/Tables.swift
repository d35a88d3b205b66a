/// The tables of the record contract, one structure for each.
public enum Tables {
    /// All tables, in the order of the stages that write them. A new table is listed only here.
    public static let all: [any Table.Type] =
        Tables.schedule
        + [
            FeedMessages.self, VehiclePositions.self, TripUpdates.self, StopTimeUpdates.self, Alerts.self,
            ShapesRT.self, StopsRT.self, TripModifications.self, DeletedEntities.self, UpdateBundles.self,
            FeedEntities.self, UnknownFields.self, Polylines.self, StopPins.self, Occupancy.self,
            OccupancyPartials.self, StopVisits.self, TripsPerformed.self, VehicleLocations.self, Punctuality.self,
            Headways.self, Segments.self, LoadProfiles.self, ServiceDelivered.self, PredictionAccuracy.self,
            PerformancePartials.self, Typical.self, TypicalSegments.self, FeedSummaries.self, ArchiveSummaries.self,
            Notices.self,
            Changes.self,
            ServiceChanges.self, ServiceLevels.self,
            MatchReports.self, Boards.self, Departures.self, AlertsMatched.self, TripDetails.self, VehicleEvents.self,
            Frames.self,
            VehiclePaths.self, Tiles.self, Fetches.self, StageRuns.self, PipelineStatus.self,
            FeedStatus.self, Diagnostics.self,
            Rejects.self, Summaries.self,
        ]

    /// Returns the table with a name; nil if the contract has none.
    public static func named(_ name: String) -> (any Table.Type)? { all.first { $0.name == name } }

    /// Returns the natural key of a table: the whole record for a table outside the contract.
    public static func key(of name: String) -> NaturalKey {
        named(name)?.key ?? .wholeRecord
    }
}
