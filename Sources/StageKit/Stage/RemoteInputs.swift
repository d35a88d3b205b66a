/// Fetches inputs that are given as URLs.
///
/// Stages do not depend on each other, so the command passes a fetcher to its run.
public protocol RemoteInputs: AnyObject {
    /// Fetches the complete content of `url` into an unnamed file.
    /// - Throws: `StageFailure` with status 69 if it cannot be fetched.
    func open(_ url: String, in context: StageContext) throws -> InputFile
}

extension StageContext {
    /// Returns whether an input is a URL.
    public static func isRemote(_ path: String) -> Bool {
        let start = path.prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }

    /// Opens a file, `-`, or, if the command supplied a fetcher, a URL.
    /// - Throws: `StageFailure` with status 66 if a file is missing, 69 if a URL fails.
    public func open(_ path: String) throws -> InputFile {
        guard let remote, StageContext.isRemote(path) else { return try InputFile(path) }
        return try remote.open(path, in: self)
    }
}
