import CZlib
import CZstd

/// Reads files of Parquet as far as they are written here: Thrift's compact protocol into values, pages of the first
/// version, gzip or zstd. It shares no code with the writer.
public struct ParquetReader {
    public indirect enum Thrift {
        case number(Int)
        case yes(Bool)
        case bytes([UInt8])
        case list([Thrift])
        case structure([Int: Thrift])

        public subscript(_ field: Int) -> Thrift? {
            if case .structure(let fields) = self { return fields[field] }
            return nil
        }
        public var int: Int? { if case .number(let value) = self { value } else { nil } }
        public var text: String? {
            if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
        public var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
        public var items: [Thrift] { if case .list(let items) = self { items } else { [] } }
        public var flag: Bool? { if case .yes(let value) = self { value } else { nil } }
    }

    /// A leaf's values with their levels; nil for those that are not there.
    public struct Column {
        public var values: [Value?] = []
        public var definitions: [Int] = []
        public var repetitions: [Int] = []
        /// The number of each chunk's encoding.
        public var encodings: [Int] = []
        public var isDictionary: [Bool] { encodings.map { $0 == 8 } }
    }

    public enum Value: Equatable {
        case number(Int)
        case real(Double)
        case text(String)
        case flag(Bool)
    }

    let bytes: [UInt8]
    public let footer: Thrift

    public init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        try requireEqual(Array(bytes.prefix(4)), Array("PAR1".utf8), "the first bytes")
        try requireEqual(Array(bytes.suffix(4)), Array("PAR1".utf8), "the last bytes")
        let end = bytes.count - 8
        let length = (0..<4).reduce(0) { $0 | Int(bytes[end + $1]) << (8 * $1) }
        var place = end - length
        footer = ParquetReader.structure(bytes, &place)
        try requireEqual(place, end, "the footer has its length")
    }

    /// The value of a key of the whole file.
    public func metadata(_ key: String) -> String? {
        footer[5]?.items.first { $0[1]?.text == key }?[2]?.text
    }

    public var rows: Int { footer[3]?.int ?? -1 }
    public var groups: [Thrift] { footer[4]?.items ?? [] }
    /// The footer's list of columns, without the root.
    public var schema: [Thrift] { Array((footer[2]?.items ?? []).dropFirst()) }

    /// All values of the leaf with that path.
    public func column(_ path: String) throws -> Column {
        var result = Column()
        let levels = self.levels(path)
        for group in groups {
            for chunk in group[1]?.items ?? [] {
                let data = try there(chunk[3])
                guard data[3]?.items.compactMap(\.text).joined(separator: ".") == path else { continue }
                let codec = try there(data[4]?.int)
                let count = try there(data[5]?.int)
                let physical = try there(data[1]?.int)
                var dictionary: [Value] = []
                var place = try there(data[11]?.int ?? data[9]?.int)
                let begin = place
                if data[11] != nil {
                    let (header, page) = try self.page(&place, codec)
                    try requireEqual(header[1]?.int, 2, "a page of a dictionary")
                    dictionary = ParquetReader.plain(page, physical, try there(header[7]?[1]?.int))
                    try requireEqual(place, data[9]?.int, "where data begin")
                }
                let (header, page) = try self.page(&place, codec)
                try requireEqual(header[1]?.int, 0, "a page of data")
                try requireEqual(header[5]?[1]?.int, count, "values of a page")
                try requireEqual(place - begin, data[7]?.int, "the size in the footer")
                var at = 0
                func runs(_ largest: Int) -> [Int] {
                    guard largest > 0 else { return [Int](repeating: 0, count: count) }
                    let length = (0..<4).reduce(0) { $0 | Int(page[at + $1]) << (8 * $1) }
                    at += 4
                    defer { at += length }
                    let width = Int.bitWidth - largest.leadingZeroBitCount
                    return ParquetReader.hybrid(Array(page[at..<(at + length)]), width, count)
                }
                let repetitions = runs(levels.repetition)
                let definitions = runs(levels.definition)
                let present = definitions.filter { $0 == levels.definition }.count
                try requireEqual(count - present, data[12]?[3]?.int, "the number of nulls of \(path)")
                let rest = Array(page[at...])
                let encoding = try there(header[5]?[2]?.int)
                try requireEqual(encoding == 8, data[11] != nil, "a dictionary's page")
                try require(data[2]?.items.contains { $0.int == encoding } ?? false, "the footer lists the encoding")
                result.encodings.append(encoding)
                let values =
                    encoding == 8
                    ? ParquetReader.hybrid(Array(rest.dropFirst()), Int(rest[0]), present).map { dictionary[$0] }
                    : try ParquetReader.values(rest, physical, present, encoding)
                var next = 0
                for definition in definitions {
                    result.values.append(definition == levels.definition ? values[next] : nil)
                    if definition == levels.definition { next += 1 }
                }
                result.definitions += definitions
                result.repetitions += repetitions
            }
        }
        return result
    }

    /// The levels of a leaf, counted along the schema.
    private func levels(_ path: String) -> (definition: Int, repetition: Int) {
        var place = 0
        func walk(_ prefix: String, _ definition: Int, _ repetition: Int, _ count: Int) -> (Int, Int)? {
            for _ in 0..<count {
                let element = schema[place]
                place += 1
                let name = prefix + (element[4]?.text ?? "")
                let kind = element[3]?.int ?? 0
                let (d, r) = (definition + (kind > 0 ? 1 : 0), repetition + (kind == 2 ? 1 : 0))
                if let children = element[5]?.int {
                    if let found = walk(name + ".", d, r, children) { return found }
                } else if name == path {
                    return (d, r)
                }
            }
            return nil
        }
        return walk("", 0, 0, footer[2]?.items.first?[5]?.int ?? 0) ?? (0, 0)
    }

    private func page(_ place: inout Int, _ codec: Int) throws -> (header: Thrift, bytes: [UInt8]) {
        let header = ParquetReader.structure(bytes, &place)
        let (size, deflated) = (try there(header[2]?.int), try there(header[3]?.int))
        defer { place += deflated }
        let packed = Array(bytes[place..<(place + deflated)])
        switch codec {
        case 2: return (header, try ParquetReader.inflate(packed, size))
        case 6: return (header, try ParquetReader.decompress(packed, size))
        default: throw CheckFault("the codec \(codec)")
        }
    }

    private static func decompress(_ bytes: [UInt8], _ size: Int) throws -> [UInt8] {
        var reason: UnsafePointer<CChar>?
        try require(linefeed_zstd_load(&reason) != 0, "libzstd is there")
        var output = [UInt8](repeating: 0, count: size + 1)
        try requireEqual(linefeed_zstd_decompress(&output, size + 1, bytes, bytes.count), size, "the size of a page")
        return Array(output.prefix(size))
    }

    private static func inflate(_ bytes: [UInt8], _ size: Int) throws -> [UInt8] {
        var stream = z_stream()
        guard linefeed_inflate_init(&stream, 31) == Z_OK else { throw CheckFault("zlib cannot start") }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: size + 1)
        let made = try input.withUnsafeMutableBufferPointer { input in
            try output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                try requireEqual(CZlib.inflate(&stream, Z_FINISH), Z_STREAM_END, "the end of a page")
                return output.count - Int(stream.avail_out)
            }
        }
        try requireEqual(made, size, "the size of a page")
        return Array(output.prefix(made))
    }

    public static func hybrid(_ bytes: [UInt8], _ width: Int, _ count: Int) -> [Int] {
        var values: [Int] = []
        var place = 0
        while values.count < count {
            let header = Int(number(bytes, &place))
            if header & 1 == 0 {
                let size = (width + 7) / 8
                let value = (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
                place += size
                values += [Int](repeating: value, count: header >> 1)
            } else {
                for bit in 0..<((header >> 1) * 8) {
                    values.append(
                        (0..<width).reduce(0) { value, low in
                            let at = bit * width + low
                            return value | Int(bytes[place + at / 8] >> UInt8(at % 8) & 1) << low
                        })
                }
                place += (header >> 1) * width
            }
        }
        return Array(values.prefix(count))
    }

    private static func values(_ bytes: [UInt8], _ physical: Int, _ count: Int, _ encoding: Int) throws -> [Value] {
        var place = 0
        switch encoding {
        case 0: return plain(bytes, physical, count)
        case 5:
            let numbers = deltas(bytes, &place, is32Bit: physical == 1)
            try requireEqual(place, bytes.count, "the end of the differences")
            return numbers.map { .number($0) }
        case 6, 7:
            let prefixes = encoding == 7 ? deltas(bytes, &place, is32Bit: true) : [Int](repeating: 0, count: count)
            var texts: [[UInt8]] = []
            for (prefix, length) in zip(prefixes, deltas(bytes, &place, is32Bit: true)) {
                texts.append(Array((texts.last ?? []).prefix(prefix)) + bytes[place..<(place + length)])
                place += length
            }
            try requireEqual(place, bytes.count, "the end of the texts")
            return texts.map { .text(String(decoding: $0, as: UTF8.self)) }
        case 9:
            let size = physical == 1 ? 4 : 8
            let whole = (0..<(count * size)).map { bytes[$0 % size * count + $0 / size] }
            return plain(whole, physical, count)
        default: throw CheckFault("the encoding \(encoding)")
        }
    }

    /// DELTA_BINARY_PACKED.
    public static func deltas(_ bytes: [UInt8], _ place: inout Int, is32Bit: Bool) -> [Int] {
        let block = Int(number(bytes, &place))
        let miniblocks = Int(number(bytes, &place))
        let count = Int(number(bytes, &place))
        var values = [zigzag(bytes, &place)]
        while values.count < count {
            let least = zigzag(bytes, &place)
            let widths = bytes[place..<(place + miniblocks)]
            place += miniblocks
            for width in widths where values.count < count {
                for index in 0..<(block / miniblocks) {
                    let above = (0..<Int(width)).reduce(UInt64(0)) { value, low in
                        let at = index * Int(width) + low
                        return value | UInt64(bytes[place + at / 8] >> UInt8(at % 8) & 1) << UInt64(low)
                    }
                    guard values.count < count else { continue }
                    let value = values[values.count - 1] &+ least &+ Int(bitPattern: UInt(above))
                    values.append(is32Bit ? Int(Int32(truncatingIfNeeded: value)) : value)
                }
                place += block / miniblocks * Int(width) / 8
            }
        }
        return Array(values.prefix(count))
    }

    private static func plain(_ bytes: [UInt8], _ physical: Int, _ count: Int) -> [Value] {
        var values: [Value] = []
        var place = 0
        func little(_ size: Int) -> UInt64 {
            defer { place += size }
            return (0..<size).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
        }
        for index in 0..<count {
            switch physical {
            case 0: values.append(.flag(bytes[index / 8] >> UInt8(index % 8) & 1 == 1))
            case 1: values.append(.number(Int(Int32(truncatingIfNeeded: little(4)))))
            case 2: values.append(.number(Int(Int64(bitPattern: little(8)))))
            case 5: values.append(.real(Double(bitPattern: little(8))))
            default:
                let length = Int(little(4))
                values.append(.text(String(decoding: bytes[place..<(place + length)], as: UTF8.self)))
                place += length
            }
        }
        return values
    }

    // MARK: Thrift

    static func structure(_ bytes: [UInt8], _ place: inout Int) -> Thrift {
        var fields: [Int: Thrift] = [:]
        var id = 0
        while true {
            let header = bytes[place]
            place += 1
            if header == 0 { return .structure(fields) }
            let delta = Int(header >> 4)
            id = delta > 0 ? id + delta : zigzag(bytes, &place)
            fields[id] = value(header & 15, bytes, &place)
        }
    }

    private static func value(_ kind: UInt8, _ bytes: [UInt8], _ place: inout Int) -> Thrift {
        switch kind {
        case 1: return .yes(true)
        case 2: return .yes(false)
        case 3:
            place += 1
            return .number(Int(Int8(bitPattern: bytes[place - 1])))
        case 4, 5, 6: return .number(zigzag(bytes, &place))
        case 8:
            let length = Int(number(bytes, &place))
            place += length
            return .bytes(Array(bytes[(place - length)..<place]))
        case 9:
            let header = bytes[place]
            place += 1
            let count = header >> 4 == 15 ? Int(number(bytes, &place)) : Int(header >> 4)
            return .list((0..<count).map { _ in value(header & 15, bytes, &place) })
        default: return structure(bytes, &place)
        }
    }

    private static func zigzag(_ bytes: [UInt8], _ place: inout Int) -> Int {
        let value = number(bytes, &place)
        return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1)
    }

    private static func number(_ bytes: [UInt8], _ place: inout Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }
}

/// What a file must have.
private func there<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CheckFault("something that the file must have is missing") }
    return value
}
