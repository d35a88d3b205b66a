import Foundation
import PackagePlugin

/// Puts every file of a target's folder of texts into the binary, as the enumeration `EmbeddedTexts`. There is no list of
/// files, so adding a file is enough.
@main
struct EmbedTexts: BuildToolPlugin {
    /// The folder of texts of each target that uses the plugin.
    private static let folders = [
        "GTFSRealtime": "Sources/Transit/GTFSRealtime/Extensions", "MapPage": "Sources/Engines/MapPage/Resources",
    ]

    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let place = EmbedTexts.folders[target.name] else {
            Diagnostics.error("EmbedTexts does not know the folder of \(target.name)")
            return []
        }
        let folder = context.package.directoryURL.appending(path: place)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let script = context.package.directoryURL.appending(path: "scripts/embed-texts")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
        let arguments = [script, output] + files
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files in \(target.name)", executable: URL(filePath: "/bin/sh"),
                arguments: arguments.map { $0.path(percentEncoded: false) }, inputFiles: [script] + files,
                outputFiles: [output])
        ]
    }
}
