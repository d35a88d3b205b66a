/// Reads the declarations of a .proto file (https://protobuf.dev/reference/protobuf/proto2-spec and proto3-spec).
///
/// Options are passed over but for `packed` and `allow_alias`, services wholly.
struct ProtoParser {
    /// Messages inside messages; more are taken for rubbish.
    static let depthLimit = 32

    let file: ProtoFile
    private var lexer: ProtoLexer
    var token: ProtoToken
    /// The line of the token before: where a semicolon is missing.
    private var lineBefore = 1

    static func parse(_ bytes: [UInt8], path: String) throws(ProtoFault) -> ProtoFile {
        var parser = try ProtoParser(bytes, path: path)
        try parser.statements()
        return parser.file
    }

    private init(_ bytes: [UInt8], path: String) throws(ProtoFault) {
        file = ProtoFile(path: path)
        lexer = ProtoLexer(bytes, file: path)
        token = try lexer.next()
    }

    // MARK: Tokens

    mutating func advance() throws(ProtoFault) {
        lineBefore = token.line
        token = try lexer.next()
    }

    func fault(_ reason: String, line: Int? = nil) -> ProtoFault {
        ProtoFault(file: file.path, line: line ?? token.line, reason: reason)
    }

    func isWord(_ text: String) -> Bool { token.kind == .word && token.text == text }

    /// Whether the token after this one is a sign.
    func isFollowed(by sign: Unicode.Scalar) throws(ProtoFault) -> Bool {
        var copy = lexer
        return try copy.next().is(sign)
    }

    mutating func expect(_ sign: Unicode.Scalar, after what: @autoclosure () -> String) throws(ProtoFault) {
        guard token.is(sign) else {
            // A sign that is missing is missed where the line before broke off.
            let line = sign == ";" ? lineBefore : token.line
            throw fault("expected '\(sign)' after \(what()), not \(token.name)", line: line)
        }
        try advance()
    }

    mutating func word(_ what: @autoclosure () -> String) throws(ProtoFault) -> String {
        guard token.kind == .word else { throw fault("expected \(what()), not \(token.name)") }
        let text = token.text
        try advance()
        return text
    }

    /// A string, or several one after another.
    private mutating func string(_ what: String) throws(ProtoFault) -> String {
        guard token.kind == .string else { throw fault("expected \(what) in quotes, not \(token.name)") }
        var text = ""
        while token.kind == .string {
            text += token.text
            try advance()
        }
        return text
    }

    /// A name with points in it, from the root if it begins with one.
    mutating func typeName(_ what: String) throws(ProtoFault) -> String {
        var name = ""
        if token.is(".") {
            name = "."
            try advance()
        }
        name += try word(what)
        var parts = 1
        while token.is(".") {
            try advance()
            parts += 1
            guard parts <= ProtoParser.depthLimit else {
                throw fault("the name '\(ProtoToken.shortened(name))' has more than \(ProtoParser.depthLimit) parts")
            }
            name += "." + (try word("a name after '.'"))
        }
        return name
    }

    // MARK: Statements of the file

    private mutating func statements() throws(ProtoFault) {
        try syntax()
        while token.kind != .end {
            if token.is(";") {
                try advance()
                continue
            }
            switch token.text {
            case "import" where token.kind == .word: try importStatement()
            case "package" where token.kind == .word:
                try advance()
                file.package = try typeName("a package's name")
                try expect(";", after: "the package")
            case "option" where token.kind == .word: _ = try option()
            case "message" where token.kind == .word: file.messages.append(try message(in: "", depth: 0))
            case "enum" where token.kind == .word: file.enumerations.append(try enumeration(in: ""))
            case "extend" where token.kind == .word: try extend(in: nil)
            case "service" where token.kind == .word:
                while !token.is("{") {
                    if token.kind == .end || token.is(";") { throw fault("expected '{' after the name of the service") }
                    try advance()
                }
                try skipBraces()
            default:
                throw fault("expected a declaration (message, enum, extend, import, …), not \(token.name)")
            }
        }
    }

    private mutating func syntax() throws(ProtoFault) {
        if isWord("edition") { throw fault("editions are not supported, only proto2 and proto3") }
        guard isWord("syntax") else { return }
        try advance()
        try expect("=", after: "'syntax'")
        let line = token.line
        let name = try string("\"proto2\" or \"proto3\"")
        guard name == "proto2" || name == "proto3" else {
            throw fault(
                "the syntax must be \"proto2\" or \"proto3\", not \"\(ProtoToken.shortened(name))\"", line: line)
        }
        file.isProto3 = name == "proto3"
        try expect(";", after: "the syntax")
    }

    private mutating func importStatement() throws(ProtoFault) {
        try advance()
        if isWord("public") || isWord("weak") { try advance() }
        let line = token.line
        file.imports.append((try string("the path of a file"), line))
        try expect(";", after: "the import")
    }

    private mutating func extend(in message: ProtoMessage?) throws(ProtoFault) {
        let line = token.line
        try advance()
        let extended = try typeName("the name of a message")
        try expect("{", after: "'extend \(ProtoToken.shortened(extended))'")
        let scope = ProtoMessage(name: message?.name ?? "", line: line, file: file)
        while !token.is("}") {
            if token.kind == .end { throw fault("'extend' is not closed", line: line) }
            if token.is(";") { try advance() } else { try field(of: scope, isInOneof: false) }
        }
        try advance()
        // What a map needs is declared beside its field.
        if let message { message.messages += scope.messages } else { file.messages += scope.messages }
        file.extensions.append(
            ProtoExtend(extended: extended, line: line, scope: message?.name ?? "", fields: scope.fields))
    }

    // MARK: Messages

    private mutating func message(in outer: String, depth: Int) throws(ProtoFault) -> ProtoMessage {
        let line = token.line
        guard depth < ProtoParser.depthLimit else {
            throw fault("messages are nested deeper than \(ProtoParser.depthLimit)")
        }
        try advance()
        let name = try word("a message's name")
        let message = ProtoMessage(name: outer.isEmpty ? name : outer + "." + name, line: line, file: file)
        try expect("{", after: "'message \(ProtoToken.shortened(name))'")
        while !token.is("}") {
            if token.kind == .end {
                throw fault("message '\(ProtoToken.shortened(name))' is not closed", line: line)
            }
            try statement(of: message, depth: depth)
        }
        try advance()
        try checkFields(of: message.fields)
        return message
    }

    private mutating func statement(of message: ProtoMessage, depth: Int) throws(ProtoFault) {
        if token.is(";") { return try advance() }
        switch token.kind == .word ? token.text : "" {
        case "message": message.messages.append(try self.message(in: message.name, depth: depth + 1))
        case "enum": message.enumerations.append(try enumeration(in: message.name))
        case "extend": try extend(in: message)
        case "option": _ = try option()
        case "extensions", "reserved": try skipStatement()
        case "oneof": try oneof(of: message)
        default: try field(of: message, isInOneof: false)
        }
    }

    private mutating func oneof(of message: ProtoMessage) throws(ProtoFault) {
        let line = token.line
        try advance()
        let name = try word("the name of the oneof")
        try expect("{", after: "'oneof \(ProtoToken.shortened(name))'")
        while !token.is("}") {
            if token.kind == .end { throw fault("oneof '\(ProtoToken.shortened(name))' is not closed", line: line) }
            if token.is(";") {
                try advance()
            } else if isWord("option") {
                _ = try option()
            } else {
                try field(of: message, isInOneof: true)
            }
        }
        try advance()
    }

    private func checkFields(of fields: [ProtoField]) throws(ProtoFault) {
        var names: [String: Int] = [:]
        var numbers: [Int: Int] = [:]
        for (index, field) in fields.enumerated() {
            if let line = names.updateValue(field.line, forKey: field.name) {
                throw fault(
                    "the field '\(ProtoToken.shortened(field.name))' is declared twice (first on line \(line))",
                    line: field.line)
            }
            if let first = numbers.updateValue(index, forKey: field.number) {
                let other = fields[first]
                throw fault(
                    "field number \(field.number) of '\(ProtoToken.shortened(field.name))' is taken by "
                        + "'\(ProtoToken.shortened(other.name))' (line \(other.line))", line: field.line)
            }
        }
    }
}
