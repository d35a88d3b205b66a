import Pipelines
import StageKit

/// The files that a run lives by, its own and its lock's, which no output may be.
///
/// They are compared by what they are, not by how they are written: `./p.yaml` and a link are `p.yaml` too. Two stages
/// may have one output, since one may stand in for the other.
struct RunFiles {
    let pipeline: String?
    let lock: String?

    init(_ options: RunOptions, lock: String?) {
        pipeline = options.file == "-" ? nil : options.file
        self.lock = lock
    }

    /// What a path leads to that it must not; nil where it may be written.
    func use(of path: String) -> String? {
        if let pipeline, sameFile(path, pipeline) { return "the pipeline file itself" }
        if let lock, sameFile(path, lock) { return "the lock" }
        return nil
    }

    /// Checks what the command line names, before the file is read: what is wrong with that is told in some of these.
    /// - Throws: `StageFailure` with status 64.
    func check(_ options: RunOptions, _ common: CommonOptions) throws {
        let named = RunFiles.named(options, common)
        for (place, (option, path)) in named.enumerated() {
            if let use = use(of: path) { throw StageFailure(.usage, "\(option) \(path) is \(use)") }
            for (other, otherPath) in named[..<place] where sameFile(path, otherPath) {
                throw StageFailure(.usage, "\(other) and \(option) name the same file, \(path)")
            }
        }
    }

    /// Checks the outputs that the file names, as they are when the run starts.
    /// - Throws: `StageFailure`, with status 64 where an option is at fault and 78 where the file is.
    func check(_ file: Pipeline, _ options: RunOptions, _ common: CommonOptions, at instant: Int) throws {
        func wrong(_ line: Int, _ reason: String) -> StageFailure {
            StageFailure(.configurationWrong, "\(options.file):\(line): \(reason)")
        }
        if let pipeline, let lock, sameFile(pipeline, lock) {
            guard case .file(let text) = file.lock else {
                throw StageFailure(.configurationWrong, "\(options.file): the lock \(lock) is the pipeline file itself")
            }
            throw wrong(text.line, "lock: \(lock) is the pipeline file itself")
        }
        let named = RunFiles.named(options, common)
        var scope = try Scope(
            file.environment,
            in: Surroundings(environment: options.environment, settings: options.settings, instant: instant))
        for stage in file.stages {
            guard let (key, text) = stage.output.target else { continue }
            scope.tell(pipeline: file.name, stage: stage.name, turn: 1, failure: Chain.Failure(stage: "", status: 0))
            scope.tell(feeds: [], "")
            let path: String
            do { path = try scope.text(text) } catch { throw wrong(error.line ?? text.line, error.reason) }
            if let use = use(of: path) { throw wrong(text.line, "\(key): \(path) is \(use)") }
            for (option, other) in named where sameFile(path, other) {
                throw StageFailure(.usage, "\(option) \(other) is the \(key) of the stage '\(stage.name)'")
            }
        }
    }

    private static func named(_ options: RunOptions, _ common: CommonOptions) -> [(option: String, path: String)] {
        [
            ("-o", common.output), ("--diagnostics", common.diagnosticsFile), ("--rejects", common.rejectsFile),
            ("--summary", common.summaryFile), ("--log", options.log), ("--metrics", options.metrics),
        ].compactMap { option, path in path.flatMap { $0 == "-" ? nil : (option, $0) } }
    }
}

extension PipelineStage.Output {
    /// The key and the file; nil for the run's own standard output.
    var target: (key: String, text: Text)? {
        switch self {
        case .inherited: nil
        case .file(let text): ("output", text)
        case .append(let text): ("append", text)
        }
    }
}
