extension [String] {
    /// The strings as a sentence lists them: `trips, stops or shapes`.
    public var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
