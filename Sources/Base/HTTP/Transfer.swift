import Addresses
import CCurl
import Hashing
import Platform

/// One request on its way through its redirects.
final class Transfer {
    enum HopEnd {
        case redirected
        case ended(DownloadFault?)
    }

    private static let redirectLimit = 10
    /// Of all headers of an answer.
    private static let headerLimit = 256 << 10
    /// Of a body that nobody keeps, an error page.
    private static let discardLimit = 1 << 20
    /// Bytes a second below which a transfer counts as stalled.
    private static let slowest: UInt64 = 1000

    private(set) var easy: OpaquePointer?
    private let request: DownloadRequest
    private let settings: TransferSettings
    private var secrets: SecretTexts
    private var list: OpaquePointer?
    private let errors = UnsafeMutablePointer<CChar>.allocate(capacity: Int(LINEFEED_CURL_ERROR_SIZE))

    private var address: WebAddress
    private var visited: [WebAddress] = []
    private var leftTLS: AddressWithoutSecrets?
    private let started = monotonicNanoseconds
    private var lastByte: UInt64
    private var windowStart: UInt64
    private var windowBytes: UInt64 = 0

    private var head = AnswerHead()
    private var hash = SHA256()
    private var bytes = 0
    /// The body, where no file takes it.
    private var kept: [UInt8] = []
    private var inflater: ContentInflater?
    private var discarded = 0
    /// Why a callback ended the transfer.
    private var ownFault: DownloadFault?
    private var hasEnough = false

    init(_ request: DownloadRequest, _ settings: TransferSettings) {
        self.request = request
        self.settings = settings
        address = request.address
        secrets = SecretTexts(
            request.address.secrets + request.headers.filter { !$0.isPublic }.map(\.value) + settings.proxySecrets)
        lastByte = started
        windowStart = started
    }

    deinit {
        if let easy { linefeed_curl_easy_cleanup(easy) }
        if let list { linefeed_curl_list_free(list) }
        errors.deallocate()
    }

    // MARK: Hops

    func startHop(_ multi: OpaquePointer) -> DownloadFault? {
        guard let easy = linefeed_curl_easy_init() else { return DownloadFault(.local, "libcurl is out of memory") }
        self.easy = easy
        head = AnswerHead()
        discarded = 0
        hasEnough = false
        errors.initialize(repeating: 0, count: Int(LINEFEED_CURL_ERROR_SIZE))
        let me = Unmanaged.passUnretained(self).toOpaque()
        var codes = [
            text(LINEFEED_CURLOPT_URL, address.requestText), text(LINEFEED_CURLOPT_USERAGENT, settings.userAgent),
            limitProtocols(),
            linefeed_curl_set_long(easy, option(LINEFEED_CURLOPT_NOSIGNAL), 1),
            linefeed_curl_set_long(easy, option(LINEFEED_CURLOPT_FOLLOWLOCATION), 0),
            // Headers are the server's, not the proxy's.
            linefeed_curl_set_long(easy, option(LINEFEED_CURLOPT_HEADEROPT), 1),
            linefeed_curl_set_pointer(easy, option(LINEFEED_CURLOPT_ERRORBUFFER), errors),
            linefeed_curl_set_pointer(easy, option(LINEFEED_CURLOPT_WRITEDATA), me),
            linefeed_curl_set_pointer(easy, option(LINEFEED_CURLOPT_HEADERDATA), me),
            linefeed_curl_set_take(easy, option(LINEFEED_CURLOPT_WRITEFUNCTION), Transfer.bodyCallback),
            linefeed_curl_set_take(easy, option(LINEFEED_CURLOPT_HEADERFUNCTION), Transfer.headerCallback),
            linefeed_curl_set_list(easy, option(LINEFEED_CURLOPT_HTTPHEADER), headerList()),
        ]
        if let file = settings.certificates { codes.append(text(LINEFEED_CURLOPT_CAINFO, file)) }
        // What is meant for the host that the user named is not told to another.
        if address.isSameOrigin(as: request.address), let credentials = request.address.credentials {
            codes.append(text(LINEFEED_CURLOPT_USERNAME, credentials.user))
            codes.append(text(LINEFEED_CURLOPT_PASSWORD, credentials.password))
        }
        if let code = codes.first(where: { $0 != 0 }) { return dropHop(code) }
        let code = linefeed_curl_multi_add(multi, easy)
        return code == 0 ? nil : dropHop(code)
    }

    private func dropHop(_ code: Int32) -> DownloadFault {
        if let easy { linefeed_curl_easy_cleanup(easy) }
        easy = nil
        return DownloadFault(.local, "libcurl refuses the request: \(String(cString: linefeed_curl_message(code)))")
    }

    /// Takes the hop's outcome and says whether another follows.
    func endHop(_ multi: OpaquePointer, _ code: Int32) -> HopEnd {
        var status = 0
        linefeed_curl_get_long(easy, info(LINEFEED_CURLINFO_RESPONSE_CODE), &status)
        head.status = status == 0 ? nil : status
        var target: UnsafePointer<CChar>?
        linefeed_curl_get_text(easy, info(LINEFEED_CURLINFO_REDIRECT_URL), &target)
        let redirect = target.map { String(cString: $0) }
        leave(multi)
        if let ownFault { return .ended(ownFault) }
        // An error page that we stopped reading is an answer all the same.
        if code != 0, !hasEnough { return .ended(fault(of: code)) }
        if let inflater, !inflater.isWhole { return .ended(DownloadFault(.passing, "its gzip data is truncated")) }
        guard [301, 302, 303, 307, 308].contains(status), let redirect else { return .ended(nil) }
        return follow(redirect)
    }

    func leave(_ multi: OpaquePointer) {
        guard let easy else { return }
        linefeed_curl_multi_remove(multi, easy)
        linefeed_curl_easy_cleanup(easy)
        self.easy = nil
    }

    private func follow(_ target: String) -> HopEnd {
        guard let next = WebAddress(target) else {
            let scheme = target.prefix { $0 != ":" && $0 != "/" }.prefix(20)
            return .ended(
                DownloadFault(
                    .lasting, "it redirects to a '\(scheme):' address; only http: and https: are followed"))
        }
        visited.append(address)
        guard !visited.contains(next) else { return .ended(DownloadFault(.lasting, "it redirects in a circle")) }
        guard visited.count <= Transfer.redirectLimit else {
            return .ended(DownloadFault(.lasting, "it redirects more than \(Transfer.redirectLimit) times"))
        }
        // An address that a server sent may hold a signature, and libcurl may quote it.
        secrets.add(next.secrets)
        if address.scheme == "https", next.scheme == "http" { leftTLS = AddressWithoutSecrets(next.requestText) }
        address = next
        return .redirected
    }

    // MARK: Options

    private func option(_ option: some BinaryInteger) -> Int32 { Int32(option) }
    private func info(_ info: some BinaryInteger) -> Int32 { Int32(info) }

    private func text(_ name: some BinaryInteger, _ value: String) -> Int32 {
        linefeed_curl_set_text(easy, Int32(name), value)
    }

    /// `http` and `https` alone; the option that takes names is of 7.85, the one that takes bits older.
    private func limitProtocols() -> Int32 {
        let code = text(LINEFEED_CURLOPT_PROTOCOLS_STR, "http,https")
        guard code == LINEFEED_CURLE_UNKNOWN_OPTION else { return code }
        return linefeed_curl_set_long(easy, Int32(LINEFEED_CURLOPT_PROTOCOLS), 1 | 2)
    }

    private func headerList() -> OpaquePointer? {
        if let list { linefeed_curl_list_free(list) }
        list = nil
        let isHome = address.isSameOrigin(as: request.address)
        for header in request.headers where isHome || header.isPublic {
            // libcurl takes a header without a value only in this form, and 'Name:' for leave it out.
            append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        if !isGiven("accept-encoding") { append("Accept-Encoding: gzip") }
        if let etag = request.validators.etag { append("If-None-Match: \(etag)") }
        if let date = request.validators.lastModified { append("If-Modified-Since: \(date)") }
        return list
    }

    private func isGiven(_ name: String) -> Bool { request.headers.contains { $0.name.lowercased() == name } }

    private func append(_ text: String) { list = linefeed_curl_list_append(list, text) ?? list }

    // MARK: What comes in

    private static let bodyCallback: linefeed_curl_take = { bytes, size, count, data in
        guard let bytes, let data else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(data).takeUnretainedValue()
        return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    private static let headerCallback: linefeed_curl_take = { bytes, size, count, data in
        guard let bytes, let data else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(data).takeUnretainedValue()
        return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    private func came(_ count: Int) {
        lastByte = monotonicNanoseconds
        windowBytes += UInt64(count)
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        came(line.count)
        head.take(line)
        guard head.bytes <= Transfer.headerLimit else {
            ownFault = DownloadFault(.lasting, "its headers have more than \(Transfer.headerLimit >> 10) KiB")
            return 0
        }
        if head.isComplete, head.hasBody, head.encoding == nil, let length = head.contentLength,
            length > request.maxBytes
        {
            ownFault = tooLarge("\(length) bytes")
            return 0
        }
        return line.count
    }

    private func takeBody(_ piece: UnsafeRawBufferPointer) -> Int {
        came(piece.count)
        guard head.hasBody else {
            discarded += piece.count
            hasEnough = discarded > Transfer.discardLimit
            return hasEnough ? 0 : piece.count
        }
        switch head.encoding {
        case nil: return keep(piece) ? piece.count : 0
        case "gzip", "x-gzip":
            if inflater == nil { inflater = ContentInflater() }
            if let inflater, inflater.inflate(piece, keep) { return piece.count }
            if ownFault == nil { ownFault = DownloadFault(.passing, "its header says gzip, but its data is not gzip") }
            return 0
        default:
            ownFault = DownloadFault(.lasting, "it is compressed with a method that was not requested")
            return 0
        }
    }

    /// Writes bytes of the body; false, and why, when that is not to be.
    private func keep(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard piece.count <= request.maxBytes - bytes else {
            ownFault = tooLarge(nil)
            return false
        }
        var position = 0
        guard let descriptor = request.descriptor else {
            kept.append(contentsOf: piece)
            bytes += piece.count
            return true
        }
        while position < piece.count {
            let count = write(descriptor, piece.baseAddress! + position, piece.count - position)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                ownFault = DownloadFault(.local, "it cannot be written: \(systemMessage(errno))")
                return false
            }
            position += count
        }
        hash.update(piece)
        bytes += piece.count
        return true
    }

    /// - Parameter size: what the server announces; nil if it announces nothing.
    private func tooLarge(_ size: String?) -> DownloadFault {
        DownloadFault(
            .lasting,
            "the answer has \(size.map { $0 + ", " } ?? "")more than \(request.maxBytes)"
                + (request.limitOption.map { " of \($0)" } ?? " bytes"))
    }

    // MARK: Time

    /// When to look at the time again.
    var nextCheck: UInt64 {
        min(lastByte + request.stallTimeout, windowStart + request.stallTimeout, started + request.totalTimeout)
    }

    /// Why it is too late for this transfer; nil when it is not.
    func lateness(_ now: UInt64) -> DownloadFault? {
        if now >= started + request.totalTimeout {
            return DownloadFault(.passing, "it was incomplete after \(Transfer.seconds(request.totalTimeout))")
        }
        if now >= lastByte + request.stallTimeout {
            return DownloadFault(.passing, "no data arrived for \(Transfer.seconds(request.stallTimeout))")
        }
        guard now >= windowStart + request.stallTimeout else { return nil }
        let least = Double(Transfer.slowest) * Double(now - windowStart) / 1e9
        guard Double(windowBytes) >= least else {
            return DownloadFault(
                .passing,
                "fewer than \(Transfer.slowest) bytes per second arrived for \(Transfer.seconds(request.stallTimeout))")
        }
        windowStart = now
        windowBytes = 0
        return nil
    }

    private static func seconds(_ nanoseconds: UInt64) -> String {
        let tenths = (nanoseconds + 50_000_000) / 100_000_000
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }

    // MARK: The end

    private func fault(of code: Int32) -> DownloadFault {
        let own = String(cString: errors)
        let general = String(cString: linefeed_curl_message(code))
        // Its own words have the host and the port, and they may be parts of a password.
        let text =
            address.isDoubtful
            ? general
                + "; the host is followed by an '@': in a password, write %2F for '/', %3F for '?' and %40 for '@'"
            : own.isEmpty ? general : own
        let lasting: [Int32] = [
            Int32(LINEFEED_CURLE_UNSUPPORTED_PROTOCOL), Int32(LINEFEED_CURLE_URL_MALFORMAT),
            Int32(LINEFEED_CURLE_SSL_CERTPROBLEM), Int32(LINEFEED_CURLE_SSL_CIPHER),
            Int32(LINEFEED_CURLE_PEER_FAILED_VERIFICATION), Int32(LINEFEED_CURLE_SSL_CACERT_BADFILE),
            Int32(LINEFEED_CURLE_TOO_LARGE),
        ]
        if code == LINEFEED_CURLE_OUT_OF_MEMORY, !head.isComplete {
            // What libcurl before 8 says of a header line over 100 KiB.
            return DownloadFault(.lasting, "a line of its headers is too long")
        }
        return DownloadFault(
            lasting.contains(code) ? .lasting : .passing, AddressWithoutSecrets.hidden(in: secrets.hidden(in: text)))
    }

    func result(_ fault: DownloadFault?) -> Download {
        var download = Download(tag: request.tag)
        download.fault = fault
        download.status = head.status
        download.bytes = bytes
        download.elapsed = monotonicNanoseconds - started
        download.leftTLS = leftTLS
        download.etag = head.etag
        download.lastModified = head.lastModified
        download.retryAfter = head.retryAfter
        download.date = head.date
        download.cacheControl = head.cacheControl
        download.age = head.age
        download.expires = head.expires
        guard fault == nil, head.hasBody else { return download }
        if request.descriptor == nil { download.body = kept } else { download.sha256 = hash.finish() }
        return download
    }
}
