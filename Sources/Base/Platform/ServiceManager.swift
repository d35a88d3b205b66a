#if canImport(Glibc)
    import Glibc

    /// The service manager that started this process and waits to hear from it: the protocol of sd_notify(3), datagrams to
    /// the socket that `NOTIFY_SOCKET` names. Nothing that goes wrong here ends the process.
    public final class ServiceManager {
        /// The variables that are meant for this process alone, and that its children must not have.
        public static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

        private let descriptor: Int32
        private var address = sockaddr_un()
        private let length: socklen_t
        /// Nanoseconds from one sign of life to the next, half of what the manager waits; nil if it waits for none.
        private let interval: UInt64?
        /// When the next sign of life is due, in nanoseconds on the monotonic clock; nil if the manager waits for none.
        public private(set) var nextBeat: UInt64?

        /// - Parameter variable: the value of an environment variable.
        /// - Returns: nil if no manager waits, or its socket cannot be used.
        public init?(_ variable: (String) -> String?) {
            guard let name = variable("NOTIFY_SOCKET"), let first = name.utf8.first,
                first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
            else { return nil }
            let bytes = Array(name.utf8)
            let room = MemoryLayout.size(ofValue: address.sun_path)
            guard bytes.count < room else { return nil }
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { path in
                path.copyBytes(from: bytes)
                // An abstract address begins with a zero byte (unix(7)).
                if first == UInt8(ascii: "@") { path[0] = 0 }
            }
            length = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + bytes.count)
            interval = ServiceManager.interval(variable)
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            guard descriptor >= 0 else { return nil }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // A manager that does not read must not stop the work.
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }

        deinit { Glibc.close(descriptor) }

        private static func interval(_ variable: (String) -> String?) -> UInt64? {
            guard let microseconds = variable("WATCHDOG_USEC").flatMap({ UInt64($0) }), microseconds > 0,
                microseconds < 1 << 50
            else { return nil }
            if let process = variable("WATCHDOG_PID"), process != String(getpid()) { return nil }
            return microseconds * 500
        }

        /// Sends assignments, one on each line.
        private func tell(_ text: String) {
            let bytes = Array(text.utf8)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = sendto(descriptor, bytes, bytes.count, 0, address, length)
                }
            }
        }

        /// The process has started and does its work.
        public func ready(_ status: String, at now: UInt64) {
            tell("READY=1\nSTATUS=\(status)\n")
            beat(at: now)
        }

        /// A line for the manager's own status.
        public func status(_ text: String) { tell("STATUS=\(text)\n") }

        /// The process is about to end.
        public func stopping() { tell("STOPPING=1\n") }

        /// Sends a sign of life if one is due.
        /// - Parameter now: nanoseconds on the monotonic clock.
        public func beat(at now: UInt64) {
            guard let interval, nextBeat.map({ now >= $0 }) ?? true else { return }
            nextBeat = now + interval
            tell("WATCHDOG=1\n")
        }
    }
#endif
