import Foundation
import PackagePlugin

/// Lists every command of a stage in Swift: no list names them, so that adding one is adding its file.
@main
struct ListCommands: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let commands = target.sourceModule?.sourceFiles(withSuffix: "Command.swift").map(\.url.lastPathComponent) ?? []
        let script = context.package.directoryURL.appending(path: "scripts/list-commands")
        let output = context.pluginWorkDirectoryURL.appending(path: "StageCommands.swift")
        return [
            .buildCommand(
                displayName: "Listing \(commands.count) files of commands", executable: URL(filePath: "/bin/sh"),
                arguments: [script, output].map { $0.path(percentEncoded: false) } + commands.sorted(),
                inputFiles: [script], outputFiles: [output])
        ]
    }
}
