import Glibc

/// An HTTP/1.1 server on 127.0.0.1 for tests, which answers as it is told to, badly too.
///
///     let server = LoopbackServer { request in request.path == "/a" ? .ok("hello") : .status(404) }
///     Shell("linefeed fetch \(server.url)/a")
///
/// It serves until `stop` is called. A thread a connection; the answer to a request is a list of steps, so that an answer can be cut off, delayed or
/// dripped. Also a proxy for `http:` addresses: `http_proxy=\(server.url)` brings it every request, whatever the host.
public final class LoopbackServer: @unchecked Sendable {
    public struct Request: Sendable {
        public let method: String
        /// Without the query, and without scheme and host where it came through the proxy's form.
        public let path: String
        /// Without the question mark; empty where there is none.
        public let query: String
        /// The `Host` header.
        public let host: String
        /// Names in lower case, in the order sent.
        public let headers: [(name: String, value: String)]
        /// How many requests for this path came before.
        public let earlier: Int

        public func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
    }

    /// What the server does with a connection after a request.
    public enum Step: Sendable {
        case send([UInt8])
        case pause(milliseconds: UInt32)
        /// Sends byte after byte with a pause before each.
        case drip([UInt8], milliseconds: UInt32)
        /// Sends the bytes again and again until the other side has had enough.
        case endless([UInt8])
        /// Says nothing more until the other side, or the test, ends it.
        case hang
        /// Ends the connection as a killed process would, with what was sent lost where it was not read.
        case reset
        case close
    }

    /// POLLRDHUP of poll(2), which Swift does not import.
    private static let hangUp = 0x2000

    public typealias Handler = @Sendable (Request) -> LoopbackAnswer

    public let port: UInt16
    /// `http://127.0.0.1:PORT`, without a slash at its end.
    public var url: String { "http://127.0.0.1:\(port)" }

    private let listener: Int32
    private let handler: Handler
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var log: [Request] = []
    private var connections: Set<Int32> = []
    private var isStopped = false

    public init(_ handler: @escaping Handler) {
        self.handler = handler
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        (listener, port) = LoopbackServer.listen()
        LoopbackServer.thread { [self] in accept() }
    }

    /// A server that gives each path's answers in their order, the last one again and again; 404 for other paths.
    public convenience init(_ answers: [String: [LoopbackAnswer]]) {
        self.init { request in
            guard let list = answers[request.path], let last = list.last else { return .status(404) }
            return request.earlier < list.count ? list[request.earlier] : last
        }
    }

    /// A port on which nobody listens.
    public static func refusingPort() -> UInt16 {
        let (descriptor, port) = listen()
        Glibc.close(descriptor)
        return port
    }

    /// The requests so far.
    public var requests: [Request] { locked { log } }

    /// Ends all connections and stops listening; what is asked afterwards is refused.
    public func stop() {
        let open: Set<Int32>? = locked {
            guard !isStopped else { return nil }
            isStopped = true
            return connections
        }
        guard let open else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    // MARK: Connections

    private static func listen() -> (Int32, UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let made = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard descriptor >= 0, made else { fatalError("no loopback port: errno \(errno)") }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
            guard descriptor >= 0 else { break }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let goesOn: Bool = locked {
                if !isStopped { connections.insert(descriptor) }
                return !isStopped
            }
            guard goesOn else {
                Glibc.close(descriptor)
                break
            }
            LoopbackServer.thread { [self] in
                let endsOrderly = serve(descriptor)
                // A child that was started meanwhile may hold the connection too; this ends it for all.
                if endsOrderly { shutdown(descriptor, Int32(SHUT_RDWR)) }
                locked { _ = connections.remove(descriptor) }
                Glibc.close(descriptor)
            }
        }
        Glibc.close(listener)
    }

    /// False where the connection is to be reset.
    private func serve(_ descriptor: Int32) -> Bool {
        var buffer: [UInt8] = []
        while let request = nextRequest(descriptor, &buffer) {
            let answer = handler(request)
            for step in answer.steps {
                if perform(step, descriptor) { continue }
                if case .reset = step { return false }
                return true
            }
            if !answer.keepsAlive { return true }
        }
        return true
    }

    private func nextRequest(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Request? {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            if let end = LoopbackServer.headEnd(buffer) {
                let head = String(decoding: buffer[0..<end], as: UTF8.self)
                buffer.removeFirst(end + 4)
                return parse(head)
            }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0, buffer.count < 1 << 20 else { return nil }
            buffer += chunk[0..<count]
        }
    }

    private static func headEnd(_ buffer: [UInt8]) -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (0...(buffer.count - 4)).first { buffer[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
    }

    private func parse(_ head: String) -> Request? {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var target = String(words[1])
        if target.hasPrefix("http://") {
            let rest = target.dropFirst(7)
            target = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append((line[..<colon].lowercased(), String(value)))
        }
        return locked {
            let request = Request(
                method: String(words[0]), path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
                host: headers.first { $0.name == "host" }?.value ?? "", headers: headers,
                earlier: log.reduce(0) { $0 + ($1.path == parts[0] ? 1 : 0) })
            log.append(request)
            return request
        }
    }

    /// False when the connection has come to its end.
    private func perform(_ step: Step, _ descriptor: Int32) -> Bool {
        switch step {
        case .send(let bytes): return send(bytes, descriptor)
        case .pause(let milliseconds): return pause(milliseconds, descriptor)
        case .drip(let bytes, let milliseconds):
            return bytes.allSatisfy { pause(milliseconds, descriptor) && send([$0], descriptor) }
        case .endless(let bytes):
            while send(bytes, descriptor) {}
            return false
        case .hang:
            while pause(60_000, descriptor) {}
            return false
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
            return false
        case .close: return false
        }
    }

    private func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + position, bytes.count - position, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            position += count
        }
        return true
    }

    /// Waits; false when the other side, or `stop`, ended the connection meanwhile.
    private func pause(_ milliseconds: UInt32, _ descriptor: Int32) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(LoopbackServer.hangUp), revents: 0)
        return poll(&poller, 1, Int32(milliseconds)) == 0
    }

    // MARK: Threads

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private static func thread(_ body: @escaping () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let made = pthread_create(
            &thread, nil,
            { pointer in
                Unmanaged<Work>.fromOpaque(pointer!).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard made == 0 else { fatalError("no thread: \(made)") }
        pthread_detach(thread)
    }
}
