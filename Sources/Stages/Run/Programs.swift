import Platform

/// Finds programs, also where the environment has no PATH.
struct Programs {
    /// What a shell takes where there is no PATH, and where an installation by hand puts things.
    static let fallbackPath = "/usr/local/bin:/usr/bin:/bin"
    /// This very program.
    let own: String?

    init() {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
        own = length > 0 ? String(decoding: buffer[0..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The file that `name` stands for, as execvp(3) finds it; `linefeed` is this program where PATH has none.
    func find(_ name: String, in path: String) -> String? {
        if name.contains("/") { return name }
        for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
            let candidate = (folder.isEmpty ? "." : String(folder)) + "/" + name
            if access(candidate, X_OK) == 0, FileStatus(candidate)?.isRegular == true { return candidate }
        }
        return name == "linefeed" ? own : nil
    }

    /// The PATH that commands get: where it has no `linefeed`, this program's folder stands at its end, so that scripts
    /// find it too.
    func path(from given: String?) -> String {
        let path = given.flatMap { $0.isEmpty ? nil : $0 } ?? Programs.fallbackPath
        guard let own, own.hasSuffix("/linefeed"), find("linefeed", in: path) == own,
            let slash = own.lastIndex(of: "/"), !path.split(separator: ":").contains(own[..<slash])
        else { return path }
        return path + ":" + own[..<slash]
    }
}
