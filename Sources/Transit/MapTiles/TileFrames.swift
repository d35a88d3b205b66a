import Addresses

extension TileFrame {
    /// The most frames that a range may have.
    private static let limit = 100_000

    /// Frames as a command line names them: a range of numbers (`0-11`), or names with commas between them.
    /// - Throws: `TileProblem` whose reason goes on after the option's name.
    package static func list(_ text: String) throws(TileProblem) -> [TileFrame] {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = ends.compactMap { end in
            !end.isEmpty && end.utf8.count < 10 && end.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(end) : nil
        }
        if ends.count == 2, numbers.count == 2 {
            guard numbers[0] <= numbers[1], numbers[1] - numbers[0] < limit else {
                throw TileProblem("takes a range of frames as in 0-11, not '\(text)'")
            }
            return (numbers[0]...numbers[1]).map { TileFrame(String($0)) }
        }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var seen: Set<String> = []
        for name in names {
            // A name becomes a folder's: it must not lead out of the one it lies in.
            let isName =
                !name.isEmpty && name.utf8.count <= 100 && name.utf8.first != UInt8(ascii: ".")
                && name.utf8.allSatisfy { WebAddress.isAlphanumeric($0) || "._-".utf8.contains($0) }
            guard isName, name != "metadata.json" else {
                throw TileProblem(
                    "takes numbers as in 0-11, or comma-separated names of letters, digits, '.', '-' and '_' "
                        + "them; not '\(name)'")
            }
            guard seen.insert(name).inserted else { throw TileProblem("names '\(name)' twice") }
        }
        return names.map { TileFrame($0) }
    }
}
