import Schedule

/// A GTFS Schedule feed: a zip, a folder, a database written by `linefeed ingest --sqlite`, or a file of records
/// written by `linefeed ingest`.
///
/// A feed keeps nothing in memory. Each query reads what it needs and returns its findings with the answer.
public struct Feed: Sendable {
    /// The path as given to the initializer.
    public let path: String

    /// Opens a feed without reading its tables.
    ///
    /// - Parameter path: a path; `outer.zip#inner.zip` and `feed.zip#folder` name a part of an archive.
    /// - Throws: `FeedError` of kind `missing` if the path does not exist, `unusable` if the file is known not to be a
    ///   feed.
    public init(_ path: String) throws(FeedError) {
        self.path = path
        do {
            _ = try FeedKind(of: path)
        } catch {
            throw FeedError(error, file: path)
        }
    }
}
