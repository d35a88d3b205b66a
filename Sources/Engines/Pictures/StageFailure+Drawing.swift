import Drawing
import StageKit

extension StageFailure {
    /// How a run ends that cannot draw.
    package init(_ fault: DrawingFault) {
        switch fault {
        case .libraryMissing: self.init(.serviceFailed, fault.description)
        case .noRoom: self.init(.ioFailed, fault.description)
        case .failed: self.init(.internalFault, fault.description)
        }
    }
}
