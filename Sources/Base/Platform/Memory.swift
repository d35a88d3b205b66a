// Bytes in memory: these functions of the C library, handed on as they are.

#if canImport(Glibc)
    @_exported import func Glibc.free
    @_exported import func Glibc.memchr
    @_exported import func Glibc.memcmp
    @_exported import func Glibc.memcpy
    @_exported import func Glibc.memmove
    @_exported import func Glibc.realloc
    @_exported import func Glibc.strdup
    @_exported import func Glibc.strlen
#elseif canImport(Musl)
    @_exported import func Musl.free
    @_exported import func Musl.memchr
    @_exported import func Musl.memcmp
    @_exported import func Musl.memcpy
    @_exported import func Musl.memmove
    @_exported import func Musl.realloc
    @_exported import func Musl.strdup
    @_exported import func Musl.strlen
#elseif canImport(Darwin)
    @_exported import func Darwin.free
    @_exported import func Darwin.memchr
    @_exported import func Darwin.memcmp
    @_exported import func Darwin.memcpy
    @_exported import func Darwin.memmove
    @_exported import func Darwin.realloc
    @_exported import func Darwin.strdup
    @_exported import func Darwin.strlen
#endif
