/// The options of `CommonFlags` that would have no effect in a stage, and so are not options of it.
enum UnusedOptions {
    /// By stage, with their dashes. Neither a dictionary nor sets, which every start of the program would build.
    private static let table: KeyValuePairs<String, [String]> = [
        IngestCommand.name: ["--pass-through"],
        DecodeRTCommand.name: ["--pass-through", "--max-line-bytes"],
        EncodeRTCommand.name: ["--pass-through", "--feed-id", "--guard-formulas", "--compression"],
        WriteGTFSCommand.name: ["--pass-through", "--feed-id", "--guard-formulas", "--compression"],
        DiffCommand.name: ["--pass-through"],
        SummarizeCommand.name: ["--pass-through"],
        StringlineCommand.name: ["--pass-through", "--feed-id", "--guard-formulas", "--compression"],
        MapCommand.name: ["--pass-through", "--feed-id", "--guard-formulas", "--compression"],
        RenderTilesCommand.name: ["--feed-id", "--guard-formulas", "--compression"],
        StoreCommand.name: ["--guard-formulas", "--compression"],
        FetchCommand.name: ["--pass-through", "--max-line-bytes", "--allow-empty", "--rejects"],
        SimulateCommand.name: [
            "--output", "-o", "--pass-through", "--max-line-bytes", "--allow-empty", "--rejects", "--strict",
            "--guard-formulas", "--compression",
        ],
        RunCommand.name: [
            "--pass-through", "--max-line-bytes", "--allow-empty", "--rejects", "--progress", "--guard-formulas",
            "--compression",
        ],
        SchemaCommand.name: [
            "--pass-through", "--max-line-bytes", "--allow-empty", "--rejects", "--progress", "--guard-formulas",
            "--compression",
            "--strict", "--feed-id",
        ],
    ]

    static func of(_ stage: any StageCommand.Type) -> [String] {
        let name = stage.name
        return table.first { $0.key == name }?.value ?? []
    }

    /// Returns the first option among the words that has no effect in the stage; nil if every option has one.
    static func first(in arguments: [String], of stage: any StageCommand.Type) -> String? {
        let unused = of(stage)
        guard !unused.isEmpty else { return nil }
        return arguments.prefix { $0 != "--" }.lazy.map { String($0.prefix { $0 != "=" }) }.first(
            where: unused.contains)
    }
}
