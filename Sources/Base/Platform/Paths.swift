// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the C library.

#if canImport(Glibc)
    import Glibc

    // Names of files, by the C library's names. A call that fails returns −1 or nil, and `errno` says why.

    public var PATH_MAX: Int32 { Int32(Glibc.PATH_MAX) }
    public var F_OK: Int32 { Glibc.F_OK }
    public var R_OK: Int32 { Glibc.R_OK }
    public var W_OK: Int32 { Glibc.W_OK }
    public var X_OK: Int32 { Glibc.X_OK }

    public func access(_ path: UnsafePointer<CChar>, _ mode: Int32) -> Int32 { Glibc.access(path, mode) }
    @discardableResult public func unlink(_ path: UnsafePointer<CChar>) -> Int32 { Glibc.unlink(path) }
    public func rename(_ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
        Glibc.rename(path, target)
    }
    public func link(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 { Glibc.link(path, other) }
    @discardableResult public func mkdir(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 {
        Glibc.mkdir(path, mode)
    }
    @discardableResult public func rmdir(_ path: UnsafePointer<CChar>) -> Int32 { Glibc.rmdir(path) }
    public func readlink(_ path: UnsafePointer<CChar>, _ target: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
        Glibc.readlink(path, target, size)
    }
    @discardableResult public func umask(_ mask: mode_t) -> mode_t { Glibc.umask(mask) }
    /// The path without links, `.` and `..`; nil if it leads nowhere.
    public func realpath(_ path: String) -> String? {
        guard let real = Glibc.realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Calls `body` with the bytes of each name in a folder, in whatever order, until it returns false; `.` and `..` are
    /// left out.
    /// - Returns: whether the folder could be read; else `errno` says why not.
    @discardableResult
    public func forEachName(in folder: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard let stream = opendir(folder) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let goesOn = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)])
                if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return true }
                return body(name)
            }
            if !goesOn { break }
        }
        return true
    }

    /// The names in a folder, in whatever order; nil if it cannot be read.
    public func names(in folder: String) -> [String]? {
        var names: [String] = []
        let isRead = forEachName(in: folder) {
            names.append(String(decoding: $0, as: UTF8.self))
            return true
        }
        return isRead ? names : nil
    }

    /// The paths that a pattern of glob(3) matches, in whatever order; nil where there are none.
    public func paths(matching pattern: String) -> [String]? {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return nil }
        return (0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }
    }

    /// The folder of this user; nil if the system has none for them.
    public var homeFolder: String? {
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
        return String(cString: folder)
    }
#endif
