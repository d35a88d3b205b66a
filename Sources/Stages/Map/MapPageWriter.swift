import Hashing
import MapPage
import NDJSON
import Networks

/// Puts the page together: our markup, style and script, MapLibre's where there is something to draw, and the data.
///
/// A policy in the page names each script and style by its hash, so nothing else runs whatever the data holds, and
/// lets the page connect to the servers of the basemap and the overlay only, or to nothing.
struct MapPageWriter {
    let model: MapModel
    let options: MapOptions
    /// The tiles under the lines that the page carries; nil for none.
    var ground: MapGround?
    /// The tiles over the lines; nil for none.
    var overlay: OverlayContent?
    /// What the page carries beside its data.
    var attachments: [PageAttachment] = []

    /// - Parameter assets: MapLibre's files; nil if there is nothing to draw.
    func bytes(assets: MapAssets?) -> [UInt8] {
        let opening = Array("(() => {\n\"use strict\";\n\(MapPageConstants.script)".utf8)
        let script = opening + MapPage.scripts(hasMap: assets != nil).joined(separator: [0x0A]) + Array("})();\n".utf8)
        let licence = assets.map { _ in Array("/*\n".utf8) + MapPage.mapLibreLicence + Array("*/\n".utf8) }
        var styles = [Array(MapPageConstants.style.utf8) + MapPage.style]
        var scripts = [script]
        if let assets {
            styles.insert(assets.style, at: 0)
            scripts.insert((licence ?? []) + assets.script, at: 0)
        }
        // A byte of the data that looked like a place would be filled too, so the data is put in last.
        let values: [(place: String, value: [UInt8])] = [
            ("csp", Array(policy(styles: styles, scripts: scripts).utf8)),
            ("title", MapPageWriter.markup(title)),
            ("head", head),
            ("styles", styles.flatMap { Array("<style>".utf8) + $0 + Array("</style>\n".utf8) }),
            (
                "data",
                MapPageData.bytes(
                    of: model, title: title, place: place, licence: assets.map { _ in MapPage.mapLibreLicence },
                    ground: ground, overlay: overlay, options)
            ),
            ("attachments", attachments.flatMap(\.element)),
            ("scripts", scripts.flatMap { Array("<script>".utf8) + $0 + Array("</script>\n".utf8) }),
        ]
        return MapPageWriter.fill(MapPage.html, values)
    }

    // MARK: Policy

    /// The Content-Security-Policy: what the page may run, draw and ask.
    private func policy(styles: [[UInt8]], scripts: [[UInt8]]) -> String {
        var origins = model.hasCoordinates ? (options.server?.origins ?? []) : []
        for origin in overlay?.server?.origins ?? [] where !origins.contains(origin) { origins.append(origin) }
        let hashes = { (parts: [[UInt8]]) in parts.map { "'sha256-\(MapPageWriter.digest($0))'" }.joined(separator: " ")
        }
        return [
            "default-src 'none'", "script-src \(hashes(scripts))", "style-src \(hashes(styles))",
            // MapLibre makes its worker of a part of its own script.
            "worker-src blob:", "child-src blob:",
            "img-src \((["data:", "blob:"] + origins).joined(separator: " "))",
            "connect-src \(origins.isEmpty ? "'none'" : origins.joined(separator: " "))",
            "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }

    /// The SHA-256 of an element's text in base64, as the policy has it.
    static func digest(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finishBytes().withUnsafeBytes { Base64.text(of: $0) }
    }

    /// The template with what stands between `{{` and `}}` replaced, in one pass, so that values are never searched.
    static func fill(_ template: [UInt8], _ values: [(place: String, value: [UInt8])]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(template.count + values.reduce(0) { $0 + $1.value.count })
        var rest = template[...]
        while let open = rest.indices.dropLast().first(where: {
            rest[$0] == UInt8(ascii: "{") && rest[$0 + 1] == UInt8(ascii: "{")
        }) {
            result += rest[..<open]
            rest = rest[(open + 2)...]
            guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { break }
            let name = String(decoding: rest[..<close], as: UTF8.self)
            for (place, value) in values where place == name { result += value }
            rest = rest[min(close + 2, rest.endIndex)...]
        }
        return result + rest
    }

    /// Text as markup has it.
    static func markup(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            default: [byte]
            }
        }
    }

    // MARK: What others show of the page

    /// The description, and the members of the Open Graph (ogp.me) by which messengers and search engines show a page.
    private var head: [UInt8] {
        func meta(_ name: String, _ key: String, _ content: String) -> [UInt8] {
            Array("<meta \(name)=\"\(key)\" content=\"".utf8) + MapPageWriter.markup(content) + Array("\">\n".utf8)
        }
        var head = meta("property", "og:type", "website") + meta("property", "og:title", title)
        if !summary.isEmpty {
            head += meta("name", "description", summary) + meta("property", "og:description", summary)
        }
        guard let picture = PagePreview.png(of: model) else { return head }
        let address = "data:image/png;base64,\(picture.withUnsafeBytes { Base64.text(of: $0) })"
        head += meta("property", "og:image", address) + meta("property", "og:image:alt", "Map: \(summary)")
        return head + meta("name", "twitter:card", "summary_large_image")
    }

    /// What the page shows, counted.
    private var summary: String {
        func count(_ number: Int, _ noun: String) -> String? {
            number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
        }
        var routes = Set(model.lines.filter(\.routes.isEmpty).compactMap(\.routeID))
        routes.formUnion(model.ways.routes.map(\.facts.routeID))
        let vehicles = model.vehicles.count + (model.playback?.vehicles.count ?? model.frames?.vehicles.list.count ?? 0)
        return [
            count(model.departures.count, "departure"), count(routes.count, "route"),
            count(model.stops.all.count, "stop"),
            count(vehicles, "vehicle"), count(model.trips.count, "trip"), count(model.alerts.count, "alert"),
        ].compactMap { $0 }.joined(separator: ", ")
    }

    // MARK: Title

    /// The title that was asked for, else one that says what is shown.
    var title: String {
        if let title = options.title { return title }
        if !model.departures.isEmpty || !model.emptyBoards.isEmpty {
            return place.map { "Departures from \($0)" } ?? "Departures"
        }
        if !model.lines.isEmpty { return "Route network" }
        if model.trips.count == 1 {
            let trip = model.trips[0]
            return [trip.routeShortName ?? trip.routeID, trip.headsign.map { "to \($0)" } ?? trip.tripID]
                .compactMap { $0 }.joined(separator: " ")
        }
        if !model.trips.isEmpty { return "Trips" }
        if !model.vehicles.isEmpty || model.isPlayed { return "Vehicles" }
        return model.pins.isEmpty ? "Crowding" : "Stops"
    }

    /// What the board's stops have in common in their names.
    var place: String? {
        SharedName.of(
            model.departures.compactMap { $0.stopName ?? $0.stopID }
                + model.emptyBoards.compactMap { $0.stopName ?? $0.stopID })
    }
}
