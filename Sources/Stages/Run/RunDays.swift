import Pipelines
import Platform
import StageKit
import TimeZones

/// The days for which a run goes through its file, one after another: those of `--days`, or the file's own one.
struct RunDays {
    private let pipeline: Pipeline
    private let options: RunOptions
    private let extent: Chain.Extent
    private let instant: Int
    /// The days that are to be worked on; nil is a file that takes no day.
    let due: [String?]
    /// How many of those asked for are complete already.
    private let complete: Int

    /// - Throws: `StageFailure` with status 64 where the file takes no days, 78 where it is wrong.
    init(_ pipeline: Pipeline, _ options: RunOptions, _ extent: Chain.Extent, at instant: Int) throws {
        self.pipeline = pipeline
        self.options = options
        self.extent = extent
        self.instant = instant
        let own = try RunDays.ownDay(pipeline, options, at: instant)
        guard let days = options.days else {
            due = [own]
            complete = 0
            return
        }
        guard let own, !pipeline.lasts, let last = CivilDate(written: own)?.daysSinceEpoch else {
            throw StageFailure(
                .usage,
                "--days needs a pipeline that ends and whose env has \(Pipeline.day), a day such as 20261120")
        }
        let range: ClosedRange<Int>
        switch days {
        case .range(let given): range = given
        case .last(let count): range = (last - count + 1)...last
        }
        guard range.count <= ServiceDates.mostDays else {
            throw StageFailure(.usage, "--days takes at most \(ServiceDates.mostDays) days")
        }
        var texts = range.map { CivilDate(daysSinceEpoch: $0).compactText }
        func isComplete(_ day: String) throws -> Bool {
            guard extent == .whole, let path = try RunDays.mark(pipeline, options, day, at: instant) else {
                return false
            }
            return access(path, F_OK) == 0
        }
        if case .last = days, pipeline.done != nil {
            // What lies before the first complete day is no outage: the archive had not begun.
            texts = Array(texts[(try texts.firstIndex(where: isComplete) ?? texts.count - 1)...])
        }
        due = try texts.filter { try !isComplete($0) }
        complete = texts.count - due.count
    }

    /// The day that the file works on by itself, as it is when the run starts; nil for a file that is not about days,
    /// whatever its variables are called.
    private static func ownDay(_ pipeline: Pipeline, _ options: RunOptions, at instant: Int) throws -> String? {
        guard pipeline.takesDay, pipeline.done != nil || options.days != nil else { return nil }
        do throws(PipelineFault) {
            let scope = try Scope(pipeline.environment, in: surroundings(options, nil, at: instant))
            return scope.variables[Pipeline.day].flatMap { CivilDate(written: $0) == nil ? nil : $0 }
        } catch {
            throw StageFailure(.configurationWrong, "\(options.file):\(error)")
        }
    }

    private static func surroundings(_ options: RunOptions, _ day: String?, at instant: Int) -> Surroundings {
        Surroundings(
            environment: options.environment, settings: options.settings + (day.map { [(Pipeline.day, $0)] } ?? []),
            instant: instant)
    }

    /// The file that says that a day is complete; nil where the pipeline makes none.
    private static func mark(
        _ pipeline: Pipeline, _ options: RunOptions, _ day: String, at instant: Int
    ) throws -> String? {
        guard let done = pipeline.done else { return nil }
        do throws(PipelineFault) {
            return try Scope(pipeline.environment, in: surroundings(options, day, at: instant)).text(done)
        } catch {
            throw StageFailure(.configurationWrong, "\(options.file):\(error)")
        }
    }

    /// The options of a run of one day, on which it stays even if another begins meanwhile.
    func options(for day: String?) -> RunOptions {
        var chosen = options
        chosen.day = day
        if let day { chosen.settings.append((Pipeline.day, day)) }
        return chosen
    }

    /// Works on the days that are due, the next one also after one that failed.
    /// - Returns: the status of the first that failed, or 0.
    func run(_ context: StageContext, _ work: (String?) throws -> Int32) throws -> Int32 {
        var failed: [(day: String, status: Int32)] = []
        for (place, day) in due.enumerated() {
            let status = try work(day)
            if status == 0 { try finish(day) }
            guard options.days != nil, let day else { return status }
            guard status != 0 else { continue }
            failed.append((day, status))
            context.diagnostics.report(
                .fault, "day_failed", file: options.file,
                message: "the day \(day) failed with \(status)"
                    + (place + 1 < due.count ? "; the run continues with the next day" : ""), everyTime: true)
        }
        if options.days != nil, due.count + complete > 1 {
            var parts = ["\(due.count - failed.count) done"]
            if complete > 0 { parts.append("\(complete) complete before") }
            if !failed.isEmpty { parts.append("\(failed.count) failed (\(failed.map(\.day).joined(separator: ", ")))") }
            context.diagnostics.report(
                .news, "days", file: options.file,
                message: "of \(due.count + complete) days " + parts.joined(separator: ", "))
        }
        return failed.first?.status ?? 0
    }

    /// Notes that a day is complete.
    private func finish(_ day: String?) throws {
        guard let day, extent == .whole, let path = try RunDays.mark(pipeline, options, day, at: instant) else {
            return
        }
        let text = Array((RFC3339.text(instant) + "\n").utf8)
        try text.withUnsafeBytes { try StateFile.replace(path, with: $0) }
    }
}
