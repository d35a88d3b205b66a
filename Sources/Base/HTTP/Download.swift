import Addresses

/// The validators of stored content, with which a server can answer that it is unchanged (RFC 9110 §8.8).
public struct Validators: Sendable, Equatable {
    public var etag: String?
    /// The value as sent by the server.
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
    /// Whether the header may be sent to another host after a redirect.
    public let isPublic: Bool

    /// Creates a header; returns nil if the name is not a token (RFC 9110 §5.6.2) or the value contains control
    /// characters.
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

/// One attempt to download from an address.
public struct DownloadRequest: Sendable {
    /// A number chosen by the caller and returned with the result.
    public var tag: Int
    public var address: WebAddress
    public var headers: [RequestHeader]
    public var validators: Validators
    /// The file that receives the body at its end; nil keeps the body in memory.
    public var descriptor: Int32?
    /// The nanoseconds without data, or with less than 1,000 bytes a second, after which the attempt is aborted.
    public var stallTimeout: UInt64
    /// The nanoseconds for the whole attempt, including redirects.
    public var totalTimeout: UInt64
    /// The maximum size of the decompressed body in bytes.
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

/// Why there is no complete response.
public struct DownloadFault: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// A later attempt may succeed: no connection, unknown host, time-out, truncated body.
        case passing
        /// A later attempt will fail too: untrusted certificate, redirect loop, body too large.
        case lasting
        /// The body cannot be written on this machine.
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

/// The outcome of a request.
public struct Download: Sendable {
    public var tag: Int
    /// The status of the final response after redirects; nil without a response.
    public var status: Int?
    /// The number of bytes of the decompressed body that were written.
    public var bytes = 0
    /// The complete body, if it is kept in memory.
    public var body: [UInt8]?
    /// The SHA-256 of the complete body, 64 hexadecimal digits.
    public var sha256: String?
    public var etag: String?
    public var lastModified: String?
    public var retryAfter: String?
    public var date: String?
    /// The headers about the freshness of the response (RFC 9111 §5), as sent by the server.
    public var cacheControl: String?
    public var age: String?
    public var expires: String?
    /// The duration of the request in nanoseconds.
    public var elapsed: UInt64 = 0
    /// The printable target of a redirect from `https:` to `http:`; nil without one.
    public var leftTLS: AddressWithoutSecrets?
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

/// A source of downloads, many at once, and the only place where a stage sleeps.
public protocol Downloads: AnyObject {
    /// Starts a request; a later call of `next` returns its outcome.
    func begin(_ request: DownloadRequest) throws

    /// Waits for the first of these events: the end of a request, `deadline` (monotonic clock, nanoseconds), a stop
    /// request.
    func next(until deadline: UInt64?) throws -> DownloadEvent
}

/// What stages that fetch are given: ways to the network, and chance for the times between tries.
public protocol Network: AnyObject {
    var random: any RandomNumberGenerator { get set }
    /// A way to the network of one's own.
    /// - Parameter stop: becomes readable when the run is to end; -1 where nothing asks for that.
    func downloads(stop: Int32) throws -> any Downloads
}
