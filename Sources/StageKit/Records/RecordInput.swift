import Platform

extension StageContext {
    /// Passes the records of `files` to a stage and finishes it, if there was anything to work on.
    ///
    /// Lines that are not records and overlong lines are rejected, and the run exits with status 65; missing files make
    /// it exit with 66. The other files are still read. Records of tables that the stage does not consume are counted
    /// and, with `--pass-through`, forwarded; rows of consumed tables are skipped if `--where` excludes them.
    public func feed<Stage: RecordStage>(_ files: [String], to stage: inout Stage) throws {
        try read(namedOrStandardInput(files), to: &stage)
        try require(stage.needs)
        try stage.finish()
    }

    /// The given files, or standard input if there are none.
    /// - Throws: `StageFailure` with status 64 and a hint if standard input is a terminal, where nobody types records.
    public func namedOrStandardInput(_ files: [String]) throws -> [String] {
        guard files.isEmpty else { return files }
        guard isatty(0) == 0 else {
            throw StageFailure(
                .usage, "no input; name files or pipe records in; see 'linefeed \(stage) --help'")
        }
        return ["-"]
    }

    /// Passes the records of `files` to a stage that will get more, without finishing it. A feed, or messages, may stand
    /// in place of their records.
    ///
    /// - Parameters:
    ///   - forwarding: false counts tables that the stage does not consume as ignored even with `--pass-through`, and
    ///     ignores `--where`, for inputs besides the main one.
    ///   - given: the name for messages, if the file is a copy.
    public func read<Stage: RecordStage>(
        _ files: [String], to stage: inout Stage, forwarding: Bool = true, named given: String? = nil
    ) throws {
        let reading = try RecordReading(
            stage, self, filters: forwarding, watches: true, forwards: forwarding && options.passThrough)
        defer { reading.report() }
        var rest = files[...]
        while let file = rest.first {
            // A copy has another name than its input.
            if forwarding, given == nil,
                let (original, together) = OriginalInput.messages(at: rest, for: stage, in: world)
            {
                rest = rest.dropFirst(together.count)
                try reading.readOriginal(original, Array(together), &stage)
                continue
            }
            rest = rest.dropFirst()
            if forwarding, let content = OriginalInput.content(of: file),
                let original = OriginalInput(content, for: stage, in: world)
            {
                try reading.readOriginal(original, [file], &stage)
                continue
            }
            let input: InputFile
            do {
                input = try InputFile(file, named: given)
            } catch let failure as StageFailure where failure.status == .inputMissing {
                diagnostics.report(.fault, "input_missing", message: failure.description)
                degrade(to: .inputMissing)
                continue
            }
            if files.count == 1 { progress.total = input.size }
            do {
                try reading.readLines(of: input, &stage)
            } catch let fault as InputFault {
                self.fault(Finding(.fault, "input_corrupt", file: input.displayName, message: fault.message))
            }
        }
        try reading.conclude()
    }

    /// Passes records that another stage makes in this process to `stage`, without finishing it.
    ///
    /// `produce` calls its argument with blocks of complete lines, as in a file of that name. Tables that the stage
    /// does not consume are counted as ignored.
    public func read<Stage: RecordStage>(
        from name: String, to stage: inout Stage,
        _ produce: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        try read(rowsFrom: name, to: &stage) { taker in try produce { try taker.write($0) } }
    }

    /// Passes rows whose values are already known to `stage`, without finishing it.
    public func read<Stage: RecordStage>(
        rowsFrom name: String, to stage: inout Stage, _ produce: (RecordTaker) throws -> Void
    ) throws {
        let isInput = stage.asFeedInput != nil
        let reading = try RecordReading(stage, self, filters: isInput, watches: isInput, forwards: false)
        defer { reading.report() }
        try reading.readRows(from: name, &stage, produce)
        try reading.conclude()
    }
}
