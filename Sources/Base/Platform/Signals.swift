// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the C library.

#if canImport(Glibc)
    import Glibc

    // Signals, by the C library's names.

    public var SIGINT: Int32 { Glibc.SIGINT }
    public var SIGTERM: Int32 { Glibc.SIGTERM }
    public var SIGHUP: Int32 { Glibc.SIGHUP }
    public var SIGQUIT: Int32 { Glibc.SIGQUIT }
    public var SIGPIPE: Int32 { Glibc.SIGPIPE }
    public var SIGKILL: Int32 { Glibc.SIGKILL }
    public var SIGCONT: Int32 { Glibc.SIGCONT }
    public var SIGILL: Int32 { Glibc.SIGILL }
    public var SIGABRT: Int32 { Glibc.SIGABRT }
    public var SIGBUS: Int32 { Glibc.SIGBUS }
    public var SIGFPE: Int32 { Glibc.SIGFPE }
    public var SIGSEGV: Int32 { Glibc.SIGSEGV }
    public var SIGTRAP: Int32 { Glibc.SIGTRAP }
    public var SIGXCPU: Int32 { Glibc.SIGXCPU }
    public var SIGXFSZ: Int32 { Glibc.SIGXFSZ }
    public var SIGSYS: Int32 { Glibc.SIGSYS }

    /// What is done when a signal comes.
    public enum SignalAction {
        case usual, ignored
        /// Nothing in it may allocate.
        case handled(@convention(c) (Int32) -> Void)
    }

    public func onSignal(_ number: Int32, _ action: SignalAction) {
        switch action {
        case .usual: signal(number, SIG_DFL)
        case .ignored: signal(number, SIG_IGN)
        case .handled(let handler): signal(number, handler)
        }
    }

    /// Whether a parent has had the signal ignored (nohup).
    public func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        // Function pointers cannot be compared; SIG_IGN is the address 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    @discardableResult public func raise(_ number: Int32) -> Int32 { Glibc.raise(number) }
    @discardableResult public func kill(_ process: pid_t, _ number: Int32) -> Int32 { Glibc.kill(process, number) }
    /// The end of a child, if it has ended: its number, 0 while it runs, −1 if there is none to be had.
    public func endedChild(_ process: pid_t, _ status: inout Int32) -> pid_t { waitpid(process, &status, WNOHANG) }

    /// A set of signals, held back and let through again.
    public struct SignalMask {
        private var held = sigset_t()
        private var before = sigset_t()

        public init(_ numbers: [Int32]) {
            sigemptyset(&held)
            for number in numbers { sigaddset(&held, number) }
        }

        /// Keeps the signals waiting, in this thread.
        public mutating func hold() { pthread_sigmask(SIG_BLOCK, &held, &before) }
        /// Has signals as they were before `hold`.
        public mutating func restore() { pthread_sigmask(SIG_SETMASK, &before, nil) }
        /// Lets the signals through; one that came meanwhile is delivered here.
        public mutating func release() { pthread_sigmask(SIG_UNBLOCK, &held, nil) }
    }
#endif
