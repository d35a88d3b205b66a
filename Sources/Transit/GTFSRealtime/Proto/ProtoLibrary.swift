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
    /// What options are declared with: nothing of it is sent.
    private static let optionsOnly = "google/protobuf/descriptor.proto"

    /// Gives what is at a path. An import must lie below the folder that is passed with it; a file that the user named may
    /// lie anywhere.
    public typealias Reader = (_ path: String, _ folder: String?) -> Content

    private let read: Reader
    /// The folders of `--proto-path`, each with its slash.
    private let searchFolders: [String]
    private var files: [String: ProtoFile] = [:]
    /// In the order in which they were read.
    private var order: [ProtoFile] = []
    private var size = 0

    private init(_ searchFolders: [String], _ read: @escaping Reader) {
        self.searchFolders = searchFolders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        self.read = read
    }

    /// Reads files and resolves their names.
    /// - Parameters:
    ///   - searchFolders: where imports are searched besides the folders of the files that led to them.
    ///   - read: gives what is at a path; at most a byte more than `byteLimit` is looked at.
    public static func definitions(
        in paths: [String], searchFolders: [String] = [], read: @escaping Reader
    ) throws(ProtoFault) -> ProtoDefinitions {
        try linked(paths, searchFolders: searchFolders, read: read).definitions
    }

    /// The files that are read for some, in the order in which they are, with their names resolved.
    static func linked(
        _ paths: [String], searchFolders: [String] = [], read: @escaping Reader
    ) throws(ProtoFault) -> (files: [ProtoFile], definitions: ProtoDefinitions) {
        var library = ProtoLibrary(searchFolders, read)
        var given: [ProtoFile] = []
        for path in paths {
            guard let file = try library.file(path, below: nil, roots: []) else {
                throw ProtoFault(file: path, line: nil, reason: "the file does not exist")
            }
            given.append(file)
        }
        var linker = try ProtoLinker(library.order, given: given)
        return (library.order, try linker.definitions())
    }

    /// The declarations of one text, which imports nothing but the specification.
    static func definitions(of text: [UInt8], named name: String) throws(ProtoFault) -> ProtoDefinitions {
        try definitions(in: [name]) { path, _ in path == name ? .bytes(text) : .missing }
    }

    /// The file at a path with what it imports; nil if there is none.
    private mutating func file(
        _ path: String, below folder: String?, roots: [String]
    ) throws(ProtoFault) -> ProtoFile? {
        let key = ProtoLibrary.plain(path)
        if let known = files[key] { return known }
        let bytes: [UInt8]
        switch read(path, folder) {
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

    /// Whether an import needs no file: whoever imports the specification's own file means the messages that are known
    /// here.
    private static func isBuiltIn(_ name: String) -> Bool {
        let specification = Specification.file.path
        return name == optionsOnly || name == specification || name.hasSuffix("/" + specification)
    }

    /// The file that an import names: below the folder of the file that imports it, of a file that led there, or of
    /// `--proto-path`. A downloaded .proto file cannot lead to other files of the user's.
    private mutating func imported(
        _ name: String, by file: ProtoFile, _ line: Int, _ roots: [String]
    ) throws(ProtoFault) -> ProtoFile {
        func fault(_ reason: String) -> ProtoFault { ProtoFault(file: file.path, line: line, reason: reason) }
        guard roots.count <= ProtoParser.depthLimit else {
            throw fault("imports are nested deeper than \(ProtoParser.depthLimit)")
        }
        let shown = ProtoToken.shortened(name)
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains("..") else {
            throw fault("the import '\(shown)' leads out of the folder; name that folder with --proto-path")
        }
        guard name.hasSuffix(".proto") else { throw fault("the import '\(shown)' is not the name of a .proto file") }
        for folder in roots.reversed() + searchFolders {
            if let file = try self.file(folder + name, below: folder, roots: roots) { return file }
        }
        // Copies of files are often kept in one folder, without the folders that their imports name.
        let folder = ProtoLibrary.folder(of: file.path)
        let base = parts.last.map(String.init) ?? name
        if let file = try self.file(folder + base, below: folder, roots: roots) { return file }
        throw fault(
            "the imported file '\(shown)' is not below this file's folder; name the folder it is in with --proto-path")
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
