import Drawing
import Pictures
import SQLite
import Schedule
import StageKit

extension StageFailure {
    /// How a run ends that cannot read or write tiles; nil for an error that is none of tiles.
    public init?(tiles error: any Error) {
        switch error {
        case let fault as StoreFault: self.init(fault)
        case let fault as DrawingFault: self.init(fault)
        default: return nil
        }
    }

    /// Does something with tiles, what goes wrong being the run's failure.
    public static func ofTiles<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw StageFailure(tiles: error) ?? error }
    }
}
