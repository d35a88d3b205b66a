/// Why a tile, or an archive of tiles, cannot be used.
public struct TileFault: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// There is no such file.
        case missing
        /// It is not what it should be, or is damaged.
        case unusable
        /// It cannot be made.
        case cannotCreate
        /// Input or output failed, a full disk for instance.
        case ioFailed
        /// Somebody else writes to it.
        case locked
    }

    public let kind: Kind
    /// A sentence for people, with the file's name.
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
