// Bytes in memory, by the C library's names; calls are inlined to its own.

#if canImport(Glibc)
    import Glibc

    @inlinable @inline(__always)
    public func memcmp(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Int32 {
        Glibc.memcmp(left, right, count)
    }
    @inlinable @inline(__always)
    public func memcpy(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
        _ = Glibc.memcpy(target, source, count)
    }
    @inlinable @inline(__always)
    public func memmove(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
        _ = Glibc.memmove(target, source, count)
    }
    @inlinable @inline(__always)
    public func memchr(_ bytes: UnsafeRawPointer, _ byte: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
        Glibc.memchr(bytes, byte, count)
    }
    @inlinable @inline(__always)
    public func strlen(_ text: UnsafePointer<CChar>) -> Int { Int(Glibc.strlen(text)) }
    @inlinable @inline(__always)
    public func realloc(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        Glibc.realloc(memory, size)
    }
    @inlinable @inline(__always)
    public func free(_ memory: UnsafeMutableRawPointer?) { Glibc.free(memory) }
    @inlinable public func strdup(_ text: String) -> UnsafeMutablePointer<CChar>? { Glibc.strdup(text) }
#elseif canImport(Musl)
    import Musl

    @inlinable @inline(__always)
    public func memcmp(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Int32 {
        Musl.memcmp(left, right, count)
    }
    @inlinable @inline(__always)
    public func memcpy(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
        _ = Musl.memcpy(target, source, count)
    }
    @inlinable @inline(__always)
    public func memmove(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
        _ = Musl.memmove(target, source, count)
    }
    @inlinable @inline(__always)
    public func memchr(_ bytes: UnsafeRawPointer, _ byte: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
        Musl.memchr(bytes, byte, count)
    }
    @inlinable @inline(__always)
    public func strlen(_ text: UnsafePointer<CChar>) -> Int { Int(Musl.strlen(text)) }
    @inlinable @inline(__always)
    public func realloc(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        Musl.realloc(memory, size)
    }
    @inlinable @inline(__always)
    public func free(_ memory: UnsafeMutableRawPointer?) { Musl.free(memory) }
    @inlinable public func strdup(_ text: String) -> UnsafeMutablePointer<CChar>? { Musl.strdup(text) }
#elseif canImport(Darwin)
    import Darwin

    @inlinable @inline(__always)
    public func memcmp(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Int32 {
        Darwin.memcmp(left, right, count)
    }
    @inlinable @inline(__always)
    public func memcpy(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
        _ = Darwin.memcpy(target, source, count)
    }
    @inlinable @inline(__always)
    public func memmove(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
        _ = Darwin.memmove(target, source, count)
    }
    @inlinable @inline(__always)
    public func memchr(_ bytes: UnsafeRawPointer, _ byte: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
        Darwin.memchr(bytes, byte, count)
    }
    @inlinable @inline(__always)
    public func strlen(_ text: UnsafePointer<CChar>) -> Int { Int(Darwin.strlen(text)) }
    @inlinable @inline(__always)
    public func realloc(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        Darwin.realloc(memory, size)
    }
    @inlinable @inline(__always)
    public func free(_ memory: UnsafeMutableRawPointer?) { Darwin.free(memory) }
    @inlinable public func strdup(_ text: String) -> UnsafeMutablePointer<CChar>? { Darwin.strdup(text) }
#endif
