import Schedule

/// A GTFS Schedule feed: a zip, a folder, a store of `linefeed ingest --sqlite`, or a file of `linefeed ingest`'s
/// records.
///
/// Nothing is kept in memory: each question reads what it needs, and its answer has what was noticed meanwhile.
public struct Feed: Sendable {
    /// As it was given.
    public let path: String

    /// Looks at what is there; nothing of it is read yet.
    ///
    /// - Parameter path: `outer.zip#inner.zip` and `feed.zip#folder` name a part of an archive.
    /// - Throws: `FeedError` of kind `missing` if there is nothing, `unusable` if it is known to be something else.
    public init(_ path: String) throws(FeedError) {
        self.path = path
        do {
            _ = try FeedKind(of: path)
        } catch {
            throw FeedError(error, file: path)
        }
    }
}
