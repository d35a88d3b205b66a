/// Why a database, or a file like one, cannot be read or written.
public struct StoreFault: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// There is no file.
        case missing
        /// Not a database, not ours, newer than we know, or damaged.
        case unusable
        /// It cannot be made or written: read-only, no permission.
        case cannotCreate
        /// Input or output failed, a full disk for instance.
        case ioFailed
        /// Somebody else writes to it.
        case locked
    }

    public let kind: Kind
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
