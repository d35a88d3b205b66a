import Contract
import NDJSON

/// A number that is written as JSON writes it: an optional minus and one to eight digits without leading zeros, optionally
/// followed by a point and one to 16 digits.
struct PlainDecimal {
    private let isNegative: Bool
    private let whole: UInt64
    /// The digits after the point as a number, and how many there are.
    private let fraction: UInt64
    private let decimals: Int

    /// - Parameter cell: must not be empty; as for every cell, bytes after its end must be readable.
    /// - Returns: nil for any other form, including more digits.
    @inline(__always)
    init?(_ cell: CSVCell) {
        isNegative = cell.start.load(as: UInt8.self) == 0x2D
        let start = cell.start + (isNegative ? 1 : 0)
        let count = cell.count &- (isNegative ? 1 : 0)
        let word = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        // The lowest bit that this formula sets is the highest bit of the first point.
        let other = word ^ PlainDecimal.points
        let points = (other &- PlainDecimal.ones) & ~other & PlainDecimal.highs
        let digits = min(points.trailingZeroBitCount / 8, count)
        guard digits > 0, digits == 1 || word & 0xFF != 0x30, let whole = PlainDecimal.number(word, digits: digits)
        else {
            return nil
        }
        self.whole = whole
        guard digits < count else {
            (fraction, decimals) = (0, 0)
            return
        }
        decimals = count &- digits &- 1
        guard start.load(fromByteOffset: digits, as: UInt8.self) == 0x2E, 1...16 ~= decimals else { return nil }
        let first = start.loadUnaligned(fromByteOffset: digits &+ 1, as: UInt64.self)
        guard decimals > 8 else {
            guard let number = PlainDecimal.number(UInt64(littleEndian: first), digits: decimals) else { return nil }
            fraction = number
            return
        }
        let second = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: digits &+ 9, as: UInt64.self))
        guard let high = JSONNumber.eightDigits(first), let low = PlainDecimal.number(second, digits: decimals &- 8)
        else { return nil }
        fraction = UInt64(high) &* PlainDecimal.power(decimals &- 8) &+ low
    }

    /// Reads a cell whose type is decimal; nil for any other type, and for a number that the type does not allow.
    @inline(__always)
    init?(_ cell: CSVCell, of type: FieldType) {
        switch type {
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount: self.init(cell)
        default: return nil
        }
        guard suits(type) else { return nil }
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let points: UInt64 = 0x2E2E_2E2E_2E2E_2E2E
    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// The number in the first `digits` (1 to 8) bytes of a word; nil if one of them is no digit.
    @inline(__always)
    private static func number(_ word: UInt64, digits: Int) -> UInt64? {
        // Digits move to the end of the word, and zeros come before them.
        let unused = UInt64(truncatingIfNeeded: 8 &- digits) &* 8
        let before = zeros & ~(~UInt64(0) &<< unused)
        return JSONNumber.eightDigits((word &<< unused | before).littleEndian).map { UInt64($0) }
    }

    /// A power of ten.
    /// - Parameter exponent: 0 to 16.
    @inline(__always)
    private static func power(_ exponent: Int) -> UInt64 { powers[exponent] }

    private static let powers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000,
    ]

    /// Whether a value of the type may be this number.
    @inline(__always)
    func suits(_ type: FieldType) -> Bool {
        switch type {
        case .latitude: whole < 90 || whole == 90 && fraction == 0
        case .longitude: whole < 180 || whole == 180 && fraction == 0
        case .nonNegativeFloat: !isNegative || isZero
        case .positiveFloat: !isNegative && !isZero
        default: true
        }
    }

    private var isZero: Bool { whole == 0 && fraction == 0 }

    /// The nearest double; nil if one division might not give it (Clinger 1990).
    @inline(__always)
    var value: Double? {
        let power = PlainDecimal.power(decimals)
        let (high, overflow) = whole.multipliedReportingOverflow(by: power)
        // Below 2 ^ 63, the sum does not overflow.
        guard !overflow, high >> 63 == 0, case let digits = high &+ fraction, digits <= 1 << 53 else { return nil }
        let value = Double(digits) / Double(power)
        return isNegative ? -value : value
    }

    /// Copies the cell in steps of 16 bytes. Up to 15 bytes after it are copied too, and `place` does not advance past the cell.
    @inline(__always)
    func copy(_ cell: CSVCell, to place: inout UnsafeMutableRawPointer) {
        typealias Bytes16 = SIMD2<UInt64>
        place.storeBytes(of: cell.start.loadUnaligned(as: Bytes16.self), as: Bytes16.self)
        if cell.count > 16 {
            let rest = cell.start.loadUnaligned(fromByteOffset: 16, as: Bytes16.self)
            place.storeBytes(of: rest, toByteOffset: 16, as: Bytes16.self)
        }
        place += cell.count
    }
}
