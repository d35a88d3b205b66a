/// A picture of pixels in memory.
public struct Raster: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// Row after row; alpha in the upper byte, then red, green and blue, which are multiplied by it.
    public var pixels: [UInt32]

    /// A transparent picture.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt32](repeating: 0, count: width * height)
    }

    /// - Parameter samples: 8 bits of red, green, blue and alpha a pixel, not multiplied.
    public init(width: Int, height: Int, samples: [UInt8]) {
        self.init(width: width, height: height)
        for place in pixels.indices {
            let alpha = UInt32(samples[4 * place + 3])
            func multiplied(_ sample: UInt8) -> UInt32 { (UInt32(sample) * alpha + 127) / 255 }
            pixels[place] =
                alpha << 24 | multiplied(samples[4 * place]) << 16 | multiplied(samples[4 * place + 1]) << 8
                | multiplied(samples[4 * place + 2])
        }
    }

    /// Whether nothing of it is to be seen.
    public var isTransparent: Bool { pixels.allSatisfy { $0 >> 24 == 0 } }

    /// Whether nothing shows through it.
    public var isOpaque: Bool { pixels.allSatisfy { $0 >> 24 == 255 } }

    /// 8 bits of red, green, blue and, with four channels, alpha a pixel, not multiplied.
    public func samples(channels: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.count * channels) { samples, count in
            var target = 0
            for pixel in pixels {
                let alpha = pixel >> 24
                func plain(_ sample: UInt32) -> UInt8 {
                    alpha == 255 || alpha == 0
                        ? UInt8(truncatingIfNeeded: sample) : UInt8(min(255, (sample * 255 + alpha / 2) / alpha))
                }
                samples[target] = plain(pixel >> 16 & 0xFF)
                samples[target + 1] = plain(pixel >> 8 & 0xFF)
                samples[target + 2] = plain(pixel & 0xFF)
                if channels == 4 { samples[target + 3] = UInt8(truncatingIfNeeded: alpha) }
                target += channels
            }
            count = target
        }
    }

    /// The picture without so many pixels on each side.
    public func withoutMargin(_ margin: Int) -> Raster {
        var inner = Raster(width: width - 2 * margin, height: height - 2 * margin)
        for row in 0..<inner.height {
            let start = (row + margin) * width + margin
            inner.pixels.replaceSubrange(
                (row * inner.width)..<((row + 1) * inner.width), with: pixels[start..<(start + inner.width)])
        }
        return inner
    }

    /// The picture with so many transparent pixels on each side.
    public func withMargin(_ margin: Int) -> Raster {
        var outer = Raster(width: width + 2 * margin, height: height + 2 * margin)
        for row in 0..<height {
            let start = (row + margin) * outer.width + margin
            outer.pixels.replaceSubrange(start..<(start + width), with: pixels[(row * width)..<((row + 1) * width)])
        }
        return outer
    }

    /// A square part scaled to a size: between pixels where it grows, their mean where it shrinks by whole numbers.
    /// - Parameters:
    ///   - x: the part's left edge in pixels; `y` its upper one, `side` its width and height.
    ///   - size: the width and height of the result.
    public func scaled(x: Double, y: Double, side: Double, to size: Int) -> Raster {
        if x == 0, y == 0, side == Double(width), width == height, size == width { return self }
        var result = Raster(width: size, height: size)
        let step = side / Double(size)
        // Several samples a pixel where the part is larger than the result.
        let samples = max(1, Int(step.rounded()))
        for row in 0..<size {
            for column in 0..<size {
                var sums = SIMD4<Float>(repeating: 0)
                for down in 0..<samples {
                    for across in 0..<samples {
                        sums += pixel(
                            x + (Double(column) + (Double(across) + 0.5) / Double(samples)) * step - 0.5,
                            y + (Double(row) + (Double(down) + 0.5) / Double(samples)) * step - 0.5)
                    }
                }
                let mean = (sums / Float(samples * samples)).rounded(.toNearestOrAwayFromZero)
                result.pixels[row * size + column] =
                    UInt32(mean.w) << 24 | UInt32(mean.x) << 16 | UInt32(mean.y) << 8 | UInt32(mean.z)
            }
        }
        return result
    }

    /// The colour between the middles of pixels, those at the edge going on beyond it.
    private func pixel(_ x: Double, _ y: Double) -> SIMD4<Float> {
        let left = x.rounded(.down)
        let upper = y.rounded(.down)
        let (across, down) = (Float(x - left), Float(y - upper))
        func at(_ column: Int, _ row: Int) -> SIMD4<Float> {
            let pixel = pixels[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)]
            return SIMD4<Float>(
                Float(pixel >> 16 & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel & 0xFF), Float(pixel >> 24))
        }
        let (column, row) = (Int(left), Int(upper))
        let first = at(column, row) * (1 - across) + at(column + 1, row) * across
        let second = at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across
        return first * (1 - down) + second * down
    }
}
