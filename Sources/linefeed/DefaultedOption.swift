import ArgumentParser
import StageKit

// Options with a default value.
//
// These initializers are more specific than those of ArgumentParser, so the compiler prefers them wherever an option is
// declared with a default value. ArgumentParser's own ask the runtime whether the value is one of several words. The runtime
// answers by searching all conformances of the program, twice for each type, which took a tenth of the instructions of
// `departures`.

extension Option where Value: ArgumentWord {
    init(wrappedValue: Value, help: ArgumentHelp, completion: CompletionKind? = nil) {
        let words = Value.allCases.map { $0.rawValue }
        self.init(
            wrappedValue, stating: "values: \(words.listed); default: \(wrappedValue.rawValue)", help,
            completion ?? .list(words), wanted: { Value.allCases.map { $0.rawValue }.alternatives },
            read: { Value(rawValue: $0) })
    }
}

extension Option where Value == String {
    init(wrappedValue: String, help: ArgumentHelp, completion: CompletionKind? = nil) {
        self.init(
            wrappedValue, stating: "default: " + wrappedValue, help, completion, wanted: { "a text" }, read: { $0 })
    }
}

extension Option where Value: FixedWidthInteger & SendableMetatype {
    init(wrappedValue: Value, help: ArgumentHelp, completion: CompletionKind? = nil) {
        self.init(
            wrappedValue, stating: "default: \(wrappedValue)", help, completion, wanted: { "a whole number" },
            read: { Value($0) })
    }
}

extension Option where Value == Double {
    init(wrappedValue: Double, help: ArgumentHelp, completion: CompletionKind? = nil) {
        let whole = Int(exactly: wrappedValue).map { "\($0)" }
        self.init(
            wrappedValue, stating: "default: \(whole ?? "\(wrappedValue)")", help, completion, wanted: { "a number" },
            read: { Double($0) })
    }
}

extension Option {
    /// - Parameters:
    ///   - facts: added to the first line of the help, in the form in which ArgumentParser states them.
    ///   - wanted: what to write instead of a text that cannot be read.
    ///   - read: the value of a text; nil if it has none.
    fileprivate init(
        _ usual: Value, stating facts: String, _ help: ArgumentHelp, _ completion: CompletionKind?,
        wanted: @escaping @Sendable () -> String, read: @escaping @Sendable (String) -> Value?
    ) {
        var help = help
        help.abstract += " (\(facts))"
        self.init(wrappedValue: usual, help: help, completion: completion) { text in
            guard let value = read(text) else { throw ValidationError("write " + wanted()) }
            return value
        }
    }
}
