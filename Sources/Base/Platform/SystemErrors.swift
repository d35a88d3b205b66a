// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the C library.

#if canImport(Glibc)
    import Glibc

    /// Why the last call of the system failed.
    public var errno: Int32 {
        @inlinable get { Glibc.errno }
        @inlinable set { Glibc.errno = newValue }
    }

    public var EACCES: Int32 { Glibc.EACCES }
    public var EAGAIN: Int32 { Glibc.EAGAIN }
    public var EBADF: Int32 { Glibc.EBADF }
    public var EEXIST: Int32 { Glibc.EEXIST }
    @inlinable public var EINTR: Int32 { Glibc.EINTR }
    public var EISDIR: Int32 { Glibc.EISDIR }
    public var ELOOP: Int32 { Glibc.ELOOP }
    public var EMLINK: Int32 { Glibc.EMLINK }
    public var ENAMETOOLONG: Int32 { Glibc.ENAMETOOLONG }
    public var ENOENT: Int32 { Glibc.ENOENT }
    public var ENOSYS: Int32 { Glibc.ENOSYS }
    public var ENOTDIR: Int32 { Glibc.ENOTDIR }
    public var EOPNOTSUPP: Int32 { Glibc.EOPNOTSUPP }
    public var EPERM: Int32 { Glibc.EPERM }
    public var EPIPE: Int32 { Glibc.EPIPE }
    public var EWOULDBLOCK: Int32 { Glibc.EWOULDBLOCK }

    /// The message of an errno value.
    public func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }

    /// Makes a call of the system again as long as a signal interrupts it (EINTR) before it has done anything.
    @inlinable
    public func uninterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
        while true {
            let value = call()
            if value >= 0 || errno != EINTR { return value }
        }
    }
#endif
