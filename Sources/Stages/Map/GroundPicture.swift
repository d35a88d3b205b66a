import MapTiles

/// How large a picture is, by its header alone.
enum GroundPicture {
    /// Pixels across; nil where the header does not say.
    static func width(of bytes: UnsafeRawBufferPointer) -> Int? {
        switch TileFormat(of: bytes) {
        // ISO/IEC 15948 §11.2.2: IHDR is the first chunk.
        case .png: bytes.count >= 24 ? big(bytes, 16, 4) : nil
        case .jpeg: jpeg(bytes)
        case .webp: webp(bytes)
        case .mvt, nil: nil
        }
    }

    private static func big(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> Int {
        bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> Int {
        bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// ITU-T T.81 B.2.2: the frame header, SOF0 to SOF15 but for DHT, JPG and DAC.
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) { return big(bytes, place + 7, 2) }
            place += 2 + max(2, big(bytes, place + 2, 2))
        }
        return nil
    }

    /// RFC 9649 §2: the simple lossy, the lossless and the extended format.
    private static func webp(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 30 else { return nil }
        return switch bytes[15] {
        case UInt8(ascii: " "): little(bytes, 26, 2) & 0x3FFF
        case UInt8(ascii: "L"): little(bytes, 21, 2) & 0x3FFF + 1
        case UInt8(ascii: "X"): little(bytes, 24, 3) + 1
        default: nil
        }
    }
}
