/// The encoding chosen for a column, and what the values were like for which it was chosen.
///
/// To choose an encoding, values are encoded and compressed in several ways, which takes longer than to write them in the end.
/// The values of the next groups of rows are usually of the same kind, so a choice holds for several groups.
struct EncodingChoice: Sendable {
    /// The groups of rows for which a choice holds at the most.
    private static let mostGroups = 4
    /// By which factor the traits of the values may differ from those for which the encoding was chosen.
    private static let mostChange = 1.5

    let encoding: ValueEncoding
    /// The share of different values, and their average size in bytes, which is the same for all numbers of a type.
    private let distinct: Double
    private let size: Double
    private var groups = 1

    init(_ encoding: ValueEncoding, of leaf: ParquetLeaf) {
        self.encoding = encoding
        (distinct, size) = EncodingChoice.traits(of: leaf)
    }

    private static func traits(of leaf: ParquetLeaf) -> (distinct: Double, size: Double) {
        (Double(leaf.distinct) / Double(max(1, leaf.present)), Double(leaf.valueBytes) / Double(max(1, leaf.distinct)))
    }

    /// The same choice for the next group; nil if it does not hold any more.
    func again(for leaf: ParquetLeaf) -> EncodingChoice? {
        func isSimilar(_ one: Double, _ other: Double) -> Bool {
            max(one, other) <= min(one, other) * EncodingChoice.mostChange
        }
        let (distinct, size) = EncodingChoice.traits(of: leaf)
        guard groups < EncodingChoice.mostGroups, isSimilar(distinct, self.distinct), isSimilar(size, self.size),
            ValueEncoding.candidates(for: leaf).contains(encoding)
        else { return nil }
        var again = self
        again.groups += 1
        return again
    }
}
