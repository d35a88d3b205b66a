import Addresses
import CCurl
import Platform

/// Downloads with libcurl, which is loaded when the first instance is created.
///
/// TLS certificates are verified, and only `http:` and `https:` are supported. Proxies come from the environment, as
/// for curl, and so does CURL_CA_BUNDLE or SSL_CERT_FILE. Redirects are followed by this code, because libcurl would
/// send every header except `Authorization` and `Cookie` to other hosts too. Memory: about 100 KB for each transfer.
public final class CurlDownloads: Downloads {
    private let multi: OpaquePointer
    private let settings: TransferSettings
    private let stopDescriptor: Int32
    private var stopWasTold = false
    private var active: [Transfer] = []
    private var finished: [Download] = []

    /// - Parameter stopDescriptor: becomes readable when the run is to end; −1 for none.
    /// - Throws: `DownloadFault` when libcurl cannot be loaded.
    public init(userAgent: String, stopDescriptor: Int32 = -1) throws(DownloadFault) {
        var why: UnsafePointer<CChar>?
        guard linefeed_curl_load(&why) != 0 else {
            throw DownloadFault(
                .local,
                "libcurl cannot be loaded: \(why.map { String(cString: $0) } ?? "no reason given")"
                    + "; on Debian and Ubuntu, run 'apt-get install libcurl4'")
        }
        guard let multi = linefeed_curl_multi_init() else {
            throw DownloadFault(.local, "libcurl cannot be started")
        }
        self.multi = multi
        settings = TransferSettings(userAgent: userAgent)
        self.stopDescriptor = stopDescriptor
    }

    deinit {
        for transfer in active { transfer.leave(multi) }
        linefeed_curl_multi_cleanup(multi)
    }

    public func begin(_ request: DownloadRequest) {
        let transfer = Transfer(request, settings)
        start(transfer)
    }

    private func start(_ transfer: Transfer) {
        if let fault = transfer.startHop(multi) { return conclude(transfer, fault) }
        active.append(transfer)
    }

    public func next(until deadline: UInt64?) -> DownloadEvent {
        while true {
            if !finished.isEmpty { return .finished(finished.removeFirst()) }
            if !active.isEmpty {
                linefeed_curl_multi_perform(multi)
                collect()
                giveUpLate()
                if !finished.isEmpty { continue }
            }
            if stopIsRequested { return .stopRequested }
            let now = monotonicNanoseconds
            if let deadline, now >= deadline { return .deadline }
            wait(until: min(deadline ?? .max, active.map(\.nextCheck).min() ?? .max), now)
        }
    }

    private var stopIsRequested: Bool {
        guard stopDescriptor >= 0, !stopWasTold else { return false }
        var poller = pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0)
        stopWasTold = poll(&poller, 1, 0) > 0
        return stopWasTold
    }

    private func wait(until moment: UInt64, _ now: UInt64) {
        let left = moment > now ? (moment - now + 999_999) / 1_000_000 : 0
        let milliseconds = Int32(min(left, 60_000))
        // One that was told already would stay readable and turn the waiting into spinning.
        let descriptor = stopWasTold ? -1 : stopDescriptor
        if active.isEmpty {
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&poller, 1, milliseconds)
        } else {
            // At least now and then: while a name is looked up there may be nothing to wait on.
            _ = linefeed_curl_multi_wait(multi, descriptor, min(milliseconds, 1000))
        }
    }

    private func collect() {
        var code: Int32 = 0
        while let easy = linefeed_curl_multi_finished(multi, &code) {
            guard let place = active.firstIndex(where: { $0.easy == easy }) else { continue }
            let transfer = active.remove(at: place)
            switch transfer.endHop(multi, code) {
            case .redirected: start(transfer)
            case .ended(let fault): conclude(transfer, fault)
            }
        }
    }

    private func giveUpLate() {
        let now = monotonicNanoseconds
        for transfer in active {
            guard let fault = transfer.lateness(now) else { continue }
            active.removeAll { $0 === transfer }
            transfer.leave(multi)
            conclude(transfer, fault)
        }
    }

    private func conclude(_ transfer: Transfer, _ fault: DownloadFault?) {
        finished.append(transfer.result(fault))
    }
}

/// What all transfers share.
struct TransferSettings {
    let userAgent: String
    /// A file with the certificates to trust, where the environment names one, as for the program curl.
    let certificates: String?
    /// What of the proxies' addresses no message may show.
    let proxySecrets: [String]

    /// Where libcurl looks for proxies (curl(1), ENVIRONMENT); it does not take `HTTP_PROXY`, which a server's
    /// environment may hold for somebody else's header.
    private static let proxyVariables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    init(userAgent: String) {
        self.userAgent = userAgent
        func variable(_ name: String) -> String? {
            environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        certificates = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy.compactMap(variable).first
        proxySecrets = TransferSettings.proxyVariables.compactMap(variable).flatMap(ProxySecrets.all)
    }
}
