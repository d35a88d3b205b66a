import GTFSSchedule
import StageKit

/// What to say of a stop that the feed does not have: the ids that may have been meant.
enum UnknownStop {
    /// - Parameter stops: calls what it is given with every stop of the feed.
    static func failure(
        _ id: String, feed: String, stops: (_ take: (Timetable.Stop) -> Void) -> Void
    ) -> StageFailure {
        var nearest = NearestNames(id)
        // Many know a stop by its name only.
        stops { nearest.see($0.id, title: $0.name) }
        return StageFailure(
            .dataUnusable,
            "--stop: \(Finding.quoted(id)) is not a stop of \(feed); \(nearest.words(none: "it has no stops"))")
    }
}
