import Geometry
import StageKit

extension ClosedRange<Int> {
    /// Reads `--zoom`: a zoom, or two with a hyphen between them.
    /// - Throws: `UnusableOption`.
    public static func zooms(_ text: String, _ option: String) throws(UnusableOption) -> ClosedRange<Int> {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard (1...2).contains(parts.count), numbers.count == parts.count, let first = numbers.first,
            let last = numbers.last, first <= last, last <= Tile.deepest
        else {
            throw UnusableOption("\(option) takes a zoom from 0 to \(Tile.deepest), or two as in 12-15; not '\(text)'")
        }
        return first...last
    }

    /// As `--zoom` takes it.
    public var zoomText: String { lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)" }
}
