/// Findings that are told once a code: the first in full, how many there were, and where some of the others stand.
///
/// Memory: a few findings of each code.
struct GatheredFindings {
    private struct Code {
        let first: Finding
        /// Of the findings after the first.
        var places: [String] = []
        /// Findings, and what they tell of together.
        var findings = 1
        var count: Int
    }

    /// How many places of a code are named.
    private static let samples = 3

    private var codes: [Code] = []

    /// Whether one more finding of a code would say where it stands.
    func wants(_ code: String) -> Bool {
        guard let place = index(of: code) else { return true }
        return codes[place].places.count < GatheredFindings.samples
    }

    /// - Parameter count: how many of its kind the finding tells of at once.
    mutating func add(_ finding: Finding, count: Int = 1) {
        guard let index = index(of: finding.code) else { return codes.append(Code(first: finding, count: count)) }
        codes[index].findings += 1
        codes[index].count += count
        let place = GatheredFindings.place(of: finding)
        if !place.isEmpty, codes[index].places.count < GatheredFindings.samples, !codes[index].places.contains(place) {
            codes[index].places.append(place)
        }
    }

    /// Counts findings that nobody sees; false where none of the code was told before.
    mutating func count(_ code: String, times: Int) -> Bool {
        guard let place = index(of: code) else { return false }
        codes[place].findings += times
        codes[place].count += times
        return true
    }

    /// What is to be told, in the order in which the codes came, and of how many of its kind each tells.
    var told: [(finding: Finding, count: Int)] {
        codes.map { code in
            var finding = code.first
            if code.findings > 1 {
                finding.message += "; \(grouped(code.findings)) like this (\(finding.code))"
                if !code.places.isEmpty { finding.message += ", also " + code.places.joined(separator: ", ") }
            }
            return (finding, code.count)
        }
    }

    private func index(of code: String) -> Int? { codes.firstIndex { $0.first.code == code } }

    /// `stops.txt:5: stop_lat`
    private static func place(of finding: Finding) -> String {
        var parts: [String] = []
        if let file = finding.file {
            parts.append(Finding.printable(file, limit: 4096) + (finding.line.map { ":\($0)" } ?? ""))
        }
        if let field = finding.field { parts.append(Finding.printable(field)) }
        return parts.joined(separator: ": ")
    }
}
