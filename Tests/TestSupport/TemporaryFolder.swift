import Glibc

/// A folder for one test run's files, removed at the end of the object's life, or of the process: XCTest holds on to its
/// cases, and nobody to `shared`.
public final class TemporaryFolder: @unchecked Sendable {
    /// One for the whole process, for files that nobody looks at again.
    public static let shared = TemporaryFolder()
    public let path: String
    private var count = 0

    public init() {
        var template = Array("/tmp/linefeed-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no temporary folder: errno \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        LivingFolders.add(path)
    }

    deinit { TemporaryFolder.remove(path) }

    fileprivate static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            chmod(path, 0o700)
            for name in Checkout.names(in: path) { remove(path + "/" + name) }
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    /// Writes a file and returns its path; without a name one is made up.
    @discardableResult
    public func write(_ text: String, _ name: String? = nil) -> String { write(bytes: Array(text.utf8), name) }

    @discardableResult
    public func write(bytes: [UInt8], _ name: String? = nil) -> String {
        count += 1
        let file = path + "/" + (name ?? "file-\(count)")
        TemporaryFolder.put(bytes, at: file)
        return file
    }

    /// Writes a file wherever it is.
    public static func put(_ bytes: [UInt8], at file: String) {
        guard let handle = fopen(file, "w") else { fatalError("cannot write \(file): errno \(errno)") }
        bytes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, handle) }
        fclose(handle)
    }

    /// Makes a folder inside and returns its path.
    public func folder() -> String {
        count += 1
        let folder = path + "/folder-\(count)"
        guard mkdir(folder, 0o755) == 0 else { fatalError("cannot make \(folder): errno \(errno)") }
        return folder
    }

    public static func bytes(of path: String) -> [UInt8]? {
        guard let handle = fopen(path, "r") else { return nil }
        defer { fclose(handle) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, handle)
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[0..<count])
        }
    }

    public static func text(of path: String) -> String? { bytes(of: path).map { String(decoding: $0, as: UTF8.self) } }
}

/// The folders that are to be gone when the process is.
private enum LivingFolders {
    private final class Paths: @unchecked Sendable {
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private var paths: [String] = []
        let process = getpid()

        init() {
            pthread_mutex_init(lock, nil)
            atexit { LivingFolders.removeAll() }
        }

        func change<Result>(_ body: (inout [String]) -> Result) -> Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return body(&paths)
        }
    }

    private static let living = Paths()

    static func add(_ path: String) { living.change { $0.append(path) } }

    private static func removeAll() {
        // A child that was forked and not replaced takes nothing away from its parent.
        guard getpid() == living.process else { return }
        for path in living.change({ $0 }) { TemporaryFolder.remove(path) }
    }
}
