import StageKit

/// What `write-gtfs` is asked to write.
public struct WriteGTFSOptions: StageOptions {
    /// Whether ids begin with the `feed_id` of their record, so that those of two feeds stay apart.
    public var prefixesIDs = false
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? { nil }

    public func problem(with common: CommonOptions) -> String? {
        if common.passThrough {
            return "write-gtfs does not support --pass-through: its output is a zip"
        }
        return common.feedID == nil
            ? nil : "write-gtfs does not support --feed-id: its output is a zip"
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty ? ["-"] : files)
    }
}
