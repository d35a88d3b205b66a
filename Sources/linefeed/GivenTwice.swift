import ArgumentParser
import NDJSON
import StageKit

/// Options that take one value and are given twice, for all stages: the parser would keep the last and drop the others.
enum GivenTwice {
    /// Why a stage's arguments cannot be meant; nil where no option has two values that it cannot have.
    ///
    /// Cost: nothing unless an option may stand there twice, else what the stage's help takes.
    static func complaint(about arguments: [String], of stage: any StageCommand.Type) -> String? {
        let words = arguments.prefix { $0 != "--" }
        guard mayRepeat(words) else { return nil }
        let options = KnownOption.all(of: stage)
        var values: [String: (name: String, value: String)] = [:]
        var place = words.startIndex
        while place < words.endIndex {
            let word = words[place]
            place += 1
            let name = optionName(word)
            guard word.hasPrefix("-"), let option = options.first(where: { $0.names.contains(name) }), option.takesValue
            else { continue }
            let value: String
            if name.count < word.count {
                value = String(word.dropFirst(name.count + 1))
            } else {
                guard place < words.endIndex else { break }
                value = words[place]
                place += 1
            }
            guard !option.isRepeating else { continue }
            let title = option.names[0]
            if let first = values[title], first.value != value {
                return
                    "\(first.name) takes one value, and two were given: \(Finding.quoted(first.value)) and "
                    + "\(Finding.quoted(value)) (nothing was done); leave one out"
            }
            values[title] = (name, value)
        }
        return nil
    }

    /// Whether two words may be the same option. Sorted strings instead of a set: every start of a stage asks this, and
    /// the runtime takes long to look up the type of a set.
    private static func mayRepeat(_ words: ArraySlice<String>) -> Bool {
        var seen: [String] = []
        for word in words where word.utf8.first == UInt8(ascii: "-") && word != "-" {
            seen.append(optionName(word))
        }
        seen.sort()
        for (place, name) in seen.enumerated().dropFirst() where seen[place - 1] == name { return true }
        return KnownOption.synonyms.contains { names in names.filter(seen.contains).count > 1 }
    }

    /// The part of a word before its `=`.
    private static func optionName(_ word: String) -> String {
        guard let end = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return word }
        return String(word[..<end])
    }
}

/// An option of a stage, as the parser knows it.
struct KnownOption {
    /// With their dashes, the one that the help shows first.
    var names: [String] = []
    var takesValue = false
    var isRepeating = false

    /// Names of one option that takes one value.
    static let synonyms = [["-o", "--output"]]

    static func all(of stage: any StageCommand.Type) -> [KnownOption] {
        var options: [KnownOption] = []
        // The parser tells what it knows as JSON over several lines, in which no string has a line end.
        var text = Array(stage._dumpHelp().utf8.map { $0 == 0x0A ? 0x20 : $0 })
        text.withUnsafeMutableBytes { bytes in
            member("command", of: .object(UnsafeRawBufferPointer(bytes))) { command in
                member("arguments", of: command) { list in
                    list.forEachElement { if let option = KnownOption($0) { options.append(option) } }
                }
            }
        }
        return options
    }

    private init?(_ value: JSONValue) {
        var kind = ""
        value.forEachMember { key, value in
            switch key.string {
            case "kind": kind = value.string ?? ""
            case "isRepeating": isRepeating = value.bool ?? false
            case "names": value.forEachElement { names.append(KnownOption.name($0)) }
            default: break
            }
        }
        guard !names.isEmpty else { return nil }
        takesValue = kind == "option"
        // A long name says more than a short one.
        names.sort { $0.hasPrefix("--") && !$1.hasPrefix("--") }
    }

    private static func name(_ value: JSONValue) -> String {
        var kind = ""
        var name = ""
        value.forEachMember { key, value in
            switch key.string {
            case "kind": kind = value.string ?? ""
            case "name": name = value.string ?? ""
            default: break
            }
        }
        return (kind == "long" ? "--" : "-") + name
    }

    private static func member(_ name: String, of value: JSONValue, _ body: (JSONValue) -> Void) {
        value.forEachMember { key, value in if key.string == name { body(value) } }
    }
}
