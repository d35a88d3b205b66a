/// Brings inputs that are named by a URL.
///
/// This is where fetching is plugged in: stages do not know each other, so a command hands its run something that
/// fetches.
public protocol RemoteInputs: AnyObject {
    /// The whole of what is at `url`, in a file without a name.
    /// - Throws: `StageFailure` with status 69 when it cannot be had.
    func open(_ url: String, in context: StageContext) throws -> InputFile
}

extension StageContext {
    /// Whether an input is to be fetched.
    public static func isRemote(_ path: String) -> Bool {
        let start = path.prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }

    /// Opens a file, `-`, or a URL where the command handed in what fetches.
    /// - Throws: `StageFailure` with status 66 when a file is missing, 69 when a URL fails.
    public func open(_ path: String) throws -> InputFile {
        guard let remote, StageContext.isRemote(path) else { return try InputFile(path) }
        return try remote.open(path, in: self)
    }
}
