import Addresses

/// What a server may be asked to spare us: the validators of what we have (RFC 9110 §8.8).
public struct Validators: Sendable, Equatable {
    public var etag: String?
    /// As the server wrote it.
    public var lastModified: String?

    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    public var isEmpty: Bool { etag == nil && lastModified == nil }
}

/// A header of a request.
public struct RequestHeader: Sendable, Equatable {
    public let name: String
    public let value: String
    /// Whether it may be told to another host that a redirect leads to.
    public let isPublic: Bool

    /// Nil where the name is not a token (RFC 9110 §5.6.2) or the value has line ends or other controls.
    public init?(name: String, value: String, isSecret: Bool = false) {
        let token = name.utf8.allSatisfy { WebAddress.isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
        guard !name.isEmpty, token, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            return nil
        }
        self.name = name
        self.value = value
        isPublic = !isSecret && ["accept", "accept-language", "user-agent"].contains(name.lowercased())
    }
}

/// One try at one address.
public struct DownloadRequest: Sendable {
    /// The asker's number; it comes back with the result.
    public var tag: Int
    public var address: WebAddress
    public var headers: [RequestHeader]
    public var validators: Validators
    /// Where the body goes: a file at its end; nil keeps it in memory, for the result.
    public var descriptor: Int32?
    /// Nanoseconds without a byte, or with less than 1,000 bytes a second, after which the try is given up.
    public var stallTimeout: UInt64
    /// Nanoseconds for the whole, redirects included.
    public var totalTimeout: UInt64
    /// The most bytes a body may have, decompressed.
    public var maxBytes: Int
    /// The option that sets that limit, for messages; nil for none.
    public var limitOption: String?

    public init(
        tag: Int, address: WebAddress, headers: [RequestHeader] = [], validators: Validators = Validators(),
        descriptor: Int32?, stallTimeout: UInt64, totalTimeout: UInt64, maxBytes: Int, limitOption: String? = nil
    ) {
        self.tag = tag
        self.address = address
        self.headers = headers
        self.validators = validators
        self.descriptor = descriptor
        self.stallTimeout = stallTimeout
        self.totalTimeout = totalTimeout
        self.maxBytes = maxBytes
        self.limitOption = limitOption
    }
}

/// Why there is no answer, or no whole one.
public struct DownloadFault: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// It may go better next time: no connection, no name, a time-out, a body cut off.
        case passing
        /// It will not: no certificate we trust, redirects in a circle, a body too large.
        case lasting
        /// Our own side cannot write the body.
        case local
    }

    public let kind: Kind
    /// A part of a sentence, without secrets.
    public let reason: String

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

/// What became of a request.
public struct Download: Sendable {
    public var tag: Int
    /// The status of the last answer, of those that were redirects the last; nil where none came.
    public var status: Int?
    /// Bytes of the body that were written, decompressed.
    public var bytes = 0
    /// The body, where it was to be kept in memory and is whole.
    public var body: [UInt8]?
    /// Of the body, where it is whole: 64 hexadecimal digits.
    public var sha256: String?
    public var etag: String?
    public var lastModified: String?
    public var retryAfter: String?
    public var date: String?
    /// Headers that say how long an answer holds (RFC 9111 §5), as the server wrote them.
    public var cacheControl: String?
    public var age: String?
    public var expires: String?
    /// Nanoseconds from the request to the end.
    public var elapsed: UInt64 = 0
    /// Where a redirect led from `https:` to `http:`, printable; nil where none did.
    public var leftTLS: PrintableAddress?
    public var fault: DownloadFault?

    public init(tag: Int) { self.tag = tag }

    /// The validators for the next request.
    ///
    /// A `Last-Modified` that is not older than the answer cannot tell two contents of one second apart
    /// (RFC 9110 §8.8.2.2), so it is not one.
    public var validators: Validators {
        var validators = Validators(etag: etag)
        if let text = lastModified, let modified = HTTPDate.posix(text), let sent = date.flatMap(HTTPDate.posix),
            sent - modified >= 2
        {
            validators.lastModified = text
        }
        return validators
    }
}

public enum DownloadEvent: Sendable {
    case finished(Download)
    /// The time that was given has come.
    case deadline
    /// Someone asked for the end; told once.
    case stopRequested
}

/// A way to get things from the network, many at once, and to wait: the only place where a stage sleeps.
public protocol Downloads: AnyObject {
    /// Starts a request; its end comes with a later `next`.
    func begin(_ request: DownloadRequest) throws

    /// Waits for the first of: a request's end, `deadline` (on the monotonic clock, in nanoseconds), a wish to stop.
    func next(until deadline: UInt64?) throws -> DownloadEvent
}

/// What stages that fetch are given: ways to the network, and chance for the times between tries.
public protocol Network: AnyObject {
    var random: any RandomNumberGenerator { get set }
    /// A way to the network of one's own.
    /// - Parameter stop: becomes readable when the run is to end; -1 where nothing asks for that.
    func downloads(stop: Int32) throws -> any Downloads
}
