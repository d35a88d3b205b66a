/// The encoded polyline algorithm format: differences of rounded degrees as printable ASCII, latitude first.
public enum EncodedPolyline {
    /// Encodes a line with `precision` decimal places; Google uses 5, OSRM and Valhalla use 6.
    ///
    /// Degrees are rounded half away from zero before differences are taken, so errors do not accumulate.
    public static func encode(_ coordinates: [Coordinate], precision: Int = 5) -> String {
        let scale = self.scale(precision)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(coordinates.count * 6)
        var latitude: Int64 = 0
        var longitude: Int64 = 0
        for coordinate in coordinates {
            let nextLatitude = Int64((coordinate.latitude * scale).rounded())
            let nextLongitude = Int64((coordinate.longitude * scale).rounded())
            append(nextLatitude - latitude, to: &bytes)
            append(nextLongitude - longitude, to: &bytes)
            latitude = nextLatitude
            longitude = nextLongitude
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes a line; returns nil if the text is truncated, has a byte outside `?` to `~`, or holds a number beyond 64
    /// bits.
    public static func decode(_ text: some Sequence<UInt8>, precision: Int = 5) -> [Coordinate]? {
        let scale = self.scale(precision)
        var coordinates: [Coordinate] = []
        var sums: (Int64, Int64) = (0, 0)
        var isLongitude = false
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for byte in text {
            guard (0x3F...0x7E).contains(byte), shift < 60 else { return nil }
            value |= UInt64((byte - 0x3F) & 0x1F) << shift
            shift += 5
            guard byte - 0x3F < 0x20 else { continue }
            let difference = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
            if isLongitude {
                sums.1 &+= difference
                coordinates.append(
                    Coordinate(latitude: Double(sums.0) / scale, longitude: Double(sums.1) / scale))
            } else {
                sums.0 &+= difference
            }
            isLongitude.toggle()
            value = 0
            shift = 0
        }
        return isLongitude || shift > 0 ? nil : coordinates
    }

    private static func scale(_ precision: Int) -> Double {
        var scale = 1.0
        for _ in 0..<precision { scale *= 10 }
        return scale
    }

    private static func append(_ difference: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        while rest >= 0x20 {
            bytes.append(UInt8(rest & 0x1F | 0x20) + 0x3F)
            rest >>= 5
        }
        bytes.append(UInt8(rest) + 0x3F)
    }
}
