extension String {
    /// The text as one word of a shell: as it stands where that is safe, in single quotes elsewhere.
    public var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            Parameter.isContinuation(byte) || "%+,-./:=@^".utf8.contains(byte)
        }
        // An equals sign in the first word would make it an assignment; a leading one is some shells' own.
        return isPlain && !isEmpty && !contains("=") ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}

extension Word {
    /// The word as a shell reads it, to expand it in the same way.
    var shellText: String {
        let texts = parts.map { $0.shellText(insideQuotes: false) }
        // An empty pair of quotes says that there is a word; other quotes beside it say so too.
        guard texts.contains(where: { $0.hasPrefix("\"") }) else { return texts.isEmpty ? "''" : texts.joined() }
        return texts.filter { $0 != "''" }.joined()
    }
}

extension Text {
    /// The text as one word of a shell, in double quotes where something in it is expanded.
    var shellText: String {
        if let literal { return literal.shellWord }
        return "\"" + parts.map { $0.shellText(insideQuotes: true) }.joined() + "\""
    }

    /// What it says where nothing in it is expanded.
    var literal: String? {
        var result = ""
        for part in parts {
            guard case .literal(let text, _) = part else { return nil }
            result += text
        }
        return result
    }
}

extension WordPart {
    func shellText(insideQuotes: Bool) -> String {
        switch self {
        case .literal(let text, let isQuoted):
            if insideQuotes { return WordPart.escaped(text) }
            if isQuoted { return text.isEmpty ? "''" : text.shellWord }
            return WordPart.pattern(text)
        case .home: return "~"
        case .date(let pattern, let isQuoted):
            let command = pattern.shellText
            // Where there is nothing to split quotes change nothing, and say so to a reader.
            let isOneWord = !pattern.format.contains { " \t*?[".contains($0) }
            return (isQuoted || isOneWord) && !insideQuotes ? "\"\(command)\"" : command
        case .parameter(let parameter, let isQuoted):
            let text = parameter.shellText(insideQuotes: insideQuotes || isQuoted)
            return isQuoted && !insideQuotes ? "\"\(text)\"" : text
        }
    }

    /// For between double quotes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            if character == "$" || character == "`" || character == "\"" || character == "\\" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// Outside quotes: characters of patterns stay, all others that may mean something are escaped.
    private static func pattern(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            let isPlain =
                character.value >= 0x80 || Parameter.isContinuation(UInt8(character.value))
                || "%+,-./:=@^*?[]".unicodeScalars.contains(character)
            if !isPlain { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }
}

extension Parameter {
    func shellText(insideQuotes: Bool) -> String {
        let colon = emptyIsUnset ? ":" : ""
        switch operation {
        case .value: return "${\(name)}"
        case .fallback(let parts): return "${\(name)\(colon)-\(Parameter.inner(parts, insideQuotes))}"
        case .alternative(let parts): return "${\(name)\(colon)+\(Parameter.inner(parts, insideQuotes))}"
        case .required(let parts): return "${\(name)\(colon)?\(Parameter.inner(parts, insideQuotes))}"
        }
    }

    /// Between double quotes a closing brace has to be escaped. Whether a single quote means something there depends on
    /// the shell and its mode, so a variable stands for it.
    private static func inner(_ parts: [WordPart], _ insideQuotes: Bool) -> String {
        parts.map { part in
            guard case .literal(let text, let isQuoted) = part else {
                return part.shellText(insideQuotes: insideQuotes)
            }
            guard insideQuotes else {
                // Blanks outside quotes split the field, as they do here.
                return isQuoted
                    ? part.shellText(insideQuotes: false)
                    : text.split(separator: " ", omittingEmptySubsequences: false)
                        .map { WordPart.literal(String($0), isQuoted: false).shellText(insideQuotes: false) }
                        .joined(separator: " ")
            }
            return part.shellText(insideQuotes: true).replacing("}", with: "\\}").replacing("'", with: "${_quote}")
        }.joined()
    }
}

extension DatePattern {
    /// A call of date(1) of the GNU coreutils.
    var shellText: String {
        guard steps.count <= 1, !isInUTC, steps != [.dayStart], day == nil else {
            let base = day.map { " \"=$\($0)\"" } ?? ""
            return "$(moment '\(format)' '\(isInUTC ? "UTC0" : "")'\(base)" + steps.map { " " + $0.shellText }.joined()
                + ")"
        }
        var command = "$(TZ=\"${TZ:-UTC0}\" date"
        if case .move(let count, let name)? = steps.first {
            let unit: String
            switch name {
            case "s": unit = "seconds"
            case "m": unit = "minutes"
            case "h": unit = "hours"
            case "w": unit = "weeks"
            default: unit = "days"
            }
            command += " -d '\(count < 0 ? "" : "+")\(count) \(unit)'"
        }
        return command + " '+\(format)')"
    }
}

extension DatePattern.Step {
    /// A word for the function `moment` of a printed script.
    fileprivate var shellText: String {
        switch self {
        case .dayStart: "/d"
        case .move(let count, let unit): "\(count < 0 ? "" : "+")\(count)\(unit)"
        }
    }
}
