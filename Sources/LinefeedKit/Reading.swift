import IngestStage
import StageKit

/// One question put to a feed: the context it is answered in, and what is found meanwhile.
struct Reading {
    /// How many findings of a code are kept as values; the rest are counted by the last of them.
    private static let kept = 100

    private final class Findings {
        var list: [FeedFinding] = []
        private var counts: [String: Int] = [:]

        func hear(_ finding: Finding, _ count: Int) {
            counts[finding.code, default: 0] += 1
            if counts[finding.code, default: 0] <= Reading.kept { list.append(FeedFinding(finding, count: count)) }
        }
    }

    let context: StageContext
    private let found = Findings()
    private let file: String

    /// - Parameter file: what errors name.
    init(
        _ file: String, stage: String, output: any ByteDestination = LineBlocks { _ in },
        remote: (any RemoteInputs)? = nil
    ) throws(FeedError) {
        self.file = file
        var world = World()
        world.schedule = IngestedFeed()
        world.remote = remote
        world.ownsProcess = false
        // The process and its signals are the caller's.
        world.holdSignals = {}
        world.releaseSignals = {}
        let found = found
        world.hear = found.hear
        do {
            context = try StageContext.inMemory(stage: stage, output: output, world: world)
        } catch {
            throw FeedError(error, file: file)
        }
    }

    var findings: [FeedFinding] { found.list }

    /// Answers the question.
    /// - Throws: what ends a stage, and what a stage would go on from without some of its input: a file that is missing.
    func answer<Answer>(_ body: (StageContext) throws -> Answer) throws(FeedError) -> Answer {
        let answer: Answer
        do {
            answer = try body(context)
        } catch {
            // Of nothing to work on the reason is what was wrong before.
            if error is NothingToDo, findings.contains(where: { $0.severity == .error }) { throw failure }
            throw FeedError(error, file: file)
        }
        if context.status != .done, context.status != .dataUnusable {
            throw failure
        }
        return answer
    }

    /// The first error that was found, as what there is no answer for.
    private var failure: FeedError {
        let finding = findings.first { $0.severity == .error }
        let kind: FeedError.Kind = context.status == .done ? .unusable : FeedError.Kind(context.status)
        return FeedError(
            kind, finding?.description ?? "\(file) cannot be read", file: finding?.file ?? file, line: finding?.line)
    }
}
