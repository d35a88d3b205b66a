/// Why a zone cannot be had.
public enum ZoneFault: Error, Equatable, CustomStringConvertible {
    /// The name could not be one of the zone database's: a path trick, a blank, a control character, nothing at all.
    case notAName(String)
    /// The zone files are there and none has this name.
    case unknown(String, folder: String)
    /// The folder of zone files is missing or empty.
    case noZoneFiles(name: String, folders: [String])
    /// There is a file of that name, and the system does not let it be read: no access, too many open files, damage.
    case noAccess(String, path: String, reason: String)
    /// There is a file of that name, and it is not a zone file that can be used.
    case unreadable(String, path: String, reason: String)

    /// Whether it is the system that fails, so that nothing is said of the name.
    public var isOfSystem: Bool {
        switch self {
        case .noZoneFiles, .noAccess: true
        case .notAName, .unknown, .unreadable: false
        }
    }

    public var description: String {
        switch self {
        case .notAName(let name): "'\(ZoneFault.printable(name))' is not a time zone name such as Australia/Sydney"
        case .unknown(let name, let folder): "unknown time zone '\(ZoneFault.printable(name))'; it is not in \(folder)"
        case .noZoneFiles(let name, let folders):
            "cannot look up time zone '\(ZoneFault.printable(name))': \(folders.joined(separator: " and ")) "
                + "\(folders.count == 1 ? "is" : "are") missing or empty; install tzdata, or set TZDIR"
        case .noAccess(let name, let path, let reason):
            "time zone '\(ZoneFault.printable(name))' cannot be read: \(path): \(reason)"
        case .unreadable(let name, let path, let reason):
            "time zone '\(ZoneFault.printable(name))' cannot be used: \(path): \(reason)"
        }
    }

    /// A name from anywhere made fit for one line of a message.
    private static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(80) {
            if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
