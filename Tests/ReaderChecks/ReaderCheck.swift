/// What a reader did that none may do, in a sentence.
public struct CheckFault: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

/// How much of the machine a reader may take of an input: so much whatever it is, and so much more a byte of it.
public struct Allowance: Sendable {
    /// Bytes that live at a time.
    public var bytes = (base: 4 << 20, each: 256)
    /// Allocations.
    public var calls = (base: 4000, each: 200)
    /// Microseconds of the processor, with sanitizers.
    public var microseconds = (base: 1_000_000, each: 300)

    public init() {}

    public func with(_ change: (inout Allowance) -> Void) -> Allowance {
        var copy = self
        change(&copy)
        return copy
    }
}

/// A reader of bytes that somebody else has made, and what holds of it whatever they are.
public struct ReaderCheck: Sendable {
    public let name: String
    public let allowance: Allowance
    /// The longest inputs that are worth trying, in bytes.
    public let longest: Int
    /// Small inputs to start from.
    public let seeds: @Sendable () -> [[UInt8]]
    /// Makes checksums and lengths right again after an input was changed, so that what lies behind them is reached.
    public let repaired: (@Sendable ([UInt8]) -> [UInt8])?
    let body: @Sendable (UnsafeRawBufferPointer) throws -> Void

    init(
        _ name: String, longest: Int = 4096, allowance: Allowance = Allowance(),
        seeds: @escaping @Sendable () -> [[UInt8]], repaired: (@Sendable ([UInt8]) -> [UInt8])? = nil,
        _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.name = name
        self.longest = longest
        self.allowance = allowance
        self.seeds = seeds
        self.repaired = repaired
        self.body = body
    }

    /// - Throws: `CheckFault`; whatever else is thrown is one too.
    public func callAsFunction(_ bytes: UnsafeRawBufferPointer) throws { try body(bytes) }

    public func callAsFunction(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try body($0) } }

    public static let all: [ReaderCheck] = [
        zip, inflate, csv, rows, time, realtime, realtimeProto, proto, json, geojson, polyline, pipeline, template,
        mbtiles, pmtiles, vectorTile, parquet, png, jpeg, webp, curve, zone,
    ]

    public static func named(_ name: String) -> ReaderCheck? { all.first { $0.name == name } }
}

func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw CheckFault(message()) }
}

func requireEqual<Value: Equatable>(_ one: Value, _ other: Value, _ message: @autoclosure () -> String) throws {
    if one != other { throw CheckFault("\(message()): \(short(one)) and \(short(other))") }
}

private func short(_ value: some Any) -> String {
    let text = "\(value)"
    return text.count > 2000 ? text.prefix(2000) + "…" : text
}

extension [UInt8] {
    init(_ text: String) { self = Array(text.utf8) }

    static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// The little-endian number at a place; nil where there are not as many bytes.
    func little(at place: Int, _ bytes: Int) -> Int? {
        guard place >= 0, place <= count - bytes else { return nil }
        return (0..<bytes).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
    }
}
