/// Fields, enumerations and options.
extension ProtoParser {
    private static let scalars: [String: FieldKind] = [
        "int32": .int32, "int64": .int64, "uint32": .uint32, "uint64": .uint64, "sint32": .sint32, "sint64": .sint64,
        "fixed32": .fixed32, "fixed64": .fixed64, "sfixed32": .sfixed32, "sfixed64": .sfixed64, "float": .float,
        "double": .double, "bool": .bool, "string": .string, "bytes": .bytes,
    ]

    mutating func field(of message: ProtoMessage, isInOneof: Bool) throws(ProtoFault) {
        let line = token.line
        var label = ""
        if isWord("optional") || isWord("required") || isWord("repeated") {
            if isInOneof { throw fault("a field of a oneof has no '\(token.text)'") }
            label = token.text
            try advance()
        }
        if isWord("map"), label.isEmpty, try isFollowed(by: "<") { return try map(of: message, line) }
        if isWord("group") {
            throw fault("groups are not supported; declare a message and a field of its type", line: line)
        }
        if label.isEmpty, !isInOneof, !file.isProto3, token.kind == .word || token.is(".") {
            throw fault(
                "a field in a proto2 file must begin with optional, required or repeated, not \(token.name)"
                    + "; a proto3 file must begin with: syntax = \"proto3\";")
        }
        let type = try typeName("a field's type")
        let name = try word("a field's name after the type '\(ProtoToken.shortened(type))'")
        try expect("=", after: "the field '\(ProtoToken.shortened(name))'")
        let number = try fieldNumber(of: name)
        let packed = try token.is("[") ? fieldOptions() : nil
        try expect(";", after: "the field '\(ProtoToken.shortened(name))'")
        let kind = ProtoParser.scalars[type]
        message.fields.append(
            ProtoField(
                name: name, line: line, number: number, isRepeated: label == "repeated",
                isRequired: label == "required",
                isPacked: packed ?? file.isProto3, typeName: type, type: .scalar(kind ?? .message)))
    }

    /// A map is its entries: messages with a key and a value.
    private mutating func map(of message: ProtoMessage, _ line: Int) throws(ProtoFault) {
        try advance()
        try expect("<", after: "'map'")
        let key = try typeName("the type of the map's keys")
        guard let keyKind = ProtoParser.scalars[key], ![.float, .double, .bytes].contains(keyKind) else {
            throw fault("the keys of a map must be integers, bool or string, not '\(ProtoToken.shortened(key))'")
        }
        try expect(",", after: "the type of the map's keys")
        let value = try typeName("the type of the map's values")
        try expect(">", after: "the type of the map's values")
        let name = try word("a field's name after the map's types")
        try expect("=", after: "the field '\(ProtoToken.shortened(name))'")
        let number = try fieldNumber(of: name)
        if token.is("[") { _ = try fieldOptions() }
        try expect(";", after: "the field '\(ProtoToken.shortened(name))'")
        // The name that protoc gives it.
        let title = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Entry"
        let entry = ProtoMessage(
            name: message.name.isEmpty ? title : message.name + "." + title, line: line, file: file)
        func part(_ name: String, _ number: Int, _ type: String) -> ProtoField {
            ProtoField(
                name: name, line: line, number: number, typeName: type,
                type: .scalar(ProtoParser.scalars[type] ?? .message))
        }
        entry.fields = [part("key", 1, key), part("value", 2, value)]
        message.messages.append(entry)
        message.fields.append(
            ProtoField(
                name: name, line: line, number: number, isRepeated: true, typeName: title, type: .scalar(.message)))
    }

    private mutating func fieldNumber(of name: String) throws(ProtoFault) -> Int {
        var field: String { "the field '\(ProtoToken.shortened(name))'" }
        guard token.kind == .integer else { throw fault("expected the number of \(field), not \(token.name)") }
        guard let number = ProtoLexer.integer(token.text), 1..<(1 << 29) ~= number else {
            throw fault(
                "\(field) has the number \(ProtoToken.shortened(token.text)); numbers must be from 1 to 536870911")
        }
        guard !(19000...19999 ~= number) else {
            throw fault("\(field) has the number \(number); numbers 19000 to 19999 are reserved for protocol buffers")
        }
        try advance()
        return Int(number)
    }

    // MARK: Enumerations

    mutating func enumeration(in outer: String) throws(ProtoFault) -> ProtoEnumeration {
        let line = token.line
        try advance()
        let name = try word("an enumeration's name")
        let enumeration = ProtoEnumeration(name: outer.isEmpty ? name : outer + "." + name, line: line)
        var hasAliases = false
        try expect("{", after: "'enum \(ProtoToken.shortened(name))'")
        while !token.is("}") {
            if token.kind == .end { throw fault("enum '\(ProtoToken.shortened(name))' is not closed", line: line) }
            if token.is(";") {
                try advance()
            } else if isWord("option") {
                if try option() == ("allow_alias", "true") { hasAliases = true }
            } else if isWord("reserved"), try !isFollowed(by: "=") {
                try skipStatement()
            } else {
                enumeration.values.append(try enumerationValue())
            }
        }
        try advance()
        var names: [String: Int] = [:]
        var numbers: [Int32: Int] = [:]
        for (index, value) in enumeration.values.enumerated() {
            if let line = names.updateValue(value.line, forKey: value.name) {
                throw fault(
                    "the value '\(ProtoToken.shortened(value.name))' is declared twice (first on line \(line))",
                    line: value.line)
            }
            if let first = numbers.updateValue(index, forKey: value.number), !hasAliases {
                let other = enumeration.values[first]
                throw fault(
                    "the number \(value.number) of '\(ProtoToken.shortened(value.name))' is taken by "
                        + "'\(ProtoToken.shortened(other.name))' (line \(other.line)); to allow aliases, add: option allow_alias = true;",
                    line: value.line)
            }
        }
        enumeration.values.sort { ($0.number, $0.line) < ($1.number, $1.line) }
        return enumeration
    }

    private mutating func enumerationValue() throws(ProtoFault) -> ProtoEnumerationValue {
        let line = token.line
        let name = try word("a value's name")
        try expect("=", after: "the value '\(ProtoToken.shortened(name))'")
        let isNegative = token.is("-")
        if isNegative { try advance() }
        guard token.kind == .integer else {
            throw fault("expected the number of the value '\(ProtoToken.shortened(name))', not \(token.name)")
        }
        guard let size = ProtoLexer.integer(token.text), size <= 1 << 31,
            let number = Int32(exactly: isNegative ? -Int64(size) : Int64(size))
        else {
            throw fault(
                "the value '\(ProtoToken.shortened(name))' has the number "
                    + "\(isNegative ? "-" : "")\(ProtoToken.shortened(token.text)), which exceeds 32 bits")
        }
        try advance()
        if token.is("[") { _ = try fieldOptions() }
        try expect(";", after: "the value '\(ProtoToken.shortened(name))'")
        return ProtoEnumerationValue(number: number, name: name, line: line)
    }

    // MARK: What is passed over

    /// Passes over `option name = value;`.
    /// - Returns: the beginnings of its name and value.
    mutating func option() throws(ProtoFault) -> (name: String, value: String) {
        try advance()
        let name = token.text
        while !token.is("=") {
            if token.kind == .end || token.is(";") || token.is("{") || token.is("}") {
                throw fault("expected '=' in the option, not \(token.name)")
            }
            try advance()
        }
        try advance()
        let value = token.text
        try skipStatement()
        return (name, value)
    }

    /// Passes over `[…]` behind a field.
    /// - Returns: whether the field is packed, if the options say so.
    mutating func fieldOptions() throws(ProtoFault) -> Bool? {
        var packed: Bool?
        let line = token.line
        try advance()
        while !token.is("]") {
            let isPacked = isWord("packed")
            var value = ""
            while !token.is(",") && !token.is("]") {
                if token.kind == .end || token.is(";") || token.is("}") {
                    throw fault("expected ']' after the options, not \(token.name)", line: line)
                }
                if token.is("{") {
                    try skipBraces()
                } else if token.is("[") {
                    try skipBrackets()
                } else {
                    value = token.text
                    try advance()
                }
            }
            if isPacked { packed = value == "true" }
            if token.is(",") { try advance() }
        }
        try advance()
        return packed
    }

    /// Passes over the rest of a statement and its semicolon.
    mutating func skipStatement() throws(ProtoFault) {
        while !token.is(";") {
            if token.is("{") {
                try skipBraces()
            } else if token.kind == .end || token.is("}") {
                return try expect(";", after: "the statement")
            } else {
                try advance()
            }
        }
        try advance()
    }

    /// Passes over `{…}`, whatever is in it.
    mutating func skipBraces() throws(ProtoFault) { try skip("{", "}") }

    private mutating func skipBrackets() throws(ProtoFault) { try skip("[", "]") }

    private mutating func skip(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar) throws(ProtoFault) {
        let line = token.line
        var depth = 0
        repeat {
            if token.kind == .end { throw fault("'\(opening)' is not closed", line: line) }
            if token.is(opening) { depth += 1 } else if token.is(closing) { depth -= 1 }
            try advance()
        } while depth > 0
    }
}
