import Glibc

/// The message of an errno value.
public func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Writes to a file descriptor: whole, retried on EINTR, with EPIPE told apart.
final class DescriptorWriter {
    let descriptor: Int32
    let name: String

    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard var cursor = bytes.baseAddress else { return }
        var rest = bytes.count
        while rest > 0 {
            let written = Glibc.write(descriptor, cursor, rest)
            if written >= 0 {
                cursor += written
                rest -= written
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            // Only the reader of standard output may have had enough; another pipe's end is a failure.
            case EPIPE where descriptor == 1: throw OutputClosed()
            case let code: throw StageFailure(.ioFailed, "\(name): cannot write: \(systemMessage(code))")
            }
        }
    }

    /// A descriptor that its maker set to non-blocking is waited for, not spun on.
    private func waitUntilWritable() {
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&poller, 1, -1)
    }
}

/// What a process finds when it starts.
public enum ProcessState {
    /// Which of the descriptors 0, 1 and 2 were closed at the start.
    nonisolated(unsafe) public private(set) static var closedAtStart: Set<Int32> = []

    /// Fills closed standard descriptors with /dev/null, so that a file opened later cannot take their place, and
    /// has SIGPIPE ignored, so that a closed output is an error that is handled.
    public static func prepare() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            closedAtStart.insert(descriptor)
            _ = open("/dev/null", O_RDWR)
        }
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow further is an error of writing, as a full disk is.
        signal(SIGXFSZ, SIG_IGN)
        TemporaryFiles.removeOnSignals()
    }

    /// Whether standard output is a terminal, where bytes that are no text would do harm.
    public static var outputIsTerminal: Bool { isatty(1) == 1 }

    /// Ends the process as SIGPIPE would have; 141 to a shell.
    public static func dieOfClosedPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGPIPE)
        sigprocmask(SIG_UNBLOCK, &set, nil)
        raise(SIGPIPE)
        _exit(141)
    }

    /// The largest resident set so far, in bytes.
    public static var peakResidentBytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Int(usage.ru_maxrss) * 1024
    }

    /// The time of day in POSIX seconds, for commands to hand to stages.
    public static var wallClockSeconds: Int { Int(time(nil)) }

    /// A clock that only goes forward, in nanoseconds.
    public static var monotonicNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Temporary files of unfinished outputs, taken away when a signal ends the process.
enum TemporaryFiles {
    private static let capacity = 16
    /// C strings that the signal handler reads: a slot is set after its string is whole and cleared before it is freed.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let memory = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        memory.initialize(repeating: nil, count: capacity)
        return memory
    }()

    static func add(_ path: String) {
        for index in 0..<capacity where slots[index] == nil {
            slots[index] = strdup(path)
            return
        }
    }

    static func forget(_ path: String) {
        for index in 0..<capacity {
            guard let slot = slots[index], String(cString: slot) == path else { continue }
            slots[index] = nil
            free(slot)
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        // Function pointers cannot be compared; SIG_IGN is the address 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    static func removeOnSignals() {
        _ = slots
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            // A parent that had the signal ignored (nohup) keeps its way.
            if isIgnored(number) { continue }
            signal(number) { number in
                for index in 0..<TemporaryFiles.capacity {
                    if let path = TemporaryFiles.slots[index] { unlink(path) }
                }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
