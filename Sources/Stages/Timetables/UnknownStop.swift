import GTFSSchedule
import StageKit

/// What to say of a stop that the feed does not have: the ids that may have been meant.
enum UnknownStop {
    private static let suggestions = 5

    /// - Parameter stops: calls what it is given with every stop of the feed.
    static func failure(
        _ id: String, feed: String, stops: (_ take: (Timetable.Stop) -> Void) -> Void
    ) -> StageFailure {
        let wanted = Array(id.lowercased().unicodeScalars)
        var nearest: [(distance: Int, order: Int, text: String)] = []
        var order = 0
        stops { stop in
            order += 1
            var distance = editDistance(wanted, Array(stop.id.lowercased().unicodeScalars), limit: 64)
            // Many know a stop by its name only.
            if let name = stop.name?.lowercased() {
                if name == id.lowercased() {
                    distance = 0
                } else if wanted.count > 2, name.contains(id.lowercased()) {
                    distance = min(distance, 1)
                }
            }
            let worst = nearest.last?.distance ?? .max
            guard nearest.count < suggestions || distance < worst else { return }
            let text = Finding.quoted(stop.id) + (stop.name.map { " (\(Finding.printable($0)))" } ?? "")
            let place = nearest.firstIndex { ($0.distance, $0.order) > (distance, order) } ?? nearest.count
            nearest.insert((distance, order, text), at: place)
            if nearest.count > suggestions { nearest.removeLast() }
        }
        let hint =
            nearest.isEmpty
            ? "it has no stops at all" : "the nearest are " + nearest.map(\.text).joined(separator: ", ")
        return StageFailure(.dataUnusable, "--stop: \(Finding.quoted(id)) is not a stop of \(feed); \(hint)")
    }

    /// Insertions, deletions and replacements that make one text the other (Levenshtein 1966).
    private static func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], limit: Int) -> Int {
        guard one.count <= limit, other.count <= limit else { return .max }
        var row = Array(0...other.count)
        for (line, scalar) in one.enumerated() {
            var corner = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let replaced = corner + (scalar == candidate ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, corner + 1)
            }
        }
        return row[other.count]
    }
}
