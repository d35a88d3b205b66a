import SQLite
import StageKit

extension StageFailure {
    /// The failure of a run that cannot read or write a database.
    package init(_ fault: StoreFault) {
        let status: ExitStatus =
            switch fault.kind {
            case .missing: .inputMissing
            case .unusable: .dataUnusable
            case .cannotCreate: .outputUncreatable
            case .ioFailed: .ioFailed
            case .locked: .tryLater
            }
        self.init(status, fault.message)
    }

    /// Has the faults of a store that `body` reads or writes end the run.
    package static func ofStore<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let fault as StoreFault { throw StageFailure(fault) }
    }
}
