// Functions of numbers: those of the C library, handed on as they are, on every platform that Geometry and Motion are for.

#if canImport(Glibc)
    @_exported import func Glibc.asin
    @_exported import func Glibc.atan
    @_exported import func Glibc.atan2
    @_exported import func Glibc.atanh
    @_exported import func Glibc.cos
    @_exported import func Glibc.exp
    @_exported import func Glibc.exp2
    @_exported import func Glibc.expm1
    @_exported import func Glibc.hypot
    @_exported import func Glibc.log
    @_exported import func Glibc.log10
    @_exported import func Glibc.log2
    @_exported import func Glibc.pow
    @_exported import func Glibc.sin
    @_exported import func Glibc.sinh
    @_exported import func Glibc.tan
#elseif canImport(Musl)
    @_exported import func Musl.asin
    @_exported import func Musl.atan
    @_exported import func Musl.atan2
    @_exported import func Musl.atanh
    @_exported import func Musl.cos
    @_exported import func Musl.exp
    @_exported import func Musl.exp2
    @_exported import func Musl.expm1
    @_exported import func Musl.hypot
    @_exported import func Musl.log
    @_exported import func Musl.log10
    @_exported import func Musl.log2
    @_exported import func Musl.pow
    @_exported import func Musl.sin
    @_exported import func Musl.sinh
    @_exported import func Musl.tan
#elseif canImport(Darwin)
    @_exported import func Darwin.asin
    @_exported import func Darwin.atan
    @_exported import func Darwin.atan2
    @_exported import func Darwin.atanh
    @_exported import func Darwin.cos
    @_exported import func Darwin.exp
    @_exported import func Darwin.exp2
    @_exported import func Darwin.expm1
    @_exported import func Darwin.hypot
    @_exported import func Darwin.log
    @_exported import func Darwin.log10
    @_exported import func Darwin.log2
    @_exported import func Darwin.pow
    @_exported import func Darwin.sin
    @_exported import func Darwin.sinh
    @_exported import func Darwin.tan
#endif
