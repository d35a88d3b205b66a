import CProcess
import Platform
import StageKit
import TimeZones

/// The members of a pipe while they run: started together in a process group of their own, each one's end awaited.
final class ProcessGroup {
    /// What one member is.
    struct Command {
        /// The file to execute; nil where the name was not found.
        let program: String?
        let arguments: [String]
    }

    /// Where standard output or standard error goes.
    enum Stream {
        case descriptor(Int32)
        /// Read here and handed on.
        case pump((UnsafeRawBufferPointer) throws -> Void)
    }

    struct Ending {
        /// A shell's status for each member.
        var statuses: [Int32]
        var bytes: Int?
        var isOverdue = false
        /// The signal that asked to stop, which was passed on.
        var signal: Int32?
        /// Why the output could not be handed on.
        var failure: (any Error)?
        /// Why a member could not be started, by its place: an errno value.
        var unstarted: [Int: Int32] = [:]
    }

    /// From the polite signal to the one that nobody can refuse.
    private static let grace = TimeSpan(seconds: 10)

    /// The end of a pipe that is read here.
    private final class Tap {
        let descriptor: Int32
        let handler: (UnsafeRawBufferPointer) throws -> Void
        var isOpen = true
        var bytes = 0

        init(descriptor: Int32, handler: @escaping (UnsafeRawBufferPointer) throws -> Void) {
            self.descriptor = descriptor
            self.handler = handler
        }

        deinit { shut() }

        func shut() {
            if isOpen { close(descriptor) }
            isOpen = false
        }
    }

    private struct Member {
        let pid: pid_t
        /// -1 on kernels without pidfd_open(2), where the end is asked for again and again.
        let descriptor: Int32
        let place: Int
    }

    private let clock: any TimeSource
    private let signals: RunSignals
    private let pulse: RunPulse?
    private var running: [Member] = []
    private var group: pid_t = 0
    private var ending: Ending
    private var output: Tap?
    private var errors: Tap?
    private var killAt: UInt64?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// Runs the commands to their end.
    /// - Parameter deadline: the instant of the monotonic clock at which they are made to end.
    /// - Throws: `StageFailure` where the system has no pipe left.
    static func run(
        _ commands: [Command], environment: [String], output: Stream, errors: Stream?, deadline: UInt64?,
        clock: any TimeSource, signals: RunSignals, pulse: RunPulse?
    ) throws -> Ending {
        let group = ProcessGroup(count: commands.count, clock: clock, signals: signals, pulse: pulse)
        do {
            try group.start(commands, environment: environment, output: output, errors: errors)
        } catch {
            // What was started already must not be left alone.
            group.end(with: SIGTERM)
            group.wait(deadline: nil)
            throw error
        }
        group.wait(deadline: deadline)
        group.ending.bytes = group.output?.bytes
        return group.ending
    }

    private init(count: Int, clock: any TimeSource, signals: RunSignals, pulse: RunPulse?) {
        self.clock = clock
        self.signals = signals
        self.pulse = pulse
        ending = Ending(statuses: [Int32](repeating: 0, count: count))
    }

    deinit { buffer.deallocate() }

    // MARK: Starting

    /// - Parameter errors: nil where standard error goes where standard output goes.
    private func start(
        _ commands: [Command], environment: [String], output: Stream, errors: Stream?
    ) throws {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        func pipe() throws -> (reading: Int32, writing: Int32) {
            var ends: [Int32] = [0, 0]
            guard linefeed_pipe(&ends) == 0 else {
                throw StageFailure(.ioFailed, "cannot make a pipe: \(systemMessage(errno))")
            }
            return (ends[0], ends[1])
        }
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard nothing >= 0 else { throw StageFailure(.ioFailed, "/dev/null: \(systemMessage(errno))") }
        opened.append(nothing)

        func end(of stream: Stream, _ tap: (Tap) -> Void) throws -> Int32 {
            switch stream {
            case .descriptor(let descriptor): return descriptor
            case .pump(let handler):
                let ends = try pipe()
                opened.append(ends.writing)
                _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
                tap(Tap(descriptor: ends.reading, handler: handler))
                return ends.writing
            }
        }
        let last = try end(of: output) { self.output = $0 }
        let log = try errors.map { stream in try end(of: stream) { self.errors = $0 } } ?? last

        let variables = CStrings(environment)
        var input = nothing
        for (place, command) in commands.enumerated() {
            var target = last
            var nextInput = nothing
            if place + 1 < commands.count {
                let ends = try pipe()
                opened += [ends.reading, ends.writing]
                target = ends.writing
                nextInput = ends.reading
            }
            spawn(command, place, variables, input: input, output: target, errors: log)
            input = nextInput
        }
    }

    private func spawn(
        _ command: Command, _ place: Int, _ environment: CStrings, input: Int32, output: Int32, errors: Int32
    ) {
        guard let program = command.program else {
            ending.statuses[place] = 127
            ending.unstarted[place] = ENOENT
            return
        }
        var pid: pid_t = 0
        let arguments = CStrings(command.arguments)
        let reason = linefeed_spawn(
            &pid, program, arguments.pointers, environment.pointers, input, output, errors, group)
        guard reason == 0 else {
            // As a shell has it: not there, or there and no program.
            ending.statuses[place] = reason == ENOENT ? 127 : 126
            ending.unstarted[place] = reason
            return
        }
        if group == 0 { group = pid }
        running.append(Member(pid: pid, descriptor: linefeed_pidfd_open(pid), place: place))
    }

    // MARK: Waiting

    /// Until every member has ended and, if it is read here, the output has: what a member started may still hold it.
    private func wait(deadline: UInt64?) {
        var deadline = deadline
        while !running.isEmpty || (output?.isOpen == true && killAt == nil && ending.signal == nil) {
            let now = clock.monotonic
            if let limit = deadline, now >= limit {
                ending.isOverdue = true
                deadline = nil
                end(with: SIGTERM)
            }
            if let limit = killAt, now >= limit {
                kill(-group, SIGKILL)
                killAt = .max
            }
            if let signal = pulse?.beat(at: now) { take(signal) }
            poll(timeout: [deadline, killAt, pulse?.due].compactMap { $0 }.min().map { $0 > now ? $0 - now : 0 })
        }
        // Whoever is left of a group that was told to end is not waited for.
        if killAt != nil, group > 0 { kill(-group, SIGKILL) }
        // What was printed is in the pipes by now; a daemon may keep them open for ever.
        read(output)
        read(errors)
    }

    private func poll(timeout: UInt64?) {
        var pollers = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        for descriptor in [output, errors].map({ $0?.isOpen == true ? $0!.descriptor : -1 })
            + running.map(\.descriptor)
        {
            pollers.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        var wait = timeout.map(pollMilliseconds) ?? -1
        if running.contains(where: { $0.descriptor < 0 }) { wait = wait < 0 ? 20 : min(wait, 20) }
        Platform.poll(&pollers, UInt(pollers.count), wait)
        if pollers[0].revents != 0, let signal = signals.take() { take(signal) }
        if pollers[1].revents != 0 { read(output) }
        if pollers[2].revents != 0 { read(errors) }
        reap()
    }

    private func take(_ signal: Int32) {
        if ending.signal == nil {
            ending.signal = signal
            pass(signal)
        } else {
            // Asked a second time.
            kill(-group, SIGKILL)
        }
    }

    private func reap() {
        running.removeAll { member in
            var raw: Int32 = 0
            let pid = endedChild(member.pid, &raw)
            if pid == 0 || (pid < 0 && errno == EINTR) { return false }
            // Without a status to be had, nothing is known to have gone well.
            ending.statuses[member.place] = pid < 0 ? 255 : linefeed_shell_status(raw)
            if member.descriptor >= 0 { close(member.descriptor) }
            return true
        }
    }

    /// Reads what is there and hands it on.
    private func read(_ tap: Tap?) {
        guard let tap else { return }
        // A stage that prints without end must leave room for signals and limits.
        for _ in 0..<16 where tap.isOpen {
            let count = Platform.read(tap.descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            if count == 0 { return tap.shut() }
            do {
                guard count > 0 else {
                    throw StageFailure(.ioFailed, "cannot read its output: \(systemMessage(errno))")
                }
                try tap.handler(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                tap.bytes += count
            } catch {
                // Nothing more can be kept: the writer is told by a closed pipe, and those before it by a signal.
                ending.failure = error
                tap.shut()
                return end(with: SIGTERM)
            }
        }
    }

    // MARK: Ending

    /// Makes the group end: asked first, and after a while not asked.
    private func end(with signal: Int32) {
        if killAt == nil { killAt = clock.monotonic + ProcessGroup.grace.nanoseconds }
        pass(signal)
    }

    private func pass(_ signal: Int32) {
        guard group > 0 else { return }
        kill(-group, signal)
        // A stopped process takes signals only when it goes on.
        kill(-group, SIGCONT)
    }
}

/// A null-terminated vector of C strings.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        pointers = .allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() { pointers[index] = strdup(text) }
        pointers[texts.count] = nil
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
