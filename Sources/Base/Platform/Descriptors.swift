// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the C library.

#if canImport(Glibc)
    import Glibc

    // Open files, by the C library's names. A call that fails returns −1 or nil, and `errno` says why.

    public var O_RDONLY: Int32 { Glibc.O_RDONLY }
    public var O_WRONLY: Int32 { Glibc.O_WRONLY }
    public var O_RDWR: Int32 { Glibc.O_RDWR }
    public var O_CREAT: Int32 { Glibc.O_CREAT }
    public var O_EXCL: Int32 { Glibc.O_EXCL }
    public var O_APPEND: Int32 { Glibc.O_APPEND }
    public var O_CLOEXEC: Int32 { Glibc.O_CLOEXEC }
    public var O_DIRECTORY: Int32 { Glibc.O_DIRECTORY }
    public var O_NOFOLLOW: Int32 { Glibc.O_NOFOLLOW }
    public var O_NONBLOCK: Int32 { Glibc.O_NONBLOCK }
    public var SEEK_SET: Int32 { Glibc.SEEK_SET }
    public var SEEK_CUR: Int32 { Glibc.SEEK_CUR }
    public var F_GETFD: Int32 { Glibc.F_GETFD }
    public var F_SETFD: Int32 { Glibc.F_SETFD }
    public var F_SETFL: Int32 { Glibc.F_SETFL }
    public var F_DUPFD_CLOEXEC: Int32 { Glibc.F_DUPFD_CLOEXEC }
    public var FD_CLOEXEC: Int32 { Glibc.FD_CLOEXEC }
    public var POLLIN: Int32 { Glibc.POLLIN }
    public var POLLOUT: Int32 { Glibc.POLLOUT }

    public typealias off_t = Glibc.off_t
    public typealias mode_t = Glibc.mode_t
    public typealias pollfd = Glibc.pollfd

    public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { Glibc.open(path, flags) }
    public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
        Glibc.open(path, flags, mode)
    }
    @discardableResult public func close(_ descriptor: Int32) -> Int32 { Glibc.close(descriptor) }
    public func dup(_ descriptor: Int32) -> Int32 { Glibc.dup(descriptor) }
    public func pipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { Glibc.pipe(ends) }
    public func isatty(_ descriptor: Int32) -> Int32 { Glibc.isatty(descriptor) }

    public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        Glibc.read(descriptor, buffer, count)
    }
    public func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        Glibc.write(descriptor, bytes, count)
    }
    public func pread(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: off_t) -> Int {
        Glibc.pread(descriptor, buffer, count, offset)
    }
    public func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: off_t) -> Int {
        Glibc.pwrite(descriptor, bytes, count, offset)
    }
    @discardableResult
    public func lseek(_ descriptor: Int32, _ offset: off_t, _ from: Int32) -> off_t {
        Glibc.lseek(descriptor, offset, from)
    }
    @discardableResult public func fsync(_ descriptor: Int32) -> Int32 { Glibc.fsync(descriptor) }
    @discardableResult
    public func ftruncate(_ descriptor: Int32, _ size: off_t) -> Int32 { Glibc.ftruncate(descriptor, size) }
    @discardableResult
    public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32 = 0) -> Int32 {
        Glibc.fcntl(descriptor, command, value)
    }
    /// Locks an open file for this process alone (flock(2)); without waiting, EWOULDBLOCK says that another has it.
    public func lockFile(_ descriptor: Int32, waits: Bool = false) -> Int32 {
        flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB)
    }
    @discardableResult
    public func poll(_ pollers: UnsafeMutablePointer<pollfd>, _ count: UInt, _ milliseconds: Int32) -> Int32 {
        Glibc.poll(pollers, count, milliseconds)
    }
    @discardableResult
    public func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 { Glibc.fchmod(descriptor, mode) }
    public func fchown(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) -> Int32 {
        Glibc.fchown(descriptor, user, group)
    }

    /// Fills a buffer with what lies at an offset, as far as the file goes.
    /// - Returns: how many bytes there are; −1 where they cannot be read, and `errno` says why.
    public func readFully(_ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = uninterrupted {
                pread(descriptor, buffer.baseAddress! + filled, buffer.count - filled, off_t(offset + filled))
            }
            if count < 0 { return -1 }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Writes all bytes where the descriptor stands.
    /// - Returns: whether it did; else `errno` says why not.
    public func writeFully(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var position = 0
        while position < bytes.count {
            let written = uninterrupted { write(descriptor, bytes.baseAddress! + position, bytes.count - position) }
            guard written > 0 else { return false }
            position += written
        }
        return true
    }

    /// Makes a file without a name in a folder, readable and writable, which children do not get and no end of the
    /// process leaves behind.
    /// - Returns: its descriptor; −1, and `errno` says why, if there can be none.
    public func unnamedFile(in folder: String) -> Int32 {
        var template: [CChar] = []
        let descriptor = uninterrupted {
            template = Array("\(folder)/.linefeed.XXXXXX".utf8CString)
            return mkstemp(&template)
        }
        guard descriptor >= 0 else { return -1 }
        Glibc.unlink(template)
        _ = Glibc.fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// The columns of the terminal that a descriptor leads to; nil where it leads to none.
    public func terminalColumns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
#endif
