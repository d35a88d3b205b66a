import StageKit
import TimeZones

/// Draws records as one page that needs nothing else, or as a still.
///
/// A still without coordinates is a failure with status 65.
public enum MapStage: Stage {
    public static let name = "map"

    /// Reads the files named, or standard input where none is, and writes the page or the picture.
    public static func run(_ options: MapOptions, _ context: StageContext) throws {
        try context.check(options)
        if let name = options.timezone {
            do { _ = try Zone(named: name) } catch { throw StageFailure(error, of: "--timezone") }
        }
        // What cannot be read is told before anything else is.
        let archive: GroundArchive? =
            if case .archive(let path) = options.basemap { try GroundArchive(path) } else { nil }
        var records = MapRecords(context, keepsPlayback: options.still == nil)
        try context.feed(options.files, to: &records)
        let model = records.model
        if let still = options.still {
            // An empty picture would tell nothing, whatever there was.
            guard model.bounds == nil else { return try Still.write(model, still, context) }
            return try context.nothingToDo("no_coordinates", "no record in the input has coordinates")
        }
        // Messages without vehicles are no fault; records that were there and could not be used are.
        if model.isEmpty, records.tables.contains(where: { context.summary.read(of: $0) > 0 }) {
            try context.nothingToDo(
                "nothing_to_draw", context.allFiltered(of: records.tables) ?? "none of the records can be drawn")
        }
        let assets = model.hasCoordinates ? try MapAssets.find(options, context.world) : nil
        var ground: MapGround?
        if let archive {
            if let bounds = model.shownBounds {
                ground = try MapGround(archive, around: bounds)
            } else {
                MapStage.report(notShown: "ground", option: "--basemap", context)
            }
        }
        let overlay = try overlay(options, over: model, context)
        let attachments = [ground?.attachment, played(model)].compactMap { $0 } + (overlay?.attachments ?? [])
        let page = MapPageWriter(
            model: model, options: options, ground: ground, overlay: overlay, attachments: attachments
        ).bytes(assets: assets)
        try page.withUnsafeBytes { try context.sink.text($0) }
    }

    /// What is played, packed.
    private static func played(_ model: MapModel) -> PageAttachment? {
        if let playback = model.playback { return PageAttachment(name: MapPageData.fixes, bytes: playback.packed()) }
        return model.frames.map { PageAttachment(name: MapPageData.frames, bytes: $0.packed()) }
    }

    /// What the page has of `--overlay`; nil where none was asked for, or there is no map to lay it on.
    private static func overlay(
        _ options: MapOptions, over model: MapModel, _ context: StageContext
    ) throws -> OverlayContent? {
        guard let overlay = options.overlay else { return nil }
        guard model.hasNetwork, let data = model.bounds else {
            report(notShown: "overlay", option: "--overlay", context)
            return nil
        }
        return try OverlayReader.content(overlay, around: data, options, context)
    }

    private static func report(notShown what: String, option: String, _ context: StageContext) {
        context.diagnostics.report(
            .surprise, "\(what)_not_shown",
            message: "no line, stop or vehicle has coordinates, so the page has no map for \(option)")
    }
}
