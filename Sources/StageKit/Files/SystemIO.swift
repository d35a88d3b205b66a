import Platform

/// The state that the process inherits at its start.
public enum ProcessState {
    /// Which of the descriptors 0, 1 and 2 were closed at the start.
    nonisolated(unsafe) public private(set) static var closedAtStart: Set<Int32> = []

    /// Opens /dev/null for closed standard descriptors, so that a file opened later cannot take their place, and
    /// ignores SIGPIPE, so that a closed output is an error that the program handles.
    public static func prepare() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            closedAtStart.insert(descriptor)
            _ = open("/dev/null", O_RDWR)
        }
        onSignal(SIGPIPE, .ignored)
        // A file that exceeds its size limit is a write error, like a full disk.
        onSignal(SIGXFSZ, .ignored)
        TemporaryFiles.removeOnSignals()
    }

    /// The signals that normally end a process.
    static var endingSignals: SignalMask { SignalMask([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) }

    /// Delays signals that would end the process until `releaseSignals`, so that a short critical section completes.
    public static func holdSignals() {
        var set = endingSignals
        set.hold()
    }

    /// Delivers signals again; a signal that arrived meanwhile ends the process here.
    public static func releaseSignals() {
        var set = endingSignals
        set.release()
    }

    /// Whether standard input can carry data: a file, pipe or socket, not a terminal or device.
    public static var inputMayHoldRecords: Bool {
        guard let status = FileStatus(0) else { return false }
        switch status.kind {
        case .regular, .pipe, .socket: return true
        default: return false
        }
    }

    /// The value of an environment variable; nil if it is not set.
    public static func environment(_ name: String) -> String? { environmentVariable(name) }

    /// Whether standard output is a terminal, on which binary data would do harm.
    public static var outputIsTerminal: Bool { isatty(1) == 1 }

    /// Ends the process as SIGPIPE would; a shell sees status 141.
    public static func dieOfClosedPipe() -> Never { die(of: SIGPIPE) }

    /// Ends the process as the received signal would.
    static func die(of signal: Int32) -> Never {
        onSignal(signal, .usual)
        var set = SignalMask([signal])
        set.release()
        raise(signal)
        _exit(128 + signal)
    }
}

/// Temporary files of unfinished outputs, which are removed when a signal ends the process.
public enum TemporaryFiles {
    private static let capacity = 96
    /// C strings that the signal handler reads: a slot is set after its string is whole and cleared before it is freed.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let memory = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
        memory.initialize(repeating: nil, count: capacity)
        return memory
    }()

    public static func add(_ path: String) {
        for index in 0..<capacity where slots[index] == nil {
            slots[index] = strdup(path)
            return
        }
    }

    public static func forget(_ path: String) {
        for index in 0..<capacity {
            guard let slot = slots[index], String(cString: slot) == path else { continue }
            slots[index] = nil
            free(slot)
        }
    }

    static func removeOnSignals() {
        _ = slots
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            // A parent that had the signal ignored (nohup) keeps its way.
            if isIgnored(number) { continue }
            onSignal(number, .handled { TemporaryFiles.removeAndDie(of: $0) })
        }
        // Databases are read through memory, where a page that cannot be read is a signal and no error.
        onSignal(
            SIGBUS,
            .handled { _ in
                TemporaryFiles.removeAll()
                TemporaryFiles.unreadable.withUTF8Buffer { _ = write(2, $0.baseAddress, $0.count) }
                _exit(ExitStatus.ioFailed.rawValue)
            })
    }

    private static let unreadable: StaticString =
        "linefeed: error: a database became unreadable or shorter while it was read; gave up\n"

    /// The work of a signal handler, which must not allocate memory.
    static func removeAndDie(of number: Int32) {
        removeAll()
        onSignal(number, .usual)
        raise(number)
    }

    private static func removeAll() {
        for index in 0..<capacity {
            if let path = slots[index] { unlink(path) }
        }
    }
}
