/// The names that may have been meant by one that there is not.
///
/// Names are seen one after another and need not be kept. Cost: a name of twenty letters takes some 400 steps.
public struct NearestNames {
    private static let suggestions = 5
    /// Longer names are not compared.
    private static let longest = 64

    private let wanted: [Unicode.Scalar]
    private let lowered: String
    private var nearest: [(distance: Int, order: Int, name: String, text: String)] = []
    private var order = 0

    public init(_ wanted: String) {
        lowered = wanted.lowercased()
        self.wanted = Array(lowered.unicodeScalars)
    }

    /// Takes a name that there is.
    ///
    /// - Parameter title: what people call it, who often know no other name.
    public mutating func see(_ name: String, title: String? = nil) {
        order += 1
        var distance = NearestNames.distance(wanted, Array(name.lowercased().unicodeScalars))
        if let title = title?.lowercased() {
            if title == lowered {
                distance = 0
            } else if wanted.count > 2, title.contains(lowered) {
                distance = min(distance, 1)
            }
        }
        guard nearest.count < NearestNames.suggestions || distance < nearest.last?.distance ?? .max else { return }
        guard !nearest.contains(where: { $0.name == name }) else { return }
        let text = Finding.quoted(name) + (title.map { " (\(Finding.printable($0)))" } ?? "")
        let place = nearest.firstIndex { ($0.distance, $0.order) > (distance, order) } ?? nearest.count
        nearest.insert((distance, order, name, text), at: place)
        if nearest.count > NearestNames.suggestions { nearest.removeLast() }
    }

    /// `the nearest are 'S1' (Central), 'S2'`, or the sentence for where no name was seen.
    public func words(none: String) -> String {
        switch nearest.count {
        case 0: none
        case 1: "the only one is " + nearest[0].text
        default: "the nearest are " + nearest.map(\.text).joined(separator: ", ")
        }
    }

    /// What to say of a name that none of a few is: the one that is near, else all.
    public static func words(_ wanted: String, among names: [String]) -> String {
        if let near = near(wanted, among: names) { return "did you mean '\(near)'?" }
        return "there are " + names.joined(separator: ", ")
    }

    /// The one of a few names that is so near that it was likely meant; nil if there is no such name.
    public static func near(_ wanted: String, among names: [String]) -> String? {
        let plain = { (name: String) in Array(name.lowercased().unicodeScalars.map { $0 == "_" ? "-" : $0 }) }
        let asked = plain(wanted)
        var best: (distance: Int, name: String)?
        for name in names {
            let candidate = plain(name)
            var distance = distance(asked, candidate)
            // The beginning of a name is as good as a slip.
            if asked.count > 2, candidate.starts(with: asked) { distance = min(distance, 1) }
            guard distance <= max(1, asked.count / 3), distance < min(asked.count, candidate.count) else { continue }
            if distance < best?.distance ?? .max { best = (distance, name) }
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and exchanges of neighbours that make one text the other (Damerau 1964; no
    /// part is changed twice).
    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        guard one.count <= longest, other.count <= longest else { return .max }
        var before: [Int] = []
        var row = Array(0...other.count)
        for (line, scalar) in one.enumerated() {
            var next = [line + 1]
            next.reserveCapacity(row.count)
            for (column, candidate) in other.enumerated() {
                var least = min(row[column] + (scalar == candidate ? 0 : 1), next[column] + 1, row[column + 1] + 1)
                if line > 0, column > 0, scalar == other[column - 1], candidate == one[line - 1] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            before = row
            row = next
        }
        return row[other.count]
    }
}
