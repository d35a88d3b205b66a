import ArgumentParser
import StageKit

// Options with a default value, and options that need not be given.
//
// These initializers are more specific than those of ArgumentParser, so the compiler prefers them for `@Option(help:)` and
// `@Option(help:completion:)`. Their messages say what to write. For an option with a default value, they also save time:
// ArgumentParser's own initializers check whether the default value conforms to two protocols, and for each type the runtime
// searches all conformances of the program twice.

extension Option where Value: ArgumentWord {
    init(wrappedValue: Value, help: ArgumentHelp, completion: CompletionKind? = nil) {
        let facts = "values: \(Value.words.listed); default: \(wrappedValue.rawValue)"
        self.init(
            wrappedValue: wrappedValue, help: help.stating(facts), completion: completion ?? .list(Value.words),
            transform: Value.read)
    }
}

extension Option where Value == String {
    init(wrappedValue: String, help: ArgumentHelp, completion: CompletionKind? = nil) {
        let help = wrappedValue.isEmpty ? help : help.stating("default: " + wrappedValue)
        self.init(wrappedValue: wrappedValue, help: help, completion: completion, transform: { $0 })
    }
}

extension Option where Value: WholeNumber {
    init(wrappedValue: Value, help: ArgumentHelp, completion: CompletionKind? = nil) {
        self.init(
            wrappedValue: wrappedValue, help: help.stating("default: \(wrappedValue)"), completion: completion,
            transform: Value.read)
    }
}

extension Option where Value == Double {
    init(wrappedValue: Double, help: ArgumentHelp, completion: CompletionKind? = nil) {
        let whole = Int(exactly: wrappedValue).map { "\($0)" }
        self.init(
            wrappedValue: wrappedValue, help: help.stating("default: \(whole ?? "\(wrappedValue)")"),
            completion: completion, transform: Double.read)
    }
}

extension Option {
    init<Word: ArgumentWord>(help: ArgumentHelp, completion: CompletionKind? = nil) where Value == Word? {
        self.init(
            help: help.stating("values: " + Word.words.listed), completion: completion ?? .list(Word.words),
            transform: Word.read)
    }

    init<Number: WholeNumber>(help: ArgumentHelp, completion: CompletionKind? = nil) where Value == Number? {
        self.init(help: help, completion: completion, transform: Number.read)
    }

    init(help: ArgumentHelp, completion: CompletionKind? = nil) where Value == Double? {
        self.init(help: help, completion: completion, transform: Double.read)
    }
}

/// An integer as an argument.
protocol WholeNumber: FixedWidthInteger, ExpressibleByArgument {}

extension Int: WholeNumber {}
extension UInt64: WholeNumber {}

extension WholeNumber {
    fileprivate static func read(_ text: String) throws -> Self {
        if let number = Self(text) { return number }
        let digits = text.drop { $0 == "-" || $0 == "+" }
        let isWhole = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        throw ValidationError("write a whole number" + (isWhole ? " from \(Self.min) to \(Self.max)" : ""))
    }
}

extension Double {
    fileprivate static func read(_ text: String) throws -> Double {
        guard let number = Double(text) else { throw ValidationError("write a number") }
        return number
    }
}

extension ArgumentWord {
    fileprivate static var words: [String] { allCases.map { $0.rawValue } }

    fileprivate static func read(_ text: String) throws -> Self {
        guard let word = Self(rawValue: text) else { throw ValidationError("write \(words.alternatives)") }
        return word
    }
}

extension ArgumentHelp {
    /// The same help with facts after its first line, in the form in which ArgumentParser states them.
    fileprivate func stating(_ facts: String) -> ArgumentHelp {
        var help = self
        help.abstract += " (\(facts))"
        return help
    }
}
