/// An extension of GTFS-Realtime that is shipped: the fields that a producer has agreed to add.
///
/// It is a file in the folder `Extensions` and nothing else, but for what a .proto file cannot say.
public struct Extension: Sendable {
    public let name: String
    let definitions: ProtoDefinitions

    /// What the .proto files cannot say: whose a number is, and where else it is used.
    enum Facts {
        /// Whose a number is that several use: these go first in this order, the others follow by name. NYCT and
        /// Mercury share 1001 and meet on FeedHeader, where NYCT is meant unless only Mercury is named.
        static let first = ["tfnsw", "nyct"]
        /// Numbers under which other producers send the same messages: Adelaide Metro those of Transport for NSW.
        static let alternates = ["tfnsw": [1999]]
        /// The field of FeedEntity whose message is a table of its own, `update_bundles`: it is Transport for NSW's.
        static let updateBundle = "update"
    }

    /// The names of the shipped extensions, the first first where two meet on one message and one number.
    public static let names: [String] = EmbeddedTexts.files.map { String("\($0.name)".dropLast(".proto".count)) }.sorted
    {
        (Facts.first.firstIndex(of: $0) ?? .max, $0) < (Facts.first.firstIndex(of: $1) ?? .max, $1)
    }

    /// The shipped extensions in the order of `names`; they are read when they are first asked for.
    static let all: [Extension] = names.map { name in
        guard let file = EmbeddedTexts.files.first(where: { "\($0.name)" == name + ".proto" }) else {
            preconditionFailure("names are those of the files")
        }
        let text = Array(UnsafeBufferPointer(start: file.text.utf8Start, count: file.text.utf8CodeUnitCount))
        do throws(ProtoFault) {
            return Extension(name: name, definitions: try ProtoLibrary.definitions(of: text, named: name + ".proto"))
        } catch {
            preconditionFailure("a shipped extension is wrong: \(error)")
        }
    }

    /// The number that it was registered under.
    var number: Int { definitions.fields.first?.field.number ?? 0 }
}

/// Which extensions a schema has, and under which numbers.
public struct ExtensionChoice: Sendable {
    /// In the order of `Extension.names`, whatever the order they were asked for in: where two meet on one message
    /// and one number, the first has it.
    public var names: [String]
    /// Numbers given in place of the registered ones.
    public var numbers: [String: Int]
    /// What the user's own .proto files add; where they meet a shipped extension on a number, they have it.
    public var own: ProtoDefinitions?

    public init(names: [String] = Extension.names, numbers: [String: Int] = [:], own: ProtoDefinitions? = nil) {
        self.names = names
        self.numbers = numbers
        self.own = own
    }

    public static let none = ExtensionChoice(names: [])

    /// Whether it is all that is shipped, under the registered numbers, and nothing else.
    public var isUsual: Bool { names == Extension.names && numbers.isEmpty && own == nil }

    /// The numbers that a field of an extension is recognised under.
    func numbers(of field: ProtoField, of added: Extension, withAlternates: Bool) -> [Int] {
        guard field.number == added.number else { return [field.number] }
        if let given = numbers[added.name] { return [given] }
        return withAlternates ? [added.number] + (Extension.Facts.alternates[added.name] ?? []) : [added.number]
    }
}
