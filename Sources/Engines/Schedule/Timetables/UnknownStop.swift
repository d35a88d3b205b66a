import GTFSSchedule
import StageKit

/// The message about an unknown stop, with similar ids.
enum UnknownStop {
    /// - Parameter stops: calls its argument with every stop of the feed.
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
