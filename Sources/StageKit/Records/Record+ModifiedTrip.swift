import Contract
import NDJSON

extension Record {
    /// The trip that a detour affects, if the record's trip is a modified one; such a record has no trip_id.
    public var affectedTripID: String? { modifiedTrip(Tables.ModifiedTripSelector.columns.affectedTripID.name) }

    /// The id of the detour's entity, if the record names a modified trip.
    public var modificationsID: String? { modifiedTrip(Tables.ModifiedTripSelector.columns.modificationsID.name) }

    private func modifiedTrip(_ name: String) -> String? {
        let modified = self[Tables.VehiclePositions.columns.modifiedTrip]
        guard modified.kind == .object else { return nil }
        var id: String?
        modified.forEachMember { key, value in if key.string == name { id = value.string } }
        return id
    }
}
