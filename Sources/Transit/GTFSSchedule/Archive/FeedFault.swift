/// Why a feed, or a file in it, cannot be read.
public struct FeedFault: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// Nothing is there under that name, or it may not be read.
        case missing
        /// It is there and is not what it should be: no zip, cut short, corrupt, encrypted, ambiguous.
        case unusable
        /// The system failed to read or to spool.
        case ioFailed
    }

    public let kind: Kind
    /// The whole sentence for people, archive and file named.
    public let description: String
    /// The first bytes of what is not a zip; empty for other faults.
    public let head: [UInt8]

    public init(_ kind: Kind, _ description: String, head: [UInt8] = []) {
        self.kind = kind
        self.description = description
        self.head = head
    }
}
