/// Why a picture of pixels cannot be made.
public enum DrawingFault: Error, CustomStringConvertible {
    /// A library that is loaded when it is first used is not on this machine.
    case libraryMissing(name: String, package: String, reason: String)
    /// What the library says.
    case failed(String)

    public var description: String {
        switch self {
        case .libraryMissing(let name, let package, let reason):
            "PNG pictures need \(name), Debian's package \(package): \(reason)"
        case .failed(let reason): "the picture cannot be drawn: \(reason)"
        }
    }
}
