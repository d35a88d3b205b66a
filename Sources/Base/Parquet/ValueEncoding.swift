/// How the values of a column chunk are written (Parquet, "Encodings"), by the format's numbers.
enum ValueEncoding: Int32 {
    case plain = 0
    /// As differences from the number before.
    case delta = 5
    /// Texts, their lengths first, as differences.
    case deltaLengths = 6
    /// Texts without what they have in common with the start of the text before.
    case deltaTexts = 7
    /// Places in a dictionary.
    case dictionary = 8
    /// The first byte of each number, the second byte of each, and so on.
    case splitBytes = 9

    /// Only a dictionary is tried for a column of at least `values` texts in which each different text occurs at least `repeats`
    /// times on average: to try the other encodings takes longer than to write the column.
    private static let many = (values: 1 << 14, repeats: 256)

    /// The encodings that may suit a column; of equal size the first is taken.
    static func candidates(for leaf: ParquetLeaf) -> [ValueEncoding] {
        guard leaf.present > 0 else { return [.plain] }
        let all: [ValueEncoding] =
            switch leaf.type {
            case .boolean: [.plain]
            case .int32, .int64, .date, .timestamp: [.dictionary, .delta, .plain]
            case .double: [.dictionary, .splitBytes, .plain]
            case .string: [.dictionary, .plain, .deltaTexts, .deltaLengths]
            default: [.dictionary, .plain]
            }
        // A column of one text may be smaller without a dictionary, which has a page of its own.
        if leaf.type == .string, leaf.present >= many.values, leaf.distinct > 1,
            leaf.present / leaf.distinct >= many.repeats
        {
            return [.dictionary]
        }
        // Without repeated values a dictionary has everything that the values have, and the places too.
        let mayRepeat = leaf.choice == nil && (leaf.distinct < leaf.present || leaf.distinct == 1)
        return mayRepeat ? all : all.filter { $0 != .dictionary }
    }
}
