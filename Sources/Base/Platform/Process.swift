#if canImport(Glibc)
    import CProcess
    import Glibc

    // This process, its clocks, its environment and others that it starts, by the C library's names.

    public typealias pid_t = Glibc.pid_t

    public func getpid() -> pid_t { Glibc.getpid() }
    public func geteuid() -> UInt32 { Glibc.geteuid() }
    public func exit(_ status: Int32) -> Never { Glibc.exit(status) }
    /// Ends the process at once, without what is done at its end.
    public func _exit(_ status: Int32) -> Never { Glibc._exit(status) }
    @discardableResult public func usleep(_ microseconds: UInt32) -> Int32 { Glibc.usleep(microseconds) }

    /// The value of a variable of the environment; nil where it is not set.
    public func environmentVariable(_ name: String) -> String? { Glibc.getenv(name).map { String(cString: $0) } }

    /// All variables of the environment; of a name that is there twice the last.
    public var environmentVariables: [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                result[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
            }
            entry += 1
        }
        return result
    }

    /// Seconds since 1970.
    public var posixTime: Int { Glibc.time(nil) }

    /// A clock that only goes forward, in nanoseconds.
    public var monotonicNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// How many threads run at once: the processors that the calling thread may use, which `taskset` or a container may limit.
    public var processorCount: Int {
        let allowed = Int(linefeed_processor_count())
        return allowed > 0 ? allowed : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// Whether the process has a controlling terminal, which sends SIGHUP when it is closed.
    public var hasTerminal: Bool {
        let descriptor = Glibc.open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
        if descriptor >= 0 { Glibc.close(descriptor) }
        return descriptor >= 0
    }

    /// The machine's name; empty if it has none.
    public var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The largest resident set so far, in bytes.
    public var peakResidentBytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Int(usage.ru_maxrss) * 1024
    }
#endif
