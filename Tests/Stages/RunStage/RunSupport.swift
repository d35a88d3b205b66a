import StageKit
import TestSupport
import TimeZones

@testable import RunStage

/// A clock whose pauses take no time and are remembered.
final class PausesOnly: TimeSource {
    var monotonic: UInt64 { SystemTime().monotonic }
    var posix: Int { wall() }
    var fraction: Double = 0.5
    /// What the wall shows, which may go back.
    var wall: () -> Int = { 1_772_371_805 }
    private(set) var pauses: [TimeSpan] = []
    /// The signal that breaks into the pause of this number, counted from 1.
    var interruption: (pause: Int, signal: Int32)?

    func pause(_ nanoseconds: UInt64, until signals: RunSignals) -> Int32? {
        pauses.append(TimeSpan(nanoseconds: nanoseconds))
        return interruption?.pause == pauses.count ? interruption?.signal : nil
    }
}

extension World {
    /// One with a clock and an environment of a test's own, whose signals stay the process's.
    static func test(_ clock: any TimeSource, _ environment: [String: String]) -> World {
        var world = World()
        world.clock = clock
        world.variables = environment
        world.ownsProcess = false
        return world
    }
}

/// A pipeline run inside this process, in a folder of its own.
struct PipelineRun {
    let status: ExitStatus
    /// What the run ends with; nil where it threw.
    let code: Int32?
    let output: String
    let log: String
    /// The `stage_runs`, without times and the instance.
    let stageRuns: [String]

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    init(
        _ text: String, in folder: TemporaryFolder, clock: PausesOnly = PausesOnly(),
        common: CommonOptions = CommonOptions(), _ change: (inout RunOptions) -> Void = { _ in }
    ) throws {
        // Names in the file are relative to the process's folder, so the test's is written out.
        let text = text.replacing("date@", with: "date\u{1}").replacing("@", with: folder.path)
            .replacing("\u{1}", with: "@")
        let file = folder.write(text, "p.yaml")
        var options = RunOptions(file: file)
        options.log = folder.path + "/log"
        options.environment = [
            "PATH": Shell.products + ":/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
        ].merging(Shell.runtimeOptions) { _, new in new }
        change(&options)
        var code: Int32?
        let run = try InMemoryRun("run", common, in: .test(clock, options.environment)) { context in
            try RunPipeline.run(options, context)
            code = context.statusOfItsOwn
        }
        self.code = code
        status = run.status
        output = run.output
        log = run.log
        stageRuns = (TemporaryFolder.text(of: folder.path + "/log") ?? "").split(separator: "\n").map {
            String($0.replacing(/"(started|ended)":[0-9]+,|"instance":"[^"]*",/, with: ""))
        }
    }
}
