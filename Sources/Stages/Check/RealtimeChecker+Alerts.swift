import Contract
import NDJSON
import StageKit

/// Alerts, and whom they inform.
extension RealtimeChecker {
    /// What an informed entity, or the trip in it, names; what is empty is not named.
    private struct Selector {
        var ids: [String: String] = [:]
        var hasRouteType = false
        var isModifiedTrip = false
        var relationship: Int?
        var trip: [Selector] = []

        init(_ value: JSONValue) {
            guard value.kind == .object else { return }
            value.forEachMember { key, value in
                switch key.string {
                case "trip": trip = [Selector(value)]
                case "route_type": hasRouteType = value.isPresent
                case "modified_trip": isModifiedTrip = value.kind == .object
                case "schedule_relationship": relationship = Enumerated.read(value, .tripRelationship)
                case let name?: if let id = value.string, !id.isEmpty { ids[name] = id }
                case nil: break
                }
            }
        }
    }

    func takeAlert(_ record: Record) {
        guard record[RealtimeChecker.position.isDeleted].bool != true else { return }
        checkPeriods(record)
        var count = 0
        let entities = record.values[untyped: RealtimeChecker.alertEntities]
        if entities.kind == .array {
            entities.forEachElement { entity in
                count += 1
                check(Selector(entity), record)
            }
        }
        if count == 0 { add(.alertWithoutEntities, record, []) }
    }

    private func checkPeriods(_ record: Record) {
        let periods = record.values[untyped: RealtimeChecker.alertPeriods]
        guard periods.kind == .array else { return }
        periods.forEachElement { period in
            guard period.kind == .object else { return }
            period.forEachMember { key, value in
                guard let name = key.string, name == "start" || name == "end" else { return }
                _ = time(value, "active_period." + name, record)
            }
        }
    }

    /// Checks what an informed entity refers to.
    private func check(_ entity: Selector, _ record: Record) {
        let trip = entity.trip.first
        let specifiers = ["agency_id", "route_id", "stop_id"]
        let namesTrip = trip.map { $0.ids["trip_id"] != nil || $0.ids["route_id"] != nil || $0.isModifiedTrip } ?? false
        if !entity.hasRouteType, !namesTrip, !specifiers.contains(where: { entity.ids[$0] != nil }) {
            add(.entityWithoutSpecifier, record, [])
        }
        if let agency = entity.ids["agency_id"], checker.isComplete("agency"), !feed.agencyIDs.isDefined(agency) {
            add(.unknownAgencyID, record, [("agency_id", .text(agency))])
        }
        if let stop = entity.ids["stop_id"] { check(stop: stop, record) }
        if let route = entity.ids["route_id"] { check(route: route, record) }
        if let trip { check(trip, ofRoute: entity.ids["route_id"], record) }
    }

    /// Checks the trip of an informed entity.
    private func check(_ trip: Selector, ofRoute route: String?, _ record: Record) {
        let name: (name: String, value: NoticeSample.Value) = (
            "trip_id", trip.ids["trip_id"].map { .text($0) } ?? .null
        )
        if !trip.isModifiedTrip {
            if trip.ids["trip_id"] == nil { add(.descriptorWithoutTripID, record, []) }
            if !RealtimeChecker.isKnown(trip.relationship, .tripRelationship) {
                add(
                    .relationshipMissing, record,
                    [name] + RealtimeChecker.unknown("schedule_relationship", trip.relationship))
            }
        }
        let own = trip.ids["route_id"]
        if let own { check(route: own, record) }
        if let route, let own, own != route {
            add(.alertRoutesDiffer, record, [name, ("route_id", .text(route)), ("trip_route_id", .text(own))])
        }
        guard let id = trip.ids["trip_id"], checker.isComplete("trips") else { return }
        guard let known = feed.tripIDs.defined(id).map(feed.trip) else {
            return add(.unknownTripID, record, [name])
        }
        guard !known.route.isNone else { return }
        let scheduled = feed.routeIDs.text(known.route)
        if let route, route != scheduled {
            add(
                .alertTripOfOtherRoute, record,
                [name, ("route_id", .text(route)), ("scheduled_route_id", .text(scheduled))])
        }
        if let own, feed.routeIDs.isDefined(own), own != scheduled {
            add(
                .tripOfOtherRoute, record,
                [name, ("route_id", .text(own)), ("scheduled_route_id", .text(scheduled))])
        }
    }
}
