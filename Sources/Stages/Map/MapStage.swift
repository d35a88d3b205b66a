import StageKit

/// Draws records as one page that needs nothing else, or as a still.
///
/// A still without coordinates is a failure with status 65.
public enum MapStage {
    /// Reads `files`, or standard input where none is named, and writes the page or the picture.
    public static func run(_ options: MapOptions, files: [String], _ context: StageContext) throws {
        var records = MapRecords(context)
        try context.feed(files, to: &records)
        let model = records.model
        if let still = options.still { return try Still.write(model, still, context) }
        if model.isEmpty { reportNothing(context) }
        let assets = model.hasCoordinates ? try MapAssets.find(options) : nil
        let page = MapPageWriter(model: model, options: options).bytes(assets: assets)
        try page.withUnsafeBytes { try context.sink.text($0) }
    }

    /// A page without content says why.
    private static func reportNothing(_ context: StageContext) {
        guard context.summary.tables.contains(where: { $0.read > 0 }) else {
            return context.diagnostics.report(
                Finding(.incomplete, "no_records", message: "nothing to draw: the input holds no records"))
        }
        context.fault(
            Finding(
                .fault, "nothing_to_draw",
                message: "nothing to draw: the input has none of polylines, stop_pins, trip_details, departures, "
                    + "vehicle_positions, vehicle_events, frames and occupancy that can be used"))
    }
}
