extension Tables {
    /// A tile of an animation; its key.
    public struct Tiles: Table {
        public static let columns = Tiles()
        public static let about = About<Tiles>("tiles", "A tile of an animation.", from: "tiles") {
            .columns([$0.z, $0.x, $0.y, $0.frame], required: [$0.x.name, $0.y.name])
        }

        public let z = whole("z", .always)
        public let x = whole("x", .always)
        public let y = whole("y", .always)
        public let frame = whole("frame", .ifKnown)
    }
}
