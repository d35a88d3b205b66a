import FetchStage
import HTTP
import StageKit

/// The way to the network that commands hand to their stages.
enum Network {
    /// - Parameter stop: becomes readable when the run is to end; −1 for none.
    /// - Throws: `StageFailure` with status 69 when libcurl cannot be loaded.
    private static func downloads(stop: Int32) throws -> any Downloads {
        do {
            return try CurlDownloads(userAgent: "linefeed/\(Linefeed.version)", stopDescriptor: stop)
        } catch let fault {
            throw StageFailure(.serviceFailed, fault.reason)
        }
    }

    /// What fetches inputs that are URLs; nothing is loaded before the first of them.
    static func inputs() -> any RemoteInputs {
        RemoteFeeds(random: SystemRandomNumberGenerator()) { try downloads(stop: $0) }
    }
}
