import Geometry
import MapTiles
import Motion

extension ReaderCheck {
    static let polyline = ReaderCheck(
        "polyline",
        seeds: { ["_p~iF~ps|U_ulLnnqC_mqNvxq`@", "??", "", "~~~~~~~~~~~~?", "_ibE_ibE"].map { [UInt8]($0) } }
    ) { bytes in
        for precision in [5, 6, 7] {
            let line = EncodedPolyline.decode(bytes, precision: precision)
            try requireEqual(line, slowLine(Array(bytes), precision), "precision \(precision)")
            // What lies on the globe is written as it was; small numbers may be written longer than they need be.
            guard let line, line.allSatisfy({ abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }) else { continue }
            let written = EncodedPolyline.encode(line, precision: precision)
            try requireEqual(EncodedPolyline.decode(written.utf8, precision: precision), line, written)
            try require(written.utf8.count <= bytes.count, "\(written) is longer than what it was made of")
        }
    }

    /// Numbers first, then places.
    private static func slowLine(_ bytes: [UInt8], _ precision: Int) -> [Coordinate]? {
        var numbers: [Int64] = []
        var chunks: [UInt8] = []
        for byte in bytes {
            guard byte >= 63, byte < 127 else { return nil }
            chunks.append(byte - 63)
            // Twelve chunks are 60 bits; more are beyond what is read.
            guard chunks.count <= 12 else { return nil }
            guard chunks.last! < 32 else { continue }
            let value = chunks.enumerated().reduce(UInt64(0)) { $0 + UInt64($1.element % 32) << UInt64(5 * $1.offset) }
            numbers.append(value % 2 == 1 ? -Int64(value / 2) - 1 : Int64(value / 2))
            chunks = []
        }
        guard chunks.isEmpty, numbers.count % 2 == 0 else { return nil }
        let scale = [5: 1e5, 6: 1e6, 7: 1e7][precision]!
        var sums: (Int64, Int64) = (0, 0)
        return stride(from: 0, to: numbers.count, by: 2).map { place in
            sums.0 &+= numbers[place]
            sums.1 &+= numbers[place + 1]
            return Coordinate(latitude: Double(sums.0) / scale, longitude: Double(sums.1) / scale)
        }
    }

    static let template = ReaderCheck(
        "template", longest: 1024,
        seeds: {
            [
                "https://{s}.tile.example/{z}/{x}/{y}.png?frame={frame}", "{quadkey}", "{z}{x}{-y}", "a{", "{q}}",
                "{zoom}",
                "é{z}/{x}/{y}",
            ].map { [UInt8]($0) }
        }
    ) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let template: TileTemplate
        do throws(TileProblem) { template = try TileTemplate(text) } catch {
            try require(!error.reason.isEmpty, "no reason")
            return
        }
        try require(text.contains("{"), "a template without places")
        for tile in [Tile(z: 0, x: 0, y: 0), Tile(z: 17, x: 120_611, y: 78_662), Tile(z: 29, x: 1, y: 5)] {
            let places = [
                "{z}": "\(tile.z)", "{x}": "\(tile.x)", "{y}": "\(tile.y)", "{-y}": "\((1 << tile.z) - 1 - tile.y)",
                "{s}": TileTemplate.servers[(tile.x + tile.y) % 3], "{frame}": "7", "{quadkey}": slowQuadkey(tile),
                "{q}": slowQuadkey(tile),
            ]
            var expected = ""
            var rest = text.unicodeScalars[...]
            while let scalar = rest.first {
                let place = places.first { rest.starts(with: $0.key.unicodeScalars) }
                expected += place?.value ?? String(Character(scalar))
                rest = rest.dropFirst(place?.key.unicodeScalars.count ?? 1)
            }
            try requireEqual(
                Array(template.address(of: tile, frame: "7").utf8), Array(expected.utf8), "the address of \(tile)")
        }
        try requireEqual(template.hasFrame, text.contains("{frame}"), "a frame")
    }

    private static func slowQuadkey(_ tile: Tile) -> String {
        stride(from: tile.z - 1, through: 0, by: -1).map { "\((tile.x >> $0 & 1) + 2 * (tile.y >> $0 & 1))" }.joined()
    }

    static let curve = ReaderCheck(
        "curve", longest: 128,
        seeds: {
            [
                "linear", "ease-in", "ease-in-out", "interactive-spring", "cubic-bezier(0.42, 0,1,1)",
                "cubic-bezier(0,1e3,1,-1e3)", "spring(0.5,0)", "spring(1e-6,1e6)", "spring(1e6, 0.999999)",
                "cubic-bezier(1,0,0,1)", "spring(0.3,1)",
            ].map { [UInt8]($0) }
        }
    ) { bytes in
        guard let curve = Curve(String(decoding: bytes, as: UTF8.self)) else { return }
        try requireEqual(curve.progress(at: 0), 0, "the beginning")
        try requireEqual(curve.progress(at: 1), 1, "the end")
        let shares = (0...20).map { Double($0) / 20 } + [-1, 2, 1e-9, 1 - 1e-9]
        for share in shares {
            let progress = curve.progress(at: share)
            try require(progress.isFinite, "\(curve) at \(share) is \(progress)")
            if case .bezier(let bezier) = curve { try sameByHalving(bezier, share, progress) }
        }
        let settling = curve.settlingTime(duration: 0.35)
        try require(settling >= 0, "\(curve) settles after \(settling) s")
        for time in [0, 1e-9, 0.01, 0.2, 1, 100, 1e6] {
            let movement = curve.movement(
                from: Movement(10.0, velocity: 3), to: 20.0, duration: 0.35, at: time)
            try require(
                movement.value.isFinite && movement.velocity.isFinite, "\(curve) at \(time) s is at \(movement)")
            if time == 0 { try requireEqual(movement.value, 10, "\(curve) at its start") }
        }
        guard let spring = curve.spring else { return }
        // Next to no damping counts as none.
        try require(
            spring.dampingFraction > 1e-7 ? settling.isFinite : spring.dampingFraction > 0 || settling.isInfinite,
            "\(curve) settles after \(settling) s")
        guard settling.isFinite else { return }
        for factor in [1, 1.1, 2, 10] {
            let left = spring.movement(from: Movement(1.0), to: 0.0, at: settling * factor).value
            try require(abs(left) <= 0.0011, "\(curve) is at \(left) after \(settling * factor) s")
        }
    }

    /// A Bézier's value by halving alone.
    private static func sameByHalving(_ bezier: CubicBezier, _ share: Double, _ progress: Double) throws {
        guard share > 0, share < 1 else { return }
        func at(_ a: Double, _ b: Double, _ s: Double) -> Double {
            3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
        }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<200 {
            let middle = (low + high) / 2
            if at(bezier.x1, bezier.x2, middle) < share { low = middle } else { high = middle }
        }
        // Where the curve is upright, all its heights there are right.
        let (one, other) = (at(bezier.y1, bezier.y2, low - 1e-5), at(bezier.y1, bezier.y2, high + 1e-5))
        let slack = 1e-6 * (1 + abs(bezier.y1) + abs(bezier.y2))
        try require(
            progress >= min(one, other) - slack && progress <= max(one, other) + slack,
            "\(bezier) at \(share) is \(progress), not \(at(bezier.y1, bezier.y2, low))")
    }
}
