import Contract
import NDJSON

extension Record {
    /// The trip that a detour affects, if the record's trip is a modified one; such a record has no trip_id.
    public var affectedTripID: String? {
        let modified = self[Tables.VehiclePositions.columns.modifiedTrip]
        guard modified.kind == .object else { return nil }
        var id: String?
        modified.forEachMember { key, value in
            if key.string == Tables.ModifiedTripSelector.columns.affectedTripID.name { id = value.string }
        }
        return id
    }
}
