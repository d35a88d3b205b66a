extension RecordWriter {
    @inlinable
    public func integer(_ value: Int) { integer(Int64(value)) }

    @inlinable
    public func integer(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        unsigned(value.magnitude)
    }

    @inlinable
    public func unsigned(_ value: UInt64) {
        reserve(20)
        if value < 10 {
            (base + used).storeBytes(of: UInt8(truncatingIfNeeded: value) | 0x30, as: UInt8.self)
            used &+= 1
            return
        }
        if value < 1000 {
            let tens = value / 10
            let hundreds = value / 100
            if hundreds > 0 {
                (base + used).storeBytes(of: UInt8(truncatingIfNeeded: hundreds) | 0x30, as: UInt8.self)
                used &+= 1
            }
            (base + used).storeBytes(of: UInt8(truncatingIfNeeded: tens &- hundreds &* 10) | 0x30, as: UInt8.self)
            (base + (used &+ 1)).storeBytes(of: UInt8(truncatingIfNeeded: value &- tens &* 10) | 0x30, as: UInt8.self)
            used &+= 2
            return
        }
        if value >= 100_000_000, value < 10_000_000_000 {
            // Instants: two digits at most, and eight.
            let high = value / 100_000_000
            if high >= 10 {
                (base + used).storeBytes(of: UInt8(truncatingIfNeeded: high / 10) | 0x30, as: UInt8.self)
                used &+= 1
            }
            (base + used).storeBytes(of: UInt8(truncatingIfNeeded: high % 10) | 0x30, as: UInt8.self)
            (base + (used &+ 1)).storeBytes(
                of: RecordWriter.eightDigits(value &- high &* 100_000_000).littleEndian, as: UInt64.self)
            used &+= 9
            return
        }
        var digits = 1
        var bound: UInt64 = 10
        while value >= bound {
            digits &+= 1
            if digits == 20 { break }
            bound = bound &* 10
        }
        var rest = value
        var position = used &+ digits
        used = position
        while rest >= 10 {
            let quotient = rest / 10
            position &-= 1
            (base + position).storeBytes(of: UInt8(truncatingIfNeeded: rest &- quotient &* 10) | 0x30, as: UInt8.self)
            rest = quotient
        }
        (base + (position &- 1)).storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x30, as: UInt8.self)
    }

    /// The eight digits of a number below 100,000,000, the first one in the lowest byte: halves of four digits, then of two,
    /// then of one are divided side by side in one word.
    @inlinable @inline(__always)
    static func eightDigits(_ value: UInt64) -> UInt64 {
        let thousands = value / 10_000
        var word = thousands | (value &- thousands &* 10_000) << 32
        let hundreds = (word &* 10_486) >> 20 & 0x0000_007F_0000_007F
        word = hundreds | (word &- hundreds &* 100) << 16
        let tens = (word &* 103) >> 10 & 0x000F_000F_000F_000F
        word = tens | (word &- tens &* 10) << 8
        return word | 0x3030_3030_3030_3030
    }

    /// Writes the shortest decimal that reads back to the same 32-bit float; null for NaN and infinity.
    ///
    /// Latitudes, longitudes, bearings and speeds need at most seven decimals, so powers of ten are tried in ascending order.
    /// Most are ruled out without a division, by the distance between the float and the nearest decimal. Each decimal that remains
    /// is read back; its quotient is exact enough in binary64. If no decimal reads back to the float, the standard library's
    /// shortest representation is used.
    public func float(_ value: Float) {
        guard value.isFinite else { return null() }
        let magnitude = Double(value.magnitude)
        if magnitude < 16_777_216, magnitude == 0 || magnitude >= 0.001 {
            // A little more than half the distance to the next float: a decimal further away reads back to another float.
            let reach = Double(value.ulp) * 0.500001
            var scale = 1.0
            var decimals = 0
            while decimals <= 9 {
                let scaled = magnitude * scale
                // Rounds half away from zero, as `rounded()` does, but without a call.
                var digits = Int64(scaled)
                if scaled - Double(digits) >= 0.5 { digits &+= 1 }
                let nearest = Double(digits)
                if abs(scaled - nearest) <= reach * scale, Float(nearest / scale) == value.magnitude {
                    if value.sign == .minus { append(UInt8(ascii: "-")) }
                    return decimal(UInt64(digits), decimals: decimals)
                }
                scale *= 10
                decimals += 1
            }
        }
        shortest(value.description)
    }

    /// Writes the shortest decimal that reads back to the same double; null for NaN and infinity.
    public func double(_ value: Double) {
        guard value.isFinite else { return null() }
        // Six decimals and fifteen digits in all: if they read back to the same double, no shorter ones do. What Swift
        // writes with an exponent is left to it.
        let magnitude = value.magnitude
        if magnitude >= 0.001, magnitude < 1e8 {
            let scaled = (magnitude * 1e6).rounded()
            if scaled / 1e6 == magnitude { return rounded(value, decimals: 6) }
        }
        shortest(value.description)
    }

    /// Writes `value` rounded half away from zero to `decimals` places, without trailing zeros.
    /// - Parameter decimals: 0 to 9.
    public func rounded(_ value: Double, decimals: Int) {
        guard value.isFinite else { return null() }
        let magnitude = value.magnitude
        let scaled = magnitude * Double(RecordWriter.power(decimals))
        guard scaled < 9e15 else { return double(value) }
        // Below 2⁵³ the part behind the point is exact, so this is rounding half away from zero.
        var digits = UInt64(scaled)
        if scaled - Double(digits) >= 0.5 { digits += 1 }
        if value < 0, digits != 0 { append(UInt8(ascii: "-")) }
        var places = decimals
        while places > 0 {
            let rest = digits / 10
            guard rest &* 10 == digits else { break }
            digits = rest
            places -= 1
        }
        decimal(digits, decimals: places)
    }

    /// Writes `digits` with the decimal point `decimals` places from the right.
    @usableFromInline
    func decimal(_ digits: UInt64, decimals: Int) {
        if decimals == 0 { return unsigned(digits) }
        let scale = RecordWriter.power(decimals)
        let whole = digits / scale
        var fraction = digits &- whole &* scale
        unsigned(whole)
        reserve(decimals + 1)
        (base + used).storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
        var place = base + used + decimals
        used += decimals + 1
        for _ in 0..<decimals {
            let rest = fraction / 10
            place.storeBytes(of: UInt8(truncatingIfNeeded: fraction &- rest &* 10) | 0x30, as: UInt8.self)
            fraction = rest
            place -= 1
        }
    }

    /// 10 to the power of 0 to 18.
    @inline(__always)
    private static func power(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        case 9: 1_000_000_000
        default: (0..<exponent).reduce(1) { power, _ in power * 10 }
        }
    }

    /// Writes Swift's shortest representation as JSON has it: `5.0` is `5`, `1e+20` stays.
    private func shortest(_ description: String) {
        if description.hasSuffix(".0") { append(String(description.dropLast(2))) } else { append(description) }
    }
}
