import Foundation

/// The expected rows of csv-spectrum: objects of strings.
enum SpectrumJSON {
    static func rows(_ text: String) throws -> [[String: String]] {
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let rows = parsed as? [[String: String]] ?? (parsed as? [String: String]).map { [$0] } ?? []
        // Trimming is ours, not csv-spectrum's.
        return rows.map { $0.mapValues { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t")) } }
    }
}
