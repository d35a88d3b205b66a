/// The tables of the record contract, a structure each.
public enum Tables {
    /// Every table, in the order of the stages that write them. A new one is named here, and nowhere else.
    public static let all: [any Table.Type] =
        Tables.schedule
        + [
            FeedMessages.self, VehiclePositions.self, TripUpdates.self, StopTimeUpdates.self, Alerts.self,
            ShapesRT.self, StopsRT.self, TripModifications.self, DeletedEntities.self, UpdateBundles.self,
            FeedEntities.self, UnknownFields.self, Polylines.self, StopPins.self, Occupancy.self,
            OccupancyPartials.self, StopVisits.self, TripsPerformed.self, VehicleLocations.self, Punctuality.self,
            Headways.self, Segments.self, LoadProfiles.self, ServiceDelivered.self, PredictionAccuracy.self,
            PerformancePartials.self, Notices.self, Changes.self, ServiceChanges.self, ServiceLevels.self,
            MatchReports.self, Boards.self, Departures.self, TripDetails.self, VehicleEvents.self, Frames.self,
            VehiclePaths.self, Tiles.self, Fetches.self, StageRuns.self, PipelineStatus.self, Diagnostics.self,
            Rejects.self, Summaries.self,
        ]

    /// The table of that name; nil for one that the contract does not have.
    public static func named(_ name: String) -> (any Table.Type)? { all.first { $0.name == name } }

    /// What tells the rows of a table apart: the whole record for one that the contract does not have.
    public static func key(of name: String) -> NaturalKey {
        named(name)?.key ?? .wholeRecord
    }
}
