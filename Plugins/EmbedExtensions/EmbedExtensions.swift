import Foundation
import PackagePlugin

/// Puts every .proto file of the folder `Extensions` into the binary. There is no list of extensions, so adding a file is
/// enough to add an extension.
@main
struct EmbedExtensions: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Sources/Transit/GTFSRealtime/Extensions")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "proto" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let script = context.package.directoryURL.appending(path: "scripts/embed-extensions")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedExtensions.swift")
        let arguments = [script, output] + files
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) extensions", executable: URL(filePath: "/bin/sh"),
                arguments: arguments.map { $0.path(percentEncoded: false) }, inputFiles: [script] + files,
                outputFiles: [output])
        ]
    }
}
