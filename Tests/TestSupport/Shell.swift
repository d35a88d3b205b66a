import Glibc

/// Runs shell scripts with the built `linefeed` first in the path.
public struct Shell {
    public let status: Int32
    public let output: String
    public let errors: String

    public var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The folder of the `linefeed` that scripts start: the one that LINEFEED_PRODUCTS names, else that of the test process's
    /// executable, where the built products lie.
    public static let products: String = {
        if let given = getenv("LINEFEED_PRODUCTS") { return String(cString: given) }
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, 4095)
        let path = String(decoding: buffer[0..<max(length, 0)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }()

    /// A null-terminated vector of C strings, to be freed by the caller.
    private static func vector(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    /// What scripts/sanitize asks of the runtime of programs that tests start.
    public static let runtimeOptions: [String: String] = {
        var options: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE"] {
            if let value = getenv(name) { options[name] = String(cString: value) }
        }
        return options
    }()

    /// Runs `script` with `bash` and waits for it. The outputs go to files, so that no pipe can fill up.
    /// - Parameters:
    ///   - folder: the working folder; the checkout's root unless said.
    ///   - environment: variables set beside PATH, HOME and SWIFT_BACKTRACE.
    ///   - ignoringPipeSignals: starts the script with SIGPIPE ignored, as some daemons start their children.
    public init(
        _ script: String, in folder: String = Checkout.root, environment: [String: String] = [:],
        ignoringPipeSignals: Bool = false
    ) {
        let files = TemporaryFolder()
        let output = files.path + "/out"
        let errors = files.path + "/err"
        var variables = ["PATH": Shell.products + ":/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp"]
        // Pages are made with a stand-in for MapLibre, so that no test needs the network.
        variables["LINEFEED_ASSETS"] = Checkout.root + "/Tests/Stubs"
        // A crash must not leave a backtracer that holds the outputs open.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(Shell.runtimeOptions) { _, new in new }
        variables.merge(environment) { _, new in new }
        let body = (ignoringPipeSignals ? "trap '' PIPE\n" : "") + "cd '\(folder)' || exit 99\n" + script

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = Shell.vector(["/bin/bash", "-c", body])
        let settings = Shell.vector(variables.map { "\($0)=\($1)" })
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            for pointer in arguments + settings { free(pointer) }
        }
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/bash", &actions, &attributes, arguments, settings) == 0 else {
            status = 127
            self.output = ""
            self.errors = "cannot start bash"
            return
        }
        var raw: Int32 = 0
        while waitpid(child, &raw, 0) == -1, errno == EINTR {}
        status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
        self.output = TemporaryFolder.text(of: output) ?? ""
        self.errors = TemporaryFolder.text(of: errors) ?? ""
    }
}
