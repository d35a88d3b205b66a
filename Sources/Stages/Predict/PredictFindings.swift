import StageKit
import VehiclePaths

/// Counts why positions, messages and runs have no predictions, and reports it at the end.
final class PredictFindings {
    enum Reason: Hashable {
        case mismatch(RunMismatch)
        case canceledTrip, extraTrip, modifiedTrip
        case olderPosition, unplacedPosition
        case timelessMessage, lateMessage, clockSetBack
        case staleVehicle, secondVehicle, offRoute, noStart, noTimes
        case unknownTripOfState

        fileprivate static let all: [Reason] =
            RunMismatch.allCases.map(Reason.mismatch) + [
                .canceledTrip, .extraTrip, .modifiedTrip, .olderPosition, .unplacedPosition, .timelessMessage,
                .lateMessage, .clockSetBack, .staleVehicle, .secondVehicle, .offRoute, .noStart, .noTimes,
                .unknownTripOfState,
            ]

        fileprivate var code: String {
            switch self {
            case .mismatch(let mismatch): mismatch.code
            case .canceledTrip: "canceled_trip"
            case .extraTrip: "trip_not_in_timetable"
            case .modifiedTrip: "modified_trip"
            case .olderPosition: "older_position"
            case .unplacedPosition: "no_position"
            case .timelessMessage: "no_time"
            case .lateMessage: "late_message"
            case .clockSetBack: "clock_set_back"
            case .staleVehicle: "stale_vehicle"
            case .secondVehicle: "second_vehicle"
            case .offRoute: "off_route"
            case .noStart: "no_scheduled_start"
            case .noTimes: "no_running_times"
            case .unknownTripOfState: "state_of_another_feed"
            }
        }

        fileprivate var kind: Finding.Kind {
            switch self {
            case .mismatch: .unmatched
            case .canceledTrip: .note
            default: .warning
            }
        }

        /// What is counted, of one and of several, and what follows.
        fileprivate var words: (one: String, several: String, rest: String) {
            switch self {
            case .mismatch(.unknownTrip):
                ("position has", "positions have", "a trip_id that is not in the feed; skipped")
            case .mismatch(.noServiceThatDay):
                ("position has", "positions have", "a trip that does not run on that day; skipped")
            case .mismatch(.contradictingStops):
                ("position names", "positions name", "stops at which the trip does not call; skipped")
            case .mismatch(.ambiguous):
                ("position has", "positions have", "a route, direction and start_time of more than one run; skipped")
            case .mismatch(.noTripID): ("position has", "positions have", "no trip; skipped")
            case .mismatch(.frequencyWithoutStartTime):
                ("position has", "positions have", "a trip in frequencies.txt without a start_time; skipped")
            case .canceledTrip: ("position is", "positions are", "of a canceled trip; skipped")
            case .extraTrip: ("position is", "positions are", "of a trip that is not in the timetable; skipped")
            case .modifiedTrip:
                ("position is", "positions are", "of a trip on a detour, whose path is not known here; skipped")
            case .olderPosition: ("position is", "positions are", "older than the known one of the vehicle; skipped")
            case .unplacedPosition:
                ("position has", "positions have", "neither coordinates nor a stop of the trip; skipped")
            case .timelessMessage: ("message has", "messages have", "no time; nothing was predicted from it")
            case .lateMessage: ("message is", "messages are", "older than the message before; no predictions written")
            case .clockSetBack:
                (
                    "message is", "messages are",
                    "more than a day older than the message before; all vehicles were dropped"
                )
            case .staleVehicle:
                ("vehicle", "vehicles", "sent no position for longer than --stale-after; no longer predicted")
            case .secondVehicle:
                ("prediction is", "predictions are", "of a trip with several vehicles; only one of them was used")
            case .offRoute:
                (
                    "prediction", "predictions",
                    "could not be made because the vehicle is off its route, or names no stop of it; NO_DATA written"
                )
            case .noStart:
                (
                    "prediction", "predictions",
                    "could not be made because the vehicle waits for a start that is not scheduled; NO_DATA written"
                )
            case .noTimes:
                (
                    "prediction", "predictions",
                    "could not be made because the trip has no path or no times; NO_DATA written"
                )
            case .unknownTripOfState:
                ("vehicle", "vehicles", "of the --state file had a trip that the feed does not have; dropped")
            }
        }
    }

    private let diagnostics: Diagnostics
    private var counts: [Reason: (count: Int, example: String?)] = [:]

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// - Parameter example: the name of a trip, vehicle or message.
    func count(_ reason: Reason, example: @autoclosure () -> String?) {
        if counts[reason] == nil { counts[reason] = (0, example()) }
        counts[reason]?.count += 1
    }

    func count(of reason: Reason) -> Int { counts[reason]?.count ?? 0 }

    func report() {
        for reason in Reason.all {
            guard let (count, example) = counts[reason] else { continue }
            let words = reason.words
            diagnostics.report(
                Finding(
                    reason.kind, reason.code,
                    message: "\(grouped(count)) \(count == 1 ? words.one : words.several) \(words.rest)"
                        + (example.map { "; for example, \(Finding.quoted($0))" } ?? "")), count: count)
        }
    }
}
