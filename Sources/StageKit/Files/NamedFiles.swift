import Platform

/// The files named on the command line besides the common outputs, checked so that no output destroys an input.
///
/// Files are compared by identity, not by path: through symbolic links, `./` and hard links. Devices, FIFOs and sockets
/// may take several outputs, so they are not compared.
public struct NamedFiles {
    fileprivate struct Named {
        /// The option, or another name that a user knows.
        let what: String
        let path: String
        let identity: FileIdentity
    }

    private var inputs: [(what: String, path: String)] = []
    private var outputs: [(what: String, path: String)] = []

    public init() {}

    /// The input files; `-` is standard input.
    public mutating func read(_ paths: [String], as what: String = "the input") {
        inputs += paths.map { (what, $0) }
    }

    /// The feed: a zip, a folder, a database, a file of records, or a place inside an archive (`outer.zip#inner.zip`);
    /// nil without one.
    public mutating func readFeed(_ path: String?, as what: String = "--feed") {
        guard let path else { return }
        inputs.append((what, path))
        guard path != "-" else { return }
        // The journal and log of a writer belong to the database.
        inputs += NamedFiles.companions(of: path).map { (what, $0) }
        for mark in path.indices where path[mark] == "#" { inputs.append((what, String(path[..<mark]))) }
    }

    /// An output file besides the common outputs.
    public mutating func write(_ path: String?, as what: String) {
        if let path { outputs.append((what, path)) }
    }

    /// A database that is read, written or replaced.
    public mutating func database(_ path: String?, as what: String = "the database") {
        guard let path else { return }
        outputs += ([path] + NamedFiles.companions(of: path)).map { (what, $0) }
    }

    private static func companions(of database: String) -> [String] {
        ["-journal", "-wal", "-shm"].map { database + $0 }
    }

    /// The message about two names for the same file, one of which is an output that would destroy the other; nil if
    /// there is no conflict.
    func conflict(with options: CommonOptions) -> String? {
        var written = options.namedOutputs
        if !written.contains(where: { $0.what == "-o" }) { written.append(("standard output", "-")) }
        let mine = NamedFiles.identified(outputs, descriptor: 1)
        let common = NamedFiles.identified(written, descriptor: 1)
        let clash =
            NamedFiles.first(of: common, among: common) ?? NamedFiles.first(of: common, among: mine)
            ?? NamedFiles.first(of: mine, among: mine)
        if let clash { return clash }
        let all = common + mine
        guard !all.isEmpty else { return nil }
        for input in inputs {
            guard let identity = NamedFiles.identity(input.path, descriptor: 0) else { continue }
            if let output = all.first(where: { $0.identity == identity || $0.isTable(of: identity) }) {
                let name = InputFile.displayName(input.path)
                return "\(output.what) and \(input.what) name the same file, \(output.path == "-" ? name : output.path)"
            }
        }
        return nil
    }

    private static func first(of some: [Named], among others: [Named]) -> String? {
        var known: [FileIdentity: Named] = [:]
        for other in others where known[other.identity] == nil { known[other.identity] = other }
        for one in some {
            guard let other = known[one.identity], other.what != one.what else { continue }
            // A stream takes one output after another.
            if one.path == "-", other.path == "-" { continue }
            let path = one.path == "-" ? other.path : one.path
            return "\(other.what) and \(one.what) name the same file, \(path)"
        }
        return nil
    }

    private static func identified(_ files: [(what: String, path: String)], descriptor: Int32) -> [Named] {
        files.compactMap { file in
            var path = file.path
            if let inherited = OutputFile.inheritedDescriptor(path) {
                // What a descriptor leads to is written to where it stands, not replaced.
                guard inherited == 1 else { return nil }
                path = "-"
            }
            return identity(path, descriptor: descriptor).map { Named(what: file.what, path: path, identity: $0) }
        }
    }

    /// The identity of a regular file or a folder, `-` being what the descriptor leads to; nil for anything else.
    private static func identity(_ path: String, descriptor: Int32) -> FileIdentity? {
        guard path == "-" else { return FileIdentity(path) }
        guard let status = FileStatus(descriptor), status.isRegular else { return nil }
        return FileIdentity(status)
    }
}

extension NamedFiles.Named {
    /// Whether this is a table of a feed that lies in a folder, or in the one folder inside it.
    fileprivate func isTable(of folder: FileIdentity) -> Bool {
        guard path.hasSuffix(".txt") || path.hasSuffix(".geojson"), access(path, F_OK) == 0 else { return false }
        let parent = OutputFile.folder(of: path)
        return FileIdentity(parent.isEmpty ? "." : parent) == folder || FileIdentity(parent + "..") == folder
    }
}
