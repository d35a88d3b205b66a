import Addresses
import Geometry

/// What is known of addresses of tiles.
package enum TileAddress {
    package static func isFile(_ text: String) -> Bool { text.hasPrefix("file:") }

    /// The path that a `file:` address names (RFC 8089), percent-encoding resolved.
    package static func path(_ address: String) -> String {
        var path = address.dropFirst("file:".count)
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            if path.hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
        }
        return WebAddress.percentDecoded(path)
    }

    /// What is wrong with a template of tiles that are to be kept, as words for the user; nil for nothing.
    /// - Parameters:
    ///   - frames: what its `{frame}` stands for.
    ///   - option: what names the template.
    package static func problem(of template: TileTemplate, frames: [TileFrame], option: String) -> String? {
        let shown = AddressWithoutSecrets(template.text).description
        if isFile(template.text) {
            return namesHost(template.text)
                ? "\(option) '\(shown)' names another machine; write a file address as file:folder/… or file:///folder/…"
                : nil
        }
        // A frame's name may be a part of the host's.
        for frame in frames.isEmpty ? ["0"] : frames.map(\.name) {
            guard let address = WebAddress(template.address(of: Tile(z: 0, x: 0, y: 0), frame: frame)) else {
                return "\(option) takes an http:, https: or file: address, not '\(shown)'"
            }
            guard !forbidsArchives(address.host) else {
                return
                    "\(option): \(address.host) forbids bulk downloads and archives of its tiles "
                    + "(https://operations.osmfoundation.org/policies/tiles/); use a server that allows them, or your own"
            }
        }
        return nil
    }

    /// Whether a `file:` address is one on another machine, or has a byte that ends a path.
    package static func namesHost(_ text: String) -> Bool {
        let path = path(text)
        return text.hasPrefix("file://") && !path.hasPrefix("/") || path.utf8.contains(0)
    }

    /// Whether a host's policy forbids what this stage does.
    package static func forbidsArchives(_ host: String) -> Bool {
        // A name may end with the root's dot.
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return ["tile.openstreetmap.org", "tile.osm.org"].contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// Whether a host is this machine.
    package static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }
}
