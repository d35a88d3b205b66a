import CZlib
import Drawing

extension ReaderCheck {
    /// A header may speak of sixteen million pixels.
    private static let pictureAllowance = Allowance().with {
        $0.bytes = (400 << 20, 4096)
        $0.microseconds = (8_000_000, 3000)
    }

    static let png = ReaderCheck(
        "png", longest: 2048, allowance: pictureAllowance,
        seeds: {
            var pictures = encoded(.png)
            let row: [UInt8] = [0, 0b1010_0000, 0, 0b0100_0000]
            // Grey with one bit, with a palette, interlaced.
            for (depth, colour, interlace) in [(1, 0, 0), (1, 3, 0), (1, 0, 1), (16, 4, 0)] {
                let palette = colour == 3 ? chunk("PLTE", [1, 2, 3, 250, 0, 9]) + chunk("tRNS", [128]) : []
                let rows = depth == 16 ? [UInt8](repeating: 7, count: 26) : row
                pictures.append(
                    signature
                        + chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 2, UInt8(depth), UInt8(colour), 0, 0, UInt8(interlace)])
                        + palette + chunk("IDAT", deflated(rows)) + chunk("IEND", []))
            }
            return pictures
        },
        repaired: { bytes in
            var bytes = bytes
            var place = 8
            while place + 12 <= bytes.count {
                let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
                guard place + 12 + length <= bytes.count else { break }
                let end = place + 8 + length
                bytes.replaceSubrange(end..<(end + 4), with: checksum(Array(bytes[(place + 4)..<end])))
                place = end + 4
            }
            return bytes
        }
    ) { try picture(.png, $0) }

    static let jpeg = ReaderCheck("jpeg", longest: 4096, allowance: pictureAllowance, seeds: { encoded(.jpeg) }) {
        try picture(.jpeg, $0)
    }

    static let webp = ReaderCheck("webp", longest: 4096, allowance: pictureAllowance, seeds: { encoded(.webp) }) {
        try picture(.webp, $0)
    }

    private static func picture(_ codec: ImageCodec, _ bytes: UnsafeRawBufferPointer) throws {
        let raster: Raster
        do { raster = try codec.decode(bytes) } catch let fault as DrawingFault {
            try require(!"\(fault)".isEmpty, "no reason")
            return
        }
        try require(raster.width > 0 && raster.height > 0, "a picture of \(raster.width)x\(raster.height)")
        try requireEqual(raster.pixels.count, raster.width * raster.height, "pixels")
        try requireEqual(try codec.decode(bytes), raster, "the second reading")
        guard raster.pixels.count < 1 << 12 else { return }
        for pixel in raster.pixels {
            let alpha = pixel >> 24
            try require(
                pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha,
                "a colour beyond its alpha: \(pixel)")
        }
        // PNG loses nothing.
        let again = try ImageCodec.png.encode(raster).withUnsafeBytes { try ImageCodec.png.decode($0) }
        try requireEqual(again.width, raster.width, "the width written")
        for (one, other) in Swift.zip(again.pixels, raster.pixels) {
            try requireEqual(one >> 24, other >> 24, "alpha written")
            for shift in [16, 8, 0] {
                let difference = Int(one >> UInt32(shift) & 255) - Int(other >> UInt32(shift) & 255)
                // A faint colour is not stored multiplied.
                try require(abs(difference) <= (other >> 24 == 255 ? 0 : 1), "\(one) of \(other)")
            }
        }
    }

    private static func encoded(_ codec: ImageCodec) -> [[UInt8]] {
        // The types are written out, for the compiler would otherwise search for half a minute.
        let sizes: [(width: Int, height: Int, isThin: Bool)] = [(1, 1, false), (5, 3, true), (16, 16, false)]
        return sizes.compactMap { size -> [UInt8]? in
            let samples = (0..<(size.width * size.height * 4)).map { (place: Int) -> UInt8 in
                guard place % 4 == 3 else { return UInt8(truncatingIfNeeded: place * 29) }
                return size.isThin ? UInt8(place % 251) : 255
            }
            return try? codec.encode(Raster(width: size.width, height: size.height, samples: samples))
        }
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return [UInt8].little(content.count, 4).reversed() + named + checksum(named)
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8].little(Int(SmallZip.checksum(bytes)), 4).reversed()
    }

    /// As zlib has it, stored.
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let sum = bytes.withUnsafeBufferPointer { adler32(1, $0.baseAddress, UInt32(bytes.count)) }
        return [0x78, 0x01, 1] + .little(bytes.count, 2) + .little(~bytes.count & 0xFFFF, 2) + bytes
            + [UInt8].little(Int(sum), 4).reversed()
    }
}
