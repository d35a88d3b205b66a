import Platform

extension StageContext {
    /// Feeds the records of `files` to a stage and lets it finish, if there was anything to work on.
    ///
    /// Lines that are not records are rejected and end the run with status 65, as does a line that is too long;
    /// missing files end it with 66; the others are read all the same. Tables the stage does not consume are counted,
    /// and forwarded with `--pass-through`; rows of those it consumes are skipped where `--where` says so.
    public func feed<Stage: RecordStage>(_ files: [String], to stage: inout Stage) throws {
        try read(namedOrStandardInput(files), to: &stage)
        try require(stage.needs)
        try stage.finish()
    }

    /// The files named, or standard input when none is.
    /// - Throws: `StageFailure` with status 64 and a hint when that is a terminal, where nobody meant to type records.
    public func namedOrStandardInput(_ files: [String]) throws -> [String] {
        guard files.isEmpty else { return files }
        guard isatty(0) == 0 else {
            throw StageFailure(
                .usage, "no input: name files, or pipe something in (see 'linefeed \(stage) --help')")
        }
        return ["-"]
    }

    /// Feeds the records of `files` to a stage that will get more, so without finishing it.
    ///
    /// - Parameters:
    ///   - forwarding: false counts tables the stage does not consume as ignored even with `--pass-through`, and takes
    ///     rows whatever `--where` says, for inputs beside the pipe.
    ///   - given: what to call a file that is a copy.
    public func read<Stage: RecordStage>(
        _ files: [String], to stage: inout Stage, forwarding: Bool = true, named given: String? = nil
    ) throws {
        let reading = try RecordReading(
            stage, self, filters: forwarding, watches: true, forwards: forwarding && options.passThrough)
        defer { reading.report() }
        for file in files {
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

    /// Feeds records that another stage makes in this process to `stage`, without finishing it.
    ///
    /// `produce` calls what it is given with blocks of whole lines, as they would stand in a file of that name.
    /// Tables the stage does not consume are counted as ignored.
    public func read<Stage: RecordStage>(
        from name: String, to stage: inout Stage,
        _ produce: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        try read(rowsFrom: name, to: &stage) { taker in try produce { try taker.write($0) } }
    }

    /// The same of rows whose values their maker knows.
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
