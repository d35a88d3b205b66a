import Contract
import NDJSON
import StageKit

/// Stop time updates of a trip.
extension RealtimeChecker {
    private struct Stop {
        let sequence: Int?
        let id: String?
        let arrival: Int?
        let departure: Int?
        /// Whether it says when, by a time or by a delay.
        let says: Bool
        let relationship: Int

        var fields: [(name: String, value: NoticeSample.Value)] {
            (sequence.map { [("stop_sequence", .whole($0))] } ?? []) + (id.map { [("stop_id", .text($0))] } ?? [])
        }
    }

    func takeUpdate(_ record: Record) {
        let row = RealtimeChecker.update
        guard record[row.isDeleted].bool != true else { return }
        checkTimestamp(record)
        check(delay: record[row.delay], "delay", nil, record)
        let trip = checkTrip(record)
        let name: (name: String, value: NoticeSample.Value) = (
            "trip_id",
            (record[RealtimeChecker.position.tripID].string ?? record.affectedTripID).map { .text($0) } ?? .null
        )
        var stops: [Stop] = []
        let list = record[row.stopTimeUpdates]
        if list.kind == .array { list.forEachElement { stops.append(stop($0, record)) } }
        let relationship = record.values.value(RealtimeChecker.position.scheduleRelationship) ?? 0
        if stops.isEmpty {
            if record[row.delay].kind == .absent, relationship != 3, relationship != 7 {
                add(.tripUpdateWithoutStops, record, [name])
            }
            return
        }
        let isModified = record.affectedTripID != nil
        checkOrder(stops, name, record)
        checkTimes(stops, name, record)
        for stop in stops {
            if let id = stop.id { check(stop: id, record) }
            // Of a trip that is replaced or modified the timetable says nothing any more.
            if let trip, !isModified, relationship != 5, relationship != 6 { check(stop, of: trip, name, record) }
        }
    }

    private func stop(_ value: JSONValue, _ record: Record) -> Stop {
        updates.scan(value)
        let row = RealtimeChecker.member
        let fields = [(row.arrivalTime, row.arrivalDelay), (row.departureTime, row.departureDelay)]
        let stopID = updates[row.stopID].string
        for (_, delay) in fields { check(delay: updates[delay], delay.name, stopID, record) }
        return Stop(
            sequence: updates[row.stopSequence].integer, id: stopID,
            // A time that is none is told once, and not compared with others.
            arrival: time(updates[row.arrivalTime], "arrival_time", record),
            departure: time(updates[row.departureTime], "departure_time", record),
            says: fields.contains {
                updates[$0].isPresent && Instant.reading(updates[$0]) != .none || updates[$1].isPresent
            },
            relationship: updates.value(row.scheduleRelationship) ?? 0)
    }

    private func check(delay value: JSONValue, _ field: String, _ stopID: String?, _ record: Record) {
        guard let delay = value.integer, !PredictedDelay.believed.contains(delay) else { return }
        let stop: [(name: String, value: NoticeSample.Value)] = stopID.map { [("stop_id", .text($0))] } ?? []
        add(.delayNotBelieved, record, stop + [(field, .whole(delay))])
    }

    private func checkOrder(
        _ stops: [Stop], _ name: (name: String, value: NoticeSample.Value), _ record: Record
    ) {
        var last: Int?
        for stop in stops {
            if stop.sequence == nil, stop.id == nil { add(.updateWithoutStop, record, [name]) }
            if !stop.says, stop.relationship != 1, stop.relationship != 2 {
                add(.updateWithoutTime, record, [name] + stop.fields)
            }
            guard let sequence = stop.sequence else { continue }
            if let last, sequence < last {
                add(.updatesOutOfOrder, record, [name] + stop.fields + [("previous_stop_sequence", .whole(last))])
            } else if last == sequence {
                add(.repeatedStopSequence, record, [name] + stop.fields)
            }
            last = sequence
        }
    }

    private func checkTimes(
        _ stops: [Stop], _ name: (name: String, value: NoticeSample.Value), _ record: Record
    ) {
        var before: Int?
        var latest: Int?
        for stop in stops where stop.relationship != 1 {
            if let arrival = stop.arrival, let departure = stop.departure, departure < arrival {
                add(
                    .arrivalAfterDeparture, record,
                    [name] + stop.fields + [("arrival_time", .whole(arrival)), ("departure_time", .whole(departure))])
            }
            if let time = stop.arrival ?? stop.departure {
                if let before, time < before {
                    add(
                        .timesNotIncreasing, record,
                        [name] + stop.fields + [("time", .whole(time)), ("previous_time", .whole(before))])
                }
                if let header, time > header + 86_400 {
                    add(.predictionsTooFarAhead, record, [name] + stop.fields + [("time", .whole(time))])
                }
            }
            before = stop.departure ?? stop.arrival ?? before
            for time in [stop.arrival, stop.departure].compactMap({ $0 }) { latest = max(latest ?? time, time) }
        }
        if let latest, let header, latest < header - 600 {
            add(.predictionsInThePast, record, [name, ("time", .whole(latest)), ("header_timestamp", .whole(header))])
        }
    }

    private func check(
        _ stop: Stop, of trip: IDSpace.ID, _ name: (name: String, value: NoticeSample.Value), _ record: Record
    ) {
        guard let sequence = stop.sequence, let calls = ways.calls(of: trip) else { return }
        guard let called = calls[sequence] else { return add(.unknownStopSequence, record, [name] + stop.fields) }
        guard let id = stop.id.flatMap(feed.stopIDs.defined), !called.isNone, id != called else { return }
        let stations = [id, called].map { feed.stop($0).parent.isNone ? $0 : feed.stop($0).parent }
        guard stations[0] != stations[1] else { return }
        add(
            .stopAndSequenceMismatch, record,
            [name] + stop.fields + [("scheduled_stop_id", .text(feed.stopIDs.text(called)))])
    }
}
