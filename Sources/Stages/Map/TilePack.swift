import Geometry
import Hashing

/// Tiles that a page carries: each distinct image once, and which tiles of which frames it is.
///
/// The bytes are varints: the number of images, the length of each; the number of tiles, and of each the frame, zoom,
/// column, row (XYZ) and image; then the images one after another. The page reads them by `TilePack`.
struct TilePack {
    private(set) var images: [[UInt8]] = []
    private var entries: [(frame: Int, tile: Tile, image: Int)] = []
    private var known: [[UInt8]: Int] = [:]
    /// Of all images.
    private(set) var byteCount = 0

    var tileCount: Int { entries.count }

    mutating func add(_ tile: Tile, frame: Int = 0, _ image: [UInt8]) {
        var hash = SHA256()
        image.withUnsafeBytes { hash.update($0) }
        let digest = hash.finishBytes()
        let number = known[digest] ?? images.count
        if number == images.count {
            known[digest] = number
            images.append(image)
            byteCount += image.count
        }
        entries.append((frame, tile, number))
    }

    /// Puts tiles in order, so that the same ones make the same bytes however they came.
    mutating func sort() {
        entries.sort { ($0.frame, $0.tile.packed) < ($1.frame, $1.tile.packed) }
        var places = [Int?](repeating: nil, count: images.count)
        var ordered: [[UInt8]] = []
        for place in entries.indices {
            let image = entries[place].image
            let number = places[image] ?? ordered.count
            if number == ordered.count { ordered.append(images[image]) }
            places[image] = number
            entries[place].image = number
        }
        images = ordered
        for (digest, image) in known { known[digest] = places[image] }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + images.count * 3 + entries.count * 10)
        bytes.append(varint: UInt(images.count))
        for image in images { bytes.append(varint: UInt(image.count)) }
        bytes.append(varint: UInt(entries.count))
        for (frame, tile, image) in entries {
            for number in [frame, tile.z, tile.x, tile.y, image] { bytes.append(varint: UInt(number)) }
        }
        for image in images { bytes += image }
        return bytes
    }
}
