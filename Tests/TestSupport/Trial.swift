/// How tests of all stages start one of them: the file `trial` of its golden folder, a key and words a line. A stage
/// without one reads realtime records and needs no flags.
///
/// - `needs`: flags before the input; `clean` and `dirty`: input that is in order, and input that loses something.
/// - `before`: flags before an input that is nothing to work on, if they are others; `kinds`: the other kinds of input that
///   are tried; `allowed`: the status to end with if emptiness is allowed.
/// - `unknown OPTION`: words that name what there is not, with `@` for the name.
/// - `page FORMAT`: words that make a page or picture of hostile names.
/// - `fault`, `growth`, `mutant`: what scripts/check-faults, check-growth and mutate start.
/// - `is`: what sets it apart: `reading-records`, `without-tables`, `going-on`, …
///
/// `[--flags]` begins what holds with those flags. `$made` is the test's folder, `$samples` the samples, `$web` a server.
public struct Trial {
    private let entries: [(flags: String, key: String, words: String)]
    private let stage: String

    public init(_ stage: String, _ names: [String: String] = [:]) {
        self.stage = stage
        var text = TemporaryFolder.text(of: "\(Checkout.root)/Tests/Golden/\(stage)/trial") ?? ""
        for (name, value) in names { text = text.replacing("$" + name, with: value) }
        var flags = ""
        var entries: [(flags: String, key: String, words: String)] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                flags = String(line.dropFirst().dropLast())
            } else if let colon = line.firstRange(of: ":") {
                let words = line[colon.upperBound...].dropFirst()
                entries.append((flags, String(line[..<colon.lowerBound]), String(words)))
            }
        }
        self.entries = entries
    }

    public subscript(key: String, flags: String = "") -> String? { all(key, flags).first?.words }

    /// The lines whose key begins with a word: what follows it in the key, and the words.
    public func all(_ word: String, _ flags: String = "") -> [(name: String, words: String)] {
        entries.filter { $0.flags == flags && $0.key.prefix { $0 != " " } == word }
            .map { (String($0.key.dropFirst(word.count + 1)), $0.words) }
    }

    public func `is`(_ trait: String, _ flags: String = "") -> Bool {
        (self["is", flags] ?? "").split(separator: " ").contains { $0 == trait }
    }

    /// The command line before an input, of a row of `docs/exit-codes.md`.
    public func command(_ flags: String) -> String {
        let before = self["before", flags] ?? (flags.isEmpty ? self["needs"] ?? "" : flags)
        return "linefeed \(stage)" + (before.isEmpty ? "" : " " + before)
    }
}
