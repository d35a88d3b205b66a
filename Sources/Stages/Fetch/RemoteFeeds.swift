import Addresses
import HTTP
import StageKit
import TimeZones

/// Fetches an input that a URL names, for stages that read files: whole, into a file without a name, tried three times.
public final class RemoteFeeds: RemoteInputs, Network {
    private static let retries = 2
    private static let stall: UInt64 = 30_000_000_000
    private static let maxBytes = 4 << 30

    private let makeDownloads: (_ stop: Int32) throws -> any Downloads
    private var downloads: (any Downloads)?
    public var random: any RandomNumberGenerator

    /// - Parameter downloads: makes the way to the network when the first URL is opened; what it is given becomes
    ///   readable when the run is to end, and is -1 where nothing asks for that.
    public init(
        random: any RandomNumberGenerator, downloads: @escaping (_ stop: Int32) throws -> any Downloads
    ) {
        self.random = random
        makeDownloads = downloads
    }

    public func downloads(stop: Int32) throws -> any Downloads { try makeDownloads(stop) }

    public func open(_ url: String, in context: StageContext) throws -> InputFile {
        guard let address = WebAddress(url) else {
            throw StageFailure(.usage, FetchOptions.refusal(of: url))
        }
        let network: any Downloads
        do {
            network = try downloads ?? makeDownloads(-1)
        } catch let fault as DownloadFault {
            throw StageFailure(.serviceFailed, fault.reason)
        }
        downloads = network
        var attempt = 0
        while true {
            attempt += 1
            let spool = try Spool(in: nil, isNamed: false)
            try network.begin(
                DownloadRequest(
                    tag: attempt, address: address, descriptor: spool.descriptor, stallTimeout: RemoteFeeds.stall,
                    totalTimeout: RemoteFeeds.stall * FetchOptions.totalToStall, maxBytes: RemoteFeeds.maxBytes))
            guard case .finished(let download) = try network.next(until: nil) else {
                throw StageFailure(.internalFault, "internal error: a download ended without a result")
            }
            if let finding = download.leftTLSFinding(address.withoutSecrets) { context.diagnostics.report(finding) }
            guard let failure = failure(download, now: context.clock.posix) else {
                return try spool.asInput(named: address.withoutSecrets)
            }
            guard failure.isPassing, attempt <= RemoteFeeds.retries else {
                if download.fault?.kind == .local {
                    throw StageFailure(.ioFailed, "\(address.withoutSecrets): \(failure.reason)")
                }
                let tries = attempt > 1 ? "; gave up after \(attempt) attempts" : ""
                throw StageFailure(.serviceFailed, "\(address.withoutSecrets): \(failure.reason)\(tries)")
            }
            let delay = RetryPolicy.delay(after: attempt, retryAfter: failure.retryAfter, &random)
            context.diagnostics.report(
                .note, "retry", file: address.withoutSecrets,
                message: "\(failure.reason); next attempt in \(TimeSpan.text(nanoseconds: delay))")
            let moment = context.clock.monotonic + delay
            while context.clock.monotonic < moment { _ = try network.next(until: moment) }
        }
    }

    private func failure(_ download: Download, now: Int) -> (reason: String, isPassing: Bool, retryAfter: Int?)? {
        if let fault = download.fault { return (fault.reason, fault.kind == .passing, nil) }
        let status = download.status ?? 0
        guard status == 200 || status == 203 else {
            let asked = download.retryAfter.flatMap { HTTPDate.retryAfter($0, date: download.date, now: now) }
            return ("HTTP \(status)", RetryPolicy.isPassing(status: status), asked)
        }
        return nil
    }
}

extension Download {
    /// What there is to say of a redirect that led out of TLS.
    func leftTLSFinding(_ url: String) -> Finding? {
        leftTLS.map { target in
            Finding(
                .warning, "left_tls", file: url,
                message:
                    "it redirects from https: to \(target), which anyone on the network can read and change; followed; "
                    + "no secret was sent")
        }
    }
}
