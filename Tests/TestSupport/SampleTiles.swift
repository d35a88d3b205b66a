import CZlib

/// Small tiles of every format.
public enum SampleTiles {
    /// A grey PNG (ISO/IEC 15948) of one shade, not compressed.
    public static func png(_ shade: UInt8 = 128, size: Int = 2) -> [UInt8] {
        var rows: [UInt8] = []
        for _ in 0..<size { rows += [0] + [UInt8](repeating: shade, count: size) }
        return png(width: size, height: size, depth: 8, colour: 0, rows: rows)
    }

    /// A PNG of any kind.
    /// - Parameters:
    ///   - rows: each with its filter before it, as `depth` and `colour` of the header have them.
    ///   - palette: the content of PLTE; none where that is empty.
    public static func png(
        width: Int, height: Int, depth: UInt8, colour: UInt8, interlaced: Bool = false, rows: [UInt8],
        palette: [UInt8] = []
    ) -> [UInt8] {
        // One stored block of deflate (RFC 1951 §3.2.4) inside zlib's wrapping.
        let length = UInt16(rows.count)
        var packed: [UInt8] = [0x78, 0x01, 0x01]
        for number in [length, ~length] { packed += [UInt8(number & 0xFF), UInt8(number >> 8)] }
        packed += rows
        packed += four(rows.withUnsafeBufferPointer { UInt32(adler32(1, $0.baseAddress, UInt32($0.count))) })
        let size: [UInt8] = four(UInt32(width)) + four(UInt32(height))
        let kind: [UInt8] = [depth, colour, 0, 0, interlaced ? 1 : 0]
        var picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        picture += chunk("IHDR", size + kind)
        if !palette.isEmpty { picture += chunk("PLTE", palette) }
        return picture + chunk("IDAT", packed) + chunk("IEND", [])
    }

    /// The header of a grey PNG, 25 bytes behind its signature.
    public static func header(width: Int, height: Int) -> [UInt8] {
        chunk("IHDR", four(UInt32(width)) + four(UInt32(height)) + [8, 0, 0, 0, 0])
    }

    /// A PNG whose checksums are right and whose picture is not.
    public static var brokenPicture: [UInt8] {
        Array(png().prefix(8 + 25)) + chunk("IDAT", [1, 2, 3, 4]) + chunk("IEND", [])
    }

    /// A vector tile of one empty layer, as plain bytes.
    public static let vector: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]

    /// The frame of a JPEG, enough for who does not decode it.
    public static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9]

    /// The frame of a WebP.
    public static let webp: [UInt8] = Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0]

    public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let folder = TemporaryFolder()
        let file = folder.write(bytes: bytes)
        _ = Shell("gzip -n '\(file)'")
        return TemporaryFolder.bytes(of: file + ".gz") ?? []
    }

    private static func four(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let inside = Array(kind.utf8) + data
        let sum = inside.withUnsafeBufferPointer { UInt32(crc32(0, $0.baseAddress, UInt32($0.count))) }
        return four(UInt32(data.count)) + inside + four(sum)
    }
}
