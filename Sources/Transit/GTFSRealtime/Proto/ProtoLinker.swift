/// Resolves the names in .proto files, and finds what they add to the specification's messages.
struct ProtoLinker {
    private let files: [ProtoFile]
    private let given: [ProtoFile]
    private let scopes: ProtoScopes
    private var fields: [ProtoAddition] = []
    private var values: [ProtoEnumeration: [ProtoEnumerationValue]] = [:]
    private var notes: [ProtoNote] = []
    /// The fields that were added so far, by their message and number.
    private var taken: [Place: ProtoAddition] = [:]
    /// The files that add something.
    private var useful: Set<ObjectIdentifier> = []

    private struct Place: Hashable {
        let message: ProtoMessage
        let number: Int
    }

    /// - Parameters:
    ///   - files: all that were read.
    ///   - given: those that were asked for, in their order.
    init(_ files: [ProtoFile], given: [ProtoFile]) throws(ProtoFault) {
        self.files = files
        self.given = given
        scopes = try ProtoScopes(files)
    }

    mutating func definitions() throws(ProtoFault) -> ProtoDefinitions {
        for file in files { try resolve(file.messages, in: file) }
        // What was asked for first goes first where numbers meet.
        let rest = files.filter { file in !given.contains { $0 === file } }
        for file in given + rest {
            let before = fields.count + values.count
            if file.isCopyOfSpecification {
                try addCopied(file.messages, of: file)
                addValues(file)
            }
            for extend in file.extensions { try add(extend, of: file) }
            if fields.count + values.count > before { useful.insert(ObjectIdentifier(file)) }
        }
        try checkSizes()
        noteUseless()
        return ProtoDefinitions(fields: fields, values: values, files: files, notes: notes)
    }

    // MARK: Types

    private func resolve(_ messages: [ProtoMessage], in file: ProtoFile) throws(ProtoFault) {
        for message in messages {
            for index in message.fields.indices {
                message.fields[index].type = try type(of: message.fields[index], from: message.fullName, in: file)
            }
            try resolve(message.messages, in: file)
        }
    }

    private func type(
        of field: ProtoField, from scope: String, in file: ProtoFile
    ) throws(ProtoFault) -> ProtoType {
        // A scalar is known by its name.
        if case .scalar(let kind) = field.type, kind != .message { return field.type }
        return try scopes.type(named: field.typeName, from: scope, in: file, line: field.line)
    }

    // MARK: Additions

    private mutating func add(_ extend: ProtoExtend, of file: ProtoFile) throws(ProtoFault) {
        // What is declared for options is not sent.
        let plain = extend.extended.hasPrefix(".") ? String(extend.extended.dropFirst()) : extend.extended
        if plain.hasPrefix("google.protobuf."), plain.hasSuffix("Options") { return }
        var scope = file.package
        if !extend.scope.isEmpty { scope += (scope.isEmpty ? "" : ".") + extend.scope }
        let extended = try scopes.type(named: extend.extended, from: scope, in: file, line: extend.line)
        guard case .message(let message) = extended else {
            throw ProtoFault(
                file: file.path, line: extend.line,
                reason: "'\(ProtoToken.shortened(extend.extended))' is not a message")
        }
        var numbers = Set(message.fields.map(\.number))
        var names = Set(message.fields.map(\.name))
        for var field in extend.fields {
            field.type = try type(of: field, from: scope, in: file)
            if message.isOfSpecification {
                add(field, to: message, named: scope.isEmpty ? field.name : scope + "." + field.name, of: file)
            } else if numbers.contains(field.number) || names.contains(field.name) {
                note(
                    .numberTaken, file, field, message.name,
                    "the message already has a field with this number or name; skipped")
            } else {
                message.fields.append(field)
                numbers.insert(field.number)
                names.insert(field.name)
            }
        }
    }

    private mutating func add(
        _ field: ProtoField, to message: ProtoMessage, named fullName: String,
        of file: ProtoFile
    ) {
        let name = message.name
        if let known = message.fields.first(where: { $0.number == field.number }) {
            note(.numberTaken, file, field, name, "\(field.number) is already \(known.name); skipped")
            return
        }
        if message == .feedMessage {
            note(.notRead, file, field, name, "only header and entity of a FeedMessage are read; skipped")
            return
        }
        let place = Place(message: message, number: field.number)
        if let other = taken[place] {
            // A file and a copy of what it has in it agree.
            if other.field.name == field.name { return }
            let first = "\(other.file):\(other.field.line)"
            note(.numberTaken, file, field, name, "\(field.number) is already \(other.field.name) in \(first); skipped")
            return
        }
        let addition = ProtoAddition(message: message, field: field, fullName: fullName, file: file.path)
        taken[place] = addition
        fields.append(addition)
    }

    /// The fields that a copy of the specification's file has beside ours.
    private mutating func addCopied(_ messages: [ProtoMessage], of file: ProtoFile) throws(ProtoFault) {
        for message in messages {
            if let known = Specification.message(named: message.name) {
                for field in message.fields {
                    guard let same = known.fields.first(where: { $0.number == field.number }) else {
                        add(field, to: known, named: message.fullName + "." + field.name, of: file)
                        continue
                    }
                    if field.name != same.name || field.isRepeated != same.isRepeated || field.type != same.type {
                        note(
                            .numberTaken, file, field, message.name,
                            "\(field.number) is \(ProtoLinker.description(of: same)) in the specification; the specification's meaning is kept"
                        )
                    }
                }
            }
            try addCopied(message.messages, of: file)
        }
    }

    private static func description(of field: ProtoField) -> String {
        let type: String =
            switch field.type {
            case .scalar(let kind): "\(kind)"
            case .message(let message): message.name
            case .enumeration(let enumeration): String(enumeration.name.split(separator: ".").last ?? "")
            }
        return "\(field.isRepeated ? "repeated " : "")\(type) \(field.name)"
    }

    private mutating func addValues(_ file: ProtoFile) {
        func all(_ messages: [ProtoMessage]) -> [ProtoEnumeration] {
            messages.flatMap { $0.enumerations + all($0.messages) }
        }
        for enumeration in file.enumerations + all(file.messages) {
            guard let known = Specification.enumeration(named: enumeration.name) else { continue }
            for value in enumeration.values {
                guard let same = known.values.first(where: { $0.number == value.number }) else {
                    if values[known]?.contains(where: { $0.number == value.number }) != true {
                        values[known, default: []].append(value)
                    }
                    continue
                }
                if same.name != value.name,
                    !enumeration.values.contains(where: { $0.number == value.number && $0.name == same.name })
                {
                    notes.append(
                        ProtoNote(
                            kind: .numberTaken, file: file.path, line: value.line,
                            field: enumeration.name + "." + value.name,
                            message:
                                "\(value.number) is \(same.name) in the specification; the specification's meaning is kept"
                        ))
                }
            }
        }
    }

    private mutating func note(
        _ kind: ProtoNote.Kind, _ file: ProtoFile, _ field: ProtoField, _ message: String, _ words: String
    ) {
        notes.append(
            ProtoNote(
                kind: kind, file: file.path, line: field.line, field: message + "." + field.name, message: words))
    }

    // MARK: The whole

    /// A file that was given and adds nothing, itself or by what it imports, is not what was meant.
    private mutating func noteUseless() {
        var seen: Set<ObjectIdentifier> = []
        func isUseful(_ file: ProtoFile) -> Bool {
            guard seen.insert(ObjectIdentifier(file)).inserted else { return false }
            return useful.contains(ObjectIdentifier(file)) || file.imported.contains(where: isUseful)
        }
        for file in given {
            seen = []
            let isImported = files.contains { other in other.imported.contains { $0 === file } }
            if isImported || isUseful(file) { continue }
            notes.append(
                ProtoNote(
                    kind: .addsNothing, file: file.path, line: nil, field: nil,
                    message: "the file adds no field to a GTFS-Realtime message"))
        }
    }

    /// A message's presence is kept in 64 bits.
    private func checkSizes() throws(ProtoFault) {
        var counts: [ProtoMessage: Int] = [:]
        for addition in fields {
            let count = counts[addition.message, default: addition.message.fields.count] + 1
            counts[addition.message] = count
            // Those that are shipped need room too.
            guard count <= RealtimeSchema.fieldLimit - ProtoLinker.roomForShipped else {
                throw ProtoFault(
                    file: addition.file, line: addition.field.line,
                    reason: "\(addition.message.name) has too many fields; the limit is "
                        + "\(RealtimeSchema.fieldLimit - ProtoLinker.roomForShipped)")
            }
        }
        for file in files { try checkSizes(file.messages, of: file) }
    }

    private static let roomForShipped = 8

    private func checkSizes(_ messages: [ProtoMessage], of file: ProtoFile) throws(ProtoFault) {
        for message in messages {
            if message.fields.count > RealtimeSchema.fieldLimit {
                throw ProtoFault(
                    file: file.path, line: message.fields[RealtimeSchema.fieldLimit].line,
                    reason:
                        "message '\(ProtoToken.shortened(message.name))' has \(message.fields.count) fields; the limit is "
                        + "\(RealtimeSchema.fieldLimit)")
            }
            try checkSizes(message.messages, of: file)
        }
    }
}
