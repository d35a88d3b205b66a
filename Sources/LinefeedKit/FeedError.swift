import Containers
import StageKit

/// Why there is no answer. What is merely odd about a feed is a `FeedFinding` beside the answer.
public struct FeedError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// There is nothing of that name, or it may not be read.
        case missing
        /// It is not what it should be, or what was asked for is not in it: not a feed, cut short, an unknown stop.
        case unusable
        /// What was asked for makes no sense: a horizon of no length, a time that is not one.
        case wrongRequest
        /// Reading failed, or something that is needed is missing on the machine, such as the zone files.
        case failed
    }

    public let kind: Kind
    /// The whole sentence for people, in English; it names the file, and the line if one is to blame.
    public let message: String
    /// The file or feed, as it was named.
    public let file: String?
    /// Counted from 1; nil if no line is to blame, or the file has none.
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
