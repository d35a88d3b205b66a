import CZlib
import MapTiles

/// The file of a small picture as PNG (ISO/IEC 15948), with zlib alone: `PNGEncoder` needs libpng at run time.
enum PreviewPNG {
    /// - Parameter rows: red, green and blue of each pixel, row after row. Channels keep their five highest bits, by which
    ///   smooth edges compress better.
    static func file(_ rows: [UInt8], width: Int, height: Int) -> [UInt8] {
        var scanlines: [UInt8] = []
        scanlines.reserveCapacity(rows.count + height)
        for row in 0..<height {
            // No filter.
            scanlines.append(0)
            for sample in rows[row * width * 3..<(row + 1) * width * 3] {
                scanlines.append(sample & 0xF8 | sample >> 5)
            }
        }
        let header = bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", zlib(scanlines)) + chunk("IEND", [])
    }

    /// The content in zlib's wrapping (RFC 1950), made of gzip's (RFC 1952) by its header of 10 bytes and trailer of 8.
    private static func zlib(_ content: [UInt8]) -> [UInt8] {
        let deflated = content.withUnsafeBytes { TileGzip.compressed($0, level: 9) }.dropFirst(10).dropLast(8)
        return [0x78, 0xDA] + deflated + bytes(UInt32(truncatingIfNeeded: adler32(1, content, UInt32(content.count))))
    }

    private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(kind.utf8) + content
        return bytes(UInt32(content.count)) + checked
            + bytes(UInt32(truncatingIfNeeded: crc32(0, checked, UInt32(checked.count))))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
}
