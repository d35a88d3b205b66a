import Addresses

/// What is known of addresses of tiles.
enum TileAddress {
    static func isFile(_ text: String) -> Bool { text.hasPrefix("file:") }

    /// The path that a `file:` address names (RFC 8089), percent-encoding resolved.
    static func path(_ address: String) -> String {
        var path = address.dropFirst("file:".count)
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            if path.hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
        }
        return WebAddress.percentDecoded(path)
    }

    /// Whether a `file:` address is one on another machine, or has a byte that ends a path.
    static func namesHost(_ text: String) -> Bool {
        let path = path(text)
        return text.hasPrefix("file://") && !path.hasPrefix("/") || path.utf8.contains(0)
    }

    /// Whether a host's policy forbids what this stage does.
    static func forbidsArchives(_ host: String) -> Bool {
        // A name may end with the root's dot.
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return ["tile.openstreetmap.org", "tile.osm.org"].contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// Whether a host is this machine.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }
}
