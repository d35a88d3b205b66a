/// Command lines as people write them, made into those that the parser reads.
enum Spelling {
    /// Names that people guess for a stage, with its own.
    static let aliases: KeyValuePairs = [
        "decode": DecodeRTCommand.name, "board": DeparturesCommand.name, "polylines": BuildPolylinesCommand.name,
        "tiles": RenderTilesCommand.name,
    ]

    /// Former spellings of a stage's options that meant something else in other stages; they still work. Not a
    /// dictionary, which every start of the program would build.
    private static func former(of stage: String) -> KeyValuePairs<String, String> {
        switch stage {
        case PerformanceReportCommand.name: ["--at": "--event"]
        case SimulateCommand.name: ["--late": "--lag", "--days": "--service-days"]
        default: [:]
        }
    }

    /// The arguments with a stage's own name in place of an alias, and with a negative number bound to its option, which
    /// the parser would take for another option.
    static func usual(_ arguments: [String]) -> [String] {
        guard arguments.count > 1 || arguments.first?.hasPrefix("-") == false else { return arguments }
        var arguments = arguments
        let place = arguments.first == "help" ? 1 : 0
        if place < arguments.count, let alias = aliases.first(where: { $0.key == arguments[place] }) {
            arguments[place] = alias.value
        }
        let spellings = arguments.first.map(former) ?? [:]
        if !spellings.isEmpty {
            for place in arguments.indices.dropFirst() {
                let name = arguments[place].prefix { $0 != "=" }
                if let usual = spellings.first(where: { $0.key == name })?.value {
                    arguments[place] = usual + arguments[place].dropFirst(name.count)
                }
            }
        }
        guard arguments.contains(where: isNegative) else { return arguments }
        var words: [String] = []
        var onlyFilesFollow = false
        for word in arguments {
            if word == "--" { onlyFilesFollow = true }
            if !onlyFilesFollow, isNegative(word), let option = words.last, option.hasPrefix("--"),
                !option.contains("=")
            {
                words[words.count - 1] = "\(option)=\(word)"
            } else {
                words.append(word)
            }
        }
        return words
    }

    private static func isNegative(_ word: String) -> Bool {
        word.utf8.count > 1 && word.utf8.first == UInt8(ascii: "-")
            && word.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
