#if canImport(Glibc)
    import Glibc

    /// What the system knows of a file: its kind, its size, whose it is.
    public struct FileStatus {
        /// The kinds that are told apart.
        public enum Kind { case regular, folder, link, pipe, socket, device }

        private let status: stat

        /// The status of what a path leads to; nil if the system does not say, and `errno` says why.
        public init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.status = status
        }

        /// The same of the path itself where it is a link.
        public init?(link path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            self.status = status
        }

        /// The same of an open file.
        public init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            self.status = status
        }

        public var kind: Kind {
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
        }
        public var isRegular: Bool { kind == .regular }
        public var isFolder: Bool { kind == .folder }
        /// Bytes.
        public var size: Int { Int(status.st_size) }
        public var device: UInt { UInt(status.st_dev) }
        public var inode: UInt { UInt(status.st_ino) }
        public var names: Int { Int(status.st_nlink) }
        public var user: UInt32 { status.st_uid }
        public var group: UInt32 { status.st_gid }
        public var permissions: mode_t { status.st_mode & 0o7777 }
        public var isWritableByOthers: Bool { status.st_mode & S_IWOTH != 0 }
        /// When its content changed last, in POSIX seconds, and in nanoseconds.
        public var modified: Int { status.st_mtim.tv_sec }
        public var modifiedNanoseconds: Int { status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec }
    }
#endif
