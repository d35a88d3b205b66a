extension [String] {
    /// The strings as a sentence lists them: `trips, stops or shapes`.
    public var alternatives: String { listed(lastSeparator: " or ") }

    /// The strings with commas between them.
    public var listed: String { listed(lastSeparator: ", ") }

    /// Every start of a stage lists the values of its options. `joined` would make Swift's runtime search all conformances of
    /// the program.
    private func listed(lastSeparator: String) -> String {
        var list = ""
        for (place, word) in enumerated() {
            if place > 0 { list += place == count - 1 ? lastSeparator : ", " }
            list += word
        }
        return list
    }
}
