/// Why a picture of pixels cannot be made.
public enum DrawingFault: Error, CustomStringConvertible {
    /// A library that is loaded when it is first used is not on this machine.
    case libraryMissing(name: String, package: String, reason: String)
    /// The library has no memory, or cannot open what it needs: it says the same of a font that cannot be read.
    case noRoom(String)
    /// What the library says.
    case failed(String)

    public var description: String {
        switch self {
        case .libraryMissing(let name, let package, let reason):
            "PNG pictures need \(name), Debian's package \(package): \(reason)"
        case .noRoom(let reason): "the picture cannot be drawn: \(reason), or no font can be read"
        case .failed(let reason): "the picture cannot be drawn: \(reason)"
        }
    }
}
