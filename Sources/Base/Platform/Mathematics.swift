// Functions of numbers: those of the C library, by their names, on every platform that Geometry and Motion are for.
// The system's module has to be named in each body, as a function here hides the one of its name.

#if canImport(Glibc)
    import Glibc

    @inlinable @inline(__always) public func sin(_ x: Double) -> Double { Glibc.sin(x) }
    @inlinable @inline(__always) public func cos(_ x: Double) -> Double { Glibc.cos(x) }
    @inlinable @inline(__always) public func tan(_ x: Double) -> Double { Glibc.tan(x) }
    @inlinable @inline(__always) public func asin(_ x: Double) -> Double { Glibc.asin(x) }
    @inlinable @inline(__always) public func atan(_ x: Double) -> Double { Glibc.atan(x) }
    @inlinable @inline(__always) public func sinh(_ x: Double) -> Double { Glibc.sinh(x) }
    @inlinable @inline(__always) public func atanh(_ x: Double) -> Double { Glibc.atanh(x) }
    @inlinable @inline(__always) public func exp(_ x: Double) -> Double { Glibc.exp(x) }
    @inlinable @inline(__always) public func exp2(_ x: Double) -> Double { Glibc.exp2(x) }
    @inlinable @inline(__always) public func expm1(_ x: Double) -> Double { Glibc.expm1(x) }
    @inlinable @inline(__always) public func log(_ x: Double) -> Double { Glibc.log(x) }
    @inlinable @inline(__always) public func log2(_ x: Double) -> Double { Glibc.log2(x) }
    @inlinable @inline(__always) public func log10(_ x: Double) -> Double { Glibc.log10(x) }
    @inlinable @inline(__always) public func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
    @inlinable @inline(__always) public func pow(_ x: Double, _ y: Double) -> Double { Glibc.pow(x, y) }
    @inlinable @inline(__always) public func hypot(_ x: Double, _ y: Double) -> Double { Glibc.hypot(x, y) }
#elseif canImport(Musl)
    import Musl

    @inlinable @inline(__always) public func sin(_ x: Double) -> Double { Musl.sin(x) }
    @inlinable @inline(__always) public func cos(_ x: Double) -> Double { Musl.cos(x) }
    @inlinable @inline(__always) public func tan(_ x: Double) -> Double { Musl.tan(x) }
    @inlinable @inline(__always) public func asin(_ x: Double) -> Double { Musl.asin(x) }
    @inlinable @inline(__always) public func atan(_ x: Double) -> Double { Musl.atan(x) }
    @inlinable @inline(__always) public func sinh(_ x: Double) -> Double { Musl.sinh(x) }
    @inlinable @inline(__always) public func atanh(_ x: Double) -> Double { Musl.atanh(x) }
    @inlinable @inline(__always) public func exp(_ x: Double) -> Double { Musl.exp(x) }
    @inlinable @inline(__always) public func exp2(_ x: Double) -> Double { Musl.exp2(x) }
    @inlinable @inline(__always) public func expm1(_ x: Double) -> Double { Musl.expm1(x) }
    @inlinable @inline(__always) public func log(_ x: Double) -> Double { Musl.log(x) }
    @inlinable @inline(__always) public func log2(_ x: Double) -> Double { Musl.log2(x) }
    @inlinable @inline(__always) public func log10(_ x: Double) -> Double { Musl.log10(x) }
    @inlinable @inline(__always) public func atan2(_ y: Double, _ x: Double) -> Double { Musl.atan2(y, x) }
    @inlinable @inline(__always) public func pow(_ x: Double, _ y: Double) -> Double { Musl.pow(x, y) }
    @inlinable @inline(__always) public func hypot(_ x: Double, _ y: Double) -> Double { Musl.hypot(x, y) }
#elseif canImport(Darwin)
    import Darwin

    @inlinable @inline(__always) public func sin(_ x: Double) -> Double { Darwin.sin(x) }
    @inlinable @inline(__always) public func cos(_ x: Double) -> Double { Darwin.cos(x) }
    @inlinable @inline(__always) public func tan(_ x: Double) -> Double { Darwin.tan(x) }
    @inlinable @inline(__always) public func asin(_ x: Double) -> Double { Darwin.asin(x) }
    @inlinable @inline(__always) public func atan(_ x: Double) -> Double { Darwin.atan(x) }
    @inlinable @inline(__always) public func sinh(_ x: Double) -> Double { Darwin.sinh(x) }
    @inlinable @inline(__always) public func atanh(_ x: Double) -> Double { Darwin.atanh(x) }
    @inlinable @inline(__always) public func exp(_ x: Double) -> Double { Darwin.exp(x) }
    @inlinable @inline(__always) public func exp2(_ x: Double) -> Double { Darwin.exp2(x) }
    @inlinable @inline(__always) public func expm1(_ x: Double) -> Double { Darwin.expm1(x) }
    @inlinable @inline(__always) public func log(_ x: Double) -> Double { Darwin.log(x) }
    @inlinable @inline(__always) public func log2(_ x: Double) -> Double { Darwin.log2(x) }
    @inlinable @inline(__always) public func log10(_ x: Double) -> Double { Darwin.log10(x) }
    @inlinable @inline(__always) public func atan2(_ y: Double, _ x: Double) -> Double { Darwin.atan2(y, x) }
    @inlinable @inline(__always) public func pow(_ x: Double, _ y: Double) -> Double { Darwin.pow(x, y) }
    @inlinable @inline(__always) public func hypot(_ x: Double, _ y: Double) -> Double { Darwin.hypot(x, y) }
#endif
