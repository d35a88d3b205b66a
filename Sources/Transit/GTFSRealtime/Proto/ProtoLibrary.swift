/// Reads .proto files with what they import.
public struct ProtoLibrary {
    /// What is at a path.
    public enum Content {
        case bytes([UInt8])
        case missing
        /// A sentence that says why it cannot be read.
        case unreadable(String)
    }

    /// All files of a run together: a feed's declarations take some 50 kB.
    public static let byteLimit = 1 << 20
    static let fileLimit = 64
    /// The specification's own file: whoever imports it means the messages that are known here.
    private static let specification = "gtfs-realtime.proto"
    /// What options are declared with: nothing of it is sent.
    private static let optionsOnly = "google/protobuf/descriptor.proto"

    private let read: (String) -> Content
    private var files: [String: ProtoFile] = [:]
    /// In the order in which they were read.
    private var order: [ProtoFile] = []
    private var size = 0

    private init(_ read: @escaping (String) -> Content) { self.read = read }

    /// Reads files and resolves their names.
    /// - Parameter read: gives what is at a path; at most a byte more than `byteLimit` is looked at.
    public static func definitions(
        in paths: [String], read: @escaping (String) -> Content
    ) throws(ProtoFault) -> ProtoDefinitions {
        try linked(paths, read: read).definitions
    }

    /// The files that are read for some, in the order in which they are, with their names resolved.
    static func linked(
        _ paths: [String], read: @escaping (String) -> Content
    ) throws(ProtoFault) -> (files: [ProtoFile], definitions: ProtoDefinitions) {
        var library = ProtoLibrary(read)
        var given: [ProtoFile] = []
        for path in paths {
            guard let file = try library.file(path, roots: []) else {
                throw ProtoFault(file: path, line: nil, reason: "the file does not exist")
            }
            given.append(file)
        }
        var linker = try ProtoLinker(library.order, given: given)
        return (library.order, try linker.definitions())
    }

    /// The declarations of one text, which imports nothing but the specification.
    static func definitions(of text: [UInt8], named name: String) throws(ProtoFault) -> ProtoDefinitions {
        try definitions(in: [name]) { $0 == name ? .bytes(text) : .missing }
    }

    /// The file at a path with what it imports; nil if there is none.
    private mutating func file(_ path: String, roots: [String]) throws(ProtoFault) -> ProtoFile? {
        let key = ProtoLibrary.plain(path)
        if let known = files[key] { return known }
        let bytes: [UInt8]
        switch read(path) {
        case .bytes(let content): bytes = content
        case .missing: return nil
        case .unreadable(let reason): throw ProtoFault(file: path, line: nil, reason: reason)
        }
        size += bytes.count
        guard size <= ProtoLibrary.byteLimit else {
            let limit = ProtoLibrary.byteLimit >> 20
            throw ProtoFault(file: path, line: nil, reason: "the .proto files together exceed \(limit) MiB")
        }
        guard files.count < ProtoLibrary.fileLimit else {
            throw ProtoFault(
                file: path, line: nil, reason: "more than \(ProtoLibrary.fileLimit) .proto files import each other")
        }
        let file = try ProtoParser.parse(bytes, path: path)
        files[key] = file
        order.append(file)
        // The folders that imports were looked for in before are where a file's own imports may begin too.
        let folder = ProtoLibrary.folder(of: path)
        let roots = roots.contains(folder) ? roots : roots + [folder]
        for (name, line) in file.imports where !ProtoLibrary.isBuiltIn(name) {
            file.imported.append(try imported(name, by: file, line, roots))
        }
        return file
    }

    private static func isBuiltIn(_ name: String) -> Bool {
        name == optionsOnly || name == specification || name.hasSuffix("/" + specification)
    }

    /// The file that an import names: relative to a folder of a file that led to it or to a folder around that, as
    /// `protoc -I` would have it, or beside the file.
    private mutating func imported(
        _ name: String, by file: ProtoFile, _ line: Int, _ roots: [String]
    ) throws(ProtoFault) -> ProtoFile {
        guard roots.count <= ProtoParser.depthLimit else {
            throw ProtoFault(
                file: file.path, line: line, reason: "imports are nested deeper than \(ProtoParser.depthLimit)")
        }
        var candidates: [String] = name.hasPrefix("/") ? [name] : []
        if !name.hasPrefix("/") {
            for root in roots.reversed() {
                var folder = root
                candidates.append(folder + name)
                while !folder.isEmpty, folder != "/" {
                    folder = ProtoLibrary.folder(of: String(folder.dropLast()))
                    candidates.append(folder + name)
                }
            }
        }
        let base = name.split(separator: "/").last.map(String.init) ?? name
        candidates.append(ProtoLibrary.folder(of: file.path) + base)
        for candidate in candidates {
            if let file = try self.file(candidate, roots: roots) { return file }
        }
        throw ProtoFault(
            file: file.path, line: line,
            reason:
                "the imported file '\(ProtoToken.shortened(name))' is neither in the folder of this file nor in a folder above it"
        )
    }

    /// The folder with its slash; empty for the working folder.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// The path by which a file is known again.
    private static func plain(_ path: String) -> String {
        var path = path
        while path.hasPrefix("./") { path.removeFirst(2) }
        return path
    }
}
