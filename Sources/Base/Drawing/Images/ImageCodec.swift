import CImages
import CPNG

/// Pictures in files, by libpng, libturbojpeg and libwebp, each loaded when it is first needed.
public enum ImageCodec: Sendable, CaseIterable {
    case png
    case jpeg
    case webp

    /// More pixels than this are not a tile: 64 MiB of memory.
    private static let pixelLimit = 1 << 24
    /// Of JPEG and WebP, from 1 to 100.
    private static let quality: Int32 = 90

    /// Loads the library, so that threads may use it at once.
    /// - Throws: `DrawingFault.libraryMissing`.
    public func prepare() throws {
        var reason: UnsafePointer<CChar>?
        let (isLoaded, name, package) =
            switch self {
            case .png: (linefeed_png_load(&reason), "libpng", "libpng16-16")
            case .jpeg: (linefeed_jpeg_load(&reason), "libturbojpeg", "libturbojpeg0")
            case .webp: (linefeed_webp_load(&reason), "libwebp", "libwebp7")
            }
        guard isLoaded != 0 else {
            throw DrawingFault.libraryMissing(
                name: name, package: package, reason: reason.map { String(cString: $0) } ?? "")
        }
    }

    /// - Throws: `DrawingFault.failed` for what is damaged or too large.
    public func decode(_ bytes: UnsafeRawBufferPointer) throws -> Raster {
        try prepare()
        let data = bytes.bindMemory(to: UInt8.self).baseAddress
        var message = [CChar](repeating: 0, count: 200)
        func fault(_ what: String) -> DrawingFault {
            let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return .failed(text.isEmpty ? what : "\(what): \(text)")
        }
        var (width, height) = (0, 0)
        var isPicture = false
        switch self {
        case .png:
            var size: (UInt32, UInt32) = (0, 0)
            isPicture = linefeed_png_size(data, bytes.count, &size.0, &size.1, &message, message.count) != 0
            (width, height) = (Int(size.0), Int(size.1))
        case .jpeg, .webp:
            var size: (Int32, Int32) = (0, 0)
            isPicture =
                self == .jpeg
                ? linefeed_jpeg_size(data, bytes.count, &size.0, &size.1, &message, message.count) != 0
                : linefeed_webp_size(data, bytes.count, &size.0, &size.1) != 0
            (width, height) = (Int(size.0), Int(size.1))
        }
        guard isPicture, width > 0, height > 0 else { throw fault("it cannot be decoded") }
        guard width <= ImageCodec.pixelLimit / height else {
            throw DrawingFault.failed("it has \(width)x\(height) pixels, more than a tile")
        }
        var samples = [UInt8](repeating: 0, count: width * height * 4)
        let isWhole =
            switch self {
            case .png: linefeed_png_decode(data, bytes.count, &samples, &message, message.count)
            case .jpeg:
                linefeed_jpeg_decode(
                    data, bytes.count, Int32(width), Int32(height), &samples, &message, message.count)
            case .webp: linefeed_webp_decode(data, bytes.count, Int32(width), Int32(height), &samples)
            }
        guard isWhole != 0 else { throw fault("it cannot be decoded") }
        return Raster(width: width, height: height, samples: samples)
    }

    /// PNG without loss, JPEG and WebP with a quality of 90; JPEG has no transparency and loses it.
    /// - Throws: `DrawingFault`.
    public func encode(_ raster: Raster) throws -> [UInt8] {
        try prepare()
        switch self {
        case .png:
            let channels = raster.isOpaque ? 3 : 4
            return try PNGEncoder.encode(
                rows: raster.samples(channels: channels), width: raster.width, height: raster.height,
                channels: channels)
        case .jpeg, .webp:
            let samples = raster.samples(channels: 4)
            var count = 0
            let (width, height) = (Int32(raster.width), Int32(raster.height))
            let made =
                self == .jpeg
                ? linefeed_jpeg_encode(samples, width, height, ImageCodec.quality, &count)
                : linefeed_webp_encode(samples, width, height, ImageCodec.quality, &count)
            guard let made else { throw DrawingFault.failed("it cannot be encoded") }
            defer { if self == .jpeg { linefeed_jpeg_free(made) } else { linefeed_webp_free(made) } }
            return Array(UnsafeBufferPointer(start: made, count: count))
        }
    }
}
