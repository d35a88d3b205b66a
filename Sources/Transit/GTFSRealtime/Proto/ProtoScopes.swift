/// The names that .proto files declare, found by protocol buffers' rules.
struct ProtoScopes {
    private enum Entry {
        case type(ProtoType)
        case package
    }

    /// By a file, what it declares under full names.
    private var tables: [ObjectIdentifier: [String: Entry]] = [:]
    /// By a file, itself and what it imports, near and far.
    private var visible: [ObjectIdentifier: [ProtoFile]] = [:]
    /// Copies of the specification's file, which every file sees as it sees the specification.
    private let copies: [ProtoFile]

    init(_ files: [ProtoFile]) throws(ProtoFault) {
        copies = files.filter { $0.isCopyOfSpecification }
        for file in files { tables[ObjectIdentifier(file)] = try ProtoScopes.table(of: file) }
        for file in files {
            var list = [file]
            var seen: Set = [ObjectIdentifier(file)]
            var place = 0
            while place < list.count {
                for next in list[place].imported where seen.insert(ObjectIdentifier(next)).inserted {
                    list.append(next)
                }
                place += 1
            }
            visible[ObjectIdentifier(file)] = list + copies.filter { !seen.contains(ObjectIdentifier($0)) }
        }
    }

    // MARK: What a file declares

    private static func table(of file: ProtoFile) throws(ProtoFault) -> [String: Entry] {
        var table: [String: Entry] = [:]
        var lines: [String: Int] = [:]
        var package = ""
        for part in file.package.split(separator: ".") {
            package += (package.isEmpty ? "" : ".") + part
            table[package] = .package
        }
        func declare(_ name: String, _ type: ProtoType, _ line: Int) throws(ProtoFault) {
            if let first = lines.updateValue(line, forKey: name) {
                throw ProtoFault(
                    file: file.path, line: line,
                    reason: "'\(ProtoToken.shortened(name))' is declared twice (first on line \(first))")
            }
            table[file.package.isEmpty ? name : file.package + "." + name] = .type(type)
        }
        let isCopy = file.isCopyOfSpecification
        func declare(_ enumeration: ProtoEnumeration) throws(ProtoFault) {
            let known = isCopy ? Specification.enumeration(named: enumeration.name) : nil
            try declare(enumeration.name, .enumeration(known ?? enumeration), enumeration.line)
        }
        func declare(_ messages: [ProtoMessage]) throws(ProtoFault) {
            for message in messages {
                let known = isCopy ? Specification.message(named: message.name) : nil
                try declare(message.name, .message(known ?? message), message.line)
                for enumeration in message.enumerations { try declare(enumeration) }
                try declare(message.messages)
            }
        }
        for enumeration in file.enumerations { try declare(enumeration) }
        try declare(file.messages)
        return table
    }

    // MARK: Looking up

    private func entry(_ name: String, in files: [ProtoFile]) -> Entry? {
        var isPackage = false
        for file in files {
            switch tables[ObjectIdentifier(file)]?[name] {
            case .type(let type): return .type(type)
            case .package: isPackage = true
            case nil: continue
            }
        }
        if name == Specification.package { return .package }
        if name.hasPrefix(Specification.prefix),
            let type = Specification.types[String(name.dropFirst(Specification.prefix.utf8.count))]
        {
            return .type(type)
        }
        return isPackage ? .package : nil
    }

    /// Finds a type as protocol buffers do: the innermost scope that has the name's first part decides.
    func type(
        named name: String, from scope: String, in file: ProtoFile, line: Int
    ) throws(ProtoFault) -> ProtoType {
        let files = visible[ObjectIdentifier(file)] ?? []
        var shown: String { ProtoToken.shortened(name) }
        if name.hasPrefix(".") {
            if case .type(let type) = entry(String(name.dropFirst()), in: files) { return type }
            throw unknown(shown, file, line)
        }
        let first = name.prefix { $0 != "." }
        var scope = scope
        while true {
            let prefix = scope.isEmpty ? "" : scope + "."
            switch entry(prefix + first, in: files) {
            case .type(.enumeration) where first.utf8.count < name.utf8.count: break
            case .type(let type) where first.utf8.count == name.utf8.count: return type
            case .package where first.utf8.count == name.utf8.count: break
            case .some:
                if case .type(let type) = entry(prefix + name, in: files) { return type }
                if prefix.isEmpty { throw unknown(shown, file, line) }
                throw ProtoFault(
                    file: file.path, line: line,
                    reason:
                        "'\(shown)' resolves to '\(ProtoToken.shortened(prefix + name))', which is not declared"
                        + "; to resolve it from the root, begin it with a dot")
            case nil: break
            }
            if scope.isEmpty { throw unknown(shown, file, line) }
            scope = scope.lastIndex(of: ".").map { String(scope[..<$0]) } ?? ""
        }
    }

    private func unknown(_ name: String, _ file: ProtoFile, _ line: Int) -> ProtoFault {
        var reason = "'\(name)' is declared neither in this file nor in its imports"
        if name.hasPrefix(Specification.prefix) || name.hasPrefix("." + Specification.package) {
            reason += "; the built-in gtfs-realtime.proto lacks it; also give a copy that declares it with --proto"
        }
        return ProtoFault(file: file.path, line: line, reason: reason)
    }
}
