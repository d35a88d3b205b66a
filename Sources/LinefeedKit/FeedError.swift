import Containers
import StageKit

/// An error that prevents an answer. Smaller problems in a feed are reported as `FeedFinding` values beside the answer.
public struct FeedError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The file does not exist or cannot be read.
        case missing
        /// The input is not what it should be or lacks what was requested: not a feed, truncated, an unknown stop.
        case unusable
        /// The request makes no sense, for example a horizon of 0 or an invalid time.
        case wrongRequest
        /// Reading failed, or the machine lacks something, such as the time zone files.
        case failed
    }

    public let kind: Kind
    /// The complete message in English; it names the file and, if possible, the line.
    public let message: String
    /// The file or feed, named as in the request.
    public let file: String?
    /// The line number, from 1; nil if the error concerns no single line.
    public let line: Int?

    public var description: String { message }

    init(_ kind: Kind, _ message: String, file: String? = nil, line: Int? = nil) {
        self.kind = kind
        self.message = message
        self.file = file
        self.line = line
    }

    init(_ error: any Error, file: String?) {
        switch error {
        case let error as FeedError: self = error
        case let failure as StageFailure: self.init(Kind(failure.status), failure.description, file: file)
        case let fault as TooManyRows: self.init(.unusable, fault.description, file: file)
        case let nothing as NothingToDo: self.init(.unusable, nothing.reason, file: file)
        default: self.init(.failed, String(describing: error), file: file)
        }
    }
}

extension FeedError.Kind {
    init(_ status: ExitStatus) {
        switch status {
        case .inputMissing: self = .missing
        case .dataUnusable: self = .unusable
        case .usage: self = .wrongRequest
        default: self = .failed
        }
    }
}
